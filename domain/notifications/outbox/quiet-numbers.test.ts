import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pseudonyms } from '../../../server/pseudonyms.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { quick_push } from '../../../test/pushes.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { movableClock } from '../../clock.ts'
import { type TemplateKey, template_keys, templateOf } from '../forms.ts'
import { receiveText } from '../inbound/receive-text.ts'
import { messages, quiet_numbers } from '../tables.ts'
import { decideQuiet } from './decide-quiet.ts'
import { queueMessages } from './queue-message.ts'
import { quiet_sentence, quietOf, setQuiet, setQuietByLink } from './quiet-numbers.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let clock: ReturnType<typeof movableClock>
const sent: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  clock = movableClock(LUNCH_TIME)
  sent.length = 0
  await database.db.delete(quiet_numbers)
  await database.db.delete(messages)
})

const ADA = '+2348031234567'
const taken = { sent: true as const, gateway_message_id: null }
const deps = () => ({
  db: database.db,
  clock,
  announce: async () => {},
  pseudonymOf: pseudonyms('secret-of-the-tests'),
  sms: {
    name: 'quick',
    async send({ text }: { text: string }) {
      sent.push(text)
      return taken
    },
  },
  mail: { name: 'quick mail', send: async () => taken },
  push: quick_push,
})
const statusOf = async (id: string) => (await database.db.select().from(messages).where(eq(messages.id, id)))[0]?.status

async function queue(template: TemplateKey, to = ADA): Promise<string> {
  const dedupe_key = `${template}:${randomUUID()}`
  const text = { template, values: {} }
  await database.db.transaction((tx) => queueMessages(tx, [{ channel: 'sms', dedupe_key, to, text }], clock.now()))
  const [row] = await database.db.select().from(messages).where(eq(messages.dedupe_key, dedupe_key))
  if (!row) throw new Error('nothing was queued')
  return row.id
}

async function sendOne(template: TemplateKey, to = ADA) {
  const id = await queue(template, to)
  while ((await sendDueMessages(deps())) > 0);
  return statusOf(id)
}

test('a customer does without paid, accepted, rider on duty, later, at the gate, collected, delivered, friends', () => {
  expect(template_keys.filter((key) => templateOf(key).dispensable)).toEqual([
    'paid',
    'accepted',
    'rider_found',
    'later',
    'at_gate',
    'collected',
    'delivered',
    'friend_came',
  ])
})

test('every message that a quiet customer still gets is in the sentence about it, also in the manual', () => {
  const parts: Record<string, TemplateKey[]> = {
    'the PIN': ['on_the_way', 'ready'],
    'a dish that is out': ['dish_missing'],
    'a place that closed': ['place_closed'],
    'a message in the chat that nobody read': ['chat'],
    'trouble on the way or at the door': ['at_door', 'left_at', 'try_again', 'next_rider', 'not_handed_over'],
    'food that nobody collected': ['not_collected'],
    'cancellations, refunds': ['refund', 'refund_done'],
    'answers to complaints': ['claim_refused', 'claim_confirmed'],
  }
  const kept = template_keys.filter((key) => /^Customer:/.test(templateOf(key).name) && !templateOf(key).dispensable)
  expect(Object.values(parts).flat().toSorted()).toEqual(kept.toSorted())
  for (const part of Object.keys(parts)) expect(quiet_sentence).toContain(part)
  const manual = readFileSync(new URL('../../../docs/product.md', import.meta.url), 'utf8').replace(/\s+/g, ' ')
  expect(manual).toContain(quiet_sentence)
})

test.each(template_keys)('who asked for quiet gets "%s" only where it cannot be done without', async (key) => {
  await setQuiet(database.db, { phone: ADA, quiet: true, by: 'sms', now: clock.now() })
  expect(await sendOne(key)).toBe(templateOf(key).dispensable ? 'Not sent' : 'Sent')
  expect(await sendOne(key, '+2348039999999')).toBe('Sent')
})

