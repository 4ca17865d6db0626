import { createHash } from 'node:crypto'
import { eq, inArray, isNull } from 'drizzle-orm'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { recordCharge } from '../../domain/checkout/record-charge.ts'
import { type CheckoutLine, checkouts } from '../../domain/checkout/tables.ts'
import { sumKobo } from '../../domain/money.ts'
import { messages, notifications } from '../../domain/notifications/tables.ts'
import type { OrderVerb } from '../../domain/orders/lifecycle.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { parsePhone } from '../../domain/phone.ts'
import { default_delivery_settings } from '../../domain/places/settings.ts'
import { reactions } from '../../domain/reactions.ts'
import type { Db } from '../open.ts'
import { type PastOrder, past_orders } from './past-orders.ts'
import { demoUserId } from './seed.ts'

const verbs_to: Readonly<Record<string, OrderVerb[]>> = {
  Pending: [],
  Completed: ['accept', 'complete'],
  Delivered: ['accept', 'complete', 'deliver'],
}

/**
 * Two weeks of history, made by the verbs that make real orders, so that the books balance. The charges belong to a
 * provider called "demo": the real provider's list never held them. Answers how many were placed.
 */
export async function placePastOrders(db: Db, now: Date): Promise<number> {
  const menu = await menuOf(db)
  let placed = 0
  for (const [index, past] of past_orders.entries()) {
    if (!verbs_to[past.outcome]) continue
    const lines = past.lines.flatMap(
      (line) => menu.get(`${demoUserId(line.vendor_key)} ${line.dish_name}`)?.(line.quantity) ?? [],
    )
    if (lines.length === 0) continue
    await placePastOrder(db, past, lines, index, now)
    placed++
  }
  // History needs no messages any more, and rings no bell.
  await db
    .update(messages)
    .set({ status: 'Sent', next_attempt_at: null })
    .where(eq(messages.status, 'Queued'))
  await db.update(notifications).set({ read_at: now, told_at: now }).where(isNull(notifications.read_at))
  return placed
}

async function placePastOrder(
  db: Db,
  past: PastOrder,
  lines: CheckoutLine[],
  index: number,
  now: Date,
): Promise<void> {
  const at = pastInstant(past, now)
  const digest = createHash('sha256').update(`past order ${index}`).digest('hex')
  const subtotal = sumKobo(lines.map((line) => line.price_kobo * line.quantity))
  const delivery_fee = default_delivery_settings.default_fee_kobo
  const [checkout] = await db
    .insert(checkouts)
    .values({
      tx_ref: `CHOW-${at.getTime()}-${digest.slice(0, 12)}`,
      link_token: digest.slice(12, 36),
      idempotency_key: digest.slice(36),
      first_name: past.customer.first_name,
      last_name: past.customer.last_name,
      email: past.customer.email,
      phone: parsePhone(past.customer.phone) ?? past.customer.phone,
      address: past.customer.address,
      lines,
      subtotal,
      delivery_fee,
      total: subtotal + delivery_fee,
      created_at: at,
      payment_started_at: at,
      payable_until: new Date(at.getTime() + 3_600_000),
    })
    .returning()
  if (!checkout) throw new Error('The demo checkout was not stored')
  await recordCharge(
    {
      db,
      clock: { now: () => at },
      payments: { name: 'demo' },
      announce: reactions({ public_url: 'http://localhost:3000' }),
    },
    {
      provider_transaction_id: `demo-${index}`,
      tx_ref: checkout.tx_ref,
      amount: checkout.total,
      currency: 'NGN',
      status: 'successful',
      provider_fee: Math.round(checkout.total * 0.014),
      payment_type: ['card', 'ussd', 'bank_transfer'][index % 3] ?? 'card',
      created_at: at,
    },
  )
  await bringTo(db, checkout.id, past.outcome, at)
}

async function bringTo(db: Db, checkout_id: string, outcome: string, placed_at: Date): Promise<void> {
  const rows = await db.query.orders.findMany({
    columns: { id: true },
    where: (order, { eq: is }) => is(order.checkout_id, checkout_id),
  })
  await db.transaction(async (tx) => {
    for (const { id } of rows) {
      for (const [step, verb] of (verbs_to[outcome] ?? []).entries()) {
        const moved_at = new Date(placed_at.getTime() + (step + 1) * 9 * 60_000)
        await moveOrder(tx, { order_id: id, verb, actor: 'demo', now: moved_at })
      }
    }
  })
}

async function menuOf(db: Db): Promise<Map<string, (quantity: number) => CheckoutLine>> {
  const rows = await db
    .select()
    .from(food)
    .innerJoin(vendors, eq(vendors.user_id, food.vendor_id))
    .where(inArray(vendors.status, ['Active']))
  return new Map(
    rows.map(({ food: dish, vendors: vendor }) => [
      `${vendor.user_id} ${dish.name}`,
      (quantity: number) => ({
        vendor_id: vendor.user_id,
        vendor_name: vendor.name ?? '',
        food_id: dish.id,
        name: dish.name,
        price_kobo: dish.price,
        quantity,
      }),
    ]),
  )
}

/** The campus' clock time so many days ago; today's orders that would lie ahead are placed now. */
function pastInstant(past: PastOrder, now: Date): Date {
  const day = new Date(now.getTime() + 3_600_000 - past.days_ago * 86_400_000).toISOString().slice(0, 10)
  const at = new Date(`${day}T${past.time}:00+01:00`)
  return at < now ? at : now
}
