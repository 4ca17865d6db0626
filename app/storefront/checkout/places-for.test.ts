import { expect, test } from 'vitest'
import { placesFor } from './places-for.ts'

const names = ['FUTA North Gate', 'Aluta Market', 'Jadesola Hall', 'Peter Adeniyi Hall', 'Adeniyi Hall']

test.each([
  ['', []],
  ['j', []],
  ['ja', ['Jadesola Hall']],
  ['Room 12, jàd', ['Jadesola Hall']],
  ['Room 12 jadesola h', ['Jadesola Hall']],
  ['aden', ['Adeniyi Hall', 'Peter Adeniyi Hall']],
  ['gate', ['FUTA North Gate']],
  ['hall', ['Jadesola Hall', 'Peter Adeniyi Hall', 'Adeniyi Hall']],
  ['Jadesola Hall', []],
  ['Jadesola Hall, Room 12', []],
  ['Admiralty Way, Lekki', []],
])('%j brings up %j', (typed, found) => {
  expect(placesFor(typed, names).found).toEqual(found)
})

test('what stands before is kept', () => {
  expect(placesFor('Room 12, jad', names).before).toBe('Room 12, ')
})
