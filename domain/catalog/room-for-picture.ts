import { eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { users } from '../accounts/tables.ts'
import { DAY_MS } from '../clock.ts'
import type { Deps } from '../events.ts'
import { uploads } from './tables.ts'

/** More than a whole menu. */
export const MOST_OF_ONE = 600
/** Of all whose account is younger than a week: a campus that begins has a third of that. */
export const MOST_OF_NEWCOMERS = 3000
const NEWCOMER_DAYS = 7

/**
 * Whether an account may store one more picture today. What nobody shows stays for a day (`tidyPictures`), and anybody
 * can make accounts: without an end to it they would fill the disk, and with it the database.
 */
export async function hasRoomForPicture({ db, clock }: Deps, user_id: string): Promise<boolean> {
  const now = clock.now().getTime()
  const is_newcomer = sql`${users.created_at} > ${new Date(now - NEWCOMER_DAYS * DAY_MS)}`
  const [stored] = await db
    .select({
      own: sql<number>`(count(*) filter (where ${uploads.user_id} = ${user_id}))::int`,
      of_newcomers: sql<number>`(count(*) filter (where ${is_newcomer}))::int`,
    })
    .from(uploads)
    .leftJoin(users, eq(users.id, uploads.user_id))
    .where(gt(uploads.uploaded_at, new Date(now - DAY_MS)))
  const { own = 0, of_newcomers = 0 } = stored ?? {}
  if (own >= MOST_OF_ONE) return false
  return of_newcomers < MOST_OF_NEWCOMERS || !(await isOne(db, user_id, is_newcomer))
}

async function isOne(db: Db, user_id: string, is_newcomer: ReturnType<typeof sql>): Promise<boolean> {
  const [user] = await db
    .select({ is_newcomer: sql<boolean>`${is_newcomer}` })
    .from(users)
    .where(eq(users.id, user_id))
  return user?.is_newcomer ?? false
}
