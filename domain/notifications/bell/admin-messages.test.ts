import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/database.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { audit_log } from '../../audit/tables.ts'
import { listMessages, MESSAGES_PER_PAGE } from '../outbox/list-messages.ts'
import { retryMessage } from '../outbox/retry-message.ts'
import { messages } from '../tables.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.delete(messages))

const clock = { now: () => LUNCH_TIME }
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const retry = (id: string, actor = admin) => retryMessage({ db: database.db, clock }, actor, id)

async function message(more: Partial<typeof messages.$inferInsert> = {}) {
  const [row] = await database.db
    .insert(messages)
    .values({
      channel: 'sms',
      dedupe_key: randomUUID(),
      recipient: '+2348031234567',
      body: 'PIN 1234',
      created_at: LUNCH_TIME,
      ...more,
    })
    .returning()
  if (!row) throw new Error('no message')
  return row
}
const rowOf = async (id: string) => (await database.db.select().from(messages).where(eq(messages.id, id)))[0]

test('the outbox is read newest first, by channel and status, without words and with half a recipient', async () => {
  const later = new Date(LUNCH_TIME.getTime() + 1000)
  await message({ status: 'Failed' })
  await message({ channel: 'mail', recipient: 'ada@example.com', status: 'Sent', created_at: later })
  const ask = async (channel: 'sms' | 'mail' | null, status: 'Queued' | 'Sent' | 'Failed' | null): Promise<string[]> =>
    (await listMessages(database.db, { channel, status, place: null })).rows.map((row) => row.recipient)
  expect(await ask(null, null)).toEqual(['a•••@example.com', '+23480•••4567'])
  expect(await ask('sms', null)).toEqual(['+23480•••4567'])
  expect(await ask(null, 'Sent')).toEqual(['a•••@example.com'])
  expect(await ask('mail', 'Failed')).toEqual([])
  const { rows } = await listMessages(database.db, { channel: null, status: null, place: null })
  expect(JSON.stringify(rows)).not.toContain('1234"')
  expect(rows[0]).not.toHaveProperty('body')
})

test('a long outbox has pages that follow each other', async () => {
  for (let n = 0; n <= MESSAGES_PER_PAGE; n++) await message()
  const first = await listMessages(database.db, { channel: null, status: null, place: null })
  expect(first.rows).toHaveLength(MESSAGES_PER_PAGE)
  const place = { side: 'after' as const, cursor: first.after ?? '' }
  const second = await listMessages(database.db, { channel: null, status: null, place })
  expect(second.rows).toHaveLength(1)
})

test('a message given up is tried once more, by the gateway that may have it, with an audit entry', async () => {
  const { id } = await message({
    status: 'Failed',
    attempts: 30,
    gateway: 'smarthive',
    last_error: 'HTTP 503',
  })
  const answers = await Promise.all([retry(id), retry(id)])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.find((answer) => !answer.ok)).toMatchObject({
    reason: 'not_allowed',
    details: { status: 'Queued' },
  })
  expect(await rowOf(id)).toMatchObject({
    status: 'Queued',
    attempts: 0,
    gateway: 'smarthive',
    next_attempt_at: LUNCH_TIME,
  })
  const entries = await database.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `message:${id}`))
  expect(entries).toMatchObject([{ action: 'message_retried', actor: 'boss@example.com' }])
})

test('a retry is refused to everybody else, for a message that never was, and for one that was sent', async () => {
  const failed = await message({ status: 'Failed' })
  const sent = await message({ status: 'Sent' })
  expect(await retry(failed.id, { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  expect(await retry(randomUUID())).toMatchObject({ reason: 'not_found' })
  expect(await retry('x')).toMatchObject({ reason: 'not_found' })
  expect(await retry(sent.id)).toMatchObject({ reason: 'not_allowed', details: { status: 'Sent' } })
  expect((await rowOf(failed.id))?.status).toBe('Failed')
})
