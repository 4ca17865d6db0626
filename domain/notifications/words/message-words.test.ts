import { randomUUID } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { settleCheckout } from '../../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { readSetting, savedSetting } from '../../settings/read-setting.ts'
import { saveSetting } from '../../settings/save-setting.ts'
import { settings } from '../../settings/tables.ts'
import { sampleOf, template_keys, templateOf } from '../forms.ts'
import { messages } from '../tables.ts'
import { atDoorSms } from './incident-templates.ts'
import { MESSAGE_TEXTS, renderSms } from './message-words.ts'
import { fillText } from './sms-text.ts'
import { wrongInText } from './wrong-in-text.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.advance(1)
  await world.deps.db.delete(settings)
})

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }
const versionNow = async () => (await savedSetting(world.deps.db, MESSAGE_TEXTS)).version
async function save(text: string | null, change: { template?: string; version?: string; actor?: Actor } = {}) {
  const { template = 'paid', actor = admin, version = await versionNow() } = change
  world.clock.advance(1)
  return saveSetting(world.deps, actor, MESSAGE_TEXTS, { typed: { template, text }, version })
}

describe.each(template_keys)('our text for %s', (key) => {
  test('is one the form takes, and one part of the GSM alphabet on a typical day', () => {
    const { text, samples } = templateOf(key)
    expect(wrongInText(key, text)).toBeNull()
    expect(sampleOf(key, text).length).toBeLessThanOrEqual(160)
    for (const sample of Object.values(samples)) expect(sampleOf(key, text)).toContain(sample)
  })
})

describe('a text is refused', () => {
  test.each([
    ['empty', '  ', 'Please write what it says.'],
    ['with a placeholder that this message knows not', 'See {link} {pin}', 'This message knows no {pin}.'],
    ['with one of JavaScript', 'See {link} {constructor}', 'This message knows no {constructor}.'],
    ['without one that it needs', 'Thank you for {total}', 'Without {link} the message helps nobody.'],
    ['with half a placeholder', 'See {link} {total', 'A brace stands alone.'],
    ['with what a text message cannot carry', 'Yes 🎉 {link}', 'A text message cannot carry 🎉'],
    ['that is too long for one part', `${'word '.repeat(30)}{link}`, 'Too long: 192 characters'],
  ])('%s', async (_, text, said) => {
    const answer = await save(text)
    expect(answer).toMatchObject({ reason: 'field', details: { field: 'text' } })
    expect(!answer.ok && answer.details?.said).toContain(said)
    expect(await versionNow()).toBe('')
  })

  test('for a message that there is not, from anybody but an admin, and from the second of two', async () => {
    for (const template of ['lunch', 'constructor']) {
      expect(await save('See {link}', { template })).toMatchObject({ reason: 'not_found' })
    }
    for (const role of ['vendor', 'rider'] as const) {
      expect(await save('See {link}', { actor: { ...admin, role } })).toMatchObject({ reason: 'not_found' })
    }
    expect(await save('See {link}')).toMatchObject({ ok: true })
    expect(await save('Look: {link}', { version: '' })).toMatchObject({ reason: 'stale' })
  })
})

test('one text is saved beside the others, and given back alone; our own words are none of an admin', async () => {
  await save('See {link}')
  await save('Order {order} is there', { template: 'delivered' })
  expect(await readSetting(world.deps.db, MESSAGE_TEXTS)).toEqual({
    paid: 'See {link}',
    delivered: 'Order {order} is there',
  })
  await save(null)
  await save(templateOf('delivered').text, { template: 'delivered' })
  expect(await readSetting(world.deps.db, MESSAGE_TEXTS)).toEqual({})
})

test('a text that was saved before it could name the place stays as it was written', async () => {
  const at_door = 'ChowGate: {rider} is at your door with order {order} and waits until {until}. {link}'
  expect(await save(at_door, { template: 'at_door' })).toMatchObject({ ok: true })
  const texts = await readSetting(world.deps.db, MESSAGE_TEXTS)
  const link = 'https://chowgate.ng/track/x'
  const waits = { id: 7, waits_until: world.clock.now(), rider_first_name: 'Tunde', rider_phone: null, meet_at: 'SUB' }
  expect(renderSms(atDoorSms(waits, link), texts)).toMatch(/^ChowGate: Tunde is at your door with order 7 and waits/)
})

test('the very next message uses what was saved, and the one after what was given back', async () => {
  const { db } = world.deps
  async function nextPaidSms() {
    const before = world.clock.now()
    world.clock.advance(60)
    const checkout = await startedCheckout(world, [jollofFor(await insertVendor(db))])
    await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
    expect(await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })).toBe('paid')
    const [sms] = await db
      .select()
      .from(messages)
      .where(and(eq(messages.dedupe_key, `paid_sms:${checkout.id}`), gt(messages.created_at, before)))
    return sms?.body
  }
  expect(await nextPaidSms()).toContain('received, thank you')
  await save('Ẹ ṣé! {total} has come. {link}')
  expect(await nextPaidSms()).toMatch(/^E se! NGN [\d,.]+ has come\. http\S+$/)
  await save(null)
  expect(await nextPaidSms()).toContain('received, thank you')
  expect(await findViolations(db)).toEqual([])
})

test('a text that no form would take by now is not used', async () => {
  const value = { paid: 'Nothing in it', delivered: 7, lunch: 'Rice' }
  await world.deps.db.insert(settings).values({ key: MESSAGE_TEXTS.key, value, updated_at: world.clock.now() })
  expect(await readSetting(world.deps.db, MESSAGE_TEXTS)).toEqual({})
})

test('what is filled in stays words, and what gives way leaves room for all else', () => {
  expect(fillText('{name}, {order}', { name: '{order}', order: '7' })).toBe('(order), 7')
  const name = (room: number) => 'x'.repeat(room)
  expect(fillText('{name} and {name}: {link}', { name, link: 'y'.repeat(100) }).length).toBeLessThanOrEqual(160)
})
