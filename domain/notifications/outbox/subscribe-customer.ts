import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { PushAddress, PushGateway } from '../../../adapters/messages/message-gateway.ts'
import type { Db } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { order_keys } from '../../delivery/tables.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { checkout_devices, push_subscriptions } from '../tables.ts'

/** Of one checkout: the customer's own phones and a friend's; the newest stay. */
const MOST_PHONES = 5

/**
 * Lets a customer's browser hear of all orders of the checkout behind a tracking link, beside the text messages. Having
 * the link proves that they may know. Safe to repeat. Refuses an unknown link, and an address that is not a browser's or
 * is that of an account.
 */
export async function subscribeCustomer(
  { db, clock, push }: { db: Db; clock: Clock; push: PushGateway },
  track_token: string,
  address: PushAddress,
): Promise<Accepted<undefined> | Refused<'not_found' | 'bad_address', undefined>> {
  const checkout_id = await checkoutOf(db, track_token)
  if (checkout_id === null) return refused('not_found')
  if (!push.accepts(address)) return refused('bad_address')
  const { endpoint, p256dh, auth } = address
  const now = clock.now()
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
      .values({ checkout_id, subscription_id: device.id, asked_at: now })
      .onConflictDoNothing()
    const of_this = eq(checkout_devices.checkout_id, checkout_id)
    const too_many = tx
      .select({ id: checkout_devices.subscription_id })
      .from(checkout_devices)
      .where(of_this)
      .orderBy(desc(checkout_devices.asked_at), desc(checkout_devices.subscription_id))
      .offset(MOST_PHONES)
    await tx.delete(checkout_devices).where(and(of_this, inArray(checkout_devices.subscription_id, too_many)))
    return accepted(undefined)
  })
}

/** Ends it for this browser, for all its orders. Does nothing where it is not a customer's. */
export async function unsubscribeCustomer(db: Db, endpoint: string): Promise<void> {
  await db.delete(push_subscriptions).where(ofCustomer(endpoint))
}

/** Whether this browser hears of the orders behind a tracking link. */
export async function isCustomerSubscribed(db: Db, track_token: string, endpoint: string): Promise<boolean> {
  const checkout_id = await checkoutOf(db, track_token)
  if (checkout_id === null) return false
  const found = await db
    .select({ id: push_subscriptions.id })
    .from(push_subscriptions)
    .innerJoin(checkout_devices, eq(checkout_devices.subscription_id, push_subscriptions.id))
    .where(and(ofCustomer(endpoint), eq(checkout_devices.checkout_id, checkout_id)))
  return found.length > 0
}

const ofCustomer = (endpoint: string) =>
  and(eq(push_subscriptions.endpoint, endpoint), isNull(push_subscriptions.user_id))

async function checkoutOf(db: Db, track_token: string): Promise<string | null> {
  const [order] = await db
    .select({ checkout_id: orders.checkout_id })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .where(eq(order_keys.track_token, track_token))
  return order?.checkout_id ?? null
}
