import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { vendorActor } from '../../../test/delivery.ts'
import { ridesUnderTest } from '../../../test/rides.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { closeRuns } from '../../orders/runs/close-runs.ts'
import { runs } from '../../orders/runs/tables.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { accepted, backOf, closing, db, joined, later, shareOf, withdraw } = ridesUnderTest(world)

test('friends who leave after the ride has closed make it cheaper for nobody: its kitchen answers first', async () => {
  const kitchen = await insertVendor(db)
  const ada = await accepted(kitchen)
  const friends = [await joined(kitchen), await joined(kitchen), await joined(kitchen)]
  world.clock.set(later(120))
  // The ride is closed, and three can still leave with all their money.
  expect(await closeRuns(world.deps)).toBe(0)
  const [run] = await db.select().from(runs).where(eq(runs.vendor_id, kitchen.user_id))
  expect(run?.status).toBe('Closed')
  expect(await shareOf(ada)).toMatchObject({ settled_at: null, final_fee: null, back: 0 })
  for (const one of friends) await withdraw(one)
  await closeRuns(world.deps)
  expect(await shareOf(ada)).toMatchObject({ final_fee: 600_00, sharers: 1, back: 0 })
  for (const one of friends) expect(await shareOf(one)).toMatchObject({ final_fee: null, back: 0 })
})

test('it waits for every answer of the kitchen, also for ten seconds in which it takes that back', async () => {
  const kitchen = await insertVendor(db)
  const [first, second, third] = [await accepted(kitchen), await joined(kitchen), await joined(kitchen)]
  world.clock.set(later(120))
  expect(await closeRuns(world.deps)).toBe(0)
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id: second.id, minutes: 15 })
  await rejectOrder(world.deps, vendorActor(kitchen), { order_id: third.id, reason: 'No rice' })
  expect(await closeRuns(world.deps)).toBe(0)
  await undoMove(world.deps, vendorActor(kitchen), second.id)
  world.clock.set(later(121))
  expect(await closeRuns(world.deps)).toBe(0)
  await acceptOrder(world.deps, vendorActor(kitchen), { order_id: second.id, minutes: 15 })
  expect(await closeRuns(world.deps)).toBe(0)
  world.clock.set(later(122))
  expect(await closeRuns(world.deps)).toBe(1)
  expect(await shareOf(first)).toMatchObject({ final_fee: 420_00, sharers: 2, back: 180_00 })
  expect(await shareOf(second)).toMatchObject({ final_fee: 420_00, sharers: 2, back: 0 })
  expect(await backOf(third)).toEqual([['rejected', 3_420_00]])
})

test('of three whose kitchen rejects one, and then all, has gone back to the kobo', async () => {
  const kitchen = await insertVendor(db)
  const shared = [await accepted(kitchen), await accepted(kitchen), await accepted(kitchen)]
  const paid = shared.map(({ grand_total }) => grand_total)
  expect(paid).toEqual([3_600_00, 3_420_00, 3_300_00])
  const rejecting = ({ id }: { id: number }) =>
    rejectOrder(world.deps, vendorActor(kitchen), { order_id: id, reason: 'The gas is finished' })
  const [one, two, three] = shared
  if (!one || !two || !three) throw new Error('three share it')
  expect(await rejecting(two)).toMatchObject({ ok: true })
  await closing()
  // Two share it now; who was promised the fee of three keeps that.
  expect(await Promise.all(shared.map(shareOf))).toMatchObject([
    { final_fee: 420_00, sharers: 2, back: 180_00 },
    { final_fee: null, back: 0 },
    { final_fee: 300_00, sharers: 2, back: 0 },
  ])
  expect(await backOf(two)).toEqual([['rejected', paid[1]]])
  for (const last of [one, three]) expect(await rejecting(last)).toMatchObject({ ok: true })
  expect(await Promise.all(shared.map(backOf))).toEqual([
    [
      ['shared_ride', 180_00],
      ['rejected', 3_420_00],
    ],
    [['rejected', paid[1]]],
    [['rejected', paid[2]]],
  ])
})
