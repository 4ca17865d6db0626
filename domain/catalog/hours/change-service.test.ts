import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile, type TestDatabase } from '../../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { type Actor, founderOf } from '../../accounts/actor.ts'
import { movableClock } from '../../clock.ts'
import { uploads, vendors } from '../tables.ts'
import { takesOrders, UNTIL_CHANGED } from './availability.ts'
import { changeHours } from './change-hours.ts'
import {
  changeAutoAccept,
  changePhoto,
  changeServiceTimes,
  endOurPause,
  pausedBecause,
  pauseOrders,
  resumeOrders,
} from './change-service.ts'
import { SERVICE_HOURS } from './service-hours.ts'
import { autoAcceptVersion, hoursVersion, timesVersion } from './shown-service.ts'

const database = await databaseOfFile(3)
let deps: { db: TestDatabase['db']; clock: ReturnType<typeof movableClock> }
let actor: Actor

beforeEach(async () => {
  deps = { db: database.db, clock: movableClock(LUNCH_TIME) }
  const { user_id, email } = await insertVendor(database.db)
  actor = founderOf({ user_id, email })
})

async function row() {
  const [vendor] = await deps.db.select().from(vendors).where(eq(vendors.user_id, actor.user_id))
  if (!vendor) throw new Error('no vendor')
  return vendor
}
const open = async () => takesOrders(await row(), SERVICE_HOURS.default, deps.clock.now()).open

const lunch = { opens: '11:00', closes: '15:00' }
const week = [[lunch], [lunch], [lunch], [lunch], [lunch], [], []]

describe('opening hours', () => {
  test('count at once, and the words follow', async () => {
    expect(await changeHours(deps, actor, { week_hours: week, hours_exceptions: [] })).toMatchObject({
      ok: true,
    })
    expect((await row()).opening_hours).toBe('Mon-Fri 11:00-15:00')
    expect(await open()).toBe(true)
    deps.clock.advance(3 * 3600)
    expect(await open()).toBe(false)
  })

  test('of a single date come before the weekday’s; dates that have passed are forgotten', async () => {
    await changeHours(deps, actor, {
      week_hours: week,
      hours_exceptions: [
        { date: '2026-03-10', stretches: [] },
        { date: '2026-03-09', stretches: [] },
      ],
    })
    expect((await row()).hours_exceptions).toEqual([{ date: '2026-03-10', stretches: [] }])
    expect(await open()).toBe(false)
    deps.clock.advance(86_400)
    expect(await open()).toBe(true)
  })

  test.each([
    [
      'times that overlap',
      {
        week_hours: [[lunch, { opens: '14:00', closes: '20:00' }], [], [], [], [], [], []],
        hours_exceptions: [],
      },
      'The times of Monday overlap.',
    ],
    [
      'a night that swallows the evening',
      {
        week_hours: [
          [],
          [
            { opens: '18:00', closes: '02:00' },
            { opens: '20:00', closes: '22:00' },
          ],
          [],
          [],
          [],
          [],
          [],
        ],
        hours_exceptions: [],
      },
      'The times of Tuesday overlap.',
    ],
    [
      'half a time',
      { week_hours: [[{ opens: '08:00', closes: '' }], [], [], [], [], [], []], hours_exceptions: [] },
      'Please write a time like 08:00.',
    ],
    [
      'a time that is none',
      { week_hours: [[{ opens: '25:00', closes: '26:00' }], [], [], [], [], [], []], hours_exceptions: [] },
      'Please write a time like 08:00.',
    ],
    [
      'a date twice',
      {
        week_hours: week,
        hours_exceptions: [
          { date: '2026-12-25', stretches: [] },
          { date: '2026-12-25', stretches: [lunch] },
        ],
      },
      'The same date is there twice.',
    ],
  ])('are refused for %s', async (_, hours, message) => {
    expect(await changeHours(deps, actor, hours)).toEqual({ ok: false, reason: 'hours', details: message })
    expect((await row()).opening_hours).toBeNull()
  })

  test('are refused for a date that is none', async () => {
    const wrong = { week_hours: week, hours_exceptions: [{ date: '2026-02-30', stretches: [] }] }
    expect(await changeHours(deps, actor, wrong)).toMatchObject({ ok: false, reason: 'hours' })
  })
})

describe('a pause', () => {
  test.each(['15', '30', '60'] as const)('of %s minutes ends by itself', async (length) => {
    await pauseOrders(deps, actor, length)
    expect(await open()).toBe(false)
    deps.clock.advance(Number(length) * 60 - 1)
    expect(await open()).toBe(false)
    deps.clock.advance(1)
    expect(await open()).toBe(true)
  })

  test('until reopened ends when the owner says so', async () => {
    await pauseOrders(deps, actor, 'until_reopened')
    deps.clock.advance(365 * 86_400)
    expect(await open()).toBe(false)
    await resumeOrders(deps, actor)
    expect(await open()).toBe(true)
  })
})

describe('times', () => {
  test('are changed, and a blank delivery time is none', async () => {
    await changeServiceTimes(deps, actor, { preparation_minutes: ' 25 ', delivery_time: '' })
    expect(await row()).toMatchObject({ preparation_minutes: 25, delivery_time: null })
  })

  test.each(['', '4', '121', '12.5', 'soon'])('of %j minutes are refused', async (preparation_minutes) => {
    expect(await changeServiceTimes(deps, actor, { preparation_minutes, delivery_time: '' })).toEqual({
      ok: false,
      reason: 'fields',
      details: { preparation_minutes: 'Please write a number of minutes from 5 to 120.' },
    })
  })
})

