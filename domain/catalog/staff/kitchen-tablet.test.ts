import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { passwords } from '../../../adapters/accounts/passwords.ts'
import { kitchenPeople } from '../../../test/kitchen-people.ts'
import { quick_passwords } from '../../../test/quick-passwords.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findActor } from '../../accounts/find-actor.ts'
import { kitchen_pins, kitchen_tablets, sessions } from '../../accounts/tables.ts'
import { endTablet, findTablet } from '../../accounts/tablet-sessions.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { order_history } from '../../orders/tables.ts'
import { pauseOrders } from '../hours/change-service.ts'
import { kitchenHistory } from '../kitchen-history.ts'
import { endStaff } from './change-staff.ts'
import { enterTablet, TABLET_TRIES } from './enter-tablet.ts'
import { dropKitchenPin, setKitchenPin } from './kitchen-pin.ts'
import { endTabletOf, leaveTablet, makeTablet, signedInAtTablet, tabletsOf } from './kitchen-tablet.ts'
import { listStaff } from './list-staff.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { paidOrders } = vendorsUnderTest(world)
const { kitchen, worksFor } = kitchenPeople(() => world)
const db = () => world.deps.db
const deps = () => ({ ...world.deps, passwords: quick_passwords })

/** A kitchen with an owner, a cook and a tablet that the owner left there. */
async function kitchenWithTablet() {
  const owner = await kitchen('Bose')
  const { user_id: vendor_id } = owner
  const cook = await worksFor(owner, 'cook', 'Ada')
  expect(await makeTablet(world.deps, owner)).toMatchObject({ reason: 'no_pins' })
  await setKitchenPin(deps(), owner, { user_id: vendor_id, pin: '7291' })
  await setKitchenPin(deps(), owner, { user_id: cook.user_id, pin: '4826' })
  const made = await makeTablet(world.deps, owner)
  if (!made.ok) throw new Error(made.reason)
  const { session_id, secret } = made.value
  const enter = (user_id: string, pin: string) => enterTablet(deps(), { session_id, vendor_id }, { user_id, pin })
  /** Who is at the tablet now, as the next request finds them. */
  const present = async (is_change = false): Promise<Actor> => {
    const found = await findActor(db(), vendor_id, session_id)
    if (!found.ok) throw new Error(found.reason)
    return (await signedInAtTablet(world.deps, found.value, { session_id, is_change })).actor
  }
  return { vendor_id, owner, cook, session_id, secret, enter, present }
}

test('changes nothing before somebody says who they are, and then the history names them', async () => {
  const { vendor_id, owner, cook, session_id, enter, present } = await kitchenWithTablet()
  const [order, later] = await paidOrders([owner, owner])
  const accept = async (order_id = 0) => acceptOrder(world.deps, await present(), { order_id, minutes: 15 })
  expect((await present()).kitchen).toEqual({ vendor_id, role: 'nobody' })
  expect(await accept(order?.id)).toMatchObject({ reason: 'not_found' })
  expect(await enter(cook.user_id, '4826')).toMatchObject({ value: { name: 'Ada', role: 'cook' } })
  expect(await present()).toMatchObject({ user_id: cook.user_id, kitchen: { vendor_id, role: 'cook' } })
  expect(await accept(order?.id)).toMatchObject({ ok: true })
  const moves = await db()
    .select()
    .from(order_history)
    .where(eq(order_history.order_id, order?.id ?? 0))
  expect(moves.find(({ verb }) => verb === 'accept')).toMatchObject({ role: 'vendor', user_id: cook.user_id })
  // A cook pauses nothing; the owner does, but has no money there.
  expect(await pauseOrders(world.deps, await present(), '15')).toMatchObject({ reason: 'not_found' })
  await leaveTablet(world.deps, session_id)
  expect(await accept(later?.id)).toMatchObject({ reason: 'not_found' })
  await enter(vendor_id, '7291')
  expect((await present()).kitchen).toEqual({ vendor_id, role: 'tablet' })
  expect(await pauseOrders(world.deps, await present(), '15')).toMatchObject({ ok: true })
  expect(await listStaff(db(), await present())).toEqual([])
})

test('asks again after five quiet minutes, and not while somebody works', async () => {
  const { cook, enter, present } = await kitchenWithTablet()
  await enter(cook.user_id, '4826')
  world.clock.advance(4 * 60)
  expect((await present(true)).user_id).toBe(cook.user_id)
  world.clock.advance(4 * 60)
  expect((await present()).user_id).toBe(cook.user_id)
  world.clock.advance(2 * 60)
  expect((await present(true)).kitchen?.role).toBe('nobody')
})

