import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { kitchenPeople } from '../../../test/kitchen-people.ts'
import { quick_passwords } from '../../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../../test/sign-in.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findActor } from '../../accounts/find-actor.ts'
import { setNewPassword } from '../../accounts/set-new-password.ts'
import { kitchen_staff, sessions, users } from '../../accounts/tables.ts'
import { notifyUsers, readBell } from '../../notifications/bell/bell.ts'
import { messages, notifications, push_subscriptions } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { order_history } from '../../orders/tables.ts'
import { requestPayout } from '../../payouts/request-payout.ts'
import { changeHours } from '../hours/change-hours.ts'
import { pauseOrders } from '../hours/change-service.ts'
import { addFood } from '../menu/edit-food.ts'
import { markSoldOut } from '../menu/mark-sold-out.ts'
import { ownMenu } from '../menu/own-menu.ts'
import { suspendVendor } from '../move-vendor.ts'
import { saveRegistrationDraft } from '../registration/save-registration-draft.ts'
import { vendors } from '../tables.ts'
import { changeStaffRole, endStaff, restoreStaff } from './change-staff.ts'
import { inviteStaff } from './invite-staff.ts'
import { listStaff } from './list-staff.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { paidOrders } = vendorsUnderTest(world)
const db = () => world.deps.db
const deps = () => ({ ...world.deps, passwords: quick_passwords })
const { kitchen, worksFor, session } = kitchenPeople(() => world)

const roleOf = async ({ user_id }: Actor) => {
  const found = await findActor(db(), user_id)
  return found.ok ? found.value.actor.kitchen?.role : found.reason
}
async function rings(actor: Actor): Promise<string> {
  const { user_id } = actor
  const device = { p256dh: 'key', auth: 'auth', created_at: LUNCH_TIME }
  const session_id = await session(actor)
  const [subscribed] = await db()
    .insert(push_subscriptions)
    .values({ user_id, session_id, endpoint: `https://push.example.com/${session_id}`, ...device })
    .returning({ id: push_subscriptions.id })
  return subscribed?.id ?? ''
}

describe('an owner', () => {
  test('invites somebody, whose link sets the password and who works in that kitchen alone', async () => {
    const owner = await kitchen()
    const invitation = { email: ' Sade@Example.com', name: 'Sade', role: 'cook' }
    expect(await inviteStaff(deps(), owner, invitation)).toMatchObject({ value: { email: 'sade@example.com' } })
    const [mail] = await db().select().from(messages).where(eq(messages.recipient, 'sade@example.com'))
    expect(mail?.body).toContain(`Sade, ${owner.email} invites you to work at Iya Test`)
    expect(mail?.body).toContain('Cook. That is: orders: accept')
    const [, token = ''] = /update-password\?token=([\w-]+)/.exec(mail?.body ?? '') ?? []
    expect(await setNewPassword(deps(), { token, password: PASSWORD, confirmation: PASSWORD })).toMatchObject({
      ok: true,
    })
    const [user] = await db().select().from(users).where(eq(users.email, 'sade@example.com'))
    const found = await findActor(db(), user?.id ?? '')
    expect(found).toMatchObject({
      value: { name: 'Sade', actor: { role: 'vendor', kitchen: { vendor_id: owner.user_id, role: 'cook' } } },
    })
    // No kitchen of their own was made for them.
    expect(await db().$count(vendors, eq(vendors.user_id, user?.id ?? ''))).toBe(0)
    expect(await inviteStaff(deps(), owner, invitation)).toMatchObject({ reason: 'works_here' })
    expect(await inviteStaff(deps(), owner, { email: 'x', name: '', role: 'king' })).toMatchObject({
      reason: 'fields',
      details: { name: 'Please enter a name.', role: 'Please choose a role.' },
    })
  })

  test('invites nobody while the kitchen is not active, nor more than ten in a day', async () => {
    const owner = await kitchen()
    const invite = (email: string) => inviteStaff(deps(), owner, { email, name: 'Obi', role: 'cook' })
    await db().update(vendors).set({ status: 'Pending' }).where(eq(vendors.user_id, owner.user_id))
    expect(await invite('obi@example.com')).toMatchObject({ reason: 'vendor_inactive' })
    await db().update(vendors).set({ status: 'Active' }).where(eq(vendors.user_id, owner.user_id))
    expect(await invite('obi@example.com')).toMatchObject({ ok: true })
    for (let number = 1; number < 10; number++) await worksFor(owner, 'cook')
    await db().update(kitchen_staff).set({ invited_at: LUNCH_TIME })
    expect(await invite('obi-11@example.com')).toMatchObject({ reason: 'too_many' })
    world.clock.advance(25 * 3600)
    expect(await invite('obi-11@example.com')).toMatchObject({ ok: true })
  })

  test('gives another role, ends somebody, who is logged out and rung no more, and lets them in again', async () => {
    const owner = await kitchen()
    const cook = await worksFor(owner, 'cook')
    await rings(cook)
    expect(await changeStaffRole(world.deps, owner, { user_id: cook.user_id, role: 'manager' })).toMatchObject({
      ok: true,
    })
    expect(await roleOf(cook)).toBe('manager')
    expect(await changeStaffRole(world.deps, owner, { user_id: cook.user_id, role: 'king' })).toMatchObject({
      reason: 'bad_role',
    })
    expect(await endStaff(world.deps, owner, cook.user_id)).toMatchObject({ ok: true })
    expect(await endStaff(world.deps, owner, cook.user_id)).toMatchObject({ ok: true })
    expect(await roleOf(cook)).toBe('no_kitchen')
    expect(await db().$count(sessions, eq(sessions.user_id, cook.user_id))).toBe(0)
    expect(await db().$count(push_subscriptions, eq(push_subscriptions.user_id, cook.user_id))).toBe(0)
    const listed = (await listStaff(db(), owner)).map(({ user_id, is_founder, role, ended_at }) => [
      ...[user_id, is_founder, role, ended_at !== null],
    ])
    expect(listed).toEqual([
      [owner.user_id, true, 'owner', false],
      [cook.user_id, false, 'manager', true],
    ])
    expect(await restoreStaff(world.deps, owner, cook.user_id)).toMatchObject({ ok: true })
    expect(await roleOf(cook)).toBe('manager')
  })

  test('who registered the kitchen stays its owner, whatever another one wants', async () => {
    const founder = await kitchen()
    const other = await worksFor(founder, 'owner')
    expect(await endStaff(world.deps, other, founder.user_id)).toMatchObject({ reason: 'not_found' })
    expect(await changeStaffRole(world.deps, other, { user_id: founder.user_id, role: 'cook' })).toMatchObject({
      reason: 'not_found',
    })
    expect(await roleOf(founder)).toBe('owner')
  })

  test('decides about nobody in another kitchen', async () => {
    const [owner, stranger] = [await kitchen(), await kitchen()]
    const cook = await worksFor(owner, 'cook')
    expect(await endStaff(world.deps, stranger, cook.user_id)).toMatchObject({ reason: 'not_found' })
    expect(await listStaff(db(), stranger)).toHaveLength(1)
    expect(await roleOf(cook)).toBe('cook')
  })
})

