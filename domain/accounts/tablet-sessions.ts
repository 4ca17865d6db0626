import { and, eq, gt, like } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import type { Deps } from '../events.ts'
import { fingerprint, newToken } from './secrets.ts'
import { kitchen_tablets, sessions } from './tables.ts'

const MARK = 'tablet:'
/** Over after two weeks without a visit, like a login; renewed at most once an hour. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1000
const RENEWED_MS = 60 * 60 * 1000

/** Whether a session's token is a tablet's. */
export const isTabletToken = (token: string): boolean => token.startsWith(MARK)

/** The sessions that are a kitchen's tablet. */
export const isTablet = like(sessions.token, `${MARK}%`)

/** No cookie of a login holds such a token, and what the tablet's own cookie holds stands nowhere here. */
const tokenOf = (secret: string) => MARK + fingerprint('tablet', secret)

/** Begins a session that is the tablet of a kitchen, under somebody's account; answers what its cookie has to hold. */
export async function beginTablet(
  tx: Tx,
  { user_id, vendor_id }: { user_id: string; vendor_id: string },
  now: Date,
): Promise<{ session_id: string; secret: string }> {
  const secret = newToken()
  const expires_at = new Date(now.getTime() + KEPT_MS)
  const [begun] = await tx
    .insert(sessions)
    .values({ user_id, token: tokenOf(secret), expires_at, created_at: now, updated_at: now })
    .returning({ session_id: sessions.id })
  if (!begun) throw new Error('the session of a tablet was not written')
  await tx.insert(kitchen_tablets).values({ ...begun, vendor_id })
  return { ...begun, secret }
}

/** The tablet whose cookie holds `secret`, under whose account, renewed where that is due; null when there is none. */
export async function findTablet(
  { db, clock }: Deps,
  secret: string,
): Promise<{ user_id: string; session_id: string } | null> {
  const now = clock.now()
  const [found] = await db
    .select({ session_id: sessions.id, user_id: sessions.user_id, updated_at: sessions.updated_at })
    .from(sessions)
    .where(and(eq(sessions.token, tokenOf(secret)), gt(sessions.expires_at, now)))
  if (!found) return null
  const { updated_at, ...tablet } = found
  if (now.getTime() - updated_at.getTime() > RENEWED_MS) {
    const renewed = { updated_at: now, expires_at: new Date(now.getTime() + KEPT_MS) }
    await db.update(sessions).set(renewed).where(eq(sessions.id, tablet.session_id))
  }
  return tablet
}

/** So long somebody's own login covers a tablet; then the device is the kitchen's again. */
export const COVER_MINUTES = 30

/** Until when a login at a kitchen's tablet holds there; null where the session is over. */
export async function coversUntil(db: Db, session_id: string): Promise<Date | null> {
  const [login] = await db.select({ began_at: sessions.created_at }).from(sessions).where(eq(sessions.id, session_id))
  return login ? new Date(login.began_at.getTime() + COVER_MINUTES * 60_000) : null
}

/** Ends the tablet's session, if its cookie's `secret` is one. Safe to repeat. */
export async function endTablet({ db }: { db: Db }, secret: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.token, tokenOf(secret)))
}