test('the photo is one’s own upload', async () => {
  const address = `/images/${randomUUID().replaceAll('-', '')}-640.webp`
  expect(await changePhoto(deps, actor, address)).toMatchObject({ reason: 'not_your_picture' })
  await deps.db.insert(uploads).values({ address, user_id: actor.user_id, uploaded_at: LUNCH_TIME })
  expect(await changePhoto(deps, actor, address)).toMatchObject({ ok: true })
  expect((await row()).profile_photo).toBe(address)
})

test.each([
  ['an admin', { role: 'admin' as const }],
  ['a rider', { role: 'rider' as const }],
  ['an account without a kitchen', { kitchen: undefined }],
  ['an account whose kitchen is not registered', founderOf({ user_id: randomUUID(), email: 'x@example.com' })],
])('nothing of it is for %s', async (_, other) => {
  const stranger = { ...actor, ...other }
  const hours = { week_hours: week, hours_exceptions: [] }
  const answers = await Promise.all([
    changeHours(deps, stranger, hours),
    pauseOrders(deps, stranger, '15'),
    resumeOrders(deps, stranger),
    changeServiceTimes(deps, stranger, { preparation_minutes: '20', delivery_time: '' }),
    changePhoto(deps, stranger, '/images/x.webp'),
  ])
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, reason: 'not_found' })
})

test('whoever cooks there opens a kitchen that we paused, and none that its people paused', async () => {
  const cook: Actor = { ...actor, kitchen: { vendor_id: actor.user_id, role: 'cook' } }
  const ours = { ...pausedBecause('silence'), paused_until: UNTIL_CHANGED }
  await deps.db.update(vendors).set(ours).where(eq(vendors.user_id, actor.user_id))
  expect(await open()).toBe(false)
  expect(await resumeOrders(deps, cook)).toMatchObject({ ok: false })
  expect(await endOurPause(deps, cook)).toMatchObject({ ok: true })
  expect(await endOurPause(deps, cook)).toMatchObject({ ok: true })
  expect(await open()).toBe(true)
  await pauseOrders(deps, actor, 'until_reopened')
  expect(await endOurPause(deps, cook)).toMatchObject({ ok: true })
  expect(await open()).toBe(false)
})

describe('a form that stood open while a colleague saved', () => {
  test('does not put the old hours back', async () => {
    const change = (week_hours: (typeof lunch)[][], version: string, dates: string[] = []) =>
      changeHours(
        deps,
        actor,
        { week_hours, hours_exceptions: dates.map((date) => ({ date, stretches: [] })) },
        version,
      )
    const shown = hoursVersion(await row())
    expect(await change(week, shown)).toMatchObject({ ok: true })
    // The same once more, after a lost answer.
    expect(await change(week, shown)).toMatchObject({ ok: true })
    expect(await change(week, hoursVersion(await row()), ['2026-03-20'])).toMatchObject({ ok: true })
    const stale = await change([[], [], [], [], [], [lunch], []], shown)
    expect(stale).toMatchObject({ reason: 'stale', details: { now: 'Mon-Fri 11:00-15:00; other hours on 20 Mar' } })
    expect((await row()).opening_hours).toBe('Mon-Fri 11:00-15:00')
    const version = !stale.ok && stale.reason === 'stale' ? stale.details.version : ''
    expect(await change([[], [], [], [], [], [lunch], []], version)).toMatchObject({ ok: true })
    expect((await row()).opening_hours).toBe('Sat 11:00-15:00')
  })

  test('does not put the old times back', async () => {
    const change = (preparation_minutes: string, version: string) =>
      changeServiceTimes(deps, actor, { preparation_minutes, delivery_time: 'soon', slot_orders: '3' }, version)
    const shown = timesVersion(await row())
    for (const _ of ['once', 'again']) expect(await change('25', shown)).toMatchObject({ ok: true })
    const version = timesVersion(await row())
    expect(await change('40', shown)).toMatchObject({
      reason: 'stale',
      details: { now: '25 minutes, “soon”, 3 at once for later', version },
    })
    expect((await row()).preparation_minutes).toBe(25)
    expect(await change('40', version)).toMatchObject({ ok: true })
  })

  test('does not accept by itself as before', async () => {
    const change = (auto_accept_orders: string, version: string) => {
      const hours = { auto_accept_opens: '11:00', auto_accept_closes: '15:00' }
      return changeAutoAccept(deps, actor, { auto_accept_orders, ...hours }, version)
    }
    const shown = autoAcceptVersion(await row())
    for (const _ of ['once', 'again']) expect(await change('3', shown)).toMatchObject({ ok: true })
    const version = autoAcceptVersion(await row())
    expect(await change('', shown)).toMatchObject({
      reason: 'stale',
      details: { now: 'up to 3, 11:00 to 15:00', version },
    })
    expect((await row()).auto_accept_orders).toBe(3)
    expect(await change('', version)).toMatchObject({ ok: true })
    expect((await row()).auto_accept_orders).toBeNull()
  })
})
