import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { lineTotal } from '../../catalog/menu/cart-line.ts'
import { nameWithChoices } from '../../catalog/menu/option-groups.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import type { the_system } from '../../lifecycle.ts'
import { isKobo, type Kobo, kobo, sumKobo } from '../../money.ts'
import type { RefundBearer } from '../../payments/lifecycle.ts'
import { type RefundLine, refunds } from '../../payments/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { customer_reason, order_number, request_key } from '../forms.ts'
import { orders } from '../tables.ts'
import { findBearers, type LockCarriers } from './bearer.ts'
import { isConfirmed, type NotConfirmed } from './confirmed-total.ts'
import { lockOrdersOfCheckout, paidOfDishes, type Refundable, type RefundableOrder, refundable } from './refundable.ts'
import { sendBack } from './send-back.ts'

type Refund = typeof refunds.$inferSelect
type Deps = { db: Db; clock: Clock; announce: Announce; lockCarriers?: LockCarriers }

/**
 * What both verbs get: the reason (the customer reads it), who bears it, a key made by the form, so that sending it
 * twice counts once, and the total that the admin saw and confirmed: null or another amount is refused with the right
 * one; left out by callers without a screen.
 */
type Decision = {
  reason: string
  borne_by: RefundBearer
  request_key: string
  confirmed_kobo?: number | null
}

type Part = {
  of: RefundableOrder
  food_kobo: Kobo
  delivery_fee_kobo: Kobo
  /** What of the full price of the lines a promotion had paid. */
  promotion_kobo?: Kobo
  lines?: readonly RefundLine[]
}

export type GiveBackRefusal =
  | Refused<
      'not_found' | 'bad_reason' | 'bad_request_key' | 'bad_lines' | 'bad_amount' | 'no_rider' | 'nothing_left',
      undefined
    >
  /** A payout has already claimed the vendor's share of these orders, so the vendor can no longer bear it. */
  | Refused<'in_payout', { order_ids: readonly number[] }>
  /** `left_kobo` is what can still be refunded of this order. */
  | Refused<'more_than_paid', { left_kobo: Kobo }>
  /** An item's place in the order, and how many are left of it. */
  | Refused<'more_than_sold', { item: number; left: number }>
  /** The customer's bank took the rest back: `left_kobo` is what can still be refunded. */
  | Refused<'charged_back', { left_kobo: Kobo }>
  | NotConfirmed

type Answer = Accepted<readonly Refund[]> | GiveBackRefusal

/**
 * An admin refunds money of a paid order without changing its status: some of its items, or some kobo of its price, and
 * with `with_delivery_fee` what is left of its checkout's delivery fee. Never more than was sold or paid, counting all
 * refunds. Of what the vendor bears, its commission bears a part (docs/decisions/031). Answers the refund.
 */
export function giveBack(
  deps: Deps,
  actor: Actor,
  give: Decision & { order_id: number; with_delivery_fee?: boolean } & Given,
): Promise<Answer> {
  return decide(deps, actor, give, { order_id: give.order_id }, (room) =>
    partOf(room, give, give.with_delivery_fee ? room.delivery_fee_left_kobo : kobo(0)),
  )
}

/**
 * The same in the caller's commit, which has decided about it: an admin, or the system by a rule; `fee_kobo` of the
 * delivery fee goes with it. Locks the orders of the checkout.
 */
export function giveBackWithin(
  tx: Tx,
  deps: Omit<Deps, 'db' | 'clock'>,
  by: Actor | typeof the_system,
  give: Decision & { order_id: number; fee_kobo: Kobo } & Given,
  now: Date,
): Promise<Answer> {
  return decideWithin(tx, deps, by, give, give, (room) => partOf(room, give, give.fee_kobo), now)
}

type Given = { lines: readonly { item: number; quantity: number }[] } | { amount_kobo: number }

/** What of one order goes back, with so much of the delivery fee. */
function partOf(
  room: Refundable,
  give: { order_id: number } & Given,
  delivery_fee_kobo: Kobo,
): Accepted<Part[]> | GiveBackRefusal {
  const of = room.orders.find(({ order }) => order.id === give.order_id)
  if (!of) return refused('not_found')
  if ('lines' in give) {
    const lines = linesOf(of, give.lines)
    if (!lines.ok) return lines
    const food_kobo = sumKobo(lines.value.lines.map((line) => line.amount_kobo))
    if (food_kobo + delivery_fee_kobo === 0) return refused('bad_lines')
    if (food_kobo > of.food_left_kobo) return moreThanLeft(room, of)
    return accepted([{ of, food_kobo, delivery_fee_kobo, ...lines.value }])
  }
  const { amount_kobo } = give
  const valid = isKobo(amount_kobo) && amount_kobo >= 0 && amount_kobo + delivery_fee_kobo > 0
  if (!valid) return refused('bad_amount')
  if (amount_kobo > of.food_left_kobo) return moreThanLeft(room, of)
  return accepted([{ of, food_kobo: amount_kobo, delivery_fee_kobo }])
}

const moreThanLeft = ({ charged_back_kobo }: Refundable, { food_left_kobo }: RefundableOrder) =>
  refused(charged_back_kobo > 0 ? 'charged_back' : 'more_than_paid', { left_kobo: food_left_kobo })

/**
 * An admin refunds everything left of a whole checkout, every order and the delivery fee once, without changing a
 * status. The checkout is named by its own id or by one of its orders. Answers one refund per order with something
 * left.
 */
