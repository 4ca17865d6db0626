import { afterEach, expect, test } from 'vitest'
import { shiftWorld } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { dispatchSnapshot } from '../dispatch/dispatch-snapshot.ts'
import { riders } from '../tables.ts'
import { basisOf, minutesToDoor } from '../windows/estimate.ts'
import { factsOfKitchens } from '../windows/expected-windows.ts'
import { keepShift, offerShiftOn } from './hand-on-shift.ts'
import { shifts } from './tables.ts'
import { takeOverShift } from './take-shift.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const vendor_id = (await insertVendor(world.deps.db)).user_id
afterEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(shifts)
  await world.deps.db.update(riders).set({ status: 'Inactive', on_duty_since: null })
})

const { resting, taken, at } = shiftWorld(
  () => world,
  () => admin,
)
const instant = (time: string) => new Date(`2026-03-11T${time}:00+01:00`)

async function facts() {
  const asked = { vendor_ids: [vendor_id], ways: [], drop: null, collects: false, now: world.clock.now() }
  const [kitchen] = (await factsOfKitchens(world.deps.db, asked)).kitchens
  if (!kitchen) throw new Error('no kitchen')
  return kitchen.facts
}

/** How long an order waits for a rider, with so many orders before it, if its food is ready at that time. */
async function riderMinutesAt(ready: string, waiting: number) {
  const known = { ...(await facts()), ready_by: instant(ready), now: instant(ready), waiting }
  return basisOf(known, minutesToDoor(known)).rider_minutes
}

test('a rider with two shifts in a row is one rider, from the first to the end of the last', async () => {
  const musa = await resting()
  await taken(musa, { from: '12:00', until: '14:00' })
  await taken(musa, { from: '14:00', until: '16:00' })
  at('11:50')
  expect((await facts()).comings).toEqual([{ begins_at: instant('12:00'), ends_at: instant('16:00') }])
  // Three orders before it and one rider: two rounds of 8 minutes after the 9 until that rider is there.
  for (const ready of ['13:30', '14:30']) expect(await riderMinutesAt(ready, 3)).toBe(9 + 2 * 8)
})

test('two riders at the same hours are two', async () => {
  for (const rider of [await resting(), await resting()]) await taken(rider, { from: '12:00', until: '14:00' })
  at('11:50')
  expect(await riderMinutesAt('13:30', 4)).toBe(9 + 8)
})

test('a shift that is over when the food is ready counts for nothing', async () => {
  const musa = await resting()
  await taken(musa, { from: '12:00', until: '12:30' })
  await taken(musa, { from: '14:00', until: '16:00' })
  at('11:50')
  const nobody = 9 + 10
  expect(await riderMinutesAt('12:29', 0)).toBe(9)
  expect(await riderMinutesAt('12:30', 0)).toBe(nobody)
  expect(await riderMinutesAt('14:00', 0)).toBe(9)
})

test('who offers a shift to others is not reckoned with, until somebody takes it over or keeps it', async () => {
  const [musa, tunde] = [await resting(), await resting()]
  const { place_id } = await taken(musa, { from: '12:00', until: '14:00' })
  at('11:50')
  const expected = async () => {
    const { rider_ids } = await dispatchSnapshot(world.deps.db, world.clock.now(), [])
    return { windows: (await facts()).comings?.length, dispatch: [...rider_ids.values()] }
  }
  expect(await expected()).toEqual({ windows: 1, dispatch: [musa.user_id] })
  await offerShiftOn(world.deps, musa, place_id)
  expect(await expected()).toEqual({ windows: 0, dispatch: [] })
  await keepShift(world.deps, musa, place_id)
  expect(await expected()).toEqual({ windows: 1, dispatch: [musa.user_id] })
  await offerShiftOn(world.deps, musa, place_id)
  await takeOverShift(world.deps, tunde, place_id)
  expect(await expected()).toEqual({ windows: 1, dispatch: [tunde.user_id] })
})
