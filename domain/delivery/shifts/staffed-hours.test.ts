import { expect, test } from 'vitest'
import { insertRider } from '../../../test/rider.ts'
import { shiftWorld, WEDNESDAY } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { staffedHours } from './staffed-hours.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { resting, taken, at } = shiftWorld(
  () => world,
  () => admin,
)
/** As "11:00-13:00", the earliest first. */
const hours = async () => {
  const time = (instant: Date) => new Date(instant.getTime() + 3_600_000).toISOString().slice(11, 16)
  const found = await staffedHours(world.deps.db, world.clock.now())
  return found.map(({ begins_at, ends_at }) => `${time(begins_at)}-${time(ends_at)}`).sort()
}

test('who is here stays until a shift to come, one stands for all who have none, the absent do not count', async () => {
  at('11:00')
  expect(await hours()).toEqual([])
  await taken(await resting(), { day: WEDNESDAY, from: '18:00', until: '21:00' })
  expect(await hours()).toEqual(['18:00-21:00'])
  const here = await insertRider(world.deps.db)
  await insertRider(world.deps.db)
  expect(await hours()).toEqual(['11:00-13:00', '18:00-21:00'])
  // Who stays until the shift is here all the time; the other one stands for those without.
  await taken(here, { from: '12:30', until: '16:00' })
  expect(await hours()).toEqual(['11:00-13:00', '11:00-16:00', '18:00-21:00'])
  at('18:30')
  // The shift has begun, and nobody came; who is here without one stays two hours.
  expect(await hours()).toEqual(['18:30-20:30'])
})
