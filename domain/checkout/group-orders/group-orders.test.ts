import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada } from '../../../test/ada.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { groupsUnder, jollof, newSecret, press, zobo } from '../../../test/group-orders.ts'
import { phoneOf } from '../../../test/promotions.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { food } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo, sumKobo } from '../../money.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { closeRuns } from '../../orders/runs/close-runs.ts'
import { run_shares } from '../../orders/runs/tables.ts'
import { forgetOld } from '../../retention/forget-old.ts'
import { checkouts } from '../tables.ts'
import { addDish, setQuantity, takeChanges } from './change-lines.ts'
import { groupPage } from './group-page.ts'
import { joinGroup } from './join-group.ts'
import { MOST_MEMBERS } from './rules.ts'
import { startGroup } from './start-group.ts'
import { closeGroup, openGroupAgain, removeMember } from './steer-group.ts'
import { group_lines, group_members, group_orders } from './tables.ts'

const world = await worldOfFile()
const { deps } = world
const { jadesola, started, ordering, paying, page } = groupsUnder(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(deps.db)).toEqual([]))

const later = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)

test('one pays: an ordinary order whose lines say whose they are, and parts that are the whole', async () => {
  const { starter, joins, vendor } = await started()
  const tunde = await joins(' Tunde ')
  await addDish(deps, starter, jollof, press())
  await addDish(deps, tunde, jollof, press())
  await addDish(deps, tunde, zobo, press())
  await joins('Idle')
  const before = await page(tunde)
  expect(before.members.map(({ name, food_kobo }) => [name, food_kobo])).toEqual([
    ['Ada', 1_500_00],
    ['Tunde', 2_000_00],
    ['Idle', 0],
  ])
  expect(await ordering(tunde)).toMatchObject({ reason: 'not_yours' })
  const order = await paying(starter)
  expect(order.vendor_id).toBe(vendor.user_id)
  expect(order.items.map(({ name, options }) => [name, options?.map((one) => one.name)])).toEqual([
    ['Jollof Rice', ['for Ada']],
    ['Jollof Rice', ['for Tunde']],
    ['Zobo', ['for Tunde']],
  ])
  expect(sumKobo(before.members.map(({ part_kobo }) => part_kobo))).toBe(order.grand_total)
  const after = await page(tunde)
  expect(after).toMatchObject({ is_ordered: true, is_open: false, own_order: null })
  expect(after.members.flatMap(({ lines }) => lines)).toHaveLength(3)
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ reason: 'paid' })
  expect(await openGroupAgain(deps, starter)).toMatchObject({ reason: 'paid' })
  expect(await ordering(starter)).toMatchObject({ reason: 'paid' })
})

test('each pays: who vanishes is left out, the ride is shared, and nobody pays more than was shown', async () => {
  const { starter, joins, vendor } = await started({ pays: 'each', slot_from: later(120), minutes: 60 })
  const friends = [starter, await joins('Tunde'), await joins('Bola')]
  const vanishes = await joins('Vanishes')
  for (const friend of [...friends, vanishes]) await addDish(deps, friend, jollof, press())
  expect(await joinGroup(deps, { ...starter, secret: newSecret() }, 'Fifth')).toMatchObject({
    reason: 'full',
    details: { most: 4 },
  })
  const shown = await page(starter)
  const most = shown.me.food_kobo + (shown.fees[0]?.fee_kobo ?? 0)
  const paid = []
  for (const friend of friends) {
    const order = await paying(friend)
    await acceptOrder(deps, vendorActor(vendor), { order_id: order.id, minutes: 15 })
    expect(order.grand_total).toBeLessThanOrEqual(most)
    paid.push(order)
  }
  expect((await page(vanishes)).members.map(({ payment }) => payment)).toEqual(['paid', 'paid', 'paid', null])
  expect(await setQuantity(deps, starter, { line_id: shown.me.lines[0]?.line_id ?? 0, quantity: 2 })).toMatchObject({
    reason: 'paid',
  })
  world.clock.set(later(120))
  await closeRuns(deps)
  const with_three = shown.fees.find(({ payers }) => payers === 3)?.fee_kobo
  for (const { id } of paid) {
    const [share] = await deps.db.select().from(run_shares).where(eq(run_shares.order_id, id))
    expect(share?.sharers).toBe(3)
    expect(share?.final_fee).toBeLessThanOrEqual(with_three ?? 0)
  }
})

