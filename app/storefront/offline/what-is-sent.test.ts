import { expect, test } from 'vitest'
import { afterTry, isDue, isWaiting } from './send-unsent.ts'
import { isReplacedBy, stillKept, type Unsent } from './unsent-store.ts'
import { unsentWords } from './unsent-words.ts'
import { type Fields, whatIsSent } from './what-is-sent.ts'

const form = (fields: Record<string, string>): Fields => Object.entries(fields)

test.each([
  [{ intent: 'note', note: ' At the gate ' }, 'your note', 'At the gate', true],
  [{ intent: 'chat', text: 'Where are you?', rider: 'abc' }, 'your message', 'Where are you?', true],
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
  expect(unsentWords(unsent(), 1000)).toContain('too old now to go by itself')
  const pressed = unsent({ name: 'what you pressed', text: '', fields: [], goes_for_ms: null })
  expect(unsentWords(pressed, 1)).toContain('We do not know whether it arrived: look at the order first.')
  expect(unsentWords(unsent({ refused: 'It is too late.' }), 1)).toBe(
    'Not taken: your note: “At the gate”. It is too late.',
  )
})

test('the same form takes the place of itself, another does not, and a newer note does of any', () => {
  const rating = (track_token: string) =>
    unsent({ name: 'your rating', text: '', fields: form({ food: '4', delivery: '5', track_token }) })
  expect(isReplacedBy(rating('abc'), rating('abc'))).toBe(true)
  expect(isReplacedBy(rating('abc'), rating('def'))).toBe(false)
  const photo = (bytes: number) =>
    unsent({ name: 'your photo', text: '', fields: [['picture', new Blob(['x'.repeat(bytes)])]] })
  expect(isReplacedBy(photo(3), photo(3))).toBe(true)
  expect(isReplacedBy(photo(3), photo(4))).toBe(false)
  expect(isReplacedBy(unsent({ text: 'Older' }), unsent())).toBe(true)
  expect(isReplacedBy(unsent({ path: '/track/def' }), unsent())).toBe(false)
})

test('what goes no more keeps its words alone, for a week', () => {
  const day = 24 * 60 * 60_000
  expect(stillKept(unsent(), 999)).toEqual(unsent())
  expect(stillKept(unsent(), 1000)).toEqual(unsent({ fields: [] }))
  expect(stillKept(unsent({ refused: 'No.' }), 1)).toEqual(unsent({ refused: 'No.', fields: [] }))
  expect(stillKept(unsent(), 7 * day)).toBeNull()
  const rating = unsent({ goes_for_ms: 7 * day })
  expect(stillKept(rating, 7 * day)).toEqual({ ...rating, fields: [] })
  expect(stillKept(rating, 8 * day)).toBeNull()
  expect(unsentWords(unsent({ fields: [] }), 1000)).toContain('too old now to go by itself')
})

test('what was sent in vain goes again later and later', () => {
  let one = unsent({ goes_for_ms: 24 * 60 * 60_000 })
  const waits = [10, 30, 120, 600, 600].map((seconds) => {
    one = afterTry(one, 0)
    return [isDue(one, seconds * 1000 - 1), isDue(one, seconds * 1000)]
  })
  expect(waits).toEqual(Array(5).fill([false, true]))
})
