import { hashPassword, verifyPassword } from 'better-auth/crypto'
import type { Passwords } from '../../domain/accounts/secrets.ts'

/** Salted scrypt, as better-auth keeps passwords. */
export const passwords: Passwords = {
  hash: hashPassword,
  verify: (password, hash) => verifyPassword({ password, hash }),
}
