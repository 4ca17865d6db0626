import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { shiftWorld } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { missingRiders } from '../../desk/waiting-people.ts'
import { notifications } from '../../notifications/tables.ts'
import { goOnDuty } from '../riders/go-on-duty.ts'
import { riders } from '../tables.ts'
import { offerShiftOn } from './hand-on-shift.ts'
import { keptShifts } from './shift-lists.ts'
import { shift_history, shift_places, shifts } from './tables.ts'
import { takeOverShift, takeShift } from './take-shift.ts'
import { watchShifts } from './watch-shifts.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin')
afterEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(shifts)
  await world.deps.db.update(riders).set({ status: 'Inactive', on_duty_since: null })
  await world.deps.db.delete(notifications)
})

const { resting, published, taken, placesOf, at, newsOf } = shiftWorld(
  () => world,
  () => admin,
)

test('reminds a rider once, an hour before', async () => {
  const musa = await resting()
  await taken(musa)
  at('16:59')
  expect(await watchShifts(world.deps)).toBe(0)
  at('17:00')
  expect(await watchShifts(world.deps)).toBe(1)
  expect(await watchShifts(world.deps)).toBe(0)
  expect((await newsOf(musa)).at(-1)).toBe('shift_begins: Your shift begins at 18:00. Go on duty then.')
})

test('who does not come is said to the desk and to the rider, until they do', async () => {
  const musa = await resting()
  const { place_id } = await taken(musa)
  at('18:09')
  await watchShifts(world.deps)
  expect(await missingRiders(world.deps.db, world.clock.now())).toEqual([])
  at('18:10')
  await watchShifts(world.deps)
  await watchShifts(world.deps)
  expect(await missingRiders(world.deps.db, world.clock.now())).toMatchObject([
    { kind: 'shift_missed', name: 'Musa Bello', phone: '+2348031112222' },
  ])
  const missed = 'shift_begins: Your shift began at 18:00 and you are not on duty. Go on duty, or call us.'
  expect((await newsOf(musa)).filter((text) => text === missed)).toHaveLength(1)
  await goOnDuty(world.deps, musa)
  expect(await missingRiders(world.deps.db, world.clock.now())).toEqual([])
  const unread = and(eq(notifications.user_id, musa.user_id), eq(notifications.kind, 'shift_begins'))
  expect((await world.deps.db.select().from(notifications).where(unread)).every(({ read_at }) => read_at)).toBe(true)
  await watchShifts(world.deps)
  at('21:00')
  await watchShifts(world.deps)
  const [place] = await world.deps.db.select().from(shift_places).where(eq(shift_places.id, place_id))
  expect(place).toMatchObject({ status: 'Ended' })
  expect(place?.came_at).not.toBeNull()
  const since = new Date(LUNCH_TIME.getTime() - 1000)
  expect(await keptShifts(world.deps.db, musa.user_id, since)).toEqual({ had: 1, came: 1 })
})

test('who took it over begins anew, and every move is in the history', async () => {
  const [musa, tunde] = [await resting(), await resting()]
  const { place_id } = await taken(musa)
  at('17:30')
  await watchShifts(world.deps)
  await offerShiftOn(world.deps, musa, place_id)
  await takeOverShift(world.deps, tunde, place_id)
  await watchShifts(world.deps)
  expect((await newsOf(tunde)).at(-1)).toBe('shift_begins: Your shift begins at 18:00. Go on duty then.')
  const moves = await world.deps.db
    .select({ verb: shift_history.verb })
    .from(shift_history)
    .where(eq(shift_history.place_id, place_id))
    .orderBy(shift_history.id)
  expect(moves.map(({ verb }) => verb)).toEqual(['publish', 'take', 'offer_on', 'take_over'])
})

test('who takes one that has begun has as long to come as everybody, and so has who takes it over', async () => {
  const [musa, tunde] = [await resting(), await resting()]
  const shift_id = await published()
  at('18:30')
  const place = await takeShift(world.deps, musa, shift_id)
  const place_id = place.ok ? place.value.id : 0
  const missing = async () => {
    await watchShifts(world.deps)
    return (await missingRiders(world.deps.db, world.clock.now())).length
  }
  expect(await missing()).toBe(0)
  at('18:39')
  expect(await missing()).toBe(0)
  at('18:40')
  expect(await missing()).toBe(1)
  await offerShiftOn(world.deps, musa, place_id)
  await takeOverShift(world.deps, tunde, place_id)
  expect(await missing()).toBe(0)
  at('18:50')
  expect(await missing()).toBe(1)
  const missed = 'shift_begins: Your shift began at 18:00 and you are not on duty. Go on duty, or call us.'
  for (const rider of [musa, tunde]) expect((await newsOf(rider)).filter((text) => text === missed)).toHaveLength(1)
})

test('places in which nothing is due keep nobody from being reminded', async () => {
  const here = await resting()
  await goOnDuty(world.deps, here)
  for (let many = 0; many < 5; many++) await published({ from: '17:00', until: '22:00', places: 50 })
  const musa = await resting()
  await taken(musa)
  at('17:30')
  expect(await watchShifts(world.deps)).toBe(1)
  expect((await newsOf(musa)).at(-1)).toBe('shift_begins: Your shift begins at 18:00. Go on duty then.')
})

test('who was on duty came, also where no round saw it; not who comes after the end', async () => {
  const [musa, tunde] = [await resting(), await resting()]
  const [his, theirs] = [await taken(musa), await taken(tunde)]
  at('18:20')
  await goOnDuty(world.deps, musa)
  at('21:01')
  await goOnDuty(world.deps, tunde)
  await watchShifts(world.deps)
  expect(await placesOf(his.shift_id)).toMatchObject([{ status: 'Ended', came_at: new Date('2026-03-11T17:20:00Z') }])
  expect(await placesOf(theirs.shift_id)).toMatchObject([{ status: 'Ended', came_at: null }])
})
