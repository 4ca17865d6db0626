import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { smarthive } from '../../../adapters/messages/smarthive.ts'
import { smtp } from '../../../adapters/messages/smtp.ts'
import { control } from '../../../test/control.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { createWorld, startedCheckout, type World } from '../../../test/world.ts'
import { settleCheckout } from '../../checkout/settlement/settle-checkout.ts'
import { messages } from '../tables.ts'
import type { NewMessage } from './new-message.ts'
import { queueMessages } from './queue-message.ts'

type Deps = Parameters<typeof sendDueMessages>[0]

let world: World
let deps: Deps
let mail: ReturnType<typeof smtp>
let gateway: ReturnType<typeof control>

beforeAll(async () => {
  world = await createWorld()
  gateway = control(world)
  mail = smtp({
    smtp_url: `smtp://127.0.0.1:${world.sandbox.smtp_port}`,
    from: 'ChowGate <orders@chowgate.example>',
  })
  const sms = smarthive({
    base_url: `${world.sandbox.url}/smarthive`,
    api_key: world.keys.smarthive_api_key,
    sender: 'ChowGate',
    report_url: null,
  })
  deps = { ...world.deps, sms, mail }
})
afterAll(async () => {
  mail.close()
  await world.close()
})
beforeEach(() => gateway.reset())

const text_message: NewMessage = {
  channel: 'sms',
  dedupe_key: 'set by queued()',
  to: '+2348031234567',
  text: 'Your rice is ready',
}
const letter: NewMessage = {
  channel: 'mail',
  dedupe_key: 'set by queued()',
  to: 'ada@example.com',
  subject: 'Your rice: ₦1,500',
  text: 'Ready.\nhttps://chowgate.example/order-summary?order=abc',
  html: '<p>Ready. <a href="https://chowgate.example/order-summary?order=abc">Receipt</a></p>',
}

/** Queues a message to a recipient of its own, so that a test sees only its own mail. */
async function queued(message: NewMessage): Promise<{ id: string; to: string }> {
  const unique = randomUUID()
  const to = message.channel === 'mail' ? `${unique}-${message.to}` : message.to
  await world.deps.db.transaction((tx) =>
    queueMessages(tx, [{ ...message, dedupe_key: unique, to }], world.clock.now()),
  )
  const [row] = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, unique))
  if (!row) throw new Error('nothing was queued')
  return { id: row.id, to }
}

async function messageRow(id: string) {
  const [row] = await world.deps.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no message')
  return row
}

type Received = {
  kind: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

async function received(query: { to: string } | { ext_ref: string }) {
  const answer = await fetch(`${world.sandbox.url}/inbox.json?limit=1000&to=${'to' in query ? query.to : ''}`)
  const { messages } = (await answer.json()) as { messages: (Received & { ext_ref: string | null })[] }
  return messages.filter((message) => !('ext_ref' in query) || message.ext_ref === query.ext_ref)
}

/** Works on what is due now, and again each hour. */
async function workForHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour++) {
    while ((await sendDueMessages(deps)) > 0);
    world.clock.advance(3600)
  }
}

