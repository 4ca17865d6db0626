import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { kitchenPeople } from '../../../test/kitchen-people.ts'
import { quick_passwords } from '../../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../../test/sign-in.ts'
import { createWorld, LUNCH_TIME, type World } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { askPasswordReset } from '../../accounts/ask-password-reset.ts'
import { mailAskedLinks } from '../../accounts/mail-links.ts'
import { loginWords } from '../../accounts/phone-login.ts'
import { registerAccount } from '../../accounts/register-account.ts'
import { setNewPassword } from '../../accounts/set-new-password.ts'
import { kitchen_invitations, users } from '../../accounts/tables.ts'
import { messages } from '../../notifications/tables.ts'
import { vendors } from '../tables.ts'
import { changeStaffRole, endStaff } from './change-staff.ts'
import { invitedByPhone, withdrawInvitation } from './invite-by-phone.ts'
import { inviteStaff } from './invite-staff.ts'
import { declineByPhone, joinByPhone, phoneInvitation, registerByPhone } from './join-by-phone.ts'
import { listStaff } from './list-staff.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
let phone = ''
let numbers = 0
beforeEach(() => {
  world.clock.set(LUNCH_TIME)
  numbers++
  phone = `+23480312300${String(numbers).padStart(2, '0')}`
})

const { kitchen, worksFor, now, sentTo } = kitchenPeople(() => world)
const db = () => world.deps.db
const deps = () => ({ ...world.deps, passwords: quick_passwords })
const invite = (by: Actor, role = 'cook', email = phone.replace('+234', '0')) =>
  inviteStaff(deps(), by, { email, name: 'Sade', role })
const register = (token: string, email = '', password = PASSWORD) => registerByPhone(deps(), token, { email, password })
const account = async (email: string) => (await db().select().from(users).where(eq(users.email, email)))[0]

/** The secret of the latest text to the number. */
async function linkOf(to = phone): Promise<string> {
  const body = (await sentTo(to)).at(-1)?.body ?? ''
  return /\/join\/([\w-]{22})/.exec(body)?.[1] ?? ''
}

test('a text message brings a link, by which somebody without a mail address works in that kitchen alone', async () => {
  const owner = await kitchen('Bose Buka')
  expect(await invite(owner)).toMatchObject({ ok: true })
  const [text] = await sentTo(phone)
  expect(text).toMatchObject({ channel: 'sms', dispensable: false, expires_at: expect.any(Date) })
  expect(text?.body).toContain('Bose Buka invites Sade to work there, as Cook. Say yes or no by')
  expect(text?.body.length).toBeLessThanOrEqual(160)
  const token = await linkOf()
  expect(await phoneInvitation(world.deps, token)).toMatchObject({ kitchen: 'Bose Buka', is_open: true })
  expect(await register(token, '', phone.replace('+234', '0'))).toMatchObject({ reason: 'fields' })
  const made = await register(token)
  if (!made.ok) throw new Error(made.reason)
  expect(loginWords(made.value.email)).toBe(`0803 123 00${phone.slice(-2)}`)
  // Twice is once.
  expect(await register(token)).toMatchObject({ ok: true })
  const sade = await account(made.value.email)
  expect(sade).toMatchObject({ name: 'Sade', email_verified: true })
  expect(await now({ user_id: sade?.id ?? '' })).toMatchObject({
    kitchen: { vendor_id: owner.user_id, role: 'cook' },
  })
  expect(await db().$count(vendors, eq(vendors.user_id, sade?.id ?? ''))).toBe(0)
  expect(await listStaff(db(), owner)).toHaveLength(2)
  expect(await invitedByPhone(db(), owner)).toEqual([])
  // Nobody else comes by the same link.
  expect(await register(token, 'thief@example.com')).toMatchObject({ reason: 'over' })
  expect(await joinByPhone(world.deps, await kitchen(), token)).toMatchObject({ reason: 'over' })
})

test('who logs in with a number is sent links there, and no mail goes to nowhere', async () => {
  const owner = await kitchen()
  await invite(owner)
  const made = await register(await linkOf())
  if (!made.ok) throw new Error(made.reason)
  expect(await askPasswordReset(world.deps, { email: phone.replace('+234', '0') })).toMatchObject({ ok: true })
  await mailAskedLinks(world.deps)
  const body = (await sentTo(phone)).at(-1)?.body ?? ''
  expect(body.length).toBeLessThanOrEqual(160)
  const token = /update-password\?token=([\w-]+)/.exec(body)?.[1] ?? ''
  for (const number of [phone.replace('+234', '0'), phone, phone.replace('+234', '234 ')]) {
    expect(await setNewPassword(deps(), { token, password: number, confirmation: number })).toMatchObject({
      details: { password: 'Please choose a password that is not your phone number.' },
    })
  }
  const chosen = { token, password: 'another-amala', confirmation: 'another-amala' }
  expect(await setNewPassword(deps(), chosen)).toMatchObject({ ok: true })
  expect(await db().$count(messages, eq(messages.recipient, made.value.email))).toBe(0)
  // Nobody takes such a login from outside.
  expect(await registerAccount(deps(), { ...made.value, password: PASSWORD, role: 'vendor' })).toMatchObject({
    details: { email: expect.stringContaining('cannot receive mail') },
  })
})

