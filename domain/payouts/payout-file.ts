import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { moverNames } from '../accounts/mover-names.ts'
import { users } from '../accounts/tables.ts'
import { earnedBy } from '../delivery/riders/rider-pay.ts'
import { deliveries, incidents } from '../delivery/tables.ts'
import type { Mover } from '../lifecycle.ts'
import type { Kobo } from '../money.ts'
import { orders } from '../orders/tables.ts'
import { PAYOUT_SETTINGS } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { accountFingerprint, isHeld, maskedAccount, type Payee, readPayee } from './payee.ts'
import { needsTwoAdmins } from './second-admin.ts'
import { payout_history, payout_transfers, payouts } from './tables.ts'

export type PayoutFile = {
  payout: typeof payouts.$inferSelect
  payee: Payee
  /** Its orders (vendor), or deliveries and ways without a hand-over (rider); none once it is cancelled. Kobo. */
  claimed: { order_id: number; date: Date; amount: Kobo }[]
  /** `who` in words. */
  history: (typeof payout_history.$inferSelect & { who: string })[]
  transfers: (typeof payout_transfers.$inferSelect & { who: string })[]
  /** The account of the payout and the payee's present one, masked, if an admin must check them; else null. */
  held: { asked: string; now: string; now_name: string | null; fingerprint: string } | null
  /** Null where one admin is enough. */
  two_admins: { above_kobo: Kobo; first: { user_id: string; email: string; at: Date | null } | null } | null
}

/** Everything an admin must know to decide about a payout; null when there is none with this number. */
export async function payoutFile(db: Db, payout_id: number): Promise<PayoutFile | null> {
  if (!Number.isSafeInteger(payout_id)) return null
  const [payout] = await db.select().from(payouts).where(eq(payouts.id, payout_id))
  if (!payout) return null
  const [payee, claimed, history, transfers, settings] = await Promise.all([
    readPayee(db, payout),
    claimedBy(db, payout),
    db.select().from(payout_history).where(eq(payout_history.payout_id, payout.id)).orderBy(payout_history.id),
    db.select().from(payout_transfers).where(eq(payout_transfers.payout_id, payout.id)).orderBy(payout_transfers.id),
    readSetting(db, PAYOUT_SETTINGS),
  ])
  const { second_admin_above_kobo: above } = settings
  const names = await moverNames(db, [...history, ...transfers.map(askerOf)])
  return {
    payout,
    payee,
    claimed,
    history: history.map((move) => ({ ...move, who: names(move) })),
    transfers: transfers.map((transfer) => ({ ...transfer, who: names(askerOf(transfer)) })),
    held:
      payout.status === 'Pending' && isHeld(payout, payee)
        ? {
            asked: maskedAccount(payout),
            now: maskedAccount(payee.bank_account),
            now_name: payee.bank_account.account_name,
            fingerprint: accountFingerprint(payee.bank_account),
          }
        : null,
    two_admins:
      above !== null && needsTwoAdmins(payout.amount, settings)
        ? { above_kobo: above, first: await firstApproval(db, payout) }
        : null,
  }
}

/** A transfer is asked for by an admin. */
export const askerOf = ({ asked_by }: { asked_by: string }): Mover => ({ role: 'admin', user_id: asked_by })

async function claimedBy(db: Db, payout: typeof payouts.$inferSelect): Promise<PayoutFile['claimed']> {
  if (payout.vendor_id !== null) {
    return db
      .select({ order_id: orders.id, date: orders.created_at, amount: orders.vendor_share })
      .from(orders)
      .where(eq(orders.payout_id, payout.id))
      .orderBy(orders.id)
  }
  const carried = await db
    .select({ order_id: deliveries.order_id, date: deliveries.created_at, pay: deliveries.pay, tip: deliveries.tip })
    .from(deliveries)
    .where(eq(deliveries.payout_id, payout.id))
    .orderBy(deliveries.order_id)
  const ways = await db
    .select({ order_id: deliveries.order_id, date: incidents.happened_at, pay: incidents.pay })
    .from(incidents)
    .innerJoin(deliveries, eq(deliveries.id, incidents.delivery_id))
    .where(eq(incidents.payout_id, payout.id))
    .orderBy(incidents.id)
  return [...carried, ...ways].map(({ order_id, date, ...earned }) => ({ order_id, date, amount: earnedBy(earned) }))
}

async function firstApproval(db: Db, { approved_by, approved_at }: typeof payouts.$inferSelect) {
  if (approved_by === null) return null
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, approved_by))
  return { user_id: approved_by, email: user?.email ?? 'an admin who is gone', at: approved_at }
}
