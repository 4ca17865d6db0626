import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Passwords } from '../../domain/accounts/secrets.ts'
import { turns } from '../turns.ts'

/**
 * Each costs a tenth of a second of one core, on one of the four threads that also compress pages, read files and look
 * up names: at least two threads and, where there are several, one core are left for them.
 */
export const PASSWORDS_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

const inTurn = turns(PASSWORDS_AT_ONCE)

/** Salted scrypt, as better-auth keeps passwords. What comes at once waits for its turn. */
export const passwords: Passwords = {
  hash: (password) => inTurn(() => hashPassword(password)),
  verify: (password, hash) => inTurn(() => verifyPassword({ password, hash })),
}
