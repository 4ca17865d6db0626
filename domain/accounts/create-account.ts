import type { Tx } from '../../db/handle.ts'
import type { AdminRole } from '../admin-roles.ts'
import type { Announce } from '../events.ts'
import type { Kitchen } from '../kitchen-roles.ts'
import type { Role } from './actor.ts'
import { credentials, users } from './tables.ts'

export type NewAccount = {
  email: string
  role: Role
  /** What an admin may do; without it, look on. */
  admin_role?: AdminRole
  /** Where somebody works whom a kitchen invited; whoever registers gets a kitchen of their own. */
  kitchen?: Kitchen
  password_hash: string
  /** Whether the mail address is known to be the owner's. Unless it is, no bank is asked for a name. */
  email_verified: boolean
  name?: string
  /** Given where the vendor's row exists already (demo). */
  user_id?: string
}

/**
 * Makes an account in the caller's commit; its vendor or rider row follows in the same one (`reactions.ts`). `email` is
 * in lower case. Answers the user's id, or null when the address is taken. Only `registerAccount` is open to everyone:
 * admins are made by a command, the demo or an owner, and the staff of a kitchen by who works there.
 */
export async function createAccount(
  tx: Tx,
  announce: Announce,
  account: NewAccount,
  now: Date,
): Promise<string | null> {
  const { email, role, admin_role, kitchen, name = '', password_hash, email_verified } = account
  const dates = { created_at: now, updated_at: now }
  const [user] = await tx
    .insert(users)
    .values({
      ...(account.user_id ? { id: account.user_id } : {}),
      email,
      role,
      admin_role,
      name,
      email_verified,
      ...dates,
    })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id })
  if (!user) return null
  // Where better-auth looks for a password: provider `credential`, with the user's id as account id.
  await tx.insert(credentials).values({
    user_id: user.id,
    provider_id: 'credential',
    account_id: user.id,
    password: password_hash,
    ...dates,
  })
  await announce(tx, { kind: 'account_made', actor: { user_id: user.id, email, role, admin_role, kitchen } }, now)
  return user.id
}
