import { and, eq, isNull, lte } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { formatTimeOrDate } from '../../clock.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import { type Mover, the_system } from '../../lifecycle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { waitAnew } from '../acceptance/escalate-unaccepted.ts'
import { canMove, type MissingOutcome } from '../lifecycle.ts'
import { giveUpOrder } from '../refunds/give-up-order.ts'
import { lockOrdersOfCheckout, paidOfDishes, type RefundableOrder, refundable } from '../refunds/refundable.ts'
import { sendBack } from '../refunds/send-back.ts'
import { missing_dishes, orders } from '../tables.ts'
import { closeMissing } from './close-missing.ts'
import { swapped, without } from './items-after.ts'
import { type MissingDish, missingOfOrders, missingText } from './missing-of-orders.ts'
import { swapsFor } from './swaps.ts'

/** `default` is what the customer wanted for the case that they do not choose; a swap has the money that they saw. */
export type Choice = { kind: 'swap'; dish_id: number; back_kobo: number } | { kind: 'leave_out' | 'cancel' | 'default' }

export type ChoiceRefusal =
  | Refused<'not_found' | 'too_late' | 'swap_gone', undefined>
  | Refused<'chosen_already', { outcome: MissingOutcome }>

/** The rest is due a moment later. */
const MOST_AT_ONCE = 100

/** An open choice under the lock of its checkout's orders. */
type Open = {
  missing: MissingDish
  of_order: readonly MissingDish[]
  payment_id: string
  of: RefundableOrder
  by: Mover
  now: Date
}

/**
 * What is done with a missing dish: another one of its kitchen comes instead and the difference goes back, it is left
 * out and all its money goes back, or the kitchen's order is called off. Without the last dish an order is called off,
 * too. The kitchen bears it, its commission with it. Decided once: refused after that, and for a customer whose time is
 * over; a swap also when its dish is sold out, dearer or no longer what they saw.
 */
export async function decideMissing(
  { db, clock, announce }: AnnouncingDeps,
  decision: { order_id: number; missing_id: number; choice: Choice; by: Mover },
): Promise<Accepted<MissingDish> | ChoiceRefusal> {
  const { order_id, missing_id, choice, by } = decision
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [wanted] = await tx
      .select({ checkout_id: orders.checkout_id })
      .from(missing_dishes)
      .innerJoin(orders, eq(orders.id, missing_dishes.order_id))
      .where(and(eq(missing_dishes.id, missing_id), eq(missing_dishes.order_id, order_id)))
    if (!wanted) return refused('not_found')
    await lockOrdersOfCheckout(tx, wanted.checkout_id)
    const of_order = await missingOfOrders(tx, [order_id])
    const marked = of_order.find(({ id }) => id === missing_id)
    if (!marked) throw new Error('A missing dish disappeared')
    if (marked.outcome !== null) return refused('chosen_already', { outcome: marked.outcome })
    if (by.role === 'customer' && now >= marked.answer_by) return refused('too_late')
    const room = await refundable(tx, wanted.checkout_id)
    const of = room.orders.find(({ order }) => order.id === order_id)
    if (!of) throw new Error('A locked order disappeared')
    // What an admin gave back meanwhile is no longer in the order, so nothing is left to choose about it.
    const missing = { ...marked, quantity: Math.min(marked.quantity, of.items_left[marked.item] ?? 0) }
    if (!canMove('call_off', of.order.status) || missing.quantity === 0) {
      await closeMissing(tx, announce, { order_id, missing_id }, { outcome: 'overtaken', by, now })
      return refused('chosen_already', { outcome: 'overtaken' })
    }
    if (missing.quantity < marked.quantity)
      await tx.update(missing_dishes).set({ quantity: missing.quantity }).where(eq(missing_dishes.id, missing_id))
    const open = { missing, of_order, payment_id: room.payment_id, of, by, now }
    if (choice.kind === 'swap') return swap(tx, announce, open, choice)
    const kind = choice.kind === 'default' ? of.order.if_missing : choice.kind
    const portions_left = of.items_left.reduce((sum, left) => sum + left, 0)
    return kind === 'cancel' || portions_left <= missing.quantity
      ? callOff(tx, announce, open)
      : leaveOut(tx, announce, open)
  })
}

/**
 * Does what customers wanted for the case that they do not choose in time, each in a commit of its own. Answers how
 * many it was.
 */
