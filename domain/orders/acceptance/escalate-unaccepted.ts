import { and, asc, eq, isNotNull, isNull, lte, not } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { heardSince } from '../../catalog/heard.ts'
import { openState } from '../../catalog/hours/opening-hours.ts'
import { vendors } from '../../catalog/tables.ts'
import { MINUTE_MS } from '../../clock.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { ESCALATION, type Escalation } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { awaitingChoice } from '../missing-dish/missing-of-orders.ts'
import { order_escalations, orders } from '../tables.ts'
import { begun_at, begunAt } from './begun-at.ts'
import { callDueOrders } from './call-due-orders.ts'
import { lapseOrder } from './lapse-order.ts'
import { pauseSilentKitchen } from './pause-silent-kitchen.ts'

type Waiting = {
  order_id: number
  vendor_id: string
  placed_at: Date
  /** The vendor's hours say that it is open; a pause does not count as closed. */
  open: boolean
  reminded_at: Date | null
  called_at: Date | null
}

/**
 * Acts on every paid order that no vendor has accepted: reminds the vendor, then calls the admins, and finally cancels
 * it with a full refund (decision 045). Each step happens once, however many workers there are. Reminders and
 * cancelling happen only while the vendor is open, and cancelling never sooner after the reminder than the setting
 * says; admins are called at any hour. What was ordered for later waits from when its kitchen should begin, and is
 * announced to it then. A rejection that is held is an answer. What a kitchen takes back, and an outage of ours, leave
 * it as long as a reminder does. A kitchen that lets several lapse in a row is paused. Answers how many steps it made.
 */
export async function escalateUnaccepted(deps: AnnouncingDeps): Promise<number> {
  const now = deps.clock.now()
  const settings = await readSetting(deps.db, ESCALATION)
  const escalateAll = async () =>
    eachDue(await unaccepted(deps.db, settings, now), (waiting) => escalate(deps, waiting, settings, now))
  return eachDue([() => callDueOrders(deps, now), escalateAll], (part) => part())
}

async function escalate(deps: AnnouncingDeps, waiting: Waiting, settings: Escalation, now: Date): Promise<number> {
  let steps = 0
  for (const step of dueSteps(waiting, settings, now)) {
    const made =
      step === 'lapse'
        ? (await lapseOrder(deps, waiting.order_id)).ok
        : await speakUp(deps, waiting.order_id, step, settings, now)
    if (!made) continue
    steps++
    if (step === 'lapse') await pauseSilentKitchen(deps, waiting.vendor_id)
  }
  return steps
}

/** The steps that are due for one order, in their sequence. */
export function dueSteps(
  order: Omit<Waiting, 'order_id' | 'vendor_id'>,
  settings: Escalation,
  now: Date,
): ('remind' | 'call' | 'lapse')[] {
  const minutesSince = (instant: Date) => (now.getTime() - instant.getTime()) / 60_000
  const { remind_minutes, call_minutes, cancel_minutes } = settings
  const age = minutesSince(order.placed_at)
  const had_time = order.reminded_at !== null && minutesSince(order.reminded_at) >= cancel_minutes - remind_minutes
  if (order.open && age >= cancel_minutes && had_time) return ['lapse']
  return [
    ...(order.open && age >= remind_minutes && !order.reminded_at ? (['remind'] as const) : []),
    ...(age >= call_minutes && !order.called_at ? (['call'] as const) : []),
  ]
}

/** What was reminded of longer ago than that when an outage of ours ends is too late to be cooked. */
const OUTAGE_MOST_MS = 60 * MINUTE_MS

/**
 * When a kitchen was reminded, as it counts: where nobody could reach us after that, it was cut off, and has as long
 * from when people reached us again. The money of what has then waited for an hour goes back as ever.
 */
export function remindedAsHeard(reminded_at: Date | null, heard_since: Date | null): Date | null {
  const cut_off_ms = reminded_at && heard_since ? heard_since.getTime() - reminded_at.getTime() : 0
  return cut_off_ms > 0 && cut_off_ms < OUTAGE_MOST_MS ? heard_since : reminded_at
}

/** When an order is given up if nobody acts and its kitchen is open by then. */
export function givenUpAt(order: Pick<Waiting, 'placed_at' | 'reminded_at'>, settings: Escalation): Date {
  const { remind_minutes, cancel_minutes } = settings
  const had_time_at = order.reminded_at && order.reminded_at.getTime() + (cancel_minutes - remind_minutes) * 60_000
  return new Date(Math.max(order.placed_at.getTime() + cancel_minutes * 60_000, had_time_at ?? 0))
}

/**
 * A kitchen took back its answer to an order, which rings again: if it was reminded of it before, it has as long from
 * now as after a reminder.
 */
export async function waitAnew(tx: Tx, order_id: number, now: Date): Promise<void> {
  await tx
    .update(order_escalations)
    .set({ reminded_at: now })
    .where(and(eq(order_escalations.order_id, order_id), isNotNull(order_escalations.reminded_at)))
}

/** Its kitchen has not answered; a rejection that is held is an answer, and so is a dish that is out. */
const isSilent = (db: Db | Tx) => and(eq(orders.status, 'Pending'), isNull(orders.reject_at), not(awaitingChoice(db)))

async function unaccepted(db: Db, settings: Escalation, now: Date): Promise<Waiting[]> {
  const heard_since = await heardSince(db, now)
  const rows = await db
    .select({ order: orders, vendor: vendors, escalation: order_escalations })
    .from(orders)
    .innerJoin(vendors, eq(vendors.user_id, orders.vendor_id))
    .leftJoin(order_escalations, eq(order_escalations.order_id, orders.id))
    .where(and(isSilent(db), lte(begun_at, new Date(now.getTime() - settings.remind_minutes * 60_000))))
    .orderBy(asc(orders.id))
  return rows.map(({ order, vendor, escalation }) => ({
    order_id: order.id,
    vendor_id: order.vendor_id,
    placed_at: begunAt(order),
    open: openState(vendor.week_hours, now, vendor.hours_exceptions).open,
    reminded_at: remindedAsHeard(escalation?.reminded_at ?? null, heard_since),
    called_at: escalation?.called_at ?? null,
  }))
}

/**
 * Records a step and announces it, unless the kitchen answered or the step was made meanwhile. Answers whether it did.
 */
async function speakUp(
  { db, announce }: AnnouncingDeps,
  order_id: number,
  step: 'remind' | 'call',
  settings: Escalation,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.id, order_id), isSilent(tx)))
      .for('no key update')
    if (!order) return false
    const column = step === 'remind' ? 'reminded_at' : 'called_at'
    const noted = await tx
      .insert(order_escalations)
      .values({ order_id, [column]: now })
      .onConflictDoUpdate({
        target: order_escalations.order_id,
        set: { [column]: now },
        setWhere: isNull(order_escalations[column]),
      })
      .returning()
    if (noted.length === 0) return false
    const reminded_at = step === 'remind' ? now : null
    const given_up_at = givenUpAt({ placed_at: begunAt(order), reminded_at }, settings)
    await announce(tx, { kind: 'order_unaccepted', order, step, given_up_at }, now)
    return true
  })
}
