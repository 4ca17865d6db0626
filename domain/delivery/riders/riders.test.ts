import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paystack } from '../../../adapters/banks/paystack.ts'
import { control } from '../../../test/control.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { type World, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findActor } from '../../accounts/find-actor.ts'
import { users } from '../../accounts/tables.ts'
import { audit_log } from '../../audit/tables.ts'
import { uploads } from '../../catalog/tables.ts'
import { notifications } from '../../notifications/tables.ts'
import { riders } from '../tables.ts'
import { activateRider, rejectRider } from './decide-rider.ts'
import { goOffDuty, goOnDuty, reportPosition } from './go-on-duty.ts'
import { listRiders } from './list-riders.ts'
import { ownRider } from './own-rider.ts'
import { registerRider } from './register-rider.ts'
import { saveRiderDraft } from './save-rider-draft.ts'
import { restoreRider, suspendRider } from './suspend-rider.ts'

const world = await worldOfFile()
const lever = control(world)
let deps: World['deps'] & Parameters<typeof registerRider>[0]
let actor: Actor
let admin: Actor
const photo = `/images/${'a'.repeat(32)}-640.webp`

beforeAll(async () => {
  const base_url = `${world.sandbox.url}/paystack`
  deps = {
    ...world.deps,
    banks: paystack({ base_url, secret_key: world.keys.paystack_secret_key }),
  }
  admin = await insertAccount(deps.db, 'admin')
})
beforeEach(async () => {
  await lever.reset()
  await deps.db.delete(uploads)
  actor = await insertAccount(deps.db, 'rider')
  await deps.db.insert(uploads).values({ address: photo, user_id: actor.user_id, uploaded_at: new Date() })
})

const form = {
  name: 'Musa Bello',
  phone: '0803 111 2222',
  vehicle: 'motorbike',
  landmark: 'FUTA North Gate',
  profile_photo: photo,
  bank: 'access-bank-diamond',
  account_number: '0022728151',
}
const row = async (user_id = actor.user_id) =>
  (await deps.db.select().from(riders).where(eq(riders.user_id, user_id)))[0]
const bellOf = async (user_id: string) =>
  (await deps.db.select().from(notifications).where(eq(notifications.user_id, user_id))).map((news) => news.text)

