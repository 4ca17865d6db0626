import { expect, test } from 'vitest'
import { withLandmark } from './address-text.ts'

const machine = 'University Road, Akure, Ondo State, Nigeria'
const from = { landmarks: ['FUTA North Gate', 'FUTA South Gate'], machine }

test.each([
  ['', 'FUTA South Gate'],
  [machine, 'FUTA South Gate'],
  [`FUTA North Gate, ${machine}`, 'FUTA South Gate'],
  ['Room 12, Jadesola Hall', 'FUTA South Gate, Room 12, Jadesola Hall'],
  ['FUTA North Gate, Room 12', 'FUTA South Gate, Room 12'],
  [`Room 12, ${machine}`, 'FUTA South Gate, Room 12'],
  ['Behind FUTA South Gate, Room 12', 'FUTA South Gate, Behind, Room 12'],
])('%j becomes %j', (address, expected) => {
  expect(withLandmark(address, 'FUTA South Gate', from)).toBe(expected)
})

test('where no machine filled in anything, what looks like its words stays', () => {
  expect(withLandmark(machine, 'FUTA South Gate', { ...from, machine: '' })).toBe(`FUTA South Gate, ${machine}`)
})