describe('a manager', () => {
  test('decides about cooks, and about nobody else', async () => {
    const owner = await kitchen()
    const manager = await worksFor(owner, 'manager')
    const [cook, other] = [await worksFor(owner, 'cook'), await worksFor(owner, 'manager')]
    const invite = (role: string) => inviteStaff(deps(), manager, { email: `${role}@example.com`, name: 'Uche', role })
    expect(await invite('cook')).toMatchObject({ ok: true })
    expect(await invite('manager')).toMatchObject({ reason: 'not_found' })
    expect(await invite('owner')).toMatchObject({ reason: 'not_found' })
    expect(await changeStaffRole(world.deps, manager, { user_id: cook.user_id, role: 'owner' })).toMatchObject({
      reason: 'not_found',
    })
    expect(await endStaff(world.deps, manager, other.user_id)).toMatchObject({ reason: 'not_found' })
    expect(await endStaff(world.deps, manager, cook.user_id)).toMatchObject({ ok: true })
  })

  test('who was ended in the same moment decides nothing any more', async () => {
    const owner = await kitchen()
    const [manager, cook] = [await worksFor(owner, 'manager'), await worksFor(owner, 'cook')]
    await endStaff(world.deps, owner, manager.user_id)
    // What the request of before still believes.
    expect(await endStaff(world.deps, manager, cook.user_id)).toMatchObject({ reason: 'not_found' })
    expect(await roleOf(cook)).toBe('cook')
  })
})

