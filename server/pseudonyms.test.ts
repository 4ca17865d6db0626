import { expect, test } from 'vitest'
import { pseudonyms } from './pseudonyms.ts'

test('a pseudonym stays the same under one secret, and is another under another', () => {
  const [ours, theirs] = [pseudonyms('a'.repeat(32)), pseudonyms('b'.repeat(32))]
  expect(ours('+2348031234567')).toMatch(/^[0-9a-f]{16}$/)
  expect(ours('+2348031234567')).toBe(ours('+2348031234567'))
  expect(ours('+2348031234568')).not.toBe(ours('+2348031234567'))
  expect(theirs('+2348031234567')).not.toBe(ours('+2348031234567'))
})
