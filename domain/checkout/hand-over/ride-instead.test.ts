import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ada, nowhere } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { phoneOf } from '../../../test/promotions.ts'
import { insertVendor, jollofFor, LUNCH_TIME, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { kitchenBoard } from '../../delivery/kitchen/kitchen-board.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { orders } from '../../orders/tables.ts'
import { places, ways } from '../../places/tables.ts'
import { placeCheckout } from '../place-checkout.ts'
import { kitchensBeyond } from '../quote/kitchens-beyond.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { rideOfCheckout } from './ride-instead.ts'

const world = await worldOfFile()

const slot_from = new Date(LUNCH_TIME.getTime() + 120 * 60_000)

test('a ride is told to who could share it, with what it costs now, as long as somebody can join', async () => {
  const { db } = world.deps
  const kitchen = await insertVendor(db)
  const linkFor = async (how: { slot_from: Date | null; shares_ride?: boolean }) => {
    const placed = await placeCheckout(world.deps, {
      ...{ idempotency_key: randomUUID(), form: { ...ada, phone: phoneOf(9) }, cart: [jollofFor(kitchen)] },
      ...{ place: nowhere, ...how },
    })
    if (!placed.ok) throw new Error(placed.reason)
    return placed.value.link_token
  }
  const alone = await linkFor({ slot_from })
  expect(await rideOfCheckout(world.deps, alone)).toMatchObject({ standing: 0, fee_kobo: 600_00, is_shared: false })
  expect(await rideOfCheckout(world.deps, await linkFor({ slot_from: null }))).toBe(null)

  const [jadesola] = await db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
  const ridesThere = async () => (await kitchensBeyond(db, jadesola?.id ?? 0, LUNCH_TIME))?.rides
  expect(await ridesThere()).toEqual([])
  for (const phone of [phoneOf(1), phoneOf(2)]) {
    const checkout = await startedCheckout(world, [jollofFor(kitchen)], { slot_from, shares_ride: true, phone })
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  }
  const two = { standing: 2, single_kobo: 600_00 }
  expect(await rideOfCheckout(world.deps, alone)).toMatchObject({ ...two, sure: 0, fee_kobo: 600_00 })
  expect(await ridesThere()).toMatchObject([{ fee_kobo: 600_00, ride: { standing: 2, sure: 0 } }])
  for (const { id } of await db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id))) {
    await acceptOrder(world.deps, vendorActor(kitchen), { order_id: id, minutes: 15 })
  }
  expect(await rideOfCheckout(world.deps, alone)).toMatchObject({ ...two, sure: 2, fee_kobo: 300_00 })
  const shared = await linkFor({ slot_from, shares_ride: true })
  expect(await rideOfCheckout(world.deps, shared)).toMatchObject({ is_shared: true, fee_kobo: 300_00 })
  expect(await ridesThere()).toMatchObject([{ single_kobo: 600_00, fee_kobo: 300_00, ride: { standing: 2 } }])
  // The slot begins at 14:00, when nobody could ride there any more.
  const the_way = eq(ways.walk_minutes, 13)
  await db.update(ways).set({ closed_from: '14:00', closed_until: '16:00' }).where(the_way)
  expect(await ridesThere()).toEqual([])
  await db.update(ways).set({ closed_from: null, closed_until: null }).where(the_way)

  const placed = await db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id)).orderBy(orders.id)
  const board = await kitchenBoard(db, kitchen.user_id, slot_from)
  const ids = placed.map(({ id }) => id)
  expect(board.orders.map(({ goes_with }) => goes_with)).toEqual([ids.slice(1), ids.slice(0, 1)])
  world.clock.set(slot_from)
  expect(await rideOfCheckout(world.deps, alone)).toBe(null)
  expect(await findViolations(db)).toEqual([])
})
