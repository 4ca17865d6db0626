import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../db/open.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { quick_push } from '../../../test/pushes.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { movableClock } from '../../clock.ts'
import { whatWaits } from '../../desk/what-waits.ts'
import { MESSAGE_CAPS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { saveSetting } from '../../settings/save-setting.ts'
import { settings } from '../../settings/tables.ts'
import type { TemplateKey } from '../forms.ts'
import { messages, notifications } from '../tables.ts'
import type { SmsWords } from '../words/message-words.ts'
import { decideHeldMessage } from './decide-held-message.ts'
import { HARD_MULTIPLE, UNPROVEN, UNPROVEN_MAILS_AN_HOUR } from './message-caps.ts'
import type { NewMessage } from './new-message.ts'
import { queueMessages } from './queue-message.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let clock: ReturnType<typeof movableClock>
let admin: Actor

const taken = { sent: true as const, gateway_message_id: null }
const gateways = {
  sms: { name: 'quick', send: async () => taken },
  mail: { name: 'quick mail', send: async () => taken },
  push: quick_push,
}

beforeEach(async () => {
  database = await createTestDatabase()
  clock = movableClock(LUNCH_TIME)
  admin = await insertAccount(database.db, 'admin')
})
afterEach(() => database.close())

const ADA = '+2348031234567'
const deps = () => ({ db: database.db, clock, ...gateways })
const words = (template: TemplateKey): SmsWords => ({ template, values: {} })

async function capAt(recipient_daily_count: number, hourly_count: number): Promise<void> {
  const value = { recipient_daily_count, hourly_count }
  await database.db.insert(settings).values({ key: MESSAGE_CAPS.key, value, updated_at: LUNCH_TIME })
}

async function queue(times: number, template: TemplateKey, to: string | null = ADA): Promise<void> {
  const list = Array.from({ length: times }, (_, place): NewMessage => {
    const recipient = to ?? `+23480312${String(place).padStart(5, '0')}`
    return { channel: 'sms', dedupe_key: `${template}:${randomUUID()}`, to: recipient, text: words(template) }
  })
  await database.db.transaction((tx) => queueMessages(tx, list, clock.now()))
}

async function sendAll(): Promise<void> {
  while ((await sendDueMessages(deps())) > 0);
}

async function statuses(): Promise<Record<string, number>> {
  const { rows } = await database.db.execute<{ status: string; count: number }>(
    sql`select status || coalesce(' ' || held_by, '') as status, count(*)::int as count from messages group by 1`,
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

const bells = () => database.db.select().from(notifications)

test('a number gets so many text messages a day; what nobody can do without is never held by that', async () => {
  await capAt(3, 1000)
  await queue(5, 'accepted')
  await queue(2, 'on_the_way')
  await queue(1, 'refund')
  await queue(4, 'new_order')
  await queue(1, 'delivered', '+2348039999999')
  await sendAll()
  expect(await statuses()).toEqual({ Sent: 3 + 2 + 1 + 4 + 1, 'Held recipient_day': 2 })
  const rang = await bells()
  expect(rang).toMatchObject([{ user_id: admin.user_id, kind: 'messages_held' }])

  await queue(1, 'delivered')
  await sendAll()
  expect(await bells()).toHaveLength(1)
  expect(await whatWaits(database.db, clock.now())).toMatchObject([{ kind: 'messages_held', count: 3 }])

  clock.advance(24 * 3600)
  await queue(1, 'delivered')
  await sendAll()
  expect((await statuses()).Sent).toBe(12)
})

test('the hour has a cap for all together, and a hard one for what nobody can do without', async () => {
  await capAt(1000, 4)
  await queue(6, 'paid', null)
  await sendAll()
  expect(await statuses()).toEqual({ Sent: 4, 'Held marketplace_hour': 2 })

  await queue(4 * HARD_MULTIPLE, 'on_the_way', null)
  await sendAll()
  expect(await statuses()).toEqual({
    Sent: 4 * HARD_MULTIPLE,
    'Held marketplace_hour': 2 + 4,
  })

  const mail = { channel: 'mail', to: 'ada@example.com', subject: 'Reset', text: 'Link', html: '' } as const
  await database.db.transaction((tx) => queueMessages(tx, [{ ...mail, dedupe_key: randomUUID() }], clock.now()))
  await sendAll()
  expect((await statuses()).Sent).toBe(4 * HARD_MULTIPLE + 1)

  clock.advance(3601)
  await queue(1, 'paid', null)
  await sendAll()
  expect((await statuses()).Sent).toBe(4 * HARD_MULTIPLE + 2)
})

test('strangers who sign up hold back neither receipts nor new passwords, whatever the hour has had', async () => {
  await capAt(1000, 4)
  const expires_at = new Date(LUNCH_TIME.getTime() + 24 * 3_600_000)
  type More = { dispensable?: true; expires_at?: Date }
  const mails = (kind: string, count: number, more: More, mark = ''): NewMessage[] =>
    Array.from({ length: count }, () => ({
      ...{ channel: 'mail', dedupe_key: `${kind}:${randomUUID()}${mark}`, to: `${randomUUID()}@example.com` },
      ...{ subject: 'Hello', text: 'Link', html: '', ...more },
    }))
  const queueMails = (list: NewMessage[]) => database.db.transaction((tx) => queueMessages(tx, list, clock.now()))
  await queueMails(mails('confirm_mail', UNPROVEN_MAILS_AN_HOUR - 100, { expires_at }))
  await queueMails(mails('new_password', 60, { expires_at }, UNPROVEN))
  await queueMails(mails('new_device', 60, { expires_at }, UNPROVEN))
  await sendAll()
  expect(await statuses()).toEqual({ Sent: UNPROVEN_MAILS_AN_HOUR, 'Expired confirmations_hour': 20 })
  expect(await bells()).toMatchObject([
    { kind: 'messages_held', text: expect.stringMatching(/^More mails in an hour to addresses/) },
  ])

  await queueMails(mails('receipt', 4, { dispensable: true }))
  await queueMails(mails('new_password', 4, { expires_at }))
  await sendAll()
  expect(await statuses()).toEqual({ Sent: UNPROVEN_MAILS_AN_HOUR + 8, 'Expired confirmations_hour': 20 })

  clock.advance(3601)
  await queueMails(mails('confirm_mail', 1, { expires_at }))
  await sendAll()
  expect((await statuses()).Sent).toBe(UNPROVEN_MAILS_AN_HOUR + 9)
})

test('what is of no use once a person has decided expires over a cap, and an admin hears of it once', async () => {
  await capAt(1000, 1)
  const expires_at = new Date(clock.now().getTime() + 45_000)
  const offers = (channel: 'sms' | 'push') =>
    Array.from({ length: HARD_MULTIPLE + 2 }, (): NewMessage => {
      const dedupe_key = `offer:${randomUUID()}`
      const payload = { title: 'New offer', body: '₦480', url: '/rider-dashboard', tag: 'offer' }
      return channel === 'sms'
        ? { channel, dedupe_key, to: ADA, text: 'A delivery for you', expires_at }
        : { channel, dedupe_key, to: randomUUID(), payload, expires_at }
    })
  await database.db.transaction((tx) => queueMessages(tx, [...offers('sms'), ...offers('push')], clock.now()))
  await queue(1, 'on_the_way')
  await sendAll()
  const rows = await database.db.select().from(messages)
  const count = (channel: string, status: string) =>
    rows.filter((row) => row.channel === channel && row.status === status).length
  expect([count('sms', 'Sent'), count('sms', 'Held')]).toEqual([HARD_MULTIPLE, 1])
  expect(count('sms', 'Expired')).toBe(2)
  // The devices are made up, so a push that the cap admits finds none.
  expect(count('push', 'Expired')).toBe(HARD_MULTIPLE + 2)
  expect(rows.filter(({ last_error }) => last_error === 'Over a cap')).toHaveLength(2 + 2)
  expect(await bells()).toMatchObject([{ kind: 'messages_held' }])
})

test('many workers with connections of their own let through exactly the cap', async () => {
  await capAt(7, 1000)
  await queue(40, 'accepted')
  const workers = Array.from({ length: 6 }, () => openDatabase(database.url, 2))
  try {
    await Promise.all(
      workers.map(async ({ db }) => {
        while ((await sendDueMessages({ ...deps(), db }, 3)) > 0);
      }),
    )
  } finally {
    await Promise.all(workers.map((worker) => worker.close()))
  }
  await sendAll()
  expect(await statuses()).toEqual({ Sent: 7, 'Held recipient_day': 33 })
  expect(await bells()).toHaveLength(1)
})

test('a message that is tried again counts once', async () => {
  await capAt(2, 1000)
  await queue(1, 'accepted')
  const down = {
    name: 'down',
    send: async () => {
      throw new Error('no line')
    },
  }
  for (let tries = 0; tries < 4; tries++) {
    expect(await sendDueMessages({ ...deps(), sms: down })).toBe(1)
    clock.advance(3600)
  }
  await queue(1, 'delivered')
  await sendAll()
  expect(await statuses()).toEqual({ Sent: 2 })
})

async function heldMessage() {
  await capAt(1, 1000)
  await queue(2, 'accepted')
  await sendAll()
  const [held] = await database.db.select().from(messages).where(eq(messages.status, 'Held'))
  if (!held) throw new Error('nothing is held')
  return held
}

test('of two admins one decides; what is released is sent and not held again', async () => {
  const { id } = await heldMessage()
  const decide = (verb: 'release' | 'drop', actor = admin) => decideHeldMessage(deps(), actor, { message_id: id, verb })
  expect(await decide('drop', { ...admin, role: 'vendor' })).toMatchObject({ ok: false, reason: 'not_found' })
  const answers = await Promise.all([decide('release'), decide('release')])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await decide('drop')).toMatchObject({ reason: 'not_allowed', details: { status: 'Queued' } })
  await sendAll()
  expect(await statuses()).toEqual({ Sent: 1, 'Sent recipient_day': 1 })
  expect(await database.db.select().from(audit_log)).toMatchObject([
    {
      action: 'message_released',
      subject: `message:${id}`,
      before: { status: 'Held', held_by: 'recipient_day' },
      after: { status: 'Queued' },
    },
  ])
})

test('what is dropped is never sent', async () => {
  const { id } = await heldMessage()
  expect(await decideHeldMessage(deps(), admin, { message_id: id, verb: 'drop' })).toMatchObject({ ok: true })
  clock.advance(48 * 3600)
  await sendAll()
  expect(await statuses()).toEqual({ Sent: 1, 'Dropped recipient_day': 1 })
})

test('caps are saved by an admin, with a trace; nonsense is refused beside its field and never counts', async () => {
  expect(await readSetting(database.db, MESSAGE_CAPS)).toEqual({
    recipient_daily_count: 20,
    hourly_count: 2000,
  })
  const save = (recipient_daily_count: string, hourly_count: string) =>
    saveSetting(deps(), admin, MESSAGE_CAPS, {
      typed: { recipient_daily_count, hourly_count },
      version: '',
    })
  expect(await save('0', '100')).toMatchObject({ details: { field: 'recipient_daily_count' } })
  expect(await save('5', 'many')).toMatchObject({ details: { field: 'hourly_count' } })
  expect(await save('5', '100')).toMatchObject({ ok: true })
  expect(await readSetting(database.db, MESSAGE_CAPS)).toEqual({
    recipient_daily_count: 5,
    hourly_count: 100,
  })
  expect(await database.db.select().from(audit_log)).toMatchObject([{ action: 'setting_saved' }])
  await database.db.update(settings).set({ value: { hourly_count: 'many' } })
  expect(await readSetting(database.db, MESSAGE_CAPS)).toEqual({
    recipient_daily_count: 20,
    hourly_count: 2000,
  })
})