test('a login of another kitchen is kept; the owner of a mail address makes one with it', async () => {
  const [owner, other] = [await kitchen('Bose'), await kitchen('Iya')]
  await invite(owner, 'manager')
  const token = await linkOf()
  expect(await register(token, other.email)).toMatchObject({ reason: 'email_taken' })
  expect(await joinByPhone(world.deps, owner, token)).toMatchObject({ reason: 'works_here' })
  expect(await joinByPhone(world.deps, other, token)).toMatchObject({ value: { vendor_id: owner.user_id } })
  expect(await joinByPhone(world.deps, other, token)).toMatchObject({ ok: true })
  expect((await now(other)).kitchens).toEqual([
    { vendor_id: other.user_id, role: 'owner' },
    { vendor_id: owner.user_id, role: 'manager' },
  ])
  phone = '+2348029990001'
  await invite(owner)
  const email = `uche-${numbers}@example.com`
  expect(await register(await linkOf(), ` ${email.toUpperCase()} `)).toMatchObject({ value: { email } })
  expect(await account(email)).toMatchObject({ email_verified: false })
})

test('a link ends: after a day, by a newer one, taken back, or by a no that holds for a week', async () => {
  const owner = await kitchen()
  await invite(owner)
  const first = await linkOf()
  // Pressed twice it is one text.
  await invite(owner)
  expect(await sentTo(phone)).toHaveLength(1)
  world.clock.advance(120)
  await invite(owner)
  const second = await linkOf()
  expect(await phoneInvitation(world.deps, first)).toBeNull()
  expect(await register(first)).toMatchObject({ reason: 'over' })
  expect(await withdrawInvitation(world.deps, owner, phone)).toMatchObject({ ok: true })
  expect(await withdrawInvitation(world.deps, owner, phone)).toMatchObject({ ok: true })
  expect(await register(second)).toMatchObject({ reason: 'over' })
  await invite(owner)
  const third = await linkOf()
  world.clock.advance(120)
  expect(await invite(owner)).toMatchObject({ reason: 'too_many_texts' })
  await declineByPhone(world.deps, third)
  expect(await register(third)).toMatchObject({ reason: 'over' })
  world.clock.advance(2 * 24 * 3600)
  expect(await invite(owner)).toMatchObject({ reason: 'said_no' })
  world.clock.advance(6 * 24 * 3600)
  expect(await invite(owner)).toMatchObject({ ok: true })
  world.clock.advance(24 * 3600)
  expect(await register(await linkOf())).toMatchObject({ reason: 'over' })
})

test('what is no Nigerian number gets no text, nor do more than ten numbers a day', async () => {
  const owner = await kitchen()
  for (const typed of ['0803 123', '+44 20 7946 0958', '12345678901234567890']) {
    expect(await invite(owner, 'cook', typed)).toMatchObject({ details: { email: expect.stringContaining('number') } })
  }
  for (let number = 0; number < 10; number++) {
    expect(await invite(owner, 'cook', `0805 555 000${number}`)).toMatchObject({ ok: true })
  }
  expect(await invite(owner)).toMatchObject({ reason: 'too_many' })
  expect(await sentTo(phone)).toEqual([])
})

test('an invitation is worth what who sent it may, and lets nobody back in who was ended', async () => {
  const owner = await kitchen()
  const manager = await worksFor(owner, 'manager')
  expect(await invite(manager, 'owner')).toMatchObject({ reason: 'not_found' })
  await invite(owner, 'owner')
  // Nor does a manager replace what an owner sent.
  world.clock.advance(120)
  expect(await invite(manager)).toMatchObject({ reason: 'not_found' })
  await withdrawInvitation(world.deps, owner, phone)
  await invite(manager)
  const token = await linkOf()
  const [stranger, rider] = [await kitchen(), await insertAccount(db(), 'rider')]
  expect(await withdrawInvitation(world.deps, stranger, phone)).toMatchObject({ reason: 'not_found' })
  expect(await withdrawInvitation(world.deps, rider, phone)).toMatchObject({ reason: 'not_found' })
  await changeStaffRole(world.deps, owner, { user_id: manager.user_id, role: 'cook' })
  expect(await joinByPhone(world.deps, stranger, token)).toMatchObject({ reason: 'over' })
  await changeStaffRole(world.deps, owner, { user_id: manager.user_id, role: 'manager' })
  await endStaff(world.deps, owner, manager.user_id)
  expect(await joinByPhone(world.deps, manager, token)).toMatchObject({ reason: 'over' })
  world.clock.advance(120)
  await invite(owner)
  expect(await joinByPhone(world.deps, manager, await linkOf())).toMatchObject({ reason: 'ended' })
})

test('of two who open one link at once, one works there', async () => {
  const owner = await kitchen()
  await invite(owner)
  const token = await linkOf()
  const people = [await kitchen(), await kitchen()]
  const answers = await Promise.all([
    ...people.map((actor) => joinByPhone(world.deps, actor, token)),
    register(token, `obi-${numbers}@example.com`),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await listStaff(db(), owner)).toHaveLength(2)
  const [row] = await db().select().from(kitchen_invitations).where(eq(kitchen_invitations.phone, phone))
  expect(row?.joined_id).not.toBeNull()
})
