import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { MailGateway, SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { quick_push } from '../../../test/pushes.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import { movableClock } from '../../clock.ts'
import { laneOf } from '../../lane.ts'
import { messages } from '../tables.ts'
import { queueMessages } from './queue-message.ts'
import { messageErrands } from './send-messages.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let clock: ReturnType<typeof movableClock>

beforeEach(async () => {
  database = await createTestDatabase()
  clock = movableClock(LUNCH_TIME)
})
afterEach(() => database.close())

const taken = { sent: true as const, gateway_message_id: null }
const mail: MailGateway = { name: 'quick mail', send: async () => taken }
const quick: SmsGateway = { name: 'quick', send: async () => taken }
/** Never answers the messages of these ids, and takes all others. */
const hangingFor = (...ids: string[]): SmsGateway => ({
  name: 'hanging',
  send: ({ ext_ref }) => (ids.includes(ext_ref) ? new Promise<never>(() => {}) : Promise.resolve(taken)),
})

const deps = (sms: SmsGateway) => ({
  db: database.db,
  clock,
  sms,
  mail,
  push: quick_push,
})
const messageLane = (gateways: ReturnType<typeof deps>, channel: 'sms' | 'mail', width = 20) =>
  laneOf(
    messageErrands(gateways, [channel]),
    (error) => {
      throw error
    },
    { width },
  )

async function queued(channel: 'sms' | 'mail'): Promise<string> {
  const dedupe_key = randomUUID()
  const message =
    channel === 'sms'
      ? ({ channel, dedupe_key, to: '+2348031234567', text: 'Ready' } as const)
      : ({ channel, dedupe_key, to: 'ada@example.com', subject: 'Rice', text: 'Ready', html: '' } as const)
  await database.db.transaction((tx) => queueMessages(tx, [message], clock.now()))
  return (await rowOf(eq(messages.dedupe_key, dedupe_key))).id
}

async function rowOf(where: ReturnType<typeof eq>) {
  const [row] = await database.db.select().from(messages).where(where)
  if (!row) throw new Error('no message')
  return row
}
const messageRow = (id: string) => rowOf(eq(messages.id, id))

test('a lane goes on while one of its messages hangs', async () => {
  const hanging = await queued('sms')
  const lane = messageLane(deps(hangingFor(hanging)), 'sms', 2)
  expect(await lane.run()).toBe(1)
  const ids = await Promise.all(Array.from({ length: 5 }, () => queued('sms')))
  while ((await lane.run()) > 0);
  for (const id of ids) await expect.poll(async () => (await messageRow(id)).status).toBe('Sent')
  expect(await messageRow(hanging)).toMatchObject({ status: 'Queued', attempts: 1 })
})

test('a lane full of messages that hang holds up no other channel', async () => {
  const stuck = deps(hangingFor(await queued('sms')))
  expect(await messageLane(stuck, 'sms', 1).run()).toBe(1)
  const id = await queued('mail')
  const mails = messageLane(stuck, 'mail', 1)
  expect(await mails.run()).toBe(1)
  await mails.finish()
  expect((await messageRow(id)).status).toBe('Sent')
})

test('a failure that is told after somebody else has sent the message changes nothing', async () => {
  const id = await queued('sms')
  let fail = (_: Error) => {}
  const late = messageLane(
    deps({ name: 'late', send: () => new Promise<never>((_, reject) => (fail = reject)) }),
    'sms',
  )
  await late.run()
  clock.advance(3600)
  await sendDueMessages(deps(quick))
  expect((await messageRow(id)).status).toBe('Sent')
  fail(new Error('no answer'))
  await late.finish()
  expect(await messageRow(id)).toMatchObject({ status: 'Sent', last_error: null })
})
