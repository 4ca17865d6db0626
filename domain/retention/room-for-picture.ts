import { eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { kitchen_staff, users } from '../accounts/tables.ts'
import { uploads, vendors } from '../catalog/tables.ts'
import { DAY_MS } from '../clock.ts'
import { riders } from '../delivery/tables.ts'
import type { Deps } from '../events.ts'

/** More than a whole menu. */
export const MOST_OF_ONE = 600
/** A registration needs a handful. */
export const MOST_OF_NEWCOMER = 60
/** Of all newcomers: a campus that begins has a third of that. */
export const MOST_OF_NEWCOMERS = 3000
const NEWCOMER_DAYS = 7

/**
 * Whether an account may store one more picture today. What nobody shows stays for a day (`tidyPictures`), and anybody
 * can make accounts: without an end to it they would fill the disk, and with it the database.
 */
export async function hasRoomForPicture({ db, clock }: Deps, user_id: string): Promise<boolean> {
  const now = clock.now().getTime()
  // Made within a week, and nobody has let them in yet: neither as an admin nor as a rider nor into a kitchen.
  const is_newcomer = sql`(${users.created_at} > ${new Date(now - NEWCOMER_DAYS * DAY_MS)} and ${users.role} <> 'admin'
    and not exists (select from ${riders} where ${riders.user_id} = ${users.id} and ${riders.status} = 'Active')
    and not exists (select from ${vendors} where ${vendors.status} = 'Active' and (${vendors.user_id} = ${users.id}
      or exists (select from ${kitchen_staff} where ${kitchen_staff.vendor_id} = ${vendors.user_id}
        and ${kitchen_staff.user_id} = ${users.id} and ${kitchen_staff.ended_at} is null))))`
  const [stored] = await db
    .select({
      own: sql<number>`(count(*) filter (where ${uploads.user_id} = ${user_id}))::int`,
      of_newcomers: sql<number>`(count(*) filter (where ${is_newcomer}))::int`,
    })
    .from(uploads)
    .leftJoin(users, eq(users.id, uploads.user_id))
    .where(gt(uploads.uploaded_at, new Date(now - DAY_MS)))
  const { own = 0, of_newcomers = 0 } = stored ?? {}
  if (own < MOST_OF_NEWCOMER && of_newcomers < MOST_OF_NEWCOMERS) return true
  return own < MOST_OF_ONE && !(await isOne(db, user_id, is_newcomer))
}

async function isOne(db: Db, user_id: string, is_newcomer: ReturnType<typeof sql>): Promise<boolean> {
  const [user] = await db
    .select({ is_newcomer: sql<boolean>`${is_newcomer}` })
    .from(users)
    .where(eq(users.id, user_id))
  return user?.is_newcomer ?? false
}
