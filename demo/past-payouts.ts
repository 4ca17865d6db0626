import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { TransferProvider } from '../adapters/payments/transfer-provider.ts'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { users } from '../domain/accounts/tables.ts'
import { campusDate } from '../domain/clock.ts'
import { workOnDue } from '../domain/lane.ts'
import { kobo } from '../domain/money.ts'
import { orders } from '../domain/orders/tables.ts'
import { approvePayout } from '../domain/payouts/approve-payout.ts'
import { cancelPayout } from '../domain/payouts/cancel-payout.ts'
import { requestPayout } from '../domain/payouts/request-payout.ts'
import { transferErrands } from '../domain/payouts/transfers/send-transfers.ts'
import { reactions } from '../domain/reactions.ts'
import { settlePastMessages } from './past-messages.ts'

/** The outcomes of the demo vendors' payouts, the busiest vendor first. */
const outcomes = ['cancelled', 'transfer', 'hand', 'transfer', 'pending', 'pending', 'pending'] as const

/** A bank that does everything at once; the real provider's list never had these transfers. */
const demo_bank: TransferProvider = {
  name: 'demo',
  bankCode: async ({ code }) => code ?? '044',
  transfer: async ({ reference, amount }) => ({
    accepted: true,
    transfer: {
      provider_transfer_id: reference,
      reference,
      amount,
      status: 'successful',
      fee: kobo(10_75),
      message: '',
    },
  }),
  findTransfer: async () => null,
  listTransfers: async () => ({ rows: [], pages: 1, total: 0 }),
}

/**
 * Requests payouts for a few vendors with the verbs that real payouts use, so that the books balance. Takes those of
 * `vendors` who sold something in turn, first the one with the demo's login: its payout is cancelled, so that there is
 * something to request. Answers how many payouts there are.
 */
export async function makePastPayouts(
  db: Db,
  people: { vendors: readonly Actor[]; admin: Actor },
  now: Date,
): Promise<number> {
  const [first, ...others] = people.vendors
  const busiest = await byOrders(db, others)
  const asking = [...(first ? [first] : []), ...busiest]
  let made = 0
  for (const outcome of outcomes) {
    for (let vendor = asking.shift(); vendor; vendor = asking.shift()) {
      if (!(await makePayout(db, vendor, people.admin, outcome, now))) continue
      made++
      break
    }
  }
  // Nobody should get messages about the past.
  await settlePastMessages(db)
  return made
}

async function makePayout(
  db: Db,
  vendor: Actor,
  admin: Actor,
  outcome: (typeof outcomes)[number],
  now: Date,
): Promise<boolean> {
  const deps = {
    db,
    clock: { now: () => now },
    announce: reactions({ public_url: 'http://localhost:3000' }),
    transfers: demo_bank,
  }
  const requested = await requestPayout(deps, vendor)
  if (!requested.ok) return false
  const { id: payout_id, amount, bank_name, account_number, account_name } = requested.value
  const seen = { amount, bank_name, account_number, account_name }
  if (outcome === 'pending') return true
  if (outcome === 'cancelled') {
    const reason = 'You asked for this twice in one day. Please ask again once the other one has arrived.'
    return (await cancelPayout(deps, admin, { payout_id, reason })).ok
  }
  const paid = await approvePayout(
    deps,
    admin,
    outcome === 'transfer'
      ? { payout_id, seen, method: 'transfer' }
      : { payout_id, seen, method: 'hand', bank_reference: `DEMO-${payout_id}`, paid_on: campusDate(now) },
  )
  if (outcome === 'transfer') await workOnDue(transferErrands(deps), 10)
  return paid.ok
}

async function byOrders(db: Db, vendors: readonly Actor[]): Promise<Actor[]> {
  const sold = await db
    .select({ vendor_id: orders.vendor_id, sales: count() })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'Delivered'),
        inArray(
          orders.vendor_id,
          vendors.map((vendor) => vendor.user_id),
        ),
      ),
    )
    .groupBy(orders.vendor_id)
    .orderBy(asc(orders.vendor_id))
  const sales = new Map(sold.map((row) => [row.vendor_id, row.sales]))
  return [...vendors].sort((one, other) => (sales.get(other.user_id) ?? 0) - (sales.get(one.user_id) ?? 0))
}

/** The demo's admins, as actors. */
export async function demoAdmins(db: Db): Promise<Actor[]> {
  const rows = await db.select().from(users).where(eq(users.role, 'admin')).orderBy(users.email)
  return rows.map(({ id, email }) => ({ user_id: id, role: 'admin', admin_role: 'owner', email }))
}
