import { and, asc, desc, eq, gt, inArray, lte, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { type Actor, moverOf } from '../accounts/actor.ts'
import { DAY_MS } from '../clock.ts'
import type { AnnouncingDeps, Deps } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import type { Deed } from './deed.ts'
import { recordDeed } from './kitchen-history.ts'
import { SAME_PRICE_REST_DAYS } from './lifecycle.ts'
import { lockOwnVendor, lockVendor, type Vendor } from './own-vendor.ts'
import { kitchen_history, vendors } from './tables.ts'

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

const promise_deeds: Deed[] = ['same_price_promised', 'same_price_ended', 'same_price_lost']

/**
 * Whether a kitchen promised it at that time, also where it took the promise back since, or lost it
 * (docs/product.md#same-price). Where the history before is no longer kept, what came next tells.
 */
export async function promisedSamePriceAt(db: Db | Tx, vendor_id: string, at: Date): Promise<boolean> {
  const standing = and(eq(vendors.user_id, vendor_id), lte(vendors.same_price_since, at))
  if ((await db.$count(vendors, standing)) > 0) return true
  const deeds = (when: SQL, sequence: SQL) =>
    db
      .select({ did: kitchen_history.did })
      .from(kitchen_history)
      .where(and(eq(kitchen_history.vendor_id, vendor_id), inArray(kitchen_history.did, promise_deeds), when))
      .orderBy(sequence)
      .limit(1)
  const [before] = await deeds(lte(kitchen_history.done_at, at), desc(kitchen_history.id))
  if (before) return before.did === 'same_price_promised'
  const [next] = await deeds(gt(kitchen_history.done_at, at), asc(kitchen_history.id))
  return next !== undefined && next.did !== 'same_price_promised'
}

/**
 * Takes the promise from a kitchen that broke it with an order, in the commit that confirmed so, and keeps it from
 * promising again for a while, also where it took the promise back in between; the kitchen is told. Nothing where it
 * had not promised it when that was ordered, or lost it since. The kitchen is locked, before its orders.
 */
export async function loseSamePrice(
  tx: Tx,
  { announce }: Pick<AnnouncingDeps, 'announce'>,
  actor: Actor,
  broken: { vendor_id: string; order_id: number; ordered_at: Date; reason: string },
  now: Date,
): Promise<void> {
  const vendor = await lockVendor(tx, broken.vendor_id)
  const { order_id, ordered_at, reason } = broken
  if (!vendor || (vendor.same_price_lost_at && vendor.same_price_lost_at >= ordered_at)) return
  if (!(await promisedSamePriceAt(tx, vendor.user_id, ordered_at))) return
  await write(tx, vendor, { same_price_since: null, same_price_lost_at: now })
  const line = { did: 'same_price_lost', about: `order ${order_id}`, after: reason } as const
  await recordDeed(tx, vendor.user_id, moverOf(actor), line, now)
  await announce(tx, { kind: 'same_price_lost', vendor, order_id, reason }, now)
}

const write = (tx: Tx, { user_id }: Vendor, values: Partial<Vendor>) =>
  tx.update(vendors).set(values).where(eq(vendors.user_id, user_id))
