import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { deviceWords } from './device-words.ts'
import { forgetOtherDevices } from './known-devices.ts'
import { sessions, verifications } from './tables.ts'
import { isTabletToken } from './tablet-sessions.ts'

/** Who asks: their account, their session and their browser. */
export type SessionOwner = { user_id: string; session_id: string; device: string | null }

/** `seen_at` is right to the hour: a session in use is renewed that often. */
export type OwnSession = { id: string; device: string; begun_at: Date; seen_at: Date; is_this: boolean }

/** Where somebody is logged in, this browser first, then by when it was last used. */
export async function ownSessions(
  { db, clock }: Deps,
  owner: Pick<SessionOwner, 'user_id' | 'session_id'>,
): Promise<OwnSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, owner.user_id), gt(sessions.expires_at, clock.now())))
    .orderBy(desc(sessions.updated_at))
  return rows
    .map((row) => ({
      id: row.id,
      device: isTabletToken(row.token) ? 'The kitchen’s tablet' : deviceWords(row.user_agent),
      begun_at: row.created_at,
      seen_at: row.updated_at,
      // The only one is this one, also where it was renewed since it was asked for.
      is_this: row.id === owner.session_id || rows.length === 1,
    }))
    .sort((one, other) => Number(other.is_this) - Number(one.is_this))
}

/**
 * Logs another of somebody's browsers out. All browsers but this one count as new from then on: the owner is told of
 * their next login. Refuses a session that is not theirs, is over, or is this one.
 */
export async function endSession(
  { db }: { db: Db },
  owner: SessionOwner,
  session_id: string,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!z.uuid().safeParse(session_id).success || session_id === owner.session_id) return refused('not_found')
  return db.transaction(async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, session_id), eq(sessions.user_id, owner.user_id)))
      .returning({ id: sessions.id })
    if (ended.length === 0) return refused('not_found')
    await forgetOtherDevices(tx, owner.user_id, owner.device)
    return accepted(undefined)
  })
}

/** Logs out every other browser and every half-done sign-in, in the caller's commit. */
export async function endOtherSessions(tx: Tx, owner: SessionOwner): Promise<void> {
  const { user_id, session_id, device } = owner
  await tx.delete(sessions).where(and(eq(sessions.user_id, user_id), ne(sessions.id, session_id)))
  await tx.delete(verifications).where(eq(verifications.value, user_id))
  await forgetOtherDevices(tx, user_id, device)
}

/**
 * Gives this browser another session in the place of its own, which `renew` begins, so that no copy of its cookie works
 * any more; the kitchen that was chosen stays so. Answers what `renew` does.
 */
export async function renewSession<Begun extends { begun_id: string } | null>(
  db: Db,
  { session_id }: Pick<SessionOwner, 'session_id'>,
  renew: () => Promise<Begun>,
): Promise<Begun> {
  const { acts_for, acts_until } = sessions
  const [chosen] = await db.select({ acts_for, acts_until }).from(sessions).where(eq(sessions.id, session_id))
  const begun = await renew()
  if (begun && chosen) await db.update(sessions).set(chosen).where(eq(sessions.id, begun.begun_id))
  return begun
}