test('takes five wrong PINs in a row, also at once, and a new PIN ends the pause', async () => {
  const { owner, cook, enter, present, vendor_id } = await kitchenWithTablet()
  expect(await enter(cook.user_id, '7291')).toMatchObject({ reason: 'wrong_pin', details: { tries_left: 4 } })
  const tries = await Promise.all(['1111', '2222', '3333', '4444'].map((pin) => enter(cook.user_id, pin)))
  expect(tries.filter((one) => !one.ok && one.reason === 'paused')).toHaveLength(1)
  expect(await enter(cook.user_id, '4826')).toMatchObject({ reason: 'paused' })
  // Nobody else waits for it.
  expect(await enter(vendor_id, '7291')).toMatchObject({ ok: true })
  world.clock.advance(15 * 60 + 1)
  expect(await enter(cook.user_id, '4826')).toMatchObject({ ok: true })
  const paused_until = new Date(world.clock.now().getTime() + 60_000)
  await db().update(kitchen_pins).set({ paused_until }).where(eq(kitchen_pins.user_id, cook.user_id))
  await db().update(kitchen_tablets).set({ paused_until })
  await setKitchenPin(deps(), owner, { user_id: cook.user_id, pin: '9035' })
  expect(await enter(cook.user_id, '9035')).toMatchObject({ ok: true })
  // Whoever came in with the former one is sent away.
  expect((await present()).user_id).toBe(cook.user_id)
  await setKitchenPin(deps(), owner, { user_id: cook.user_id, pin: '6027' })
  expect((await present()).kitchen?.role).toBe('nobody')
})

test('is left by who is ended or loses their PIN', async () => {
  const { owner, cook, enter, present } = await kitchenWithTablet()
  await enter(cook.user_id, '4826')
  await dropKitchenPin(world.deps, owner, cook.user_id)
  expect((await present()).kitchen?.role).toBe('nobody')
  expect(await enter(cook.user_id, '4826')).toMatchObject({ reason: 'not_found' })
  await setKitchenPin(deps(), owner, { user_id: cook.user_id, pin: '4826' })
  await enter(cook.user_id, '4826')
  await endStaff(world.deps, owner, cook.user_id)
  expect((await present()).kitchen?.role).toBe('nobody')
  expect(await setKitchenPin(deps(), owner, { user_id: cook.user_id, pin: '4826' })).toMatchObject({
    reason: 'not_found',
  })
})

test('has PINs that are kept as hashes, set by who decides about somebody, and not easily guessed', async () => {
  const { vendor_id, owner, cook } = await kitchenWithTablet()
  const kept = { ...world.deps, passwords }
  for (const user_id of [vendor_id, cook.user_id]) await setKitchenPin(kept, owner, { user_id, pin: '4826' })
  const rows = await db().select().from(kitchen_pins).where(eq(kitchen_pins.vendor_id, vendor_id))
  expect(new Set(rows.map(({ pin_hash }) => pin_hash)).size).toBe(2)
  expect(rows.filter(({ pin_hash }) => pin_hash.length < 60)).toEqual([])
  for (const pin of ['123', '1234567', '1111', '1234', '9876', '12a4', '']) {
    expect(await setKitchenPin(deps(), owner, { user_id: cook.user_id, pin })).toMatchObject({ reason: 'bad_pin' })
  }
  const manager = await worksFor(owner, 'manager')
  const by = (actor: Actor, user_id: string) => setKitchenPin(deps(), actor, { user_id, pin: '5017' })
  expect(await by(manager, cook.user_id)).toMatchObject({ ok: true })
  expect(await by(manager, vendor_id)).toMatchObject({ reason: 'not_found' })
  expect(await by(cook, cook.user_id)).toMatchObject({ reason: 'not_found' })
  const stranger = await kitchen()
  expect(await by(stranger, cook.user_id)).toMatchObject({ reason: 'not_found' })
})

test('tells the owners, and takes no more than twenty wrong ones a day of anybody, nor fifteen in a row', async () => {
  const { owner, cook, vendor_id, enter } = await kitchenWithTablet()
  const mails = async () =>
    (
      await db()
        .select()
        .from(messages)
        .where(like(messages.dedupe_key, `pins_mistyped:${vendor_id}:%`))
    ).map(({ recipient, body }) => ({ recipient, body }))
  // Right ones between do not help who guesses.
  for (let round = 0; round < 4; round++) {
    for (let wrong = 0; wrong < 4; wrong++) expect(await enter(cook.user_id, '5555')).toMatchObject({ ok: false })
    expect(await enter(cook.user_id, '4826')).toMatchObject({ ok: true })
  }
  expect(await mails()).toEqual([])
  for (let wrong = 0; wrong < 4; wrong++) await enter(cook.user_id, '5555')
  const until = new Date(world.clock.now().getTime() + 24 * 60 * 60_000)
  expect(await enter(cook.user_id, '4826')).toMatchObject({ reason: 'paused', details: { until } })
  expect(await mails()).toMatchObject([{ recipient: owner.email, body: expect.stringContaining('typed for Ada') }])

  const crew = await Promise.all([1, 2, 3, 4].map(() => worksFor(owner, 'cook')))
  for (const { user_id } of crew) await setKitchenPin(deps(), owner, { user_id, pin: '6038' })
  world.clock.advance(1)
  await enter(vendor_id, '7291')
  for (let tried = 0; tried < TABLET_TRIES; tried++) await enter(crew[tried % 4]?.user_id ?? '', '5555')
  expect(await enter(vendor_id, '7291')).toMatchObject({ reason: 'paused' })
  expect(await mails()).toContainEqual({ recipient: owner.email, body: expect.stringContaining('It takes none') })
  world.clock.advance(15 * 60 + 1)
  expect(await enter(vendor_id, '7291')).toMatchObject({ ok: true })
})

