import { expect, test } from 'vitest'
import type { LiveEvent } from '../app/services.ts'
import { createLive, tellFromPayload } from './live.ts'

test('news reach every open screen of one user and nobody else', () => {
  const hub = createLive()
  const heard: Record<string, LiveEvent[]> = { phone: [], tablet: [], stranger: [] }
  hub.subscribe('ada', (event) => heard.phone?.push(event))
  const leave = hub.subscribe('ada', (event) => heard.tablet?.push(event))
  hub.subscribe('obi', (event) => heard.stranger?.push(event))

  tellFromPayload(hub, 'ada 7')
  leave()
  tellFromPayload(hub, 'ada')
  tellFromPayload(hub, 'nobody 9')
  hub.stop()

  expect(heard).toEqual({
    phone: [{ kind: 'news', news_id: 7 }, { kind: 'news', news_id: null }, { kind: 'end' }],
    tablet: [{ kind: 'news', news_id: 7 }],
    stranger: [{ kind: 'end' }],
  })
})

test('after a lost connection to the database everybody looks again', () => {
  const hub = createLive()
  const heard: LiveEvent[] = []
  hub.subscribe('ada', (event) => heard.push(event))
  hub.tellAll()
  hub.stop()
  expect(heard).toEqual([{ kind: 'news', news_id: null }, { kind: 'end' }])
})
