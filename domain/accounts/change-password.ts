import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AnnouncingDeps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { fieldErrors, new_password_form } from './forms.ts'
import type { SessionOwner } from './own-sessions.ts'
import { whyUnsafe } from './password-safety.ts'
import { replacePassword } from './replace-password.ts'
import type { Passwords } from './secrets.ts'
import { credentials } from './tables.ts'

export type ChangePasswordErrors = { current?: string; password?: string; confirmation?: string }

/**
 * Changes the password of the person logged in, who must know the present one. In one commit, every other session,
 * half-done sign-in and mailed link ends, and the owner is told by mail. Refuses, beside the field, a wrong present
 * password and a new one that is unsafe, mistyped or unchanged. Safe to repeat: a second press finds the new password.
 */
export async function changePassword(
  deps: AnnouncingDeps & { passwords: Passwords },
  owner: SessionOwner & { email: string },
  input: { current: string; password: string; confirmation: string },
): Promise<Accepted<undefined> | Refused<'fields', ChangePasswordErrors>> {
  const [known] = await deps.db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(eq(credentials.user_id, owner.user_id))
  const hash = known?.hash
  if (!hash || !(await deps.passwords.verify(input.current, hash))) {
    const repeated = hash && input.password !== '' && (await deps.passwords.verify(input.password, hash))
    return repeated ? accepted(undefined) : refused('fields', { current: 'This is not your password.' })
  }
  const form = new_password_form.safeParse(input)
  if (!form.success) return refused('fields', fieldErrors<'password' | 'confirmation'>(form.error))
  const unsafe =
    form.data.password === input.current
      ? 'This is the password you have. Please choose another one.'
      : whyUnsafe(form.data.password, owner.email)
  if (unsafe) return refused('fields', { password: unsafe })

  const { user_id, email } = owner
  const password_hash = await deps.passwords.hash(form.data.password)
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const change = { user_id, email, password_hash, instead_of: hash, keep: owner, now }
    if (!(await replacePassword(tx, change))) {
      return refused('fields', { current: 'Your password was changed elsewhere just now.' })
    }
    await deps.announce(tx, { kind: 'password_changed', change: { id: randomUUID(), email } }, now)
    return accepted(undefined)
  })
}