test('has a session of its own, that no login finds and that ends alone', async () => {
  const { vendor_id, session_id, secret } = await kitchenWithTablet()
  const [row] = await db().select().from(sessions).where(eq(sessions.id, session_id))
  // A login's cookie holds the token of its row; what this one's holds stands nowhere.
  expect(row?.token).toMatch(/^tablet:[0-9a-f]{64}$/)
  expect(await findTablet(world.deps, row?.token ?? '')).toBeNull()
  expect(await findTablet(world.deps, secret)).toEqual({ user_id: vendor_id, session_id })
  world.clock.advance(13 * 24 * 60 * 60)
  expect(await findTablet(world.deps, secret)).toMatchObject({ session_id })
  world.clock.advance(13 * 24 * 60 * 60)
  expect(await findTablet(world.deps, secret)).toMatchObject({ session_id })
  world.clock.advance(14 * 24 * 60 * 60 + 1)
  expect(await findTablet(world.deps, secret)).toBeNull()
  world.clock.set(LUNCH_TIME)
  await endTablet(world.deps, secret)
  expect(await findTablet(world.deps, secret)).toBeNull()
})

test('counts guesses at others on, though whoever guesses has a PIN of their own; a day later anew', async () => {
  const { owner, cook, vendor_id, enter } = await kitchenWithTablet()
  const crew = await Promise.all([1, 2, 3, 4].map(() => worksFor(owner, 'cook')))
  for (const { user_id } of crew) await setKitchenPin(deps(), owner, { user_id, pin: '6038' })
  const guess = (tried: number) => enter(crew[tried % 4]?.user_id ?? '', '5555')
  for (let tried = 0; tried < TABLET_TRIES - 1; tried++) {
    await guess(tried)
    expect(await enter(cook.user_id, '4826')).toMatchObject({ ok: true })
  }
  // Whoever mistypes their own takes that back by the right one.
  await enter(vendor_id, '1111')
  expect(await enter(vendor_id, '7291')).toMatchObject({ reason: 'paused' })
  world.clock.advance(24 * 60 * 60 + 1)
  for (let wrong = 0; wrong < 3; wrong++) await enter(vendor_id, '1111')
  expect(await enter(vendor_id, '7291')).toMatchObject({ ok: true })
  const [tablet] = await db().select().from(kitchen_tablets).where(eq(kitchen_tablets.vendor_id, vendor_id))
  expect(tablet?.failures).toBe(0)
})

test('is listed and logged out by every owner and manager, and by nobody else; the history says by whom', async () => {
  const { vendor_id, owner, cook, session_id, secret } = await kitchenWithTablet()
  const manager = await worksFor(owner, 'manager', 'Tunde')
  const listed = [{ session_id, made_by: `Owner of Bose`, made_at: LUNCH_TIME, seen_at: LUNCH_TIME }]
  expect(await tabletsOf(db(), manager, world.clock.now())).toEqual(listed)
  expect(await tabletsOf(db(), cook, world.clock.now())).toEqual([])
  for (const [actor, id] of [
    [cook, session_id],
    [await kitchen(), session_id],
    [manager, 'x'],
    [manager, crypto.randomUUID()],
  ] as const) {
    expect(await endTabletOf(world.deps, actor, id)).toMatchObject({ reason: 'not_found' })
  }
  expect(await endTabletOf(world.deps, manager, session_id)).toMatchObject({ ok: true })
  expect(await findTablet(world.deps, secret)).toBeNull()
  expect(await tabletsOf(db(), owner, world.clock.now())).toEqual([])
  const { lines } = await kitchenHistory(db(), owner, null)
  expect(lines.map(({ did, about, user_id }) => [did, about, user_id]).reverse()).toEqual([
    ['pin_set', 'Owner of Bose', vendor_id],
    ['pin_set', 'Ada', vendor_id],
    ['tablet_made', null, vendor_id],
    ['tablet_ended', null, manager.user_id],
  ])
})