test('a paid checkout tells the vendor and the customer, by SMS and by mail', async () => {
  const checkout = await startedCheckout(world)
  await gateway.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  await workForHours(1)

  const texts = (await received({ to: '08031234567' })).map((message) => message.text)
  expect(texts).toContainEqual(expect.stringMatching(/^ChowGate order \d+: 2x Jollof Rice\. NGN 3,000\. For Ada Obi/))
  expect(texts).toContainEqual(expect.stringMatching(/^ChowGate: NGN 3,600 received/))
  const [receipt] = await received({ to: 'ada@example.com' })
  expect(receipt).toMatchObject({
    kind: 'mail',
    links: [
      expect.stringMatching(/^http:\/\/localhost:3000\/track\//),
      `http://localhost:3000/order-summary?order=${checkout.link_token}`,
    ],
  })
  expect(receipt?.text).toContain('TOTAL: ₦3,600')
})

describe('a text message', () => {
  test('arrives once, under our id', async () => {
    const { id } = await queued(text_message)
    await workForHours(2)
    expect(await messageRow(id)).toMatchObject({
      status: 'Sent',
      attempts: 1,
      gateway_message_id: expect.stringMatching(/^DX/),
      next_attempt_at: null,
    })
    expect(await received({ ext_ref: id })).toMatchObject([
      { from: 'ChowGate', to: '2348031234567', text: 'Your rice is ready' },
    ])
  })

  test('arrives once though the gateway answers 503 after taking it', async () => {
    await gateway.behave({ sms: 'accept_then_503' })
    const { id } = await queued(text_message)
    await workForHours(2)
    expect(await messageRow(id)).toMatchObject({
      status: 'Queued',
      last_error: expect.stringContaining('503'),
    })
    await gateway.reset()
    await workForHours(2)
    expect(await messageRow(id)).toMatchObject({ status: 'Sent', last_error: null })
    expect(await received({ ext_ref: id })).toHaveLength(1)
  })

  test('arrives once though the worker died before it could write that down', async () => {
    const { id } = await queued(text_message)
    const dying: Deps = {
      ...deps,
      sms: {
        name: 'dying',
        async send(message) {
          await deps.sms.send(message)
          return new Promise<never>(() => {})
        },
      },
    }
    void sendDueMessages(dying)
    await expect.poll(() => received({ ext_ref: id })).toHaveLength(1)
    expect(await sendDueMessages(deps)).toBe(0)
    await workForHours(2)
    expect(await messageRow(id)).toMatchObject({ status: 'Sent', attempts: 2 })
    expect(await received({ ext_ref: id })).toHaveLength(1)
  })

  test.each(['401', '402', '500', '503'])('waits while the gateway answers %s, then arrives', async (sms) => {
    await gateway.behave({ sms })
    const { id } = await queued(text_message)
    await workForHours(2)
    expect(await messageRow(id)).toMatchObject({ status: 'Queued', last_error: expect.stringContaining(sms) })
    expect((await messageRow(id)).attempts).toBeGreaterThan(1)
    await gateway.reset()
    await workForHours(2)
    expect((await messageRow(id)).status).toBe('Sent')
    expect(await received({ ext_ref: id })).toHaveLength(1)
  })

  test('to a number that the gateway refuses has failed, and says why', async () => {
    const { id } = await queued({ ...text_message, to: '+447400123456' })
    await workForHours(3)
    expect(await messageRow(id)).toMatchObject({
      status: 'Failed',
      attempts: 1,
      next_attempt_at: null,
      last_error: 'recipients must be a valid phone number',
    })
  })

  test('is given up after thirty attempts', async () => {
    await gateway.behave({ sms: '503' })
    const { id } = await queued(text_message)
    await workForHours(40)
    expect(await messageRow(id)).toMatchObject({ status: 'Failed', attempts: 30, next_attempt_at: null })
  })
})

describe('a mail', () => {
  test('arrives with its subject, text, HTML and link', async () => {
    const { id, to } = await queued(letter)
    await workForHours(1)
    expect(await messageRow(id)).toMatchObject({
      status: 'Sent',
      gateway_message_id: `<${id}@chowgate.example>`,
    })
    expect(await received({ to })).toMatchObject([
      {
        from: 'ChowGate <orders@chowgate.example>',
        to,
        subject: 'Your rice: ₦1,500',
        text: 'Ready.\nhttps://chowgate.example/order-summary?order=abc',
        html: expect.stringContaining('>Receipt</a>'),
        links: ['https://chowgate.example/order-summary?order=abc'],
      },
    ])
  })

  test.each([
    ['accept', 'Sent'],
    ['reject', 'Expired'],
    ['defer', 'Expired'],
  ])('with a link that opens an account is empty when its way is over (%s)', async (smtp, status) => {
    if (smtp !== 'accept') await gateway.behave({ smtp })
    const { id } = await queued({ ...letter, expires_at: new Date(world.clock.now().getTime() + 3_600_000) })
    await workForHours(3)
    expect(await messageRow(id)).toMatchObject({ status, body: '', html: null, next_attempt_at: null })
  })

  test('to an address that does not exist has failed', async () => {
    await gateway.behave({ smtp: 'reject' })
    const { id } = await queued(letter)
    await workForHours(3)
    expect(await messageRow(id)).toMatchObject({ status: 'Failed', attempts: 1, last_error: 'SMTP 550' })
  })

  test.each([
    ['put off', 'defer'],
    ['cut off before the answer', 'drop'],
  ])('that is %s is tried again and arrives', async (_, smtp) => {
    await gateway.behave({ smtp })
    const { id, to } = await queued(letter)
    await workForHours(1)
    expect(await messageRow(id)).toMatchObject({
      status: 'Queued',
      last_error: expect.stringContaining('smtp'),
    })
    await gateway.reset()
    await workForHours(2)
    expect((await messageRow(id)).status).toBe('Sent')
    expect(await received({ to })).toHaveLength(1)
  })
})

describe('the outbox', () => {
  test('holds what is said about one thing once, however often it is queued', async () => {
    const message = { ...text_message, dedupe_key: randomUUID() }
    const queueIt = () => world.deps.db.transaction((tx) => queueMessages(tx, [message], world.clock.now()))
    await queueIt()
    await Promise.all([queueIt(), queueIt()])
    const rows = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, message.dedupe_key))
    expect(rows).toHaveLength(1)
  })

  test('forgets a message whose commit was taken back', async () => {
    const message = { ...text_message, dedupe_key: randomUUID() }
    const undone = world.deps.db.transaction(async (tx) => {
      await queueMessages(tx, [message], world.clock.now())
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    const rows = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, message.dedupe_key))
    expect(rows).toEqual([])
  })

  test('is worked through by many at once, each message by one of them', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await queued(text_message)).id))
    await Promise.all(Array.from({ length: 10 }, () => sendDueMessages(deps, 5)))
    await workForHours(1)
    for (const id of ids) expect(await messageRow(id)).toMatchObject({ status: 'Sent', attempts: 1 })
  })

  test('keeps a text message in the GSM alphabet', async () => {
    const { id } = await queued({ ...text_message, text: '₦1,500 – ẹ̀fọ́ riro' })
    expect((await messageRow(id)).body).toBe('NGN 1,500 - efo riro')
  })
})
