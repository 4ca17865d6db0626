import { and, desc, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { PushAddress, PushGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Db } from '../../../db/handle.ts'
import { checkouts } from '../../checkout/tables.ts'
import { order_keys } from '../../delivery/tables.ts'
import type { Deps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { checkout_devices, push_subscriptions } from '../tables.ts'
import { forgetUnheard } from './tidy-subscriptions.ts'

/** Of one checkout: the customer's own phones and a friend's; the newest stay. */
const MOST_PHONES = 5

/**
 * Lets a customer's browser hear of all orders of the checkout behind a tracking link, beside the text messages. Having
 * the link proves that they may know; showing the receipt's link too (`link_token`), that it is a phone of who ordered,
 * which may save their text messages (decision 125). Safe to repeat; what was shown once counts. Refuses an unknown
 * link, one whose orders are all over, and an address that is not a browser's or is that of an account.
 */
export async function subscribeCustomer(
  { db, clock, push }: Deps & { push: PushGateway },
  track_token: string,
  address: PushAddress,
  link_token: string | null = null,
): Promise<Accepted<undefined> | Refused<'not_found' | 'over' | 'bad_address', undefined>> {
  const checkout = await checkoutOf(db, track_token)
  if (checkout === null) return refused('not_found')
  if (!checkout.is_open) return refused('over')
  if (!push.accepts(address)) return refused('bad_address')
  const { endpoint, p256dh, auth } = address
  const now = clock.now()
  const { checkout_id } = checkout
  const is_own = link_token === checkout.link_token
  return db.transaction(async (tx) => {
    const keys = { p256dh, auth, created_at: now }
    const [device] = await tx
      .insert(push_subscriptions)
      .values({ ...keys, endpoint })
      .onConflictDoUpdate({
        target: push_subscriptions.endpoint,
        set: keys,
        setWhere: isNull(push_subscriptions.user_id),
      })
      .returning({ id: push_subscriptions.id })
    if (!device) return refused('bad_address')
    await tx
      .insert(checkout_devices)
      .values({ checkout_id, subscription_id: device.id, asked_at: now, is_own })
      .onConflictDoUpdate({
        target: [checkout_devices.checkout_id, checkout_devices.subscription_id],
        set: { is_own: sql`${checkout_devices.is_own} or excluded.is_own` },
      })
    const of_this = eq(checkout_devices.checkout_id, checkout_id)
    const too_many = tx
      .select({ id: checkout_devices.subscription_id })
      .from(checkout_devices)
      .where(of_this)
      .orderBy(desc(checkout_devices.asked_at), desc(checkout_devices.subscription_id))
      .offset(MOST_PHONES)
    const gone = await tx
      .delete(checkout_devices)
      .where(and(of_this, inArray(checkout_devices.subscription_id, too_many)))
      .returning({ id: checkout_devices.subscription_id })
    await forgetUnheard(
      tx,
      gone.map(({ id }) => id),
    )
    return accepted(undefined)
  })
}

/** Ends it for this browser, for all its orders. Does nothing where it is not a customer's. */
export async function unsubscribeCustomer(db: Db, endpoint: string): Promise<void> {
  await db.delete(push_subscriptions).where(ofCustomer(endpoint))
}

/** Whether this browser hears of the orders behind a tracking link. */
export async function isCustomerSubscribed(db: Db, track_token: string, endpoint: string): Promise<boolean> {
  const checkout = await checkoutOf(db, track_token)
  if (checkout === null) return false
  const found = await db
    .select({ id: push_subscriptions.id })
    .from(push_subscriptions)
    .innerJoin(checkout_devices, eq(checkout_devices.subscription_id, push_subscriptions.id))
    .where(and(ofCustomer(endpoint), eq(checkout_devices.checkout_id, checkout.checkout_id)))
  return found.length > 0
}

const ofCustomer = (endpoint: string) =>
  and(eq(push_subscriptions.endpoint, endpoint), isNull(push_subscriptions.user_id))

async function checkoutOf(db: Db, track_token: string) {
  const [found] = await db
    .select({ checkout_id: checkouts.id, link_token: checkouts.link_token })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .where(eq(order_keys.track_token, track_token))
  if (!found) return null
  const open = and(eq(orders.checkout_id, found.checkout_id), notInArray(orders.status, ['Delivered', 'Cancelled']))
  return { ...found, is_open: (await db.$count(orders, open)) > 0 }
}
