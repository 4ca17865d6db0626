import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { type Actor, moverOf } from '../accounts/actor.ts'
import { DAY_MS } from '../clock.ts'
import type { AnnouncingDeps, Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { recordDeed } from './kitchen-history.ts'
import { lockOwnVendor, lockVendor, type Vendor } from './own-vendor.ts'
import { vendors } from './tables.ts'

/** So long a kitchen that broke the promise cannot give it again. */
export const SAME_PRICE_REST_DAYS = 30

/** From when on a kitchen may promise it again; null where it may now. */
export function mayPromiseFrom({ same_price_lost_at }: Pick<Vendor, 'same_price_lost_at'>, now: Date): Date | null {
  if (!same_price_lost_at) return null
  const from = new Date(same_price_lost_at.getTime() + SAME_PRICE_REST_DAYS * DAY_MS)
  return from > now ? from : null
}

/**
 * A kitchen promises that its dishes cost the same as at its counter, or takes the promise back
 * (docs/product.md#same-price). Refused for a while after it was broken, for who may not run the kitchen, and without
 * one. Safe to repeat: a promise that stands keeps its day.
 */
export function promiseSamePrice(
  { db, clock }: Deps,
  actor: Actor,
  promises: boolean,
): Promise<Accepted<undefined> | Refused<'not_found', undefined> | Refused<'too_soon', { from: Date }>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'run_kitchen')
    if (!vendor) return refused('not_found')
    if (promises === (vendor.same_price_since !== null)) return accepted(undefined)
    const from = promises ? mayPromiseFrom(vendor, now) : null
    if (from) return refused('too_soon', { from })
    await write(tx, vendor, { same_price_since: promises ? now : null })
    const did = promises ? 'same_price_promised' : 'same_price_ended'
    await recordDeed(tx, vendor.user_id, moverOf(actor), { did }, now)
    return accepted(undefined)
  })
}

/**
 * Takes the promise from a kitchen that broke it with an order, in the commit that confirmed so; the kitchen is told.
 * Nothing where there is none any more. The kitchen is locked, before its orders.
 */
export async function loseSamePrice(
  tx: Tx,
  { announce }: Pick<AnnouncingDeps, 'announce'>,
  actor: Actor,
  broken: { vendor_id: string; order_id: number; reason: string },
  now: Date,
): Promise<void> {
  const vendor = await lockVendor(tx, broken.vendor_id)
  if (!vendor?.same_price_since) return
  await write(tx, vendor, { same_price_since: null, same_price_lost_at: now })
  const { order_id, reason } = broken
  const line = { did: 'same_price_lost', about: `order ${order_id}`, after: reason } as const
  await recordDeed(tx, vendor.user_id, moverOf(actor), line, now)
  await announce(tx, { kind: 'same_price_lost', vendor, order_id, reason }, now)
}

const write = (tx: Tx, { user_id }: Vendor, values: Partial<Vendor>) =>
  tx.update(vendors).set(values).where(eq(vendors.user_id, user_id))
