import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, jollofFor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { reactions } from '../../reactions.ts'
import { order_promises, riders } from '../tables.ts'
import { quotedWindows } from './expected-windows.ts'
import { knownFleet, readFleet } from './fleet.ts'

const world = await worldOfFile()
const { db, clock } = world.deps
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await db.update(riders).set({ on_duty_since: null })
})

const onDuty = async (fleet: ReturnType<typeof knownFleet>) => (await fleet.ask()).riders_on_duty
const passes = (seconds: number) => world.clock.set(new Date(clock.now().getTime() + seconds * 1000))

test('a fleet is known for a second, and anew after news of riders', async () => {
  const fleet = knownFleet(world.deps)
  await insertRider(db)
  expect(await onDuty(fleet)).toBe(1)
  await insertRider(db)
  expect(await onDuty(fleet)).toBe(1)
  fleet.forget()
  expect(fleet.latest()).toBeNull()
  expect(await onDuty(fleet)).toBe(2)
  expect(fleet.latest()).toEqual(await readFleet(db, clock.now()))
  await insertRider(db)
  passes(2)
  expect(fleet.latest()).toBeNull()
  expect(await onDuty(fleet)).toBe(3)
})

test('an answer that was asked for before the news is not kept', async () => {
  const fleet = knownFleet(world.deps)
  await insertRider(db)
  const asked = fleet.ask()
  fleet.forget()
  await asked
  expect(fleet.latest()).toBeNull()
})

test('that nobody is on duty is never kept', async () => {
  const fleet = knownFleet(world.deps)
  expect(await onDuty(fleet)).toBe(0)
  await insertRider(db)
  expect(await onDuty(fleet)).toBe(1)
})

test('who pays is promised by a known fleet what was quoted by it', async () => {
  await insertRider(db)
  const vendor = await insertVendor(db)
  for (let n = 0; n < 3; n++) await deliveryWorld(world).paidOrders([vendor])
  const fleet = knownFleet(world.deps)
  const known = await fleet.ask()
  expect(known).toMatchObject({ waiting: 3, riders_on_duty: 1, riders_free: 1, carried: 0 })
  const cart = { lines: [jollofFor(vendor)], ways: [], drop: null, collects: false, now: clock.now() }
  const quoted = await quotedWindows(db, cart, known)
  const { deps } = world
  const knowing = { ...world, deps: { ...deps, announce: reactions({ public_url: 'http://localhost:3000' }, fleet) } }
  // It goes by what is known: this rider has come since.
  await insertRider(db)
  const [order] = await deliveryWorld(knowing).paidOrders([vendor])
  const [promise] = await db
    .select()
    .from(order_promises)
    .where(eq(order_promises.order_id, order?.id ?? 0))
  expect(promise).toMatchObject({
    first_promised_from: quoted.windows[0]?.from,
    first_promised_until: quoted.windows[0]?.until,
  })
})
