import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { paystack } from '../../../adapters/banks/paystack.ts'
import { control } from '../../../test/control.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findActor } from '../../accounts/find-actor.ts'
import { registration_drafts, uploads, vendors } from '../tables.ts'
import { stepErrors } from './check-registration.ts'
import { ownProfile } from './own-profile.ts'
import { registerVendor } from './register-vendor.ts'
import { saveRegistrationDraft } from './save-registration-draft.ts'

const world = await worldOfFile()
const lever = control(world)
let deps: Parameters<typeof registerVendor>[0]
let actor: Actor

beforeEach(async () => {
  await lever.reset()
  const { db, clock, keys } = { ...world.deps, keys: world.keys }
  const base_url = `${world.sandbox.url}/paystack`
  deps = { db, clock, banks: paystack({ base_url, secret_key: keys.paystack_secret_key }) }
  actor = await insertAccount(db, 'vendor')
})

const form = {
  name: 'Bose Kitchen',
  category: 'Buka',
  phone: '0803 123 4567',
  profile_photo: '',
  address: 'Shop 7',
  landmark: 'FUTA North Gate',
  description: 'Amala at noon.',
  latitude: '7.3041',
  longitude: '5.1392',
  bank: 'access-bank-diamond',
  account_number: '0022728151',
}
const row = async () => (await deps.db.select().from(vendors).where(eq(vendors.user_id, actor.user_id)))[0]

