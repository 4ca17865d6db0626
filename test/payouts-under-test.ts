import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { ProviderUnavailable } from '../adapters/call-provider.ts'
import type { ProviderTransfer, TransferProvider } from '../adapters/payments/transfer-provider.ts'
import { type Actor, founderOf } from '../domain/accounts/actor.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { moveOrder } from '../domain/orders/move-order.ts'
import { orders } from '../domain/orders/tables.ts'
import { journal_entries } from '../domain/payments/tables.ts'
import { type Approval, approvePayout } from '../domain/payouts/approve-payout.ts'
import { requestPayout } from '../domain/payouts/request-payout.ts'
import { payout_transfers, payouts } from '../domain/payouts/tables.ts'
import { retryTransfer } from '../domain/payouts/transfers/retry-transfer.ts'
import { settings } from '../domain/settings/tables.ts'
import { control } from './control.ts'
import { sendDueTransfers } from './due-work.ts'
import { some } from './movers.ts'
import { insertVendor, jollofFor, startedCheckout, type World } from './world.ts'

/** An account at a bank that both providers know. */
export const access_bank = {
  bank_name: 'Access Bank',
  bank_code: '044',
  account_number: '0690000031',
  account_name: 'IYA TEST',
}

export const adminActor = (): Actor => ({
  user_id: randomUUID(),
  role: 'admin',
  admin_role: 'owner',
  email: `admin-${randomUUID().slice(0, 8)}@example.com`,
})

type ProviderRow = { id: number; reference: string; status: string; amount: number }

type Deps = Parameters<typeof approvePayout>[0]
type Unseen<Asked> = Asked extends unknown ? Omit<Asked, 'seen'> : never

/** An admin approves a payout as the screen shows it at this moment. */
export async function approveAsShown(deps: Deps, actor: Actor, approval: Unseen<Approval>) {
  return approvePayout(deps, actor, { ...approval, seen: await shown(deps, approval.payout_id) })
}

/** An admin sends a payout again as the screen shows it at this moment. */
export async function retryAsShown(deps: Deps, actor: Actor, { payout_id }: { payout_id: number }) {
  return retryTransfer(deps, actor, { payout_id, seen: await shown(deps, payout_id) })
}

async function shown({ db }: Pick<Deps, 'db'>, payout_id: number) {
  const { amount, bank_name, account_number, account_name } = payouts
  const [row] = await db
    .select({ amount, bank_name, account_number, account_name })
    .from(payouts)
    .where(eq(payouts.id, payout_id))
  return row ?? { amount: 0, bank_name: '', account_number: '', account_name: '' }
}

