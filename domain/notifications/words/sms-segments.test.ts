import { expect, test } from 'vitest'
import { extRefOf, readExtRef } from '../outbox/ext-ref.ts'
import { smsSegments } from './sms-segments.ts'

test.each([
  ['', 1],
  ['x'.repeat(160), 1],
  ['x'.repeat(161), 2],
  ['x'.repeat(306), 2],
  ['x'.repeat(307), 3],
  [`${'x'.repeat(158)}€`, 1],
  [`${'x'.repeat(159)}€`, 2],
  ['₦'.repeat(70), 1],
  [`${'x'.repeat(70)}₦`, 2],
  [`${'x'.repeat(134)}₦`, 3],
])('%j is sent in %i parts', (text, segments) => {
  expect(smsSegments(text)).toBe(segments)
})

test('a reference names the message and its round, and nothing else is one', () => {
  const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
  for (const round of [1, 2, 12]) expect(readExtRef(extRefOf({ id, round }))).toEqual({ id, round })
  expect(extRefOf({ id, round: 1 })).toBe(id)
  for (const other of ['', id.slice(1), `${id}-`, `${id}-x`, ` ${id}`, `${id}\n`]) {
    expect(readExtRef(other)).toBeNull()
  }
})
