import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { Chance } from './chance.ts'

/**
 * Tokens, PINs and ids come from this chance and not from the machine's, until the answered function is called: the
 * same seed makes the same ones.
 */
export function playChance(chance: Chance): () => void {
  const { randomBytes, randomInt, randomUUID } = crypto
  const { random } = Math
  const played = {
    randomBytes: (size: number) => chance.bytes(size),
    randomInt: (from: number, below?: number) =>
      below === undefined ? chance.whole(0, from - 1) : chance.whole(from, below - 1),
    randomUUID: () => uuidOf(chance.bytes(16)),
  }
  Object.assign(crypto, played)
  Math.random = () => chance.whole(0, 2 ** 30) / 2 ** 31
  syncBuiltinESMExports()
  return () => {
    Object.assign(crypto, { randomBytes, randomInt, randomUUID })
    Math.random = random
    syncBuiltinESMExports()
  }
}

function uuidOf(bytes: Buffer): ReturnType<typeof crypto.randomUUID> {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
