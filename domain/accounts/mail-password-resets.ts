import { asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { fingerprint, newToken } from './secrets.ts'
import { password_resets, users } from './tables.ts'

/** How long a link works. */
const LINK_SECONDS = 3600

/**
 * Answers the requests for a new password, at most `limit`: a known mail address gets a link that works once within an
 * hour, an unknown one nothing. The link and its mail are one commit. Answers how many requests it worked on.
 */
export async function mailPasswordResets(
  deps: { db: Db; clock: Clock; announce: Announce },
  limit = 20,
): Promise<number> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: password_resets.id, email: password_resets.email })
      .from(password_resets)
      .where(isNull(password_resets.handled_at))
      .orderBy(asc(password_resets.asked_at))
      .limit(limit)
      .for('update', { skipLocked: true })
    for (const reset of due) {
      const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, reset.email))
      const token = newToken()
      await tx
        .update(password_resets)
        .set({
          handled_at: now,
          ...(user && {
            user_id: user.id,
            token_hash: fingerprint('reset', token),
            expires_at: new Date(now.getTime() + LINK_SECONDS * 1000),
          }),
        })
        .where(eq(password_resets.id, reset.id))
      if (user) await deps.announce(tx, { kind: 'password_reset_asked', reset, token }, now)
    }
    return due.length
  })
}
