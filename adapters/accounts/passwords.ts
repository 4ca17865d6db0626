import { availableParallelism } from 'node:os'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Passwords } from '../../domain/accounts/secrets.ts'
import { turns } from '../turns.ts'

/**
 * Each hash costs a tenth of a second of one core, on one of the four threads that also compress pages, read files and
 * resolve host names. At least two threads and, if there are several, one core must stay free for that.
 */
export const PASSWORDS_AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Passwords in the hands of `work`. Those that come at once wait for their turn. */
export function passwordsInTurn(work: { hashPassword: typeof hashPassword; verifyPassword: typeof verifyPassword }) {
  const inTurn = turns(PASSWORDS_AT_ONCE)
  return {
    hash: (password) => inTurn(() => work.hashPassword(password)),
    verify: (password, hash) => inTurn(() => work.verifyPassword({ password, hash })),
  } satisfies Passwords
}

/** Salted scrypt, as better-auth keeps passwords. */
export const passwords: Passwords = passwordsInTurn({ hashPassword, verifyPassword })
