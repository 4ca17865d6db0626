import { seededRandom } from '../domain/seeded-random.ts'

/** Numbers from 0 to 1 that are the same for the same text on every machine, so that the demo never changes. */
export const randomFrom = (text: string): (() => number) => seededRandom(hashText(text))

/** One of `choices`, which must not be empty. */
export function pick<Choice>(random: () => number, choices: readonly Choice[]): Choice {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new RangeError('Nothing to choose from')
  return choice
}

/** FNV-1a, 32 bits. */
function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