export async function decideForSilent(deps: AnnouncingDeps): Promise<number> {
  const due = await deps.db
    .select({ missing_id: missing_dishes.id, order_id: missing_dishes.order_id })
    .from(missing_dishes)
    .where(and(isNull(missing_dishes.outcome), lte(missing_dishes.answer_by, deps.clock.now())))
    .orderBy(missing_dishes.id)
    .limit(MOST_AT_ONCE)
  return eachDue(due, async (missing) => {
    const done = await decideMissing(deps, { ...missing, choice: { kind: 'default' }, by: the_system })
    return done.ok ? 1 : 0
  })
}

async function swap(
  tx: Tx,
  announce: Announce,
  open: Open,
  wanted: { dish_id: number; back_kobo: number },
): Promise<Accepted<MissingDish> | ChoiceRefusal> {
  const { missing, of_order, of, now } = open
  const offered = await swapsFor(tx, of, missing, of_order, now)
  const chosen = offered.find(({ dish_id, back_kobo }) => dish_id === wanted.dish_id && back_kobo === wanted.back_kobo)
  if (!chosen) return refused('swap_gone')
  await tx
    .update(orders)
    .set({ items: swapped(of.order.items, missing, chosen) })
    .where(eq(orders.id, of.order.id))
  const back_kobo = await giveFoodBack(tx, announce, open, {
    full_kobo: kobo((missing.price - chosen.price_kobo) * missing.quantity),
    back_kobo: chosen.back_kobo,
    explanation: `${chosen.name} comes instead of ${missingText(missing)}`,
    is_left_out: false,
  })
  return close(tx, announce, open, { outcome: 'swapped', swap: chosen, back_kobo })
}

async function leaveOut(tx: Tx, announce: Announce, open: Open): Promise<Accepted<MissingDish>> {
  const { missing, of } = open
  const full_kobo = kobo(missing.price * missing.quantity)
  const back_kobo = await giveFoodBack(tx, announce, open, {
    full_kobo,
    back_kobo: paidOfDishes(of, full_kobo).food_kobo,
    explanation: `${missingText(missing)} was out and is left out${ifSilent(open)}`,
    is_left_out: true,
  })
  // Where all its money went back before, no refund takes it off the ticket.
  if (back_kobo === 0)
    await tx
      .update(orders)
      .set({ items: without(of.order.items, missing) })
      .where(eq(orders.id, of.order.id))
  return close(tx, announce, open, { outcome: 'left_out', back_kobo })
}

async function callOff(tx: Tx, announce: Announce, open: Open): Promise<Accepted<MissingDish>> {
  const { missing, of, by, now } = open
  const closed = await close(tx, announce, open, { outcome: 'cancelled' })
  const explanation = `${missingText(missing)} was out${ifSilent(open)}`
  const called_off = await giveUpOrder(tx, announce, { order: of.order, verb: 'call_off', by, explanation, now })
  if (!called_off.ok) throw new Error(`Order ${of.order.id} could not be called off: ${called_off.reason}`)
  return closed
}

const ifSilent = ({ by, missing, now }: Open) =>
  by.role === 'system' ? `: nobody chose by ${formatTimeOrDate(missing.answer_by, now)}` : ''

async function close(
  tx: Tx,
  announce: Announce,
  { missing, of, by, now }: Open,
  ending: Omit<Parameters<typeof closeMissing>[3], 'by' | 'now'>,
): Promise<Accepted<MissingDish>> {
  const which = { order_id: of.order.id, missing_id: missing.id }
  const [closed] = await closeMissing(tx, announce, which, { ...ending, by, now })
  if (!closed) throw new Error('A missing dish disappeared')
  // A new order rings on, and its kitchen has its time again.
  if (of.order.status === 'Pending') await waitAnew(tx, of.order.id, now)
  return accepted(closed)
}

/**
 * Gives money of the order's food back, as far as there is any left (`full_kobo` is its full price), and tells. Answers
 * how much it was.
 */
async function giveFoodBack(
  tx: Tx,
  announce: Announce,
  { missing, of, payment_id, by, now }: Open,
  back: { full_kobo: Kobo; back_kobo: Kobo; explanation: string; is_left_out: boolean },
): Promise<Kobo> {
  const { item, name, quantity } = missing
  const food_kobo = kobo(Math.min(back.back_kobo, of.food_left_kobo))
  const { order, refund } = await sendBack(tx, {
    payment_id,
    of,
    food_kobo,
    promotion_kobo: kobo(back.full_kobo - back.back_kobo),
    delivery_fee_kobo: kobo(0),
    borne_by: 'vendor',
    reason: 'missing_dish',
    explanation: back.explanation,
    ...(back.is_left_out && { lines: [{ item, name, quantity, amount_kobo: food_kobo }] }),
    by,
    now,
  })
  if (refund)
    await announce(tx, { kind: 'orders_given_back', given: [{ order, refund }], explanation: back.explanation }, now)
  return food_kobo
}
