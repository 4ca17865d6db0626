import { and, eq, ne, or } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { payments } from '../payments/tables.ts'
import { letGo } from '../promotions/hold-use.ts'
import { checkouts, pay_links } from './tables.ts'

/** Money for the checkout may be on its way, so nothing is ordered in its stead. */
export const being_paid = new Error('A payment for the checkout is under way')

/** A checkout that is about to give way. */
export type GivingWay = Pick<typeof checkouts.$inferSelect, 'id' | 'wait_accepted_at' | 'from_own_browser'>

/**
 * Locks the unpaid checkout behind a link in whose stead another is about to be stored, and answers it. Throws
 * `being_paid` where its payment has begun or is paid already, and neither failed nor became too old
 * (docs/product.md#meet-the-rider), nor was asked about at the provider, which knew of no attempt in the window that is
 * open since `idle_since`; and where another has taken its place already. Nothing else is locked yet.
 */
export async function lockToGiveWay(tx: Tx, link_token: string, idle_since: Date | null = null): Promise<GivingWay> {
  const [found] = await tx.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!found) throw being_paid
  // With those that gave way to it before, by their number, as a group's are.
  const rows = await tx
    .select()
    .from(checkouts)
    .where(or(eq(checkouts.id, found.id), eq(checkouts.replaced_by, found.id)))
    .orderBy(checkouts.id)
    .for('no key update')
  const old = rows.find(({ id }) => id === found.id)
  if (!old || old.status === 'Paid' || old.replaced_by !== null) throw being_paid
  const has_ended = old.status === 'Expired' || old.last_charge_status === 'failed'
  const is_idle = idle_since !== null && old.payment_started_at?.getTime() === idle_since.getTime()
  const has_attempt = old.last_charge_status !== null
  if (old.payment_started_at !== null && !has_ended && (!is_idle || has_attempt)) throw being_paid
  // Money that came short or late was heard of: a person looks at it, or it goes back.
  const [heard] = await tx.select({ id: payments.id }).from(payments).where(eq(payments.checkout_id, old.id)).limit(1)
  if (heard) throw being_paid
  return old
}

/**
 * The locked checkout gives way to the one that was stored in its stead: it cannot be paid any more, a charge that
 * still comes for it is late and goes back, and it holds no promotion. Whoever was asked to pay it by a link pays the
 * new one by the same link, and the customer who agreed to wait for a rider before asking has agreed for that one, too.
 */
export async function giveWay(tx: Tx, old: GivingWay, replaced_by: string): Promise<void> {
  await tx
    .update(checkouts)
    .set({ payable_until: null, replaced_by })
    .where(and(eq(checkouts.id, old.id), ne(checkouts.status, 'Paid')))
  // Those that gave way to it lead on in one step.
  await tx.update(checkouts).set({ replaced_by }).where(eq(checkouts.replaced_by, old.id))
  const { checkout_id } = pay_links
  const [asked] = await tx
    .update(pay_links)
    .set({ checkout_id: replaced_by })
    .where(eq(checkout_id, old.id))
    .returning()
  const { wait_accepted_at } = old
  if (asked && wait_accepted_at) {
    await tx.update(checkouts).set({ wait_accepted_at }).where(eq(checkouts.id, replaced_by))
  }
  await letGo(tx, [old.id])
}