export function giveBackCheckout(
  deps: Deps,
  actor: Actor,
  give: Decision & ({ checkout_id: string } | { order_id: number }),
): Promise<Answer> {
  return decide(deps, actor, give, give, (room) => {
    const parts: Part[] = room.orders.map((of) => ({
      of,
      food_kobo: of.food_left_kobo,
      delivery_fee_kobo: 0,
      promotion_kobo: of.food_left_kobo > 0 ? of.discount_left_kobo : 0,
    }))
    const bearer = parts.findLast((part) => part.food_kobo > 0) ?? parts.at(-1)
    if (bearer) bearer.delivery_fee_kobo = room.delivery_fee_left_kobo
    const with_money = parts.filter((part) => part.food_kobo + part.delivery_fee_kobo > 0)
    if (with_money.length > 0) return accepted(with_money)
    return room.charged_back_kobo > 0 ? refused('charged_back', { left_kobo: 0 }) : refused('nothing_left')
  })
}

/**
 * The items as the refund stores them, each with what was paid for it; refused when one is not in the order, appears
 * twice, or was already refunded.
 */
function linesOf(
  of: RefundableOrder,
  wanted: readonly { item: number; quantity: number }[],
): Accepted<{ lines: RefundLine[]; promotion_kobo: Kobo }> | GiveBackRefusal {
  const lines: RefundLine[] = []
  let full_kobo: Kobo = 0
  for (const { item, quantity } of wanted) {
    const sold = of.order.items[item]
    const left = of.items_left[item] ?? 0
    const repeated = lines.some((line) => line.item === item)
    if (!sold || repeated || !Number.isSafeInteger(quantity) || quantity < 1) return refused('bad_lines')
    if (quantity > left) return refused('more_than_sold', { item, left })
    const line_kobo = lineTotal({ ...sold, quantity })
    const amount_kobo = paidOfDishes(of, line_kobo, full_kobo).food_kobo
    lines.push({ item, name: nameWithChoices(sold), quantity, amount_kobo })
    full_kobo = kobo(full_kobo + line_kobo)
  }
  return accepted({ lines, promotion_kobo: kobo(full_kobo - sumKobo(lines.map((line) => line.amount_kobo))) })
}

async function decide(
  deps: Deps,
  actor: Actor,
  decision: Decision,
  whose: { checkout_id: string } | { order_id: number },
  parts: (room: Refundable) => Accepted<Part[]> | GiveBackRefusal,
): Promise<Answer> {
  if (!may(actor, 'give_back')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction((tx) => decideWithin(tx, deps, actor, decision, whose, parts, now))
}

async function decideWithin(
  tx: Tx,
  deps: Omit<Deps, 'db' | 'clock'>,
  by: Actor | typeof the_system,
  decision: Decision,
  whose: { checkout_id: string } | { order_id: number },
  parts: (room: Refundable) => Accepted<Part[]> | GiveBackRefusal,
  now: Date,
): Promise<Answer> {
  const reason = customer_reason.safeParse(decision.reason)
  if (!reason.success) return refused('bad_reason')
  const key = request_key.safeParse(decision.request_key)
  if (!key.success) return refused('bad_request_key')
  const checkout_id = await checkoutOf(tx, whose)
  if (!checkout_id) return refused('not_found')
  await lockOrdersOfCheckout(tx, checkout_id)
  const before = await tx.select().from(refunds).where(eq(refunds.request_key, key.data))
  if (before.length > 0) return accepted(before)
  const room = await refundable(tx, checkout_id)
  const chosen = parts(room)
  if (!chosen.ok) return chosen
  const claimed = chosen.value.filter(({ of, food_kobo }) => food_kobo > 0 && of.order.payout_id !== null)
  if (decision.borne_by === 'vendor' && claimed.length > 0) {
    return refused('in_payout', { order_ids: claimed.map(({ of }) => of.order.id) })
  }
  const bearerOf = await findBearers(tx, deps.lockCarriers, {
    order_ids: chosen.value.map(({ of }) => of.order.id),
    borne_by: decision.borne_by,
  })
  if (!bearerOf.ok) return bearerOf
  const total_kobo = sumKobo(chosen.value.flatMap(({ food_kobo, delivery_fee_kobo }) => [food_kobo, delivery_fee_kobo]))
  if (!isConfirmed(decision, total_kobo)) return refused('not_confirmed', { total_kobo })
  const given = []
  for (const part of chosen.value) {
    const { order, refund } = await sendBack(tx, {
      ...part,
      payment_id: room.payment_id,
      ...bearerOf.value(part.of.order.id),
      reason: 'complaint',
      explanation: reason.data,
      by,
      request_key: key.data,
      now,
    })
    if (refund) given.push({ order, refund })
  }
  await deps.announce(tx, { kind: 'orders_given_back', given, explanation: reason.data }, now)
  for (const { order, refund } of given) {
    // What a rule decided is in the refund; the log is about admins.
    if (!('email' in by)) continue
    await recordAudit(tx, {
      actor: by,
      action: 'order_given_back',
      subject: `order:${order.id}`,
      after: {
        refund_kobo: refund.amount,
        delivery_fee_kobo: refund.delivery_fee,
        borne_by: refund.borne_by,
        vendor_share_kobo: order.vendor_share,
      },
      reason: reason.data,
      now,
    })
  }
  return accepted(given.map(({ refund }) => refund))
}

async function checkoutOf(tx: Tx, whose: { checkout_id: string } | { order_id: number }) {
  const by_order = 'order_id' in whose
  if (by_order && !order_number.safeParse(whose.order_id).success) return null
  const [order] = await tx
    .select({ checkout_id: orders.checkout_id })
    .from(orders)
    .where(by_order ? eq(orders.id, whose.order_id) : eq(orders.checkout_id, whose.checkout_id))
    .limit(1)
  return order?.checkout_id ?? null
}
