import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { kitchenPeople } from '../../../test/kitchen-people.ts'
import { quick_passwords } from '../../../test/quick-passwords.ts'
import { openSecondKitchen } from '../../../test/second-kitchen.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { complete_profile, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findActor } from '../../accounts/find-actor.ts'
import { kitchen_staff, sessions, users } from '../../accounts/tables.ts'
import { readBell } from '../../notifications/bell/bell.ts'
import { messages, push_subscriptions } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { waitingAtKitchens } from '../../orders/acceptance/waiting-at-kitchens.ts'
import { activateVendor, restoreVendor, suspendVendor } from '../move-vendor.ts'
import { vendors } from '../tables.ts'
import { declineKitchen, joinKitchen } from './answer-invitation.ts'
import { changeStaffRole, endStaff, restoreStaff } from './change-staff.ts'
import { inviteStaff } from './invite-staff.ts'
import { listStaff } from './list-staff.ts'
import { openKitchen } from './open-kitchen.ts'
import { openInvitations, ownKitchens, switchKitchen } from './own-kitchens.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { paidOrders } = vendorsUnderTest(world)
const db = () => world.deps.db
const { kitchen, worksFor, session, now } = kitchenPeople(() => world)
const deps = () => ({ ...world.deps, passwords: quick_passwords })

/** An owner of two active kitchens; `first` is in front without a choice. */
async function ownerOfTwo() {
  const bose = await kitchen('Bose 1')
  const { user_id: second } = await openSecondKitchen(db(), bose, 'Bose 2')
  return { owner: await now(bose), first: bose.user_id, second }
}
const invite = (by: Actor, email: string, role = 'cook') => inviteStaff(deps(), by, { email, name: 'Sade', role })

describe('a further kitchen', () => {
  test('is registered for itself, waits for an admin, and its owner is who opened it', async () => {
    const bose = await kitchen('Bose 1')
    const opened = await openKitchen(world.deps, bose)
    expect(opened).toMatchObject({ ok: true })
    const vendor_id = opened.ok ? opened.value.vendor_id : ''
    // Pressed twice it is one.
    expect(await openKitchen(world.deps, bose)).toMatchObject({ value: { vendor_id } })
    const [vendor] = await db().select().from(vendors).where(eq(vendors.user_id, vendor_id))
    expect(vendor).toMatchObject({ status: 'Pending', name: null, email: bose.email })
    const owner = await now(bose)
    expect(owner).toMatchObject({ kitchen: { vendor_id: bose.user_id, role: 'owner' } })
    expect(await ownKitchens(db(), owner)).toMatchObject([
      { name: 'Bose 1', role: 'owner', is_front: true },
      { name: 'New kitchen', role: 'owner', is_front: false },
    ])
    const admin = await insertAccount(db(), 'admin')
    expect(await activateVendor(world.deps, admin, vendor_id)).toMatchObject({ reason: 'unfinished' })
    // Nobody logs in to the account of the kitchen itself.
    const [account] = await db().select().from(users).where(eq(users.id, vendor_id))
    expect(account?.email).toBe(`kitchen-${vendor_id}@kitchens.invalid`)
    const session_id = await session(owner)
    await switchKitchen(db(), owner, { session_id, vendor_id })
    expect(await listStaff(db(), await now(owner, session_id))).toMatchObject([
      { user_id: bose.user_id, is_founder: true, role: 'owner' },
    ])
  })

  test('is opened by owners of an active one, and not without end', async () => {
    const bose = await kitchen()
    const cook = await worksFor(bose, 'manager')
    expect(await openKitchen(world.deps, cook)).toMatchObject({ reason: 'not_found' })
    await db().update(vendors).set({ status: 'Pending' }).where(eq(vendors.user_id, bose.user_id))
    expect(await openKitchen(world.deps, bose)).toMatchObject({ reason: 'vendor_inactive' })
    await db().update(vendors).set({ status: 'Active' }).where(eq(vendors.user_id, bose.user_id))
    for (let number = 1; number < 10; number++) {
      await openKitchen(world.deps, bose)
      const whole = { ...complete_profile, name: 'Bose', phone: '08031234567', landmark: 'FUTA North Gate' }
      await db().update(vendors).set(whole).where(eq(vendors.status, 'Pending'))
    }
    expect(await openKitchen(world.deps, bose)).toMatchObject({ reason: 'full' })
    expect((await now(bose)).kitchens).toHaveLength(10)
  })

  test('has an owner whom nobody ends or makes less', async () => {
    const { owner, second } = await ownerOfTwo()
    const session_id = await session(owner)
    await switchKitchen(db(), owner, { session_id, vendor_id: second })
    const there = await now(owner, session_id)
    const partner = await worksFor({ ...owner, user_id: second }, 'owner')
    for (const actor of [partner, there]) {
      expect(await endStaff(world.deps, actor, owner.user_id)).toMatchObject({ reason: 'not_found' })
      const less = { user_id: owner.user_id, role: 'cook' }
      expect(await changeStaffRole(world.deps, actor, less)).toMatchObject({ reason: 'not_found' })
    }
  })
})

