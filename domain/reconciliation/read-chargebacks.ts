import { and, eq, exists, inArray, isNull, lte, min, or } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import { campusDate, DAY_MS } from '../clock.ts'
import { leaseUntil } from '../due.ts'
import type { AnnouncingDeps } from '../events.ts'
import { recordChargeback } from '../payments/chargebacks/record-chargeback.ts'
import { open_chargebacks } from '../payments/chargebacks/statuses.ts'
import { chargebacks } from '../payments/chargebacks/tables.ts'
import { refunds } from '../payments/tables.ts'
import { ensureList, type ListDeps } from './read-newest.ts'
import { provider_lists } from './tables.ts'

type ChargebackDeps = ListDeps & AnnouncingDeps

/** Ten working hours are left to answer one (docs/providers.md#flutterwave-chargebacks). */
const REST_MINUTES = 15
/** By the chargeback's own day. An open one is asked for again until it has ended, and so is what was missed. */
const WINDOW_DAYS = 30
/** Longer than any chargeback is open, or any of ours was not read. */
const LONGEST_WINDOW_DAYS = 200
/** Of twenty each. */
const MOST_PAGES = 50

/**
 * Reads the provider's list of chargebacks when due and records each as it shows it. Answers 1 when it read, 0 when it
 * was not due. An error, and rows that are none we can read, are stored for the screen.
 */
export async function readChargebacks(deps: ChargebackDeps): Promise<number> {
  await ensureList(deps)
  const now = deps.clock.now()
  const ours = eq(provider_lists.provider, deps.payments.name)
  const is_due = or(isNull(provider_lists.next_chargebacks_at), lte(provider_lists.next_chargebacks_at, now))
  const [claimed] = await deps.db
    .update(provider_lists)
    .set({ next_chargebacks_at: leaseUntil(now) })
    .where(and(ours, is_due))
    .returning({ read_at: provider_lists.chargebacks_read_at })
  if (!claimed) return 0
  const outcome = await readAll(deps, await windowFrom(deps, claimed.read_at, now))
  const read_at = deps.clock.now()
  await deps.db
    .update(provider_lists)
    .set({
      ...(outcome.is_whole && { chargebacks_read_at: read_at }),
      chargebacks_error: outcome.error,
      next_chargebacks_at: new Date(read_at.getTime() + REST_MINUTES * 60_000),
    })
    .where(ours)
  return 1
}

/** A row that cannot be read does not keep the others from being seen, but the screen says how many there are. */
async function readAll(deps: ChargebackDeps, from: Date): Promise<{ is_whole: boolean; error: string | null }> {
  const days = { from: campusDate(from), to: campusDate(new Date(deps.clock.now().getTime() + DAY_MS)) }
  let unread = 0
  try {
    for (let page = 1; page <= MOST_PAGES; page++) {
      const list = await deps.payments.listChargebacks({ page, ...days })
      for (const row of list.rows) await recordChargeback(deps, deps.payments.name, row)
      unread += list.unread
      if (page >= list.pages) break
    }
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    return { is_whole: false, error: error.message }
  }
  return { is_whole: true, error: unread === 0 ? null : `The list has ${unread} that we cannot read` }
}

/**
 * A day before what may have changed, because the provider's time zone is not known: what is open, and what pays a
 * refund, which is owed again should that be won.
 */
async function windowFrom({ db, payments }: ChargebackDeps, read_at: Date | null, now: Date): Promise<Date> {
  const is_open = inArray(chargebacks.status, [...open_chargebacks])
  const covers = exists(db.select().from(refunds).where(eq(refunds.covered_by, chargebacks.id)))
  const [open] = await db
    .select({ oldest: min(chargebacks.raised_at) })
    .from(chargebacks)
    .where(and(eq(chargebacks.provider, payments.name), or(is_open, covers)))
  const now_ms = now.getTime()
  const longest_ms = now_ms - LONGEST_WINDOW_DAYS * DAY_MS
  const usual_ms = now_ms - WINDOW_DAYS * DAY_MS
  const from_ms = Math.min(usual_ms, read_at?.getTime() ?? longest_ms, open?.oldest?.getTime() ?? usual_ms)
  return new Date(Math.max(from_ms, longest_ms) - DAY_MS)
}
