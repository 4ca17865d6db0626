import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { system_clock } from '../../domain/clock.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { requestPayout } from '../../domain/payouts/request-payout.ts'
import { payout_transfers } from '../../domain/payouts/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { some } from '../movers.ts'
import { paidOrderFor } from '../paid-order.ts'
import { access_bank } from '../payouts-under-test.ts'
import { insertAccount } from '../sign-in.ts'
import type { TestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'

/** Kitchens that are owed money, their payouts, and what the bank makes of the transfers, for a journey. */
export function payoutsIn(running: TestApp) {
  /** A kitchen with an account at a bank and one delivered order of NGN 1,500. */
  async function vendorWithDelivery(name: string) {
    const kitchen = await insertVendor(running.db, { ...access_bank, name, account_name: 'IYA BOSE KITCHEN' })
    const actor = await insertAccount(running.db, 'vendor', { user_id: kitchen.user_id, name: 'Bose Adeyemi' })
    const order_id = await paidOrderFor(running, kitchen)
    await running.db.transaction((tx) =>
      moveOrder(tx, reactions({ public_url: '' }), {
        order_id,
        verb: 'deliver',
        by: some('admin'),
        now: new Date(),
      }),
    )
    return { kitchen, actor, order_id }
  }

  async function waitingPayout(name: string) {
    const made = await vendorWithDelivery(name)
    const answer = await requestPayout({ db: running.db, clock: system_clock }, made.actor)
    if (!answer.ok) throw new Error(answer.reason)
    return { ...made, payout_id: answer.value.id }
  }

  /** The bank makes or refuses the newest transfer of a payout. */
  async function settle(payout_id: number, status: 'SUCCESSFUL' | 'FAILED'): Promise<void> {
    const newest = async () =>
      (await running.db.select().from(payout_transfers).where(eq(payout_transfers.payout_id, payout_id)))
        .map((transfer) => (transfer.status === 'Queued' ? transfer.provider_transfer_id : null))
        .findLast((id) => id !== null)
    await expect.poll(newest).toBeTruthy()
    const answer = await fetch(`${running.sandbox.url}/control/settle-transfer/${await newest()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
    })
    expect(answer.status).toBe(200)
  }

  return { vendorWithDelivery, waitingPayout, settle }
}