describe('who works in two kitchens', () => {
  test('acts for the one in front, chosen for each session, and for no third one', async () => {
    const { owner, first, second } = await ownerOfTwo()
    const [tablet, phone] = [await session(owner), await session(owner)]
    expect(await switchKitchen(db(), owner, { session_id: tablet, vendor_id: second })).toMatchObject({ ok: true })
    expect((await now(owner, tablet)).kitchen?.vendor_id).toBe(second)
    expect((await now(owner, phone)).kitchen?.vendor_id).toBe(first)
    const stranger = await kitchen()
    const there = { session_id: tablet, vendor_id: stranger.user_id }
    expect(await switchKitchen(db(), owner, there)).toMatchObject({ reason: 'not_found' })
    // Nor with another's session.
    await switchKitchen(db(), owner, { session_id: await session(stranger), vendor_id: second })
    expect((await now(stranger)).kitchen?.vendor_id).toBe(stranger.user_id)

    const [here] = await paidOrders([{ ...owner, user_id: first }])
    const [there_too] = await paidOrders([{ ...owner, user_id: second }])
    expect([...(await waitingAtKitchens(db(), [first, second], LUNCH_TIME)).values()]).toEqual([1, 1])
    const actor = await now(owner, tablet)
    expect(await acceptOrder(world.deps, actor, { order_id: here?.id ?? 0, minutes: 15 })).toMatchObject({
      reason: 'not_found',
    })
    expect(await acceptOrder(world.deps, actor, { order_id: there_too?.id ?? 0, minutes: 15 })).toMatchObject({
      ok: true,
    })
  })

  test('hears of both on one bell, and a push says which', async () => {
    const { owner, first, second } = await ownerOfTwo()
    const session_id = await session(owner)
    const device = {
      p256dh: 'key',
      auth: 'auth',
      created_at: LUNCH_TIME,
      endpoint: `https://push.example.com/${first}`,
    }
    await db()
      .insert(push_subscriptions)
      .values({ user_id: owner.user_id, session_id, ...device })
    const [one] = await paidOrders([{ ...owner, user_id: first }])
    await paidOrders([{ ...owner, user_id: second }])
    const bell = await readBell(db(), owner, LUNCH_TIME)
    expect(bell).toMatchObject({ unread: 2, ringing: 2 })
    expect(bell.latest.map(({ user_id }) => user_id)).toEqual([second, first])
    const pushes = await db().select().from(messages).where(eq(messages.channel, 'push'))
    const payloads = pushes.map(({ body }) => JSON.parse(body ?? '{}') as { title: string; url: string })
    expect(payloads.map(({ title }) => title).toSorted()).toEqual([
      'ChowGate: New order, Bose 1',
      'ChowGate: New order, Bose 2',
    ])
    expect(payloads.map(({ url }) => url)).toContain(`/vendor-order/${one?.id}?kitchen=${first}`)
  })

  test('goes on in one while the other is suspended', async () => {
    const { owner, first, second } = await ownerOfTwo()
    const admin = await insertAccount(db(), 'admin')
    const session_id = await session(owner)
    await suspendVendor(world.deps, admin, { vendor_id: first, reason: 'Rats in the kitchen' })
    expect(await db().$count(sessions, eq(sessions.id, session_id))).toBe(0)
    expect(await now(owner)).toMatchObject({ kitchen: { vendor_id: second } })
    await suspendVendor(world.deps, admin, { vendor_id: second, reason: 'Rats here too' })
    expect(await findActor(db(), owner.user_id)).toMatchObject({ reason: 'suspended' })
    await restoreVendor(world.deps, admin, first)
    expect(await now(owner)).toMatchObject({ kitchen: { vendor_id: first } })
  })
})

