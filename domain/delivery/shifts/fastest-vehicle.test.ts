import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { insertRider } from '../../../test/rider.ts'
import { shiftWorld } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { riders } from '../tables.ts'
import { fastestVehicle } from './fastest-vehicle.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
const { taken, at } = shiftWorld(
  () => world,
  () => admin,
)
const forSlot = (slot_from: string | null) =>
  fastestVehicle(world.deps.db, world.clock.now(), slot_from === null ? null : new Date(`${slot_from}:00+01:00`))

test('who is on duty counts for a slot as long as they are believed to stay, beside who has a shift then', async () => {
  at('11:00')
  expect(await forSlot('2026-03-11T12:30')).toBeNull()
  const walker = await insertRider(world.deps.db, { vehicle: 'on foot' })
  expect(await forSlot(null)).toBe('on foot')
  expect(await forSlot('2026-03-11T12:30')).toBe('on foot')
  // Nobody knows who brings what is for tomorrow.
  expect(await forSlot('2026-03-11T13:15')).toBeNull()
  expect(await forSlot('2026-03-12T12:30')).toBeNull()
  await taken(walker, { from: '12:00', until: '15:00' })
  expect(await forSlot('2026-03-11T14:00')).toBe('on foot')
  await insertRider(world.deps.db, { vehicle: 'motorbike' })
  expect(await forSlot('2026-03-11T12:30')).toBe('motorbike')
  expect(await forSlot('2026-03-11T14:00')).toBe('on foot')
  // Of one nobody knows how fast they are.
  await world.deps.db.update(riders).set({ vehicle: null }).where(eq(riders.user_id, walker.user_id))
  expect(await forSlot(null)).toBeNull()
})
