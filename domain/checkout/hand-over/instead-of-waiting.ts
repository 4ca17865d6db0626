import { type QuotedWindows, quotedWindows } from '../../delivery/windows/expected-windows.ts'
import type { FleetNow } from '../../delivery/windows/fleet.ts'
import type { Deps } from '../../events.ts'
import type { CheckoutSummary } from '../checkout-summary.ts'
import { freeSlotsFrom } from '../slots/slot-problem.ts'
import { slotsWithRiders } from '../slots/slot-riders.ts'

/** Whoever waits this long would rather have known of something else. */
const LONG_WAIT_MS = 60 * 60_000

export type InsteadOfWaiting = {
  /** Why: nobody is on duty to bring it, or known for its slot; or it takes long though somebody is. */
  why: 'nobody_on_duty' | 'nobody_planned' | 'long_wait'
  /** When the next rider means to come on duty; null where nobody has said so. */
  next_on_duty: Date | null
  /** The first slots in which it can be had and for which a rider is known, in their order; empty for none. */
  slots: Date[]
  /** By when all of it would be ready to collect. */
  ready_by: Date
}

/**
 * What a customer can have in the stead of a wait: one for whom nobody is on duty, or is known for the slot, or whose
 * food may come an hour from now or later. Null for a shorter wait, and for what is collected.
 * `quoted` is what paying would promise now.
 */
export async function insteadOfWaiting(
  deps: Deps,
  summary: Pick<CheckoutSummary, 'lines' | 'fee_lines' | 'place' | 'collect_at' | 'slot_from'>,
  quoted: QuotedWindows,
  fleet?: FleetNow,
): Promise<InsteadOfWaiting | null> {
  if (summary.collect_at || quoted.windows.length === 0) return null
  const now = deps.clock.now()
  if (summary.slot_from) return insteadOfSlot(deps, summary, summary.slot_from, quoted, now)
  const expected_until = lastOf(quoted)
  const is_long = expected_until.getTime() - now.getTime() >= LONG_WAIT_MS
  if (quoted.riders_on_duty > 0 && !is_long) return null
  const cart = { lines: summary.lines, ways: summary.fee_lines }
  const [slots, collected] = await Promise.all([
    // A sooner slot would promise what is not expected.
    freeSlotsFrom(deps, { ...cart, collects: false, slot_from: expected_until }),
    quotedWindows(deps.db, { ...cart, drop: summary.place, collects: true, now }, fleet),
  ])
  const why = quoted.riders_on_duty > 0 ? 'long_wait' : 'nobody_on_duty'
  return { why, next_on_duty: quoted.next_on_duty, slots, ready_by: lastOf(collected) }
}

/** The same for a slot for which no rider is known; null where one is. */
async function insteadOfSlot(
  deps: Deps,
  { lines, fee_lines: ways }: Pick<CheckoutSummary, 'lines' | 'fee_lines'>,
  slot_from: Date,
  { next_on_duty }: QuotedWindows,
  now: Date,
): Promise<InsteadOfWaiting | null> {
  if ((await slotsWithRiders(deps.db, now))(slot_from, ways)) return null
  const slots = await freeSlotsFrom(deps, { lines, ways, collects: false, slot_from })
  return { why: 'nobody_planned', next_on_duty, slots, ready_by: slot_from }
}

const lastOf = ({ windows }: QuotedWindows) => new Date(Math.max(...windows.map(({ until }) => until.getTime())))
