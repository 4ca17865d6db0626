import { expect, test } from 'vitest'
import { isWaiting } from './send-unsent.ts'
import type { Unsent } from './unsent-store.ts'
import { unsentWords } from './unsent-words.ts'
import { type Fields, whatIsSent } from './what-is-sent.ts'

const form = (fields: Record<string, string>): Fields => Object.entries(fields)

test.each([
  [{ intent: 'note', note: ' At the gate ' }, 'your note', 'At the gate', true],
  [{ intent: 'chat', text: 'Where are you?', rider: 'abc' }, 'your line', 'Where are you?', true],
  [{ intent: 'claim', kind: 'spoiled', words: 'Cold' }, 'what you told us', 'Cold', true],
  [{ intent: 'photo' }, 'your photo', '', true],
  [{ food: '4', delivery: '5', line: 'Hot', track_token: 'abc' }, 'your rating', 'Hot', true],
  [{ intent: 'withdraw', track_token: 'abc' }, 'that you cancel the order', '', false],
  [{ sms: 'quiet' }, 'what you pressed', '', false],
  [{ missing: 'swap' }, 'what you pressed', '', false],
])('%o is said as %s, and goes by itself only where it means the same later', (fields, name, text, goes) => {
  const sent = whatIsSent(form(fields))
  expect([sent.name, sent.text, sent.goes_for_ms !== null]).toEqual([name, text, goes])
})

const unsent = (changed: Partial<Unsent> = {}): Unsent => ({
  ...{ id: '1', path: '/track/abc', fields: form({ note: 'x' }), sent_at: 0, refused: null },
  ...{ name: 'your note', text: 'At the gate', goes_for_ms: 1000 },
  ...changed,
})

test('what waits goes by itself for its time, and its words say what becomes of it', () => {
  expect(isWaiting(unsent(), 999)).toBe(true)
  expect(unsentWords(unsent(), 999)).toMatch(/^Not sent, you were offline: your note: “At the gate”\. It is kept/)
  expect(isWaiting(unsent(), 1000)).toBe(false)
  expect(unsentWords(unsent(), 1000)).toContain('too old to go by itself')
  const pressed = unsent({ name: 'what you pressed', text: '', fields: [], goes_for_ms: null })
  expect(unsentWords(pressed, 1)).toContain('We do not know whether it arrived: look at the order first.')
  expect(unsentWords(unsent({ refused: 'It is too late.' }), 1)).toBe(
    'Not taken: your note: “At the gate”. It is too late.',
  )
})
