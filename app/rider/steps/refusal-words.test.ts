import { expect, test } from 'vitest'
import { keptStepWords } from './refusal-words.ts'

const kept = (verb: 'arrive' | 'hand_over') => ({
  step: { id: 'a', delivery_id: 1, verb, happened_at: '', signature: '' },
  outcome: 'not_found' as const,
})

test('who handed over without the PIN what was taken away meanwhile is asked to call', () => {
  expect(keptStepWords(kept('hand_over'))).toMatch(/before your phone could tell us.*please call us/i)
  expect(keptStepWords(kept('arrive'))).toBe('This delivery is not yours any more.')
})
