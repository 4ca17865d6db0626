import { expect, test } from 'vitest'
import { formatPhone, parsePhone, phoneDigits } from './phone.ts'

test.each([
  '08031234567',
  '0803 123 4567',
  '0803-123-4567',
  '(0803) 123 4567',
  '8031234567',
  '2348031234567',
  '+2348031234567',
  '+234 803 123 4567',
  '+234 (0) 803 123 4567',
  '23408031234567',
  '234 0803 123 4567',
  '+23408031234567',
  '  08031234567\n',
])('%j is +2348031234567', (typed) => {
  expect(parsePhone(typed)).toBe('+2348031234567')
})

test.each([
  ['07012345678', '+2347012345678'],
  ['0812 345 6789', '+2348123456789'],
  ['09161234567', '+2349161234567'],
])('every Nigerian mobile prefix is known: %s', (typed, e164) => {
  expect(parsePhone(typed)).toBe(e164)
})

test("another country's number keeps its country", () => {
  expect(parsePhone('+44 7400 123456')).toBe('+447400123456')
})

test.each([
  '',
  '   ',
  'none',
  // Calling these costs more than a call.
  '+1 900 555 0199',
  '+44 909 879 0123',
  '0803123456',
  '080312345678',
  '0003 123 4567',
  '12345',
  '+234',
  '+',
  '0803123456a',
])('no number like %j can exist', (typed) => {
  expect(parsePhone(typed)).toBeNull()
})

test('is shown as Nigerians write it', () => {
  expect(formatPhone('+2348031234567')).toBe('0803 123 4567')
  expect(formatPhone('+447400123456')).toBe('+447400123456')
})

test.each([
  ['0803 123 4567', '8031234567'],
  ['+234 (0) 803-123-4567', '8031234567'],
  ['234803123', '803123'],
  ['0803 123', '803123'],
  ['4567', '4567'],
  ['Iya 2', ''],
  ['Kitchen 247', ''],
  ['mama08031234567@example.com', ''],
  ['call 0803 123 4567', '8031234567'],
  ['+44 20 7946 0958', '442079460958'],
])('%j is looked for as %j', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})
