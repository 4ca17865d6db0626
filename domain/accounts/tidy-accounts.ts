import { lt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Clock } from '../clock.ts'
import { password_resets, sessions, sign_in_attempts, verifications } from './tables.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Removes what nobody needs any more: ended sessions, sign-ins never finished, requests for a new password after a day,
 * sign-in counts after thirty (NDPA 2023: no longer than needed).
 */
export async function tidyAccounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const now = clock.now()
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db.delete(sessions).where(lt(sessions.expires_at, now))
  await db.delete(verifications).where(lt(verifications.expires_at, now))
  await db.delete(password_resets).where(lt(password_resets.asked_at, before(1)))
  await db.delete(sign_in_attempts).where(lt(sign_in_attempts.attempted_at, before(30)))
}
