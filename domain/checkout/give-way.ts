import { and, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { payments } from '../payments/tables.ts'
import { letGo } from '../promotions/hold-use.ts'
import { checkouts } from './tables.ts'

/** Money for the checkout may be on its way, so nothing is ordered in its stead. */
export const being_paid = new Error('A payment for the checkout is under way')

/**
 * Locks the unpaid checkout behind a link in whose stead another is about to be stored, and answers its id. Throws
 * `being_paid` where its payment has begun or is paid already, and neither failed nor became too old
 * (docs/product.md#meet-the-rider), nor was asked about at the provider, which knew of no attempt in the window that is
 * open since `idle_since`. Nothing else is locked yet.
 */
export async function lockToGiveWay(tx: Tx, link_token: string, idle_since: Date | null = null): Promise<string> {
  const [old] = await tx.select().from(checkouts).where(eq(checkouts.link_token, link_token)).for('no key update')
  if (!old || old.status === 'Paid') throw being_paid
  const has_ended = old.status === 'Expired' || old.last_charge_status === 'failed'
  const is_idle = idle_since !== null && old.payment_started_at?.getTime() === idle_since.getTime()
  const has_attempt = old.last_charge_status !== null
  if (old.payment_started_at !== null && !has_ended && (!is_idle || has_attempt)) throw being_paid
  // Money that came short or late was heard of: a person looks at it, or it goes back.
  const [heard] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.checkout_id, old.id)).limit(1)
  if (heard) throw being_paid
  return old.id
}

/** A charge that still comes for the locked checkout is late and goes back, and it holds no promotion any more. */
export async function giveWay(tx: Tx, checkout_id: string): Promise<void> {
  await tx
    .update(checkouts)
    .set({ payable_until: null })
    .where(and(eq(checkouts.id, checkout_id), ne(checkouts.status, 'Paid')))
  await letGo(tx, [checkout_id])
}
