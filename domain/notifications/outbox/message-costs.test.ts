import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kobo } from '../../money.ts'
import { SMS_PRICES } from '../../settings/definitions.ts'
import { readSetting, savedSetting } from '../../settings/read-setting.ts'
import { saveSetting } from '../../settings/save-setting.ts'
import { messages, sms_submissions } from '../tables.ts'
import { findMessage } from './list-messages.ts'
import { messageCosts } from './message-costs.ts'
import { recordTaken } from './record-submission.ts'
import { priceAt } from './sms-prices.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const clock = { now: () => LUNCH_TIME }
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const hoursAgo = (hours: number) => new Date(LUNCH_TIME.getTime() - hours * 3600_000)

async function message(body = 'PIN 1234') {
  const [row] = await database.db
    .insert(messages)
    .values({
      channel: 'sms',
      dedupe_key: randomUUID(),
      recipient: '+2348031234567',
      body,
      created_at: LUNCH_TIME,
    })
    .returning()
  if (!row) throw new Error('no message')
  return row
}

async function submission(gateway: string, more: Partial<typeof sms_submissions.$inferInsert> = {}) {
  const { id: message_id } = await message()
  await database.db.insert(sms_submissions).values({
    message_id,
    round: 1,
    gateway,
    submitted_at: LUNCH_TIME,
    segments: 1,
    cost: kobo(3_00),
    ...more,
  })
}

const quiet = { messages: 0, segments: 0, delivered: 0, undelivered: 0, cost: 0 }

test('costs are told by campus day and by gateway, the dearest first; quiet days are there', async () => {
  expect(await messageCosts(database.db, LUNCH_TIME, 2)).toEqual({
    days: [
      { day: '2026-03-09', ...quiet },
      { day: '2026-03-10', ...quiet },
    ],
    gateways: [],
    saved: 0,
  })
  await submission('smarthive', { outcome: 'Delivered', segments: 2, cost: kobo(6_00) })
  await submission('smarthive')
  await submission('termii', { outcome: 'Undelivered', cost: kobo(10_50) })
  // Half past midnight on the campus is still the day before in UTC.
  await submission('smarthive', { submitted_at: new Date('2026-03-09T23:30:00Z') })
  await submission('smarthive', { submitted_at: hoursAgo(24), outcome: 'Delivered' })
  await submission('smarthive', { submitted_at: hoursAgo(72) })
  expect(await messageCosts(database.db, LUNCH_TIME, 2)).toEqual({
    days: [
      { day: '2026-03-09', messages: 1, segments: 1, delivered: 1, undelivered: 0, cost: 3_00 },
      { day: '2026-03-10', messages: 4, segments: 5, delivered: 1, undelivered: 1, cost: 22_50 },
    ],
    gateways: [
      { gateway: 'smarthive', messages: 4, segments: 5, delivered: 2, undelivered: 0, cost: 15_00 },
      { gateway: 'termii', messages: 1, segments: 1, delivered: 0, undelivered: 1, cost: 10_50 },
    ],
    saved: 0,
  })
})

test('an admin’s price counts from the next message on, by the part', async () => {
  const save = (smarthive: string, version: string, actor = admin) =>
    saveSetting({ db: database.db, clock }, actor, SMS_PRICES, {
      typed: { smarthive, termii: '0' },
      version,
    })
  const taken = async (body: string) => {
    const row = await message(body)
    await recordTaken(database.db, [{ ...row, gateway: 'smarthive', gateway_message_id: null }], LUNCH_TIME)
    return (await findMessage(database.db, row.id))?.submissions[0]
  }
  expect(await taken('x'.repeat(161))).toMatchObject({ segments: 2, cost: 6_00 })
  expect(await save('2.5', '', { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  expect(await save('free', '')).toMatchObject({ reason: 'field', details: { field: 'smarthive' } })
  expect(await save('2.5', '')).toMatchObject({ ok: true })
  expect(await save('9', 'an older version')).toMatchObject({ reason: 'stale' })
  expect(await taken('x'.repeat(161))).toMatchObject({ segments: 2, cost: 5_00 })
  const prices = await readSetting(database.db, SMS_PRICES)
  expect(prices).toEqual({ smarthive_kobo: 2_50, termii_kobo: 0 })
  expect(priceAt(prices, 'quick')).toBe(0)
  expect((await savedSetting(database.db, SMS_PRICES)).version).not.toBe('')
})

test('a message is found with every time that a gateway took it, without its words', async () => {
  const row = await message()
  await recordTaken(database.db, [{ ...row, gateway: 'smarthive', gateway_message_id: 'DX1' }], LUNCH_TIME)
  await recordTaken(database.db, [{ ...row, gateway: 'smarthive', gateway_message_id: 'DX1' }], LUNCH_TIME)
  const found = await findMessage(database.db, row.id)
  expect(found).toMatchObject({
    id: row.id,
    recipient: '+23480•••4567',
    status: 'Sent',
    submissions: [{ gateway: 'smarthive', gateway_message_id: 'DX1', outcome: null }],
  })
  expect(JSON.stringify(found)).not.toContain('PIN')
  for (const id of ['', 'x', randomUUID()]) expect(await findMessage(database.db, id)).toBeNull()
})
