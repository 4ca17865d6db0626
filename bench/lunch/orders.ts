import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { placeCheckout } from '../../domain/checkout/place-checkout.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { MINUTE_MS, system_clock } from '../../domain/clock.ts'
import { deliveries, order_keys, order_promises } from '../../domain/delivery/tables.ts'
import { whatWaits } from '../../domain/desk/what-waits.ts'
import { kobo } from '../../domain/money.ts'
import { missing_dishes, orders } from '../../domain/orders/tables.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { ada, nowhere } from '../../test/ada.ts'
import { control } from '../../test/control.ts'
import { postForm } from '../../test/sign-in.ts'
import type { Stage } from '../stage.ts'

/** What an operator is to have seen to at the end; messages of made-up numbers fail as they like. */
const of_the_desk = [
  ...(['incident', 'late', 'orders_unaccepted', 'at_risk', 'no_rider', 'declined', 'stuck'] as const),
  ...(['missing_dishes', 'kitchens_silent', 'claims_open', 'refunds_failed', 'without_pin', 'ways_to_see'] as const),
  ...(['payments_on_review', 'chats_waiting'] as const),
]

const ORDER_WITHIN_MS = 60_000
let customers = 0

/** A customer orders one portion of each dish (NGN 1,500) and pays; answers the order's number. */
export async function placesOrder(stage: Stage, kitchen: { user_id: string }, ...dishes: string[]): Promise<number> {
  const { db } = stage.database
  const customer = ++customers
  const placed = await placeCheckout(
    { db, clock: system_clock, geocoder: { reverse: async () => null, search: async () => null } },
    {
      idempotency_key: crypto.randomUUID(),
      form: { ...ada, email: `hungry${customer}@example.com` },
      cart: dishes.map((name) => ({ vendor_id: kitchen.user_id, name, price_kobo: kobo(1_500_00), quantity: 1 })),
      place: nowhere,
    },
  )
  if (!placed.ok) throw new Error(`Order ${customer} of the hour was not placed: ${placed.reason}`)
  const { link_token } = placed.value
  const from = { 'x-forwarded-for': `10.1.0.${customer}` }
  await postForm(stage.app_url, '/order-summary/attempt', { order: link_token, intent: 'pay', wait: 'yes' }, from)
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!checkout) throw new Error(`Order ${customer} of the hour has no checkout.`)
  await control({ sandbox: { url: stage.sandbox_url } }).pay({
    tx_ref: checkout.tx_ref,
    amount: checkout.total / 100,
  })
  let order_id = 0
  await until(ORDER_WITHIN_MS, `order ${customer} of the hour`, async () => {
    const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.checkout_id, checkout.id))
    order_id = order?.id ?? 0
    return order !== undefined
  })
  return order_id
}

/** The token of an order's tracking link, and its PIN. */
export async function keysOfOrder(db: Db, order_id: number) {
  const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  if (!keys) throw new Error(`Order ${order_id} has no keys.`)
  return keys
}

/** Looks at the database, which no script moves: for how long to wait, and how it ended. */
export function hourOf(db: Db) {
  async function open(): Promise<string[]> {
    const rows = await db.select().from(orders).leftJoin(deliveries, eq(deliveries.order_id, orders.id))
    const still = rows.filter(({ orders: order }) => order.status !== 'Delivered' && order.status !== 'Cancelled')
    const waiting = await db.select().from(missing_dishes)
    const owed = await db.select().from(refunds)
    const waits = await whatWaits(db, system_clock.now(), of_the_desk)
    return [
      ...waits.flatMap(({ kind, lines }) =>
        lines.map((line) => `on the desk: ${kind} of ${line.order_id ?? line.name}`),
      ),
      ...still.map(({ orders: order, deliveries: way }) => `order ${order.id}: ${order.status}, ${way?.status ?? '–'}`),
      ...waiting.filter(({ outcome }) => outcome === null).map(({ order_id }) => `a dish of order ${order_id}`),
      ...owed
        .filter(({ status }) => status !== 'Done')
        .map(({ status, order_id }) => `${status} refund of ${order_id}`),
    ]
  }
  return {
    until: (within_ms: number, what: string, happened: () => boolean) => until(within_ms, what, async () => happened()),
    isDelivered: async (order_id: number) =>
      (await db.$count(orders, and(eq(orders.id, order_id), eq(orders.status, 'Delivered')))) > 0,
    /** The first promise is over: a kitchen was slower than anybody thought. */
    makeLate: (order_id: number) =>
      db.transaction(async (tx) => {
        // Nothing else may change what was promised first.
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx
          .update(order_promises)
          .set({ first_promised_until: new Date(Date.now() - 5 * MINUTE_MS) })
          .where(eq(order_promises.order_id, order_id))
      }),
    /** Gives up without a word: what is still open then is told by `howItEnded`. */
    async untilAllOver(within_ms: number): Promise<void> {
      await until(within_ms, 'all', async () => (await open()).length === 0).catch(() => {})
    },
    async howItEnded() {
      const rows = await db.select({ status: orders.status }).from(orders)
      const out = await db.select({ outcome: missing_dishes.outcome }).from(missing_dishes)
      const by_status = Map.groupBy(rows, ({ status }) => status)
      const by_outcome = Map.groupBy(out, ({ outcome }) => `dish out, ${(outcome ?? 'open').replace('_', ' ')}`)
      const ends = new Map([...by_status, ...by_outcome].map(([end, of]) => [end.toLowerCase(), of.length]))
      return { stuck: await open(), ends }
    },
  }
}

async function until(within_ms: number, what: string, happened: () => Promise<boolean>): Promise<void> {
  const give_up_at = performance.now() + within_ms
  while (!(await happened())) {
    if (performance.now() > give_up_at) throw new Error(`Waited too long for ${what}.`)
    await sleep(500)
  }
}
