import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { deliveryWorld, vendorActor } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { assignDelivery } from '../delivery/offers/assign-delivery.ts'
import { acceptOrder } from '../orders/acceptance/accept-order.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { orders } from '../orders/tables.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const { deliveryOf } = deliveryWorld(world)

/** A tip that a rider earned, one that went back, and one whose order is under way. */
beforeAll(async () => {
  const { deps } = world
  const kitchens = await Promise.all([1, 2, 3].map(() => insertVendor(deps.db)))
  const checkout = await startedCheckout(
    world,
    kitchens.map((kitchen) => jollofFor(kitchen)),
    { tip_kobo: 600_00 },
  )
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  const [first, second] = await deps.db.select().from(orders).orderBy(orders.id)
  const [one, other] = kitchens.map(vendorActor)
  if (!first || !second || !one || !other) throw new Error('nothing was ordered')
  const admin = await insertAccount(deps.db, 'admin', { admin_role: 'owner' })
  await acceptOrder(deps, one, { order_id: first.id, minutes: 15 })
  const { id: delivery_id } = await deliveryOf(first.id)
  await assignDelivery(deps, admin, { delivery_id, rider_id: (await insertRider(deps.db)).user_id })
  await deliverOrder(deps, admin, { order_id: first.id })
  await rejectOrder(deps, other, { order_id: second.id, reason: 'No rice' })
})

test('nothing is wrong', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

const neither = 'a tip that is neither its rider’s nor its customer’s'.replaceAll('’', "'")
const delivered = sql`(select id from orders where status = 'Delivered')`

test.each<['I2' | 'I3' | 'I4' | 'I8', string, SQL]>([
  ['I4', neither, sql`update refunds set tip = tip - 1 where tip > 0`],
  ['I4', neither, sql`update deliveries set tip = 0 where tip > 0`],
  ['I4', 'a tip that nobody earned', sql`update deliveries set status = 'Assigned' where tip > 0`],
  ['I3', 'delivered, but its pay is not in the books', sql`update deliveries set tip = tip + 1 where tip > 0`],
  ['I2', 'order without its money', sql`update orders set tip = tip + 1 where status = 'Pending'`],
  [
    'I8',
    'its tip in the books is not what is under way',
    sql`with planted as (
        insert into journals (kind, subject, recorded_at) values ('planted', 'planted', now()) returning id
      ), entries(account, amount) as (values ('commission'::text, -10.00), ('tips'::text, 10.00))
      insert into journal_entries (journal_id, account, amount, order_id)
      select planted.id, entries.account, entries.amount, ${delivered} from planted, entries`,
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
