import { createHash, randomBytes } from 'node:crypto'

/** How passwords are kept. `verify` takes as long for a wrong one as for a right one. */
export type Passwords = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}

/** 256 random bits, fit for a link; 128 (16 bytes) for one in a text message. */
export const newToken = (bytes: 16 | 32 = 32): string => randomBytes(bytes).toString('base64url')

/** A one-way hash of some words: enough to find a row by, useless to a thief. */
export const fingerprint = (...words: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex')