/** What tests about payouts do and look at, in the world of the file that asks. */
export function payoutsUnderTest(world: World) {
  const db = () => world.deps.db

  async function vendorWithAccount(account: Partial<typeof access_bank> = {}) {
    const kitchen = await insertVendor(db(), { ...access_bank, ...account })
    const actor = founderOf(kitchen)
    return { kitchen, actor }
  }

  /** A paid and delivered order of NGN 1,500 a plate; its id. */
  async function deliveredOrder(kitchen: { user_id: string }, plates = 1): Promise<number> {
    const checkout = await startedCheckout(world, [jollofFor(kitchen, plates)])
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    const [row] = await db().select().from(orders).where(eq(orders.checkout_id, checkout.id))
    const order_id = row?.id ?? 0
    await db().transaction((tx) =>
      moveOrder(tx, world.deps.announce, {
        order_id,
        verb: 'deliver',
        by: some('admin'),
        now: world.clock.now(),
      }),
    )
    return order_id
  }

  /** A payout of NGN 1,500 that a vendor has just requested. */
  async function requestedPayout(account: Partial<typeof access_bank> = {}) {
    const { kitchen, actor } = await vendorWithAccount(account)
    const order_id = await deliveredOrder(kitchen)
    const answer = await requestPayout(world.deps, actor)
    if (!answer.ok) throw new Error(answer.reason)
    return { payout_id: answer.value.id, kitchen, vendor: actor, order_id }
  }

  /** The same, and an admin has asked for its transfer. */
  async function askedTransfer(account: Partial<typeof access_bank> = {}) {
    const requested = await requestedPayout(account)
    const admin = adminActor()
    const answer = await approveAsShown(world.deps, admin, {
      payout_id: requested.payout_id,
      method: 'transfer',
    })
    if (!answer.ok) throw new Error(answer.reason)
    return { ...requested, admin }
  }

  async function payoutRow(payout_id: number) {
    const [row] = await db().select().from(payouts).where(eq(payouts.id, payout_id))
    if (!row) throw new Error('no payout')
    return row
  }

  const transferRows = (payout_id: number) =>
    db().select().from(payout_transfers).where(eq(payout_transfers.payout_id, payout_id)).orderBy(payout_transfers.id)

  /** The transfers that the provider has of a payout, oldest first. */
  async function transfersAtProvider(payout_id: number): Promise<ProviderRow[]> {
    const found: ProviderRow[] = []
    for (let page = 1; ; page++) {
      const answer = await fetch(`${world.sandbox.url}/flutterwave/v3/transfers?page=${page}`, {
        headers: { authorization: `Bearer ${world.keys.secret_key}` },
      })
      const { data } = (await answer.json()) as { data: ProviderRow[] }
      if (data.length === 0) return found.reverse()
      found.push(...data.filter((row) => row.reference.startsWith(`CHOW-PAYOUT-${payout_id}-`)))
    }
  }

  /** The bank makes or refuses the newest transfer of a payout. */
  async function settleAtProvider(payout_id: number, status: 'SUCCESSFUL' | 'FAILED'): Promise<void> {
    const newest = (await transfersAtProvider(payout_id)).at(-1)
    const answer = await fetch(`${world.sandbox.url}/control/settle-transfer/${newest?.id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    })
    if (!answer.ok) throw new Error(`not settled: ${answer.status}`)
  }

  async function balance(account: string): Promise<number> {
    const rows = await db().select().from(journal_entries).where(eq(journal_entries.account, account))
    return rows.reduce((sum, row) => sum + row.amount, 0)
  }

  const claimOf = async (order_id: number) =>
    (await db().select().from(orders).where(eq(orders.id, order_id)))[0]?.payout_id

  /** As if the owner had registered another account and an admin has not looked at it. */
  const changeAccount = (vendor_id: string, account_number: string) =>
    db()
      .update(vendors)
      .set({ account_number, bank_changed_at: world.clock.now() })
      .where(eq(vendors.user_id, vendor_id))

  async function setSecondAdminAbove(second_admin_above_kobo: number | null): Promise<void> {
    const value = { second_admin_above_kobo }
    await db()
      .insert(settings)
      .values({ key: 'payouts', value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
  }

  /** Works on what is due now, and again after each hour. */
  async function workForHours(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      while ((await sendDueTransfers(world.deps)) > 0);
      world.clock.advance(3600)
    }
  }

  /** A payout whose transfer the provider called failed. */
  async function failedTransfer() {
    const asked = await askedTransfer()
    await sendDueTransfers(world.deps)
    await settleAtProvider(asked.payout_id, 'FAILED')
    await workForHours(2)
    const [first] = await transferRows(asked.payout_id)
    if (first?.status !== 'Failed') throw new Error('it did not fail')
    return { ...asked, first, reference: first.reference }
  }

  /** The provider says this of the transfer of this reference, `silent` for no answer, and the truth of all others. */
  function depsSaying(says: ProviderTransfer['status'] | 'silent', of: string) {
    const findTransfer: TransferProvider['findTransfer'] = async (reference) => {
      if (reference !== of) return world.deps.transfers.findTransfer(reference)
      if (says === 'silent') throw new ProviderUnavailable('no answer')
      const known = await world.deps.transfers.findTransfer(reference)
      return known && { ...known, status: says }
    }
    return { ...world.deps, transfers: { ...world.deps.transfers, findTransfer } }
  }

  return {
    failedTransfer,
    depsSaying,
    vendorWithAccount,
    deliveredOrder,
    requestedPayout,
    askedTransfer,
    payoutRow,
    transferRows,
    transfersAtProvider,
    settleAtProvider,
    balance,
    claimOf,
    changeAccount,
    setSecondAdminAbove,
    workForHours,
  }
}
