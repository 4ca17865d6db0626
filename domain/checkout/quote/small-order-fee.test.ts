import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { payForOrder } from '../../delivery/riders/rider-pay.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { orders } from '../../orders/tables.ts'
import { DELIVERY_SETTINGS, ORDER_RULES, RIDER_PAY } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'

const world = await worldOfFile()
const bank = control(world)
afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.deps.db.delete(settings)
})

test.each([
  [50, 1050, [600_00, 300_00]],
  // Then the one way that is paid for is shared by who rides.
  [0, 750, [300_00, 300_00]],
])('what a small order costs is for no rider, with further ways at %i percent', async (percent, fee, earned) => {
  const { db } = world.deps
  await db.insert(settings).values([
    { key: DELIVERY_SETTINGS.key, value: { further_kitchen_percent: percent } },
    { key: ORDER_RULES.key, value: { small_order_below_kobo: 5_000_00, small_order_fee_kobo: 150_00 } },
    { key: RIDER_PAY.key, value: { share_percent: 100 } },
  ])
  const cart = [await insertVendor(db), await insertVendor(db)].map((kitchen) => jollofFor(kitchen, 1))
  const checkout = await startedCheckout(world, cart)
  expect(checkout.delivery_fee).toBe(fee * 100)
  await bank.pay({ tx_ref: checkout.tx_ref, amount: 3000 + fee })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const placed = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id)).orderBy(orders.id)
  expect(placed.map(({ small_order_fee }) => small_order_fee)).toEqual([150_00, 150_00])
  expect(await Promise.all(placed.map(({ id }) => payForOrder(db, id)))).toEqual(earned)
})
