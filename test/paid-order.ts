import { eq } from 'drizzle-orm'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { kobo } from '../domain/money.ts'
import { orders } from '../domain/orders/tables.ts'
import { ada, nowhere } from './ada.ts'
import { control } from './control.ts'
import { postForm } from './sign-in.ts'
import type { TestApp } from './start-app.ts'

type Running = Pick<TestApp, 'db' | 'url'>

/** A checkout as the screens make it, which waits to be paid; its link. */
export async function checkoutAt(
  app: Running,
  kitchen: { user_id: string },
  how: { quantity?: number; email?: string; collects?: boolean; tip_kobo?: number } = {},
): Promise<string> {
  const { quantity = 1, email = ada.email, collects = false, tip_kobo = 0 } = how
  const placed = await placeCheckout(
    {
      db: app.db,
      clock: { now: () => new Date() },
      geocoder: { reverse: async () => null, search: async () => null },
    },
    {
      idempotency_key: crypto.randomUUID(),
      form: { ...ada, email },
      cart: [{ vendor_id: kitchen.user_id, name: 'Jollof Rice', price_kobo: kobo(1_500_00), quantity }],
      place: nowhere,
      collects,
      tip_kobo,
    },
  )
  if (!placed.ok) throw new Error(placed.reason)
  return placed.value.link_token
}

/** An order as the screens make it, without a browser. */
export async function paidOrderFor(
  app: Running & { sandbox: { url: string } },
  kitchen: { user_id: string },
  quantity = 1,
  how: { collects?: boolean; tip_kobo?: number } = {},
): Promise<number> {
  const link_token = await checkoutAt(app, kitchen, { quantity, ...how })
  await postForm(app.url, '/order-summary/attempt', { order: link_token, intent: 'pay', wait: 'yes' })
  const [checkout] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  await control(app).pay({ tx_ref: checkout?.tx_ref ?? '', amount: (checkout?.total ?? 0) / 100 })
  await postForm(app.url, '/order-summary/attempt', { order: link_token, intent: 'confirm' })
  const [order] = await app.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.checkout_id, checkout?.id ?? ''))
  return order?.id ?? 0
}
