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

test('people in a kitchen hear its news, each with streams of their own', () => {
  const hub = createLive({ most_of_one: 1 })
  const heard: string[] = []
  const hears = ['kitchen']
  const leave = hub.subscribe('ada', ({ kind }) => heard.push(`ada ${kind}`), { hears })
  hub.subscribe('obi', ({ kind }) => heard.push(`obi ${kind}`), { hears })
  hub.tell('kitchen', 7)
  hub.tell('ada', 8)
  leave()
  hub.tell('kitchen', 9)
  hub.stop()
  expect(heard).toEqual(['ada news', 'obi news', 'obi news', 'obi end'])
})

test('after a lost connection to the database everybody looks again', () => {
  const hub = createLive()
  const heard: LiveEvent[] = []
  hub.subscribe('ada', (event) => heard.push(event))
  hub.tellAll()
  hub.stop()
  expect(heard).toEqual([{ kind: 'news', news_id: null }, { kind: 'end' }])
})

test('a stream that is bound to a session ends with it, and comes back when nobody knows what was missed', () => {
  const hub = createLive()
  const heard: Record<string, string[]> = { phone: [], tablet: [], tracking: [] }
  const open = (name: string, session_id?: string) => {
    const leave = hub.subscribe(
      'ada',
      (event) => {
        heard[name]?.push(event.kind)
        if (event.kind !== 'news') leave()
      },
      { session_id },
    )
  }
  open('phone', 'a session')
  open('tablet', 'another session')
  open('tracking')
  hub.endSession('a session')
  hub.endSession('one that nobody knows')
  hub.tellAll()
  hub.stop()
  expect(heard).toEqual({ phone: ['end'], tablet: ['end'], tracking: ['news', 'end'] })
})

test('the oldest of too many streams makes room, each account for itself, and all together have an end', () => {
  const hub = createLive({ most_of_one: 3, most_in_all: 5 })
  const open = new Set<string>()
  const come = (key: string, name: string) => {
    open.add(name)
    const leave = hub.subscribe(key, (event) => {
      if (event.kind !== 'crowded') return
      leave()
      open.delete(name)
    })
    return leave
  }
  for (let number = 0; number < 600; number++) come('ada', `ada ${number}`)
  expect([...open]).toEqual(['ada 597', 'ada 598', 'ada 599'])
  come('obi', 'obi 1')
  expect(hub.hasRoom('anywhere')).toBe(true)
  const leave = come('uche', 'uche 1')
  expect(hub.hasRoom('anywhere')).toBe(false)
  leave()
  leave()
  expect(hub.hasRoom('anywhere')).toBe(true)
  expect(open.size).toBe(5)
})

test('one address takes no more than its part, with however many accounts', () => {
  const hub = createLive({ most_in_all: 5, most_of_address: 2 })
  const leave = hub.subscribe('ada', () => {}, { address: '192.0.2.7' })
  hub.subscribe('obi', () => {}, { address: '192.0.2.7' })
  expect([hub.hasRoom('192.0.2.7'), hub.hasRoom('192.0.2.8')]).toEqual([false, true])
  leave()
  leave()
  expect(hub.hasRoom('192.0.2.7')).toBe(true)
})
