import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Passwords } from '../../domain/accounts/secrets.ts'
import { turns } from '../turns.ts'

/**
 * Each hash costs a tenth of a second of one core, on one of the four threads that also compress pages, read files and
 * resolve host names. At least two threads and, if there are several, one core must stay free for that.
 */
export const PASSWORDS_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

const inTurn = turns(PASSWORDS_AT_ONCE)

/** Salted scrypt, as better-auth stores passwords. Simultaneous calls wait for their turn. */
export const passwords: Passwords = {
  hash: (password) => inTurn(() => hashPassword(password)),
  verify: (password, hash) => inTurn(() => verifyPassword({ password, hash })),
}