describe('a registration', () => {
  test('completes the profile, locks it and waits as Pending; the name is the bank’s', async () => {
    await saveRegistrationDraft(deps, actor, { step: 3, fields: form })
    expect(await registerVendor(deps, actor, form)).toEqual({ ok: true, value: { first: true } })
    expect(await row()).toMatchObject({
      name: 'Bose Kitchen',
      phone: '+2348031234567',
      bank_name: 'Access Bank (Diamond)',
      bank_code: '063',
      account_name: 'WES GIBBONS',
      latitude: 7.3041,
      status: 'Pending',
      unlocked_at: null,
    })
    expect((await ownProfile(deps.db, actor))?.locked).toBe(true)
    // The account has this name too, for the welcome.
    expect(await findActor(deps.db, actor.user_id)).toMatchObject({ value: { name: 'Bose Kitchen' } })
    expect(
      await deps.db.select().from(registration_drafts).where(eq(registration_drafts.user_id, actor.user_id)),
    ).toEqual([])
  })

  test.each([
    ['name', '', 'Required'],
    ['category', ' ', 'Required'],
    ['phone', '', 'Required'],
    ['phone', '0803 123 4567 8901 2', 'Please keep this under 15 characters.'],
    ['phone', '0803 123 4567 890', 'This phone number does not exist. Try it like 0803 123 4567.'],
    ['phone', '12345', 'This phone number does not exist. Try it like 0803 123 4567.'],
    ['address', '', 'Required'],
    ['landmark', '', 'Required'],
    ['landmark', 'Lagos', 'Please choose one of the landmarks.'],
    ['description', '', 'Required'],
    ['latitude', '6.4541', 'This place is too far from the campus. Please move the pin.'],
    ['latitude', 'north', 'This is no place on a map.'],
    ['bank', '', 'Required'],
    ['account_number', '', 'Required'],
    ['account_number', '002272815', 'An account number has exactly 10 digits.'],
    ['account_number', '00227281510', 'An account number has exactly 10 digits.'],
    ['account_number', '002272815x', 'An account number has exactly 10 digits.'],
  ])('is refused for its %s: %j', async (field, wrong, message) => {
    expect(await registerVendor(deps, actor, { ...form, [field]: wrong })).toEqual({
      ok: false,
      reason: 'fields',
      details: { [field]: message },
    })
    expect((await row())?.name).toBeNull()
  })

  test.each([
    ['a bank that is none', { bank: 'heritage-bank' }, 'unknown_bank'],
    ['an account without a name', { account_number: '0000000001' }, 'no_name'],
    ['an account the bank does not know', { account_number: '0000000000' }, 'failed'],
    ['an account that cannot be asked for', { account_number: '0000000002' }, 'failed'],
  ])('is refused for %s', async (_, wrong, reason) => {
    expect(await registerVendor(deps, actor, { ...form, ...wrong })).toMatchObject({ ok: false, reason })
    expect((await row())?.account_number).toBeNull()
  })

  test('is refused while the provider is down, and nothing is lost', async () => {
    await saveRegistrationDraft(deps, actor, { step: 3, fields: form })
    await lever.behave({ paystack: '500' })
    expect(await registerVendor(deps, actor, form)).toMatchObject({ reason: 'failed' })
    expect((await ownProfile(deps.db, actor))?.draft).toMatchObject({ step: 3, fields: form })
  })

  test.each(['+234 803 555 0199', '+234 (0) 803-555-0199', '0803.555.0199', '0803 555 0199'])(
    'takes the number %s, and counts no spaces',
    async (phone) => {
      expect(await stepErrors(deps.db, 0, { ...form, phone })).toEqual({})
      expect(await registerVendor(deps, actor, { ...form, phone })).toMatchObject({ ok: true })
      expect((await row())?.phone).toBe('+2348035550199')
    },
  )

  test('is told on its step what is wrong with it, also what only we can know', async () => {
    expect(await stepErrors(deps.db, 0, { ...form, name: '', phone: '12345' })).toEqual({
      name: 'Required',
      phone: 'This phone number does not exist. Try it like 0803 123 4567.',
    })
    expect(await stepErrors(deps.db, 1, { ...form, landmark: 'Lagos', latitude: '6.4541' })).toEqual({
      landmark: 'Please choose one of the landmarks.',
      latitude: 'This place is too far from the campus. Please move the pin.',
    })
    expect(await stepErrors(deps.db, 2, { bank: '', account_number: '123' })).toEqual({
      bank: 'Required',
      account_number: 'An account number has exactly 10 digits.',
    })
    expect(await stepErrors(deps.db, 3, {})).toEqual({})
  })

  test('sent ten times at once is taken once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => registerVendor(deps, actor, form)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'locked')).toHaveLength(9)
  })

  test('cannot be changed once it is locked, until an admin unlocks it; then it is locked again', async () => {
    await registerVendor(deps, actor, form)
    expect(await registerVendor(deps, actor, { ...form, account_number: '0123456789' })).toMatchObject({
      reason: 'locked',
    })
    expect(await saveRegistrationDraft(deps, actor, { step: 0, fields: { name: 'Other' } })).toMatchObject({
      reason: 'locked',
    })
    await deps.db
      .update(vendors)
      .set({ unlocked_at: new Date(), status: 'Active' })
      .where(eq(vendors.user_id, actor.user_id))
    expect((await ownProfile(deps.db, actor))?.locked).toBe(false)
    expect(await registerVendor(deps, actor, { ...form, name: 'Bose and Daughters' })).toEqual({
      ok: true,
      value: { first: false },
    })
    expect(await row()).toMatchObject({ name: 'Bose and Daughters', status: 'Active', unlocked_at: null })
  })

  test('that stood open puts back nothing that was corrected meanwhile, and keeps what was typed', async () => {
    await registerVendor(deps, actor, form)
    await deps.db.update(vendors).set({ unlocked_at: new Date() }).where(eq(vendors.user_id, actor.user_id))
    const draft = async () => (await ownProfile(deps.db, actor))?.draft.fields ?? {}
    const shown = await draft()
    const corrected = {
      landmark: 'FUTA South Gate',
      latitude: 7.2951,
      longitude: 5.1467,
      profile_photo: '/images/new.webp',
    }
    await deps.db.update(vendors).set(corrected).where(eq(vendors.user_id, actor.user_id))
    const send = (typed: object) =>
      saveRegistrationDraft(deps, actor, { fields: { ...shown, version: JSON.stringify(shown), ...typed } })
    await send({ description: 'Amala at noon and at night.' })
    const now = {
      landmark: 'FUTA South Gate',
      latitude: '7.2951',
      longitude: '5.1467',
      profile_photo: '/images/new.webp',
    }
    expect(await draft()).toEqual({ ...shown, ...now, description: 'Amala at noon and at night.' })
    // Typed, and then typed back.
    await send({ address: 'Shop 8' })
    await send({})
    expect(await draft()).toEqual({ ...shown, ...now })
  })

  test('holds the payouts when an unlocked registration names another bank account, and only then', async () => {
    await registerVendor(deps, actor, form)
    expect((await row())?.bank_changed_at).toBeNull()
    const unlock = () =>
      deps.db.update(vendors).set({ unlocked_at: new Date() }).where(eq(vendors.user_id, actor.user_id))
    await unlock()
    await registerVendor(deps, actor, { ...form, name: 'Bose and Daughters' })
    expect((await row())?.bank_changed_at).toBeNull()
    await unlock()
    await registerVendor(deps, actor, { ...form, account_number: '0123456789' })
    expect((await row())?.bank_changed_at).toEqual(deps.clock.now())
    await unlock()
    // Going back to the old number does not avoid the admin's check.
    await registerVendor(deps, actor, form)
    expect((await row())?.bank_changed_at).toEqual(deps.clock.now())
  })

  test('shows one’s own picture only', async () => {
    const other = await insertAccount(deps.db, 'vendor')
    const address = `/images/${'c'.repeat(32)}-640.webp`
    await deps.db.insert(uploads).values({ address, user_id: other.user_id, uploaded_at: new Date() })
    expect(await registerVendor(deps, actor, { ...form, profile_photo: address })).toEqual({
      ok: false,
      reason: 'fields',
      details: { profile_photo: 'Please upload this picture again.' },
    })
  })

  test.each(['admin', 'rider'] as const)('is nothing for a person of role %s', async (role) => {
    const other = { ...actor, role }
    expect(await registerVendor(deps, other, form)).toMatchObject({ reason: 'not_found' })
    expect(await saveRegistrationDraft(deps, other, { step: 0, fields: form })).toMatchObject({
      reason: 'not_found',
    })
    expect(await ownProfile(deps.db, other)).toBeNull()
  })
})

describe('a draft', () => {
  test('keeps what was typed, right or wrong, and the step; later fields do not empty earlier ones', async () => {
    await saveRegistrationDraft(deps, actor, { step: 1, fields: { name: 'Bose', phone: 'x' } })
    await saveRegistrationDraft(deps, actor, { step: 2, fields: { address: 'Shop' } })
    await saveRegistrationDraft(deps, actor, { fields: { address: 'Shop 7' } })
    expect((await ownProfile(deps.db, actor))?.draft).toMatchObject({
      step: 2,
      fields: { name: 'Bose', phone: 'x', address: 'Shop 7' },
    })
  })

  test('holds no more than the form has, in size and in fields', async () => {
    const fields = { status: 'Active', rating: '5', name: 'a'.repeat(5000) }
    await saveRegistrationDraft(deps, actor, { step: 99, fields })
    const draft = (await ownProfile(deps.db, actor))?.draft
    expect(draft?.step).toBe(3)
    expect(draft?.fields).not.toHaveProperty('status')
    expect(draft?.fields).not.toHaveProperty('rating')
    expect(draft?.fields['name']).toHaveLength(1000)
  })

  test('publishes nothing', async () => {
    await saveRegistrationDraft(deps, actor, { step: 1, fields: form })
    expect(await row()).toMatchObject({ name: null, bank_name: null })
  })
})