test('each role does what is theirs, in every verb of a kitchen', async () => {
  const owner = await kitchen()
  const zobo = (await ownMenu(db(), owner, LUNCH_TIME)).find(({ name }) => name === 'Zobo')
  const hours = {
    week_hours: Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '23:59' }]),
    hours_exceptions: [],
  }
  const done = async (actor: Actor) => {
    const [order] = await paidOrders([owner])
    const food = { name: `Dish ${actor.user_id}`, price: '500', description: '', section: '', food_image: '' }
    const answers = {
      accept: await acceptOrder(world.deps, actor, { order_id: order?.id ?? 0, minutes: 15 }),
      sold_out: await markSoldOut(world.deps, actor, zobo?.id ?? 0, 'today'),
      menu: await addFood(world.deps, actor, food),
      pause: await pauseOrders(world.deps, actor, '15'),
      hours: await changeHours(world.deps, actor, hours),
      cooks: await inviteStaff(deps(), actor, { email: `${actor.user_id}@example.com`, name: 'Obi', role: 'cook' }),
      register: await saveRegistrationDraft(world.deps, actor, { fields: {} }),
      payout: await requestPayout(world.deps, actor),
    }
    await db().update(vendors).set({ paused_until: null }).where(eq(vendors.user_id, owner.user_id))
    return Object.entries(answers).flatMap(([verb, answer]) => (answer.ok || answer.reason !== 'not_found' ? verb : []))
  }
  const all = ['accept', 'sold_out', 'menu', 'pause', 'hours', 'cooks', 'register', 'payout']
  expect(await done(owner)).toEqual(all)
  expect(await done(await worksFor(owner, 'owner'))).toEqual(all)
  expect(await done(await worksFor(owner, 'manager'))).toEqual(all.slice(0, 6))
  expect(await done(await worksFor(owner, 'cook'))).toEqual(['accept', 'sold_out'])
  // Without a kitchen nobody may anything, whatever the role of the account.
  expect(await done({ ...owner, kitchen: undefined })).toEqual([])
  expect(await done(await kitchen())).not.toContain('accept')
})

test('of two who accept at once one does, and the history names who it was', async () => {
  const owner = await kitchen()
  const people = [await worksFor(owner, 'cook', 'Sade'), await worksFor(owner, 'manager', 'Obi')]
  for (let round = 0; round < 5; round++) {
    const [order] = await paidOrders([owner])
    const order_id = order?.id ?? 0
    const answers = await Promise.all(
      people.map((actor, place) => acceptOrder(world.deps, actor, { order_id, minutes: 15 + 5 * place })),
    )
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'not_allowed', details: { status: 'Accepted' } })
    const lines = await db()
      .select()
      .from(order_history)
      .where(and(eq(order_history.order_id, order_id), eq(order_history.verb, 'accept')))
    const winner = people[answers.findIndex(({ ok }) => ok)]
    expect(lines).toMatchObject([{ role: 'vendor', user_id: winner?.user_id }])
  }
})

describe('news of a kitchen', () => {
  test('is on the bell and the devices of all who work there, but money only with owners', async () => {
    const owner = await kitchen()
    const [cook, manager, partner] = [
      await worksFor(owner, 'cook'),
      await worksFor(owner, 'manager'),
      await worksFor(owner, 'owner'),
    ]
    const devices = [await rings(owner), await rings(cook), await rings(manager), await rings(partner)]
    const stranger = await rings(await kitchen())
    const [order] = await paidOrders([owner])
    const rung = async (kind: string) => {
      const pushes = await db().select().from(messages).where(eq(messages.channel, 'push'))
      return pushes.filter(({ dedupe_key }) => dedupe_key.startsWith(kind)).map(({ recipient }) => recipient)
    }
    const first = await rung('new_order_push')
    expect(first.toSorted()).toEqual(devices.toSorted())
    expect(first).not.toContain(stranger)
    const unread = async (actor: Actor) => (await readBell(db(), actor, world.clock.now())).unread
    expect(await Promise.all([owner, cook, manager, partner].map(unread))).toEqual([1, 1, 1, 1])
    await acceptOrder(world.deps, cook, { order_id: order?.id ?? 0, minutes: 15 })
    expect(await Promise.all([owner, cook, manager, partner].map(unread))).toEqual([0, 0, 0, 0])

    const paid = { user_id: owner.user_id, kind: 'payout' as const, text: 'Paid' }
    const paused = { user_id: owner.user_id, kind: 'kitchen_paused' as const, text: 'Paused' }
    await db().transaction((tx) => notifyUsers(tx, [paid, paused], world.clock.now()))
    expect(await Promise.all([owner, cook, manager, partner].map(unread))).toEqual([2, 0, 1, 2])
    expect((await rung('payout_push')).toSorted()).toEqual([devices[0], devices[3]].toSorted())
    expect((await rung('kitchen_paused_push')).toSorted()).toEqual([devices[0], devices[2], devices[3]].toSorted())
    await db().delete(notifications)
  })

  test('reaches nobody who was ended', async () => {
    const owner = await kitchen()
    const cook = await worksFor(owner, 'cook')
    const device = await rings(cook)
    await endStaff(world.deps, owner, cook.user_id)
    await paidOrders([owner])
    expect(await db().$count(messages, eq(messages.recipient, device))).toBe(0)
  })
})

test('who works in a kitchen that is suspended is logged out and cannot come back before it is restored', async () => {
  const owner = await kitchen()
  const cook = await worksFor(owner, 'cook')
  await session(cook)
  const admin = await insertAccount(db(), 'admin')
  await suspendVendor(world.deps, admin, { vendor_id: owner.user_id, reason: 'Rats in the kitchen' })
  expect(await db().$count(sessions, eq(sessions.user_id, cook.user_id))).toBe(0)
  expect(await roleOf(cook)).toBe('no_kitchen')
})
