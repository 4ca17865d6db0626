import { createHash, randomUUID } from 'node:crypto'
import { passwords } from '../adapters/accounts/passwords.ts'
import type { Passwords } from '../domain/accounts/secrets.ts'

/**
 * Hashing is slow on purpose, a tenth of a second of a core and more. So verbs that are told how passwords are kept are
 * told this in tests: salted as well, so that two of one password differ. Hashes of `passwords` are known here too.
 */
export const quick_passwords: Passwords = {
  async hash(password) {
    return quickHash(password, randomUUID())
  },
  async verify(password, hash) {
    if (!hash.startsWith('quick:')) return passwords.verify(password, hash)
    const salt = hash.split(':')[1] ?? ''
    return hash === quickHash(password, salt)
  },
}

const quickHash = (password: string, salt: string) =>
  `quick:${salt}:${createHash('sha256').update(`${salt} ${password}`).digest('hex')}`

/** Whether a password is that of a hash is so once and for all: in the processes of tests it is found out once. */
const found_out = new Map<string, Promise<boolean>>()
const { verify } = passwords
passwords.verify = (password, hash) => {
  const key = `${hash} ${password}`
  const known = found_out.get(key) ?? verify(password, hash)
  found_out.set(key, known)
  return known
}