describe('a registration', () => {
  test('that names another bank account holds the payouts until an admin has looked at it', async () => {
    await registerRider(deps, actor, form)
    expect((await row())?.bank_changed_at).toBeNull()
    const sendBackAndCorrect = async (account_number: string) => {
      await rejectRider(deps, admin, { rider_id: actor.user_id, reason: 'Please look at it again' })
      await registerRider(deps, actor, { ...form, account_number })
    }
    await sendBackAndCorrect(form.account_number)
    expect((await row())?.bank_changed_at).toBeNull()
    await sendBackAndCorrect('0690000031')
    expect((await row())?.bank_changed_at).toEqual(deps.clock.now())
    await sendBackAndCorrect('0690000031')
    expect((await row())?.bank_changed_at).toEqual(deps.clock.now())
  })

  test('is kept, locked and waits as Pending; the name of the account is the bank’s', async () => {
    await saveRiderDraft(deps, actor, { step: 1, fields: form })
    expect(await registerRider(deps, actor, form)).toEqual({ ok: true, value: undefined })
    expect(await row()).toMatchObject({
      name: 'Musa Bello',
      phone: '+2348031112222',
      vehicle: 'motorbike',
      bank_code: '063',
      account_name: 'WES GIBBONS',
      status: 'Pending',
    })
    expect(await ownRider(deps.db, actor)).toMatchObject({ locked: true, draft: { step: 0 } })
    expect(await findActor(deps.db, actor.user_id)).toMatchObject({ value: { name: 'Musa Bello' } })
    expect((await deps.db.select().from(uploads))[0]?.kept_since).not.toBeNull()
  })

  test.each([
    ['name', ' ', 'Required'],
    ['phone', '12345', 'This phone number does not exist. Try it like 0803 123 4567.'],
    ['vehicle', 'horse', 'Please choose how you get about.'],
    ['vehicle', '', 'Please choose how you get about.'],
    ['landmark', 'Lagos', 'Please choose one of the landmarks.'],
    ['profile_photo', '', 'Please add a photo of yourself.'],
    ['profile_photo', '/images/other.webp', 'Please upload this picture again.'],
    ['bank', '', 'Required'],
    ['account_number', '002272815', 'An account number has exactly 10 digits.'],
  ])('is refused for its %s: %j', async (field, wrong, message) => {
    expect(await registerRider(deps, actor, { ...form, [field]: wrong })).toEqual({
      ok: false,
      reason: 'fields',
      details: { [field]: message },
    })
    expect((await row())?.submitted_at).toBeNull()
  })

  test.each([
    ['a bank that is none', { bank: 'heritage-bank' }, 'unknown_bank'],
    ['an account without a name', { account_number: '0000000001' }, 'no_name'],
    ['an account the bank does not know', { account_number: '0000000000' }, 'failed'],
  ])('is refused for %s', async (_, wrong, reason) => {
    expect(await registerRider(deps, actor, { ...form, ...wrong })).toMatchObject({ ok: false, reason })
  })

  test('sent five times at once is taken once, and is locked then', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => registerRider(deps, actor, form)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await saveRiderDraft(deps, actor, { fields: form })).toMatchObject({ reason: 'locked' })
  })

  test('a draft keeps what was typed, and only fields of the form', async () => {
    await saveRiderDraft(deps, actor, { step: 9, fields: { name: 'Musa', status: 'Active' } })
    const own = await ownRider(deps.db, actor)
    expect(own?.draft).toMatchObject({ step: 2, fields: { name: 'Musa' } })
    expect(own?.draft.fields).not.toHaveProperty('status')
  })

  test.each(['admin', 'vendor'] as const)('is nothing for a person of role %s', async (role) => {
    const other = { ...actor, role }
    expect(await registerRider(deps, other, form)).toMatchObject({ reason: 'not_found' })
    expect(await saveRiderDraft(deps, other, { fields: form })).toMatchObject({ reason: 'not_found' })
    expect(await ownRider(deps.db, other)).toBeNull()
  })
})

