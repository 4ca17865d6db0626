import { expect, test } from 'vitest'
import { dishesInShort } from './dishes-in-short.server.ts'

const jollof = { name: 'Jollof Rice', quantity: 2 }
const zobo = { name: 'Zobo', quantity: 1 }

test('what was ordered is named with how many of it, and what is too long for a line is counted', () => {
  expect(dishesInShort([zobo])).toBe('Zobo')
  expect(dishesInShort([jollof, zobo])).toBe('2 × Jollof Rice, Zobo')
  expect(dishesInShort([jollof, zobo, zobo, jollof, zobo])).toBe('2 × Jollof Rice, Zobo, Zobo and 2 more')
})
