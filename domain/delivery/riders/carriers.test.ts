import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { giveBackCheckout } from '../../orders/refunds/give-back.ts'
import { riderBalance } from '../../payouts/rider-balance.ts'
import { assignDelivery } from '../offers/assign-delivery.ts'
import { pickUp } from '../steps/take-step.ts'
import { riders } from '../tables.ts'
import { lockCarriers } from './carriers.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { deliveryOf, paidOrders } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

/** A checkout with one order per rider, each picked up; answers the number of its first order. */
async function carriedBy(...carriers: Actor[]): Promise<number> {
  const kitchens = []
  for (const _ of carriers) kitchens.push(await insertVendor(world.deps.db))
  const placed = await paidOrders(kitchens)
  for (const [at, carrier] of carriers.entries()) {
    const order = placed[at]
    const kitchen = kitchens.find(({ user_id }) => user_id === order?.vendor_id)
    if (!order || !kitchen) throw new Error('no order')
    await completeOrder(world.deps, vendorActor(kitchen), order.id)
    const { id: delivery_id } = await deliveryOf(order.id)
    await assignDelivery(world.deps, admin, { delivery_id, rider_id: carrier.user_id })
    await pickUp(world.deps, carrier, { delivery_id, packs: 2 })
  }
  return placed[0]?.id ?? 0
}

test('two refunds at once of two riders, met in opposite sequence: both are done, without a deadlock', async () => {
  const [musa, bola] = [await insertRider(world.deps.db), await insertRider(world.deps.db)]
  const carts = [await carriedBy(musa, bola), await carriedBy(bola, musa)]
  const give = (order_id: number) =>
    giveBackCheckout({ ...world.deps, lockCarriers }, admin, {
      order_id,
      borne_by: 'rider',
      reason: 'The soup was spilt',
      request_key: randomUUID(),
    })
  let running: Promise<Awaited<ReturnType<typeof give>>[]> | undefined
  await world.deps.db.transaction(async (tx) => {
    const both = [musa.user_id, bola.user_id]
    await tx.select().from(riders).where(inArray(riders.user_id, both)).for('update')
    running = Promise.all(carts.map(give))
    await untilWaitingForLocks(world.deps.db, 2)
  })
  expect((await running)?.map(({ ok }) => ok)).toEqual([true, true])
  for (const { user_id } of [musa, bola]) {
    expect((await riderBalance(world.deps.db, user_id)).borne_kobo).toBe(6_000_00)
  }
})