describe('an admin', () => {
  test('lets a rider in, who is told; it is written down, and happens once', async () => {
    await registerRider(deps, actor, form)
    expect(await activateRider(deps, admin, actor.user_id)).toMatchObject({ value: { status: 'Active' } })
    expect(await activateRider(deps, admin, actor.user_id)).toMatchObject({
      reason: 'not_allowed',
      details: { status: 'Active' },
    })
    expect(await bellOf(actor.user_id)).toEqual(['Welcome aboard: you can go on duty now.'])
    const [entry] = await deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `rider:${actor.user_id}`))
    expect(entry).toMatchObject({ action: 'rider_activated', actor: admin.email })
  })

  test('sends a registration back with a reason; it is open again and can be sent in anew', async () => {
    await registerRider(deps, actor, form)
    const rejection = { rider_id: actor.user_id, reason: 'The photo is too dark' }
    expect(await rejectRider(deps, admin, { ...rejection, reason: ' ' })).toMatchObject({
      reason: 'bad_reason',
    })
    expect(await rejectRider(deps, admin, rejection)).toMatchObject({
      value: { status: 'Pending', submitted_at: null, rejected_reason: 'The photo is too dark' },
    })
    expect(await bellOf(actor.user_id)).toEqual(['Please correct your registration: The photo is too dark'])
    expect(await registerRider(deps, actor, form)).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ rejected_reason: null })
  })

  test('cannot let in who never sent a registration', async () => {
    expect(await activateRider(deps, admin, actor.user_id)).toMatchObject({
      details: { submitted: false },
    })
  })

  test('suspends a rider at once, and restores', async () => {
    const rider = await insertRider(deps.db)
    const suspension = { rider_id: rider.user_id, reason: 'Food went missing' }
    expect(await suspendRider(deps, admin, { ...suspension, reason: '' })).toMatchObject({
      reason: 'bad_reason',
    })
    expect(await suspendRider(deps, admin, suspension)).toMatchObject({ value: { still_carrying: [] } })
    expect(await row(rider.user_id)).toMatchObject({ status: 'Inactive', on_duty_since: null })
    expect(await suspendRider(deps, admin, suspension)).toMatchObject({ reason: 'not_allowed' })
    expect(await goOnDuty(deps, rider)).toMatchObject({ reason: 'rider_inactive' })
    const suspended_at = async () =>
      (await deps.db.select().from(users).where(eq(users.id, rider.user_id)))[0]?.suspended_at
    expect(await suspended_at()).not.toBeNull()
    expect(await restoreRider(deps, admin, rider.user_id)).toMatchObject({ value: { status: 'Active' } })
    expect(await suspended_at()).toBeNull()
    expect(await restoreRider(deps, admin, rider.user_id)).toMatchObject({ reason: 'not_allowed' })
  })

  test('finds nobody under a missing or malformed id, and nobody else may decide', async () => {
    for (const rider_id of [crypto.randomUUID(), 'x', '']) {
      const asked = { rider_id, reason: 'because' }
      expect(await activateRider(deps, admin, rider_id)).toMatchObject({ reason: 'not_found' })
      expect(await rejectRider(deps, admin, asked)).toMatchObject({ reason: 'not_found' })
      expect(await suspendRider(deps, admin, asked)).toMatchObject({ reason: 'not_found' })
      expect(await restoreRider(deps, admin, rider_id)).toMatchObject({ reason: 'not_found' })
    }
    const asked = { rider_id: actor.user_id, reason: 'because' }
    for (const role of ['vendor', 'rider'] as const) {
      expect(await activateRider(deps, { ...admin, role }, actor.user_id)).toMatchObject({
        reason: 'not_found',
      })
      expect(await rejectRider(deps, { ...admin, role }, asked)).toMatchObject({ reason: 'not_found' })
      expect(await suspendRider(deps, { ...admin, role }, asked)).toMatchObject({ reason: 'not_found' })
      expect(await restoreRider(deps, { ...admin, role }, actor.user_id)).toMatchObject({
        reason: 'not_found',
      })
    }
  })

  test.each(['musa bello', 'Bello Musa', 'MÚSA', '0803 111 2222', '+234 (0)803-111', '1112222'])(
    'finds a rider by %j',
    async (search) => {
      await registerRider(deps, actor, form)
      const { rows } = await listRiders(deps.db, { search, filter: 'All', place: null })
      expect(rows.map(({ user_id }) => user_id)).toContain(actor.user_id)
    },
  )

  test('finds nobody by a name that nobody has', async () => {
    expect(await listRiders(deps.db, { search: 'bello zubairu', filter: 'All', place: null })).toMatchObject({
      rows: [],
    })
  })
})

describe('duty', () => {
  test('begins and ends; asked twice, it goes on from when it began', async () => {
    const rider = await insertRider(deps.db, { on_duty_since: null })
    const first = await goOnDuty(deps, rider)
    world.clock.advance(60)
    expect(await goOnDuty(deps, rider)).toEqual(first)
    expect(await goOffDuty(deps, rider)).toMatchObject({ value: { on_duty_since: null } })
    expect(await goOffDuty(deps, rider)).toMatchObject({ ok: true })
  })

  test('is for Active riders only', async () => {
    expect(await goOnDuty(deps, actor)).toMatchObject({
      reason: 'rider_inactive',
      details: { status: 'Pending' },
    })
    expect(await goOnDuty(deps, { ...actor, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
    expect(await goOffDuty(deps, { ...actor, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  })

  test('a position is taken while on duty, near the campus, from the rider', async () => {
    const rider = await insertRider(deps.db)
    const here = { latitude: '7.3041', longitude: '5.1392' }
    expect(await reportPosition(deps, rider, here)).toMatchObject({ ok: true })
    expect(await row(rider.user_id)).toMatchObject({ latitude: 7.3041, longitude: 5.1392 })
    for (const wrong of [
      { latitude: '6.45', longitude: '3.4' },
      { latitude: 'x', longitude: '5' },
      { latitude: 91, longitude: 5 },
    ]) {
      expect(await reportPosition(deps, rider, wrong)).toMatchObject({ reason: 'bad_position' })
    }
    await goOffDuty(deps, rider)
    expect(await reportPosition(deps, rider, here)).toMatchObject({ reason: 'not_found' })
    expect(await reportPosition(deps, admin, here)).toMatchObject({ reason: 'not_found' })
  })
})
