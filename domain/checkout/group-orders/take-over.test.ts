import { afterEach, beforeEach, expect, test } from 'vitest'
import { groupsUnder, jollof, press, zobo } from '../../../test/group-orders.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { addDish } from './change-lines.ts'
import type { Asking } from './find-group.ts'
import { closeGroup, openGroupAgain, takeOver } from './steer-group.ts'
import { leaveWithDishes } from './take-along.ts'

const world = await worldOfFile()
const { deps } = world
const { started, ordering, linkOf, begin, pay, paying, page } = groupsUnder(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)

/** Ada pays for all, and friends choose until half an hour later. */
async function friends(how: Parameters<typeof started>[0] = {}) {
  const group = await started(how)
  const all = [group.starter, await group.joins('Tunde'), await group.joins('Bola')] as const
  for (const friend of all) await addDish(deps, friend, jollof, press())
  return { ...group, all, tunde: all[1], bola: all[2] }
}
const payerOf = async (asking: Asking) => (await page(asking)).members.find(({ is_starter }) => is_starter)?.name

test('ten minutes after nobody chooses any more, one takes over: the dishes are kept, and ordered once', async () => {
  const { starter, tunde, bola } = await friends()
  const before = await linkOf(starter)
  await openGroupAgain(deps, starter)
  expect(await takeOver(deps, tunde)).toMatchObject({ reason: 'too_soon', details: { until: later(40) } })
  world.clock.set(later(39))
  expect(await takeOver(deps, tunde)).toMatchObject({ reason: 'too_soon' })
  expect(await page(tunde)).toMatchObject({ may_take_over_from: later(40) })
  world.clock.set(later(40))
  expect(await takeOver(deps, tunde)).toMatchObject({ ok: true })
  expect(await takeOver(deps, tunde)).toMatchObject({ ok: true })
  expect([await payerOf(starter), await payerOf(bola)]).toEqual(['Tunde', 'Tunde'])
  // Whoever it was before is a member as all others, and what she stored cannot be paid.
  expect(await ordering(starter)).toMatchObject({ reason: 'not_yours' })
  expect(await openGroupAgain(deps, starter)).toMatchObject({ reason: 'not_yours' })
  expect(await begin(before)).toMatchObject({ reason: 'group_gone' })
  // The next one waits as long again.
  expect(await takeOver(deps, bola)).toMatchObject({ reason: 'too_soon', details: { until: later(50) } })
  expect((await paying(tunde)).items).toHaveLength(3)
  expect(await takeOver(deps, bola)).toMatchObject({ reason: 'paid' })
})

test('of fifty who take over at once one does, also against a payment that begins', async () => {
  const { joins, starter, tunde, bola } = await friends()
  const crowd = [tunde, bola]
  for (let at = 0; at < 8; at++) crowd.push(await joins(`Friend ${at}`))
  await closeGroup(deps, starter)
  world.clock.set(later(10))
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, at) => takeOver(deps, crowd[at % crowd.length] ?? tunde)),
  )
  expect(all.filter(({ ok }) => ok)).toHaveLength(5)
  const name = await payerOf(starter)
  const payer = crowd[['Tunde', 'Bola', ...Array.from({ length: 8 }, (_, at) => `Friend ${at}`)].indexOf(name ?? '')]
  const link = await linkOf(payer ?? tunde)
  world.clock.set(later(30))
  const [begun, taken] = await Promise.all([begin(link), takeOver(deps, payer === tunde ? bola : tunde)])
  if (begun.ok) expect(await pay(link)).toBe(taken.ok ? 'refunding' : 'paid')
  else expect(taken).toMatchObject({ ok: true })
})

test('whoever pays is waited for from when they last began to order, and not while they pay', async () => {
  const { starter, tunde } = await friends()
  await closeGroup(deps, starter)
  world.clock.set(later(8))
  const link = await linkOf(starter)
  world.clock.set(later(12))
  expect(await takeOver(deps, tunde)).toMatchObject({ reason: 'too_soon', details: { until: later(18) } })
  await begin(link)
  world.clock.set(later(20))
  expect(await takeOver(deps, tunde)).toMatchObject({ reason: 'being_paid' })
})

test('a member takes the own dishes along, and they are in no order of the others', async () => {
  const { starter, tunde, bola } = await friends()
  expect(await leaveWithDishes(deps, bola)).toMatchObject({ reason: 'too_soon' })
  await closeGroup(deps, starter)
  expect(await leaveWithDishes(deps, starter)).toMatchObject({ reason: 'not_yours' })
  expect(await leaveWithDishes(deps, bola)).toMatchObject({ ok: true })
  expect((await page(bola)).me.lines).toEqual([])
  expect((await paying(starter)).items).toHaveLength(2)
  expect(await leaveWithDishes(deps, tunde)).toMatchObject({ reason: 'paid' })
})

test('where each pays nobody takes over, and whoever is too late takes the own dishes along', async () => {
  const { starter, tunde } = await friends({ pays: 'each', slot_from: later(120), minutes: 60 })
  await closeGroup(deps, starter)
  world.clock.set(later(115))
  expect(await takeOver(deps, tunde)).toMatchObject({ reason: 'not_yours' })
  expect(await page(tunde)).toMatchObject({ is_too_late: true, may_take_over_from: null })
  expect(await leaveWithDishes(deps, tunde)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ reason: 'closed' })
})

test('dishes that were taken along are answered once more, whatever the others do since', async () => {
  const { starter, bola, tunde } = await friends()
  await addDish(deps, bola, { ...zobo, quantity: 2 }, press())
  await closeGroup(deps, starter)
  const taken = [
    { name: 'Jollof Rice', quantity: 1 },
    { name: 'Zobo', quantity: 2 },
  ]
  expect(await page(bola)).toMatchObject({ took_along: false })
  expect(await leaveWithDishes(deps, bola)).toMatchObject({ ok: true, value: { lines: taken } })
  expect(await page(bola)).toMatchObject({ took_along: true, me: { lines: [], food_kobo: 0 } })
  await paying(starter)
  expect(await leaveWithDishes(deps, bola)).toMatchObject({ ok: true, value: { lines: taken } })
  expect(await leaveWithDishes(deps, tunde)).toMatchObject({ reason: 'paid' })
})

test('who chooses again after leaving takes along what they chose since, and nothing twice', async () => {
  const { starter, bola } = await friends()
  await closeGroup(deps, starter)
  await leaveWithDishes(deps, bola)
  await openGroupAgain(deps, starter)
  for (const quantity of [1, 2]) await addDish(deps, bola, { ...zobo, quantity }, press())
  expect(await page(bola)).toMatchObject({ took_along: false, me: { lines: [{ name: 'Zobo', quantity: 3 }] } })
  await closeGroup(deps, starter)
  for (const _ of [1, 2]) {
    const left = await leaveWithDishes(deps, bola)
    expect(left.ok && left.value.lines.map(({ name, quantity }) => [name, quantity])).toEqual([['Zobo', 3]])
  }
})

test('who has nothing in it, and took nothing along, takes nothing', async () => {
  const { starter, joins } = await friends()
  const chidi = await joins('Chidi')
  await closeGroup(deps, starter)
  expect(await leaveWithDishes(deps, chidi)).toEqual({ ok: true, value: { lines: [], again: false } })
})
