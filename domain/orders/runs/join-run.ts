import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { sharedFee } from './ride-fee.ts'
import { SHARED_RIDES, type SharedRides } from './ride-settings.ts'
import { standing_in_run, sure_in_run } from './rides.ts'
import { runs } from './tables.ts'

export type Run = typeof runs.$inferSelect

/** Who has less than this until it closes has no time to pay. */
const PAY_MINUTES = 5

/** One kitchen's way to one place for one slot; `begins_at` is when the kitchen should begin. */
export type SharedWay = { vendor_id: string; place_id: number; slot_from: Date; begins_at: Date }

export type RideProblem = Refused<'cannot_share', { why: 'off' | 'needs_slot' | 'not_one_way' | 'closed' | 'full' }>

/**
 * The run of a way, opened if there is none yet, and what is paid for this order's way in it: with those that a kitchen
 * has accepted, whose customers can no longer leave, and itself (decision 123). Its place is not held before the
 * payment begins. Refused where rides are not shared, where the run is closed or about to, and where it is full.
 */
export async function joinRun(
  db: Db,
  way: SharedWay & { single_kobo: Kobo },
  now: Date,
): Promise<Accepted<{ run_id: number; fee_kobo: Kobo }> | RideProblem> {
  const rule = await readSetting(db, SHARED_RIDES)
  if (rule.offered === 'no') return refused('cannot_share', { why: 'off' })
  const { single_kobo, begins_at, ...which } = way
  const closes_at = closesAt(begins_at, rule)
  if (now > lastToJoin(closes_at)) return refused('cannot_share', { why: 'closed' })
  await db
    .insert(runs)
    .values({ ...which, percents: percentsOf(rule), most: rule.most, opened_at: now, closes_at })
    .onConflictDoNothing()
  const run = await findRun(db, which)
  if (!run) throw new Error('The run was neither opened nor found')
  if (run.status !== 'Gathering' || now > lastToJoin(run.closes_at)) return refused('cannot_share', { why: 'closed' })
  const { standing, sure } = await countedIn(db, run.id)
  if (standing >= run.most) return refused('cannot_share', { why: 'full' })
  return accepted({ run_id: run.id, fee_kobo: sharedFee(single_kobo, run.percents, sure + 1) })
}

/** The run of a way; undefined where none was opened. */
export async function findRun(db: Db, way: Omit<SharedWay, 'begins_at'>): Promise<Run | undefined> {
  const { vendor_id, place_id, slot_from } = way
  const is_this = and(eq(runs.vendor_id, vendor_id), eq(runs.place_id, place_id), eq(runs.slot_from, slot_from))
  const [run] = await db.select().from(runs).where(is_this)
  return run
}

/** How many paid orders that were not cancelled share a run, and how many of them their customers cannot withdraw. */
export async function countedIn(db: Db | Tx, run_id: number): Promise<{ standing: number; sure: number }> {
  const [row] = await db.select({ standing: standing_in_run, sure: sure_in_run }).from(runs).where(eq(runs.id, run_id))
  return row ?? { standing: 0, sure: 0 }
}

/** When a run closes whose kitchen should begin then. */
export function closesAt(begins_at: Date, rule: Pick<SharedRides, 'closes_before_minutes'>): Date {
  return new Date(begins_at.getTime() - rule.closes_before_minutes * 60_000)
}

/** Until when others can join a run that closes then. */
export const lastToJoin = (closes_at: Date): Date => new Date(closes_at.getTime() - PAY_MINUTES * 60_000)

/** Percent for two, three and four, as they are set. */
export function percentsOf({ two_percent, three_percent, four_percent }: SharedRides): number[] {
  return [two_percent, three_percent, four_percent]
}