describe('somebody with a login for another kitchen', () => {
  test('is asked, keeps their own until they agree, and then works in both', async () => {
    const [bose, iya] = [await kitchen('Bose'), await kitchen('Iya')]
    expect(await invite(iya, bose.email, 'manager')).toMatchObject({ ok: true })
    const [mail] = await db().select().from(messages).where(eq(messages.recipient, bose.email))
    expect(mail?.body).toContain(`${iya.email} invites you to work at Iya`)
    expect(mail?.body).toContain('/vendor-kitchens')
    // Asked again within a day they get no second mail.
    expect(await invite(iya, bose.email, 'cook')).toMatchObject({ ok: true })
    expect(await db().$count(messages, eq(messages.recipient, bose.email))).toBe(1)
    expect(await now(bose)).toEqual({ ...bose, admin_role: undefined })
    expect(await readBell(db(), await now(bose), LUNCH_TIME)).toMatchObject({ unread: 0 })
    expect(await openInvitations(db(), bose.user_id, LUNCH_TIME)).toMatchObject([{ name: 'Iya', role: 'manager' }])
    expect((await listStaff(db(), iya))[1]).toMatchObject({
      email: bose.email,
      name: '',
      asked_until: expect.any(Date),
    })

    expect(await joinKitchen(world.deps, await kitchen(), iya.user_id)).toMatchObject({ reason: 'not_found' })
    // Whoever registered an address first need not be its owner, to whom the invitation went.
    const confirmed = (email_verified: boolean) =>
      db().update(users).set({ email_verified }).where(eq(users.id, bose.user_id))
    await confirmed(false)
    expect(await joinKitchen(world.deps, bose, iya.user_id)).toMatchObject({ reason: 'unconfirmed_mail' })
    await confirmed(true)
    expect(await joinKitchen(world.deps, bose, iya.user_id)).toMatchObject({ ok: true })
    expect(await joinKitchen(world.deps, bose, iya.user_id)).toMatchObject({ ok: true })
    expect(await now(bose)).toMatchObject({
      kitchen: { vendor_id: bose.user_id, role: 'owner' },
      kitchens: [
        { vendor_id: bose.user_id, role: 'owner' },
        { vendor_id: iya.user_id, role: 'manager' },
      ],
    })
    expect(await invite(iya, bose.email)).toMatchObject({ reason: 'works_here' })
    expect(await invite(iya, iya.email)).toMatchObject({ reason: 'works_here' })
    expect(await invite(iya, (await insertAccount(db(), 'rider')).email)).toMatchObject({ reason: 'email_taken' })
    // Ended there they are who they were.
    expect(await endStaff(world.deps, iya, bose.user_id)).toMatchObject({ ok: true })
    expect(await now(bose)).toEqual({ ...bose, admin_role: undefined })
  })

  test('gets one mail in a day, however often they are asked and the invitation is taken back', async () => {
    const [bose, iya] = [await kitchen('Bose'), await kitchen('Iya')]
    const mails = () => db().$count(messages, eq(messages.recipient, bose.email))
    for (let round = 0; round < 20; round++) {
      expect(await invite(iya, bose.email, 'manager')).toMatchObject({ ok: true })
      expect(await openInvitations(db(), bose.user_id, world.clock.now())).toMatchObject([{ role: 'manager' }])
      expect(await endStaff(world.deps, iya, bose.user_id)).toMatchObject({ ok: true })
      world.clock.advance(60)
    }
    expect(await mails()).toBe(1)
    world.clock.advance(24 * 3600)
    await invite(iya, bose.email)
    expect(await mails()).toBe(2)
    expect(await joinKitchen(world.deps, bose, iya.user_id)).toMatchObject({ ok: true })
  })

  test('is one of ten whom a kitchen mails in a day, also where it takes each invitation back', async () => {
    const iya = await kitchen('Iya')
    const reasons: string[] = []
    for (let asked = 0; asked < 12; asked++) {
      const other = await kitchen()
      const invited = await invite(iya, other.email)
      reasons.push(invited.ok ? 'asked' : invited.reason)
      if (invited.ok) await endStaff(world.deps, iya, other.user_id)
    }
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => 'asked'), 'too_many', 'too_many'])
  })

  test('says no, or too late, and is not logged out by whoever asked', async () => {
    const [bose, iya] = [await kitchen('Bose'), await kitchen('Iya')]
    const session_id = await session(bose)
    await invite(iya, bose.email)
    await declineKitchen(world.deps, bose, iya.user_id)
    expect(await joinKitchen(world.deps, bose, iya.user_id)).toMatchObject({ reason: 'not_found' })
    expect(await restoreStaff(world.deps, iya, bose.user_id)).toMatchObject({ reason: 'not_found' })
    world.clock.advance(7 * 24 * 3600 - 1)
    expect(await invite(iya, bose.email)).toMatchObject({ reason: 'said_no' })
    expect(await openInvitations(db(), bose.user_id, world.clock.now())).toEqual([])
    world.clock.advance(1)
    expect(await invite(iya, bose.email)).toMatchObject({ ok: true })
    expect(await endStaff(world.deps, iya, bose.user_id)).toMatchObject({ ok: true })
    expect(await openInvitations(db(), bose.user_id, world.clock.now())).toEqual([])
    world.clock.advance(2 * 24 * 3600)
    await invite(iya, bose.email)
    world.clock.advance(7 * 24 * 3600)
    expect(await joinKitchen(world.deps, bose, iya.user_id)).toMatchObject({ reason: 'not_found' })
    expect(await db().$count(sessions, eq(sessions.id, session_id))).toBe(1)
    const row = and(eq(kitchen_staff.vendor_id, iya.user_id), eq(kitchen_staff.user_id, bose.user_id))
    expect(await db().$count(kitchen_staff, row)).toBe(1)
  })
})
