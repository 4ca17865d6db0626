import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { vendorActor } from '../../test/delivery.ts'
import { phoneOf } from '../../test/promotions.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../test/world.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { closeRuns } from '../orders/runs/close-runs.ts'
import { orders } from '../orders/tables.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()

/** Two who shared a ride that is closed. */
beforeAll(async () => {
  const { deps, clock } = world
  const slot_from = new Date(LUNCH_TIME.getTime() + 120 * 60_000)
  const kitchen = await insertVendor(deps.db)
  for (const phone of [phoneOf(1), phoneOf(2)]) {
    const checkout = await startedCheckout(world, [jollofFor(kitchen)], { slot_from, shares_ride: true, phone })
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  }
  for (const { id: order_id } of await deps.db.select({ id: orders.id }).from(orders)) {
    await acceptOrder(deps, vendorActor(kitchen), { order_id, minutes: 15 })
  }
  clock.set(slot_from)
  await closeRuns(deps)
})

test('nothing is wrong', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

test.each<['I2' | 'I4' | 'I6', string, SQL]>([
  ['I2', 'its share of a ride is not what its checkout says', sql`update run_shares set paid_fee = paid_fee - 1`],
  ['I2', 'its share of a ride is not what its checkout says', sql`update checkouts set run_single_fee = 1`],
  [
    'I2',
    'paid, but without its share of a ride',
    sql`delete from run_shares where order_id = (select max(order_id) from run_shares)`,
  ],
  ['I4', 'what went back of a shared ride is not what its share says', sql`update run_shares set back = back + 1`],
  ['I4', 'paid more for a shared ride than was promised in the end', sql`update run_shares set final_fee = 100`],
  [
    'I4',
    'has more of a shared ride back than was paid beyond its end',
    sql`update checkouts set waived = 100 where run_id is not null`,
  ],
  ['I4', 'a shared ride that costs in the end what nobody promised', sql`update run_shares set sharers = 3`],
  ['I4', 'a shared ride that costs in the end what nobody promised', sql`update runs set percents = '[50]'`],
  ['I6', 'a ride that is closed without a time, or open with one', sql`update runs set closed_at = null`],
  [
    'I6',
    'a share that is settled while its ride gathers, or half settled',
    sql`update run_shares set settled_at = null where back > 0`,
  ],
])('%s finds: %s', async (invariant, problem, planted) => {
  const undone = world.deps.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(planted)
    expect(rowCount).toBeGreaterThan(0)
    expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ invariant, problem }))
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
})
