import { afterEach, describe, expect, test } from 'vitest'
import { insertRider } from '../../../test/rider.ts'
import { shiftWorld, WEDNESDAY } from '../../../test/shifts.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { notifications } from '../../notifications/tables.ts'
import { suspendRider } from '../riders/suspend-rider.ts'
import { riders } from '../tables.ts'
import { callOffShift } from './call-off-shift.ts'
import { giveUpShift, keepShift, offerShiftOn } from './hand-on-shift.ts'
import { copyWeek, planShifts, publishWeek } from './plan-week.ts'
import { riderShifts, shiftsOfWeek } from './shift-lists.ts'
import { shifts } from './tables.ts'
import { takeOverShift, takeShift } from './take-shift.ts'

/** A Tuesday at 12:00; its week begins the day before. */
const THIS_WEEK = '2026-03-09'
const NEXT_WEEK = '2026-03-16'

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

describe('an admin', () => {
  test('plans hours that riders see once they are published, and are told of once', async () => {
    const musa = await resting()
    const planned = await planShifts(world.deps, admin, {
      days: [WEDNESDAY, '2026-03-12'],
      from: '22:00',
      until: '01:00',
      places: '2',
    })
    expect(planned.ok && planned.value.shift_ids).toHaveLength(2)
    const seen = async () => (await riderShifts(world.deps.db, musa.user_id, world.clock.now())).open
    expect(await seen()).toEqual([])
    expect(await publishWeek(world.deps, admin, WEDNESDAY)).toMatchObject({ value: { published: 4 } })
    expect(await publishWeek(world.deps, admin, WEDNESDAY)).toMatchObject({ reason: 'nothing_planned' })
    expect((await seen()).map(({ places, ends_at }) => [places, ends_at.toISOString()])).toEqual([
      [2, '2026-03-12T00:00:00.000Z'],
      [2, '2026-03-13T00:00:00.000Z'],
    ])
    expect(await newsOf(musa)).toEqual(['shift: Shifts from 9 Mar to 15 Mar can be taken now.'])
  })

  test('copies a week, and a second press adds nothing', async () => {
    await published({ places: 2 })
    const off = await published({ from: '08:00', until: '10:00' })
    await callOffShift(world.deps, admin, { shift_id: off, reason: 'Public holiday' })
    expect(await copyWeek(world.deps, admin, '2026-03-18')).toMatchObject({ value: { copied: 1 } })
    expect(await copyWeek(world.deps, admin, NEXT_WEEK)).toMatchObject({ reason: 'nothing_to_copy' })
    const [copy] = await shiftsOfWeek(world.deps.db, NEXT_WEEK)
    expect(copy?.shift.begins_at.toISOString()).toBe('2026-03-18T17:00:00.000Z')
    expect(copy?.places.map(({ status }) => status)).toEqual(['Planned', 'Planned'])
  })

  test('what was called off is not brought back by a second press', async () => {
    await published()
    await copyWeek(world.deps, admin, NEXT_WEEK)
    const [copy] = await shiftsOfWeek(world.deps.db, NEXT_WEEK)
    await callOffShift(world.deps, admin, { shift_id: copy?.shift.id ?? 0, reason: 'Public holiday' })
    expect(await copyWeek(world.deps, admin, NEXT_WEEK)).toMatchObject({ reason: 'nothing_to_copy' })
  })

  test('cannot call off what has ended, also before the clock has noted it', async () => {
    const musa = await resting()
    const { shift_id } = await taken(musa)
    at('21:00')
    const off = { shift_id, reason: 'The campus is closed' }
    expect(await callOffShift(world.deps, admin, off)).toMatchObject({ reason: 'over' })
    expect(await placesOf(shift_id)).toMatchObject([{ status: 'Taken' }])
  })

  test('plans hours once however often they are sent, and once more from a form that shows them', async () => {
    const form = { days: [WEDNESDAY, '2026-03-12'], from: '12:00', until: '15:00', places: '3' }
    const plan = (newest_seen: number, change: object = {}) =>
      planShifts(world.deps, admin, { ...form, ...change }, newest_seen)
    const before = await published({ from: '12:00', until: '15:00', places: 3 })
    const both = await Promise.all([plan(before), plan(before)])
    expect(both[0]).toMatchObject({ ok: true })
    expect(both[1]).toEqual(both[0])
    const shift_ids = both.flatMap((answer) => (answer.ok ? answer.value.shift_ids : []))
    const [first = 0, newest = 0] = shift_ids
    await callOffShift(world.deps, admin, { shift_id: first, reason: 'Public holiday' })
    expect(await plan(before)).toEqual(both[0])
    expect(await shiftsOfWeek(world.deps.db, THIS_WEEK)).toHaveLength(3)
    // Another day is added to what is there, other places and another admin's hours are meant.
    expect(await plan(before, { days: [...form.days, '2026-03-13'] })).toMatchObject({
      value: { shift_ids: [first, newest, expect.any(Number)] },
    })
    expect(await shiftsOfWeek(world.deps.db, THIS_WEEK)).toHaveLength(4)
    await plan(before, { places: '1' })
    expect(await shiftsOfWeek(world.deps.db, THIS_WEEK)).toHaveLength(6)
    await planShifts(world.deps, await insertAccount(world.deps.db, 'admin'), form, before)
    expect(await shiftsOfWeek(world.deps.db, THIS_WEEK)).toHaveLength(8)
    await plan(newest)
    expect(await shiftsOfWeek(world.deps.db, THIS_WEEK)).toHaveLength(10)
  })

  test('two who copy at once plan it once', async () => {
    await published()
    const answers = await Promise.all([copyWeek(world.deps, admin, NEXT_WEEK), copyWeek(world.deps, admin, NEXT_WEEK)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await shiftsOfWeek(world.deps.db, NEXT_WEEK)).toHaveLength(1)
  })

  test('is told what is wrong with hours', async () => {
    const plan = (form: object) =>
      planShifts(world.deps, admin, { days: [WEDNESDAY], from: '12:00', until: '15:00', places: '3', ...form })
    expect(await plan({ days: [] })).toMatchObject({ details: { days: 'Please choose a day.' } })
    expect(await plan({ from: '25:00' })).toMatchObject({ details: { from: 'Please write a time, like 12:00.' } })
    expect(await plan({ until: '11:00' })).toMatchObject({ details: { until: 'At most 12 hours.' } })
    expect(await plan({ places: '0' })).toMatchObject({ reason: 'fields' })
    expect(await plan({ days: ['2026-03-08'] })).toMatchObject({ reason: 'over' })
    const finance = await insertAccount(world.deps.db, 'admin', { admin_role: 'finance' })
    const form = { days: [WEDNESDAY], from: '12:00', until: '15:00', places: '3' }
    expect(await planShifts(world.deps, finance, form)).toMatchObject({ reason: 'not_found' })
  })

  test('calls a shift off, and whoever has it is told why', async () => {
    const musa = await resting()
    const { shift_id } = await taken(musa)
    const off = (reason: string) => callOffShift(world.deps, admin, { shift_id, reason })
    expect(await off('')).toMatchObject({ reason: 'bad_reason' })
    expect(await off('The campus is closed')).toMatchObject({ value: { told: 1 } })
    expect(await off('The campus is closed')).toMatchObject({ reason: 'over' })
    expect((await newsOf(musa)).at(-1)).toBe(
      'shift: Your shift is called off: 11 Mar, 18:00 to 21:00. The campus is closed',
    )
  })
})

describe('a rider', () => {
  test('takes a shift; one that overlaps it is refused, the next one is not', async () => {
    const musa = await resting()
    await taken(musa)
    expect(await takeShift(world.deps, musa, await published({ from: '20:00', until: '22:00' }))).toMatchObject({
      reason: 'overlaps',
    })
    expect(await takeShift(world.deps, musa, await published({ from: '21:00', until: '23:00' }))).toMatchObject({
      ok: true,
    })
    const pending = await insertRider(world.deps.db, { status: 'Pending', on_duty_since: null })
    expect(await takeShift(world.deps, pending, await published())).toMatchObject({ reason: 'rider_inactive' })
  })

  test('of two who take the last place at once, one gets it', async () => {
    for (let round = 0; round < 10; round++) {
      const [musa, tunde, shift_id] = [await resting(), await resting(), await published()]
      const answers = await Promise.all([musa, tunde].map((rider) => takeShift(world.deps, rider, shift_id)))
      expect(answers.map((answer) => (answer.ok ? 'taken' : answer.reason)).sort()).toEqual(['gone', 'taken'])
    }
  })

  test('with two phones gets one of two that overlap', async () => {
    for (let round = 0; round < 10; round++) {
      const [musa, one] = [await resting(), await published()]
      const other = await published({ from: '19:00', until: '22:00' })
      const answers = await Promise.all([one, other, one].map((id) => takeShift(world.deps, musa, id)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    }
  })

  test('gives a shift up until twelve hours before, and not later', async () => {
    const musa = await resting()
    const { place_id, shift_id } = await taken(musa)
    at('06:01')
    expect(await giveUpShift(world.deps, musa, place_id)).toMatchObject({ reason: 'too_late' })
    at('06:00')
    expect(await giveUpShift(world.deps, musa, place_id)).toMatchObject({ ok: true })
    expect(await placesOf(shift_id)).toMatchObject([{ status: 'Open', rider_id: null }])
    expect(await giveUpShift(world.deps, musa, place_id)).toMatchObject({ reason: 'not_found' })
  })

  test('who gives one up opens it to the others, who are told; so does who is suspended', async () => {
    const [musa, tunde] = [await resting(), await resting()]
    const { place_id } = await taken(musa)
    await giveUpShift(world.deps, musa, place_id)
    const told = 'shift: A shift can be taken: 11 Mar, 18:00 to 21:00.'
    expect((await newsOf(tunde)).at(-1)).toBe(told)
    expect(await newsOf(musa)).not.toContain(told)
    await taken(musa, { from: '08:00', until: '10:00' })
    await suspendRider(world.deps, admin, { rider_id: musa.user_id, reason: 'Rode without a helmet' })
    expect((await newsOf(tunde)).at(-1)).toBe('shift: A shift can be taken: 11 Mar, 08:00 to 10:00.')
  })

  test('sees open places of four weeks, each shift once', async () => {
    const musa = await resting()
    await published({ places: 3 })
    await published({ day: '2026-04-07', from: '11:00', until: '14:00' })
    await published({ day: '2026-04-07' })
    const { open } = await riderShifts(world.deps.db, musa.user_id, world.clock.now())
    expect(open.map(({ places, begins_at }) => [places, begins_at.toISOString()])).toEqual([
      [3, '2026-03-11T17:00:00.000Z'],
      [1, '2026-04-07T10:00:00.000Z'],
    ])
  })

  test('offers it to the others, who are told; it is theirs until one takes it over', async () => {
    const [musa, tunde, late] = [await resting(), await resting(), await resting()]
    const { place_id } = await taken(musa)
    expect(await takeOverShift(world.deps, tunde, place_id)).toMatchObject({ reason: 'gone' })
    expect(await offerShiftOn(world.deps, musa, place_id)).toMatchObject({ ok: true })
    expect(await newsOf(tunde)).toContain(
      'shift: Musa offers a shift: 11 Mar, 18:00 to 21:00. Take it over if you can.',
    )
    expect(await takeOverShift(world.deps, musa, place_id)).toMatchObject({ reason: 'gone' })
    const answers = await Promise.all([tunde, late].map((rider) => takeOverShift(world.deps, rider, place_id)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await newsOf(musa)).at(-1)).toBe('shift: Another rider took your shift over: 11 Mar, 18:00 to 21:00.')
    expect(await keepShift(world.deps, musa, place_id)).toMatchObject({ reason: 'not_found' })
  })

  test('keeps what is offered on, or somebody takes it over, at once: one of them', async () => {
    for (let round = 0; round < 10; round++) {
      const [musa, tunde] = [await resting(), await resting()]
      const { place_id } = await taken(musa)
      await offerShiftOn(world.deps, musa, place_id)
      const answers = await Promise.all([
        keepShift(world.deps, musa, place_id),
        takeOverShift(world.deps, tunde, place_id),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    }
  })

  test('who is suspended has no shift any more, also while they take one', async () => {
    for (let round = 0; round < 5; round++) {
      const musa = await resting()
      const { shift_id } = await taken(musa)
      const other = await published({ from: '08:00', until: '10:00' })
      const suspension = { rider_id: musa.user_id, reason: 'Rode without a helmet' }
      await Promise.all([suspendRider(world.deps, admin, suspension), takeShift(world.deps, musa, other)])
      for (const id of [shift_id, other]) expect(await placesOf(id)).toMatchObject([{ status: 'Open', rider_id: null }])
    }
  })
})

test('the week of an admin shows who has what', async () => {
  const musa = await resting()
  const { shift_id } = await taken(musa, { places: 2 })
  const week = await shiftsOfWeek(world.deps.db, THIS_WEEK)
  expect(week.map(({ shift }) => shift.id)).toEqual([shift_id])
  expect(week[0]?.places).toMatchObject([
    { status: 'Taken', rider: 'Musa Bello', came: false },
    { status: 'Open', rider: null },
  ])
})
