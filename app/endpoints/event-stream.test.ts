import { expect, test } from 'vitest'
import { createLive } from '../../server/live.ts'
import { eventStream } from './event-stream.ts'

const wanted = { key: 'ada', clock: { now: () => new Date(1_700_000_000_000) }, most_beats: 2 }

test('a stream whose beginning fails hears nothing more, and is left', async () => {
  const live = createLive({ most_in_all: 1 })
  const request = new Request('http://localhost/live')
  const begin = () => Promise.reject(new Error('the database went away'))
  const answer = eventStream(request, live, { ...wanted, begin })
  const reader = answer.body?.getReader()
  await reader?.read()
  await expect(reader?.read()).rejects.toThrow('the database went away')
  // Before anybody has cancelled the request.
  expect(() => live.tell('ada', 7)).not.toThrow()
  expect(live.hasRoom('')).toBe(true)
  live.stop()
})

test('a stream tells of its beat and of our time as it opens: a page misses only what it has heard', async () => {
  const live = createLive()
  const answer = eventStream(new Request('http://localhost/live'), live, { ...wanted, begin() {} })
  const { value } = (await answer.body?.getReader().read()) ?? {}
  // Without a line of data a browser tells a page of nothing.
  expect(new TextDecoder().decode(value)).toMatch(/^event: beat\ndata: 1700000000000\n\n/m)
  live.stop()
})