test('what came in time is in it, and nothing after it closed', async () => {
  const { starter, joins } = await started()
  const tunde = await joins('Tunde')
  await addDish(deps, starter, jollof, press())
  world.clock.set(later(29))
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  world.clock.set(later(30))
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ reason: 'closed' })
  expect(await joinGroup(deps, { ...starter, secret: newSecret() }, 'Late')).toMatchObject({ reason: 'closed' })
  expect(await openGroupAgain(deps, tunde)).toMatchObject({ reason: 'not_yours' })
  expect(await openGroupAgain(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ ok: true })
  expect(await closeGroup(deps, starter)).toMatchObject({ ok: true })
  expect(await addDish(deps, tunde, zobo, press())).toMatchObject({ reason: 'closed' })
  const racers = await openGroupAgain(deps, starter).then(() =>
    Promise.all([ordering(starter), ...Array.from({ length: 5 }, () => addDish(deps, tunde, zobo, press()))]),
  )
  const [placed, ...added] = racers
  const link =
    placed.ok && 'link_token' in (placed.value ?? {}) ? (placed.value as { link_token: string }).link_token : ''
  const [checkout] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link))
  const portions = checkout?.lines.find(({ name }) => name === 'Zobo')?.quantity
  expect(portions).toBe(2 + added.filter(({ ok }) => ok).length)
})

test('the same press twice is one, at the start, when joining, adding and ordering', async () => {
  const { starter, joins, vendor } = await started()
  const again = { secret: starter.secret, vendor_id: vendor.user_id, name: 'Ada', pays: 'one' as const, minutes: 30 }
  const twice = await startGroup(deps, { ...again, place_id: await jadesola(), slot_from: null })
  expect(twice).toMatchObject({ value: { token: starter.token } })
  const tunde = await joins('Tunde')
  expect(await joinGroup(deps, tunde, 'Tunde')).toMatchObject({ ok: true })
  expect(await joinGroup(deps, { ...tunde, secret: newSecret() }, 'tunde')).toMatchObject({ reason: 'name_taken' })
  await Promise.all(Array.from({ length: 5 }, () => addDish(deps, tunde, jollof, 'same press')))
  expect((await page(tunde)).me.lines.map(({ quantity }) => quantity)).toEqual([1])
  const idempotency_key = randomUUID()
  const form = { ...ada, phone: phoneOf(999) }
  const placed = await Promise.all([1, 2, 3].map(() => ordering(starter, { idempotency_key, form })))
  expect(new Set(placed.map((one) => (one.ok ? one.value.link_token : one.reason))).size).toBe(1)
})

test('somebody else’s line stays; its starter may take it out, or its owner with it', async () => {
  const { starter, joins } = await started()
  const [tunde, bola] = [await joins('Tunde'), await joins('Bola')]
  await addDish(deps, tunde, jollof, press())
  const line_id = (await page(tunde)).me.lines[0]?.line_id ?? 0
  const other = await started()
  for (const stranger of [bola, { ...tunde, secret: newSecret() }, { ...tunde, secret: '' }, other.starter]) {
    await setQuantity(deps, stranger, { line_id, quantity: 0 })
    expect(await removeMember(deps, stranger, 1)).not.toMatchObject({ reason: 'paid' })
  }
  expect((await page(tunde)).me.lines).toHaveLength(1)
  for (const no_line of [1.5, 1e20, Number.POSITIVE_INFINITY, Number.NaN, -1]) {
    expect(await setQuantity(deps, starter, { line_id: no_line, quantity: 0 })).toMatchObject({ ok: true })
  }
  expect(await setQuantity(deps, starter, { line_id, quantity: 5 })).toMatchObject({ reason: 'not_yours' })
  expect(await setQuantity(deps, starter, { line_id, quantity: 0 })).toMatchObject({ ok: true })
  const { id } = (await page(bola)).me
  expect(await removeMember(deps, tunde, id)).toMatchObject({ reason: 'not_yours' })
  expect(await removeMember(deps, starter, id)).toMatchObject({ ok: true })
  expect(await addDish(deps, bola, jollof, press())).toMatchObject({ reason: 'not_yours' })
  expect((await groupPage(deps, bola))?.me).toBe(null)
})

