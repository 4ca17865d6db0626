import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { accountKey } from './admit-sign-in.ts'
import { forgetOtherDevices } from './known-devices.ts'
import { endOtherSessions, type SessionOwner } from './own-sessions.ts'
import { credentials, mail_links, sessions, sign_in_attempts, verifications } from './tables.ts'

/**
 * Replaces the password `instead_of` (or any, if that is left out), in the caller's commit. Also ends the links in
 * mails, the failures counted so far, and every session but `keep`. Answers false and changes nothing when the password
 * is another one by now.
 */
export async function replacePassword(
  tx: Tx,
  change: {
    user_id: string
    email: string
    password_hash: string
    instead_of?: string
    keep: SessionOwner | null
    now: Date
  },
): Promise<boolean> {
  const { user_id, password_hash, keep, now } = change
  const changed = await tx
    .update(credentials)
    .set({ password: password_hash, updated_at: now })
    .where(
      and(
        eq(credentials.user_id, user_id),
        change.instead_of === undefined ? undefined : eq(credentials.password, change.instead_of),
      ),
    )
    .returning({ id: credentials.id })
  if (changed.length === 0) return false
  await tx
    .update(mail_links)
    .set({ used_at: now })
    .where(
      and(
        eq(mail_links.user_id, user_id),
        inArray(mail_links.purpose, ['new_password', 'sign_in']),
        isNull(mail_links.used_at),
      ),
    )
  if (keep) await endOtherSessions(tx, keep)
  else {
    await tx.delete(sessions).where(eq(sessions.user_id, user_id))
    await tx.delete(verifications).where(eq(verifications.value, user_id))
    await forgetOtherDevices(tx, user_id, null)
  }
  await tx.delete(sign_in_attempts).where(eq(sign_in_attempts.account, accountKey(change.email)))
  return true
}