test('quiet counts for what is queued already, and not for what was asked for again', async () => {
  const before = await queue('accepted')
  await setQuiet(database.db, { phone: ADA, quiet: true, by: 'track_page', now: clock.now() })
  await sendDueMessages(deps())
  expect(await statusOf(before)).toBe('Not sent')
  await setQuiet(database.db, { phone: ADA, quiet: false, by: 'track_page', now: clock.now() })
  expect(await sendOne('delivered')).toBe('Sent')
  expect(await statusOf(before)).toBe('Not sent')
  expect(sent).toHaveLength(1)
})

test('a message that a gateway may have already goes on as it began', async () => {
  const id = await queue('accepted')
  const silent = {
    name: 'quick',
    send: async () => {
      throw new Error('no answer')
    },
  }
  await sendDueMessages({ ...deps(), sms: silent })
  await setQuiet(database.db, { phone: ADA, quiet: true, by: 'sms', now: clock.now() })
  clock.advance(3600)
  await sendDueMessages(deps())
  expect(await statusOf(id)).toBe('Sent')
})

test.each([
  ['STOP', '08031234567', 'stop'],
  [' stop. ', '2348031234567', 'stop'],
  ['"Stop!"', '+234 803 123 4567', 'stop'],
  ['ALLOW', '2348031234567', 'allow'],
  ['allow', '08031234567', 'allow'],
  ['STOP cooking, I am not home', '08031234567', 'ignored'],
  ['nonstop', '08031234567', 'ignored'],
  ['STOPALLOW', '08031234567', 'ignored'],
  ['', '08031234567', 'ignored'],
  ['STOP', 'ChowGate', 'ignored'],
  ['STOP', '', 'ignored'],
])('%j from %j is %s', async (text, from, understood) => {
  await setQuiet(database.db, {
    phone: ADA,
    quiet: understood === 'allow',
    by: 'admin',
    now: clock.now(),
  })
  expect(await receiveText(deps(), { from, text, id: null })).toBe(understood)
  expect((await quietOf(database.db, ADA)) !== null).toBe(understood === 'stop')
})

test('asked for twice, or by many at once, the first wish keeps its date and its way', async () => {
  await receiveText(deps(), { from: ADA, text: 'STOP', id: null })
  const first = { since: clock.now(), asked_by: 'sms' }
  clock.advance(60)
  await Promise.all(
    Array.from({ length: 8 }, () =>
      setQuiet(database.db, { phone: ADA, quiet: true, by: 'track_page', now: clock.now() }),
    ),
  )
  expect(await quietOf(database.db, ADA)).toEqual(first)
})

test('a link that is not ours changes nothing', async () => {
  expect(await setQuietByLink(deps(), 'AAAAAAAAAAAAAAAA', true)).toMatchObject({ reason: 'not_found' })
  expect(await database.db.select().from(quiet_numbers)).toEqual([])
})

test('an admin decides for a customer who called, once, with a trace that does not tell the number', async () => {
  const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
  const decide = (quiet: boolean, actor = admin, phone = '0803 123 4567') =>
    decideQuiet(deps(), actor, { phone, quiet })
  expect(await decide(true, { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  expect(await decide(true, admin, 'Ada')).toMatchObject({ reason: 'not_found' })
  expect(await decide(true)).toMatchObject({ ok: true })
  expect(await decide(true)).toMatchObject({ ok: true })
  expect(await quietOf(database.db, ADA)).toMatchObject({ asked_by: 'admin' })
  expect(await decide(false)).toMatchObject({ ok: true })
  expect(await quietOf(database.db, ADA)).toBeNull()
  const entries = await database.db.select().from(audit_log)
  expect(entries.map(({ action }) => action)).toEqual(['customer_quieted', 'customer_unquieted'])
  expect(JSON.stringify(entries)).not.toContain('4567')
  expect(entries.map(({ subject }) => subject)).toEqual(Array(2).fill(`customer:${deps().pseudonymOf(ADA)}`))
})