test('what changed on the menu is said to whom it belongs, and ordered only once it was taken', async () => {
  const { starter, joins, vendor } = await started()
  const tunde = await joins('Tunde')
  await addDish(deps, starter, zobo, press())
  await addDish(deps, tunde, jollof, press())
  const of = (name: string) => and(eq(food.vendor_id, vendor.user_id), eq(food.name, name))
  await deps.db
    .update(food)
    .set({ price: kobo(1_700_00) })
    .where(of('Jollof Rice'))
  await deps.db
    .update(food)
    .set({ sold_out_until: later(60 * 24) })
    .where(of('Zobo'))
  expect(
    (await page(starter)).members.map(({ name, changes }) => [name, changes.map(({ change }) => change.kind)]),
  ).toEqual([
    ['Ada', ['sold_out']],
    ['Tunde', ['price']],
  ])
  const refused = await ordering(starter)
  expect(refused).toMatchObject({ reason: 'cart_changed' })
  expect(JSON.stringify(refused)).toContain('for Tunde')
  expect(await takeChanges(deps, tunde)).toMatchObject({ ok: true })
  expect((await page(starter)).members.map(({ changes }) => changes.length)).toEqual([1, 0])
  expect(await takeChanges(deps, starter)).toMatchObject({ ok: true })
  expect((await page(tunde)).bill.food_kobo).toBe(1_700_00)
  expect(await ordering(starter)).toMatchObject({ ok: true })
})

test('bounds: names, members, dishes, links that are guessed, places and times that cannot be', async () => {
  const { starter, joins } = await started()
  for (const name of ['', '   ', 'www.evil.com', '<b>', 'x'.repeat(21)]) {
    expect(await joinGroup(deps, { ...starter, secret: newSecret() }, name)).toMatchObject({ reason: 'bad_name' })
  }
  for (const token of ['', 'x'.repeat(24), "'; drop table"]) {
    expect(await joinGroup(deps, { token, secret: newSecret() }, 'Ada')).toMatchObject({ reason: 'not_found' })
    expect(await groupPage(deps, { token, secret: '' })).toBe(null)
  }
  expect(await addDish(deps, starter, { ...jollof, quantity: 100 }, press())).toMatchObject({ reason: 'too_much' })
  for (let dish = 0; dish < 20; dish++) await addDish(deps, starter, { ...jollof, name: `Dish ${dish}` }, press())
  expect(await addDish(deps, starter, jollof, press())).toMatchObject({ reason: 'too_much' })
  const crowd = await Promise.all(
    Array.from({ length: 200 }, (_, at) => joinGroup(deps, { ...starter, secret: newSecret() }, `Friend ${at}`)),
  )
  expect(crowd.filter(({ ok }) => ok)).toHaveLength(MOST_MEMBERS - 1)
  expect(crowd.find(({ ok }) => !ok)).toMatchObject({ reason: 'full', details: { most: MOST_MEMBERS } })
  await expect(joins('Too late')).rejects.toThrow()
  await expect(started({ place_id: 999_999 })).rejects.toThrow('bad_place')
  await expect(started({ minutes: 7 })).rejects.toThrow('bad_minutes')
  await expect(started({ pays: 'each' })).rejects.toThrow('needs_slot')
  await expect(started({ slot_from: later(7) })).rejects.toThrow('bad_slot')
  await expect(started({ vendor_id: randomUUID() })).rejects.toThrow('not_found')
  const [closed] = [await insertVendor(deps.db, { paused_until: later(600) })]
  await expect(started({ vendor_id: closed.user_id })).rejects.toThrow('kitchen_closed')
  expect(await ordering((await started()).starter)).toMatchObject({ reason: 'empty' })
})

test('it is forgotten after a week, and what was paid stays', async () => {
  const { starter } = await started()
  await addDish(deps, starter, jollof, press())
  const order = await paying(starter)
  world.clock.set(later(60 * 24 * 8))
  await forgetOld(deps)
  expect(await deps.db.select().from(group_orders)).toEqual([])
  expect(await deps.db.select().from(group_members)).toEqual([])
  expect(await deps.db.select().from(group_lines)).toEqual([])
  const [kept] = await deps.db.select().from(checkouts).where(eq(checkouts.id, order.checkout_id))
  expect(kept).toMatchObject({ status: 'Paid', group_member_id: null })
})
