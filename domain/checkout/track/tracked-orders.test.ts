import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { order_keys } from '../../delivery/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { trackedCheckout } from './tracked-orders.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { paidOrders } = deliveryWorld(world)

test('what its kitchen took back was not reached, and what it did before that was reached when it was', async () => {
  const kitchen = await insertVendor(world.deps.db)
  const vendor = vendorActor(kitchen)
  const [order] = await paidOrders([kitchen])
  const order_id = order?.id ?? 0
  const reached = async () => {
    const [key] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
    return (await trackedCheckout(world.deps.db, key?.track_token ?? ''))?.orders[0]?.reached
  }
  await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
  world.clock.advance(5)
  await undoMove(world.deps, vendor, order_id)
  expect(await reached()).toMatchObject({ Accepted: null, Ready: null })

  world.clock.advance(60)
  const accepted_at = world.clock.now()
  await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
  world.clock.advance(300)
  await completeOrder(world.deps, vendor, order_id)
  world.clock.advance(5)
  await undoMove(world.deps, vendor, order_id)
  expect(await reached()).toMatchObject({ Accepted: accepted_at, Ready: null })
})
