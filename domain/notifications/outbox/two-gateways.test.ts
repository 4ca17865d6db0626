import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import { smarthive } from '../../../adapters/messages/smarthive.ts'
import { termii } from '../../../adapters/messages/termii.ts'
import { watched } from '../../../adapters/messages/watched-gateway.ts'
import { control } from '../../../test/control.ts'
import { sendDueMessages } from '../../../test/due-work.ts'
import { worldOfFile } from '../../../test/world.ts'
import { messages } from '../tables.ts'
import { queueMessages } from './queue-message.ts'

const world = await worldOfFile()
let gateways: { sms: SmsGateway; second_sms: SmsGateway }
const mail = { name: 'none', send: async () => ({ sent: true as const, gateway_message_id: null }) }

beforeEach(async () => {
  await control(world).reset()
  const { url } = world.sandbox
  const first = smarthive({
    base_url: `${url}/smarthive`,
    api_key: world.keys.smarthive_api_key,
    sender: 'ChowGate',
    report_url: null,
  })
  gateways = {
    sms: watched(first, world.clock),
    second_sms: termii({
      base_url: `${url}/termii`,
      api_key: 'sandbox-termii-key',
      sender: 'ChowGateTwo',
      channel: 'dnd',
      webhook_secret: null,
    }),
  }
})

const behave = (how: Record<string, string>) => control(world).behave(how)

async function queued(to = '+2348031234567'): Promise<{ id: string; text: string }> {
  const dedupe_key = randomUUID()
  const text = `Order ${dedupe_key}`
  await world.deps.db.transaction((tx) =>
    queueMessages(tx, [{ channel: 'sms', dedupe_key, to, text }], world.clock.now()),
  )
  const [row] = await world.deps.db.select().from(messages).where(eq(messages.dedupe_key, dedupe_key))
  if (!row) throw new Error('nothing was queued')
  return { id: row.id, text }
}

async function rowOf({ id }: { id: string }) {
  const [row] = await world.deps.db.select().from(messages).where(eq(messages.id, id))
  if (!row) throw new Error('no message')
  return row
}

/** Which gateways delivered a text, once for each arrival. */
async function arrivedBy({ text }: { text: string }): Promise<string[]> {
  const answer = await fetch(`${world.sandbox.url}/inbox.json?limit=1000&kind=sms`)
  const inbox = (await answer.json()) as { messages: { from: string; text: string }[] }
  return inbox.messages.filter((sms) => sms.text === text).map((sms) => sms.from)
}

/** Works on what is due, several times, an hour apart. */
async function work(times = 1, more: Partial<typeof gateways> = {}): Promise<void> {
  for (let time = 0; time < times; time++) {
    while ((await sendDueMessages({ ...world.deps, mail, ...gateways, ...more })) > 0);
    world.clock.advance(3600)
  }
}

test('the first gateway sends what it takes, and the second hears nothing of it', async () => {
  const sms = await queued()
  await work()
  expect(await rowOf(sms)).toMatchObject({ status: 'Sent', gateway: 'smarthive', attempts: 1 })
  expect(await arrivedBy(sms)).toEqual(['ChowGate'])
})

test('what the first refuses for good goes to the second at once', async () => {
  const refusing: SmsGateway = { name: 'smarthive', send: async () => ({ sent: false, message: 'No route' }) }
  const sms = await queued()
  await work(1, { sms: refusing })
  expect(await rowOf(sms)).toMatchObject({
    status: 'Sent',
    gateway: 'termii',
    refused_by: 'smarthive',
    attempts: 2,
  })
  expect(await arrivedBy(sms)).toEqual(['ChowGateTwo'])
})

test('what both refuse has failed', async () => {
  await behave({ termii: 'refused' })
  const sms = await queued('+447400123456')
  await work(3)
  expect(await rowOf(sms)).toMatchObject({ status: 'Failed', attempts: 2, gateway: null })
  expect(await arrivedBy(sms)).toEqual([])
})

test('what the first has certainly not taken twice goes to the second', async () => {
  await behave({ sms: '402' })
  const sms = await queued()
  await work(3)
  expect(await rowOf(sms)).toMatchObject({ status: 'Sent', gateway: 'termii', attempts: 3 })
  expect(await arrivedBy(sms)).toEqual(['ChowGateTwo'])
})

test('while the first is down, new messages take the second way without waiting', async () => {
  await behave({ sms: '503' })
  const caught = await Promise.all([queued(), queued(), queued()])
  await sendDueMessages({ ...world.deps, mail, ...gateways })
  const fresh = await queued()
  await sendDueMessages({ ...world.deps, mail, ...gateways })
  expect(await rowOf(fresh)).toMatchObject({ status: 'Sent', gateway: 'termii', attempts: 1 })
  await control(world).reset()
  await work(2)
  for (const sms of caught) {
    expect(await rowOf(sms)).toMatchObject({ status: 'Sent', gateway: 'smarthive' })
    expect(await arrivedBy(sms)).toEqual(['ChowGate'])
  }
})

describe('a message that one of them may have is never given to the other', () => {
  test.each(['503', '500', 'accept_then_503'])('the first answered %s, for days', async (sms_mode) => {
    await behave({ sms: sms_mode })
    const sms = await queued()
    await work(40)
    expect(await rowOf(sms)).toMatchObject({ status: 'Failed', gateway: 'smarthive', attempts: 30 })
    expect(await arrivedBy(sms)).toEqual(sms_mode === 'accept_then_503' ? ['ChowGate'] : [])
  })

  test('the second took it and answered 500: it is found in the history and not sent again', async () => {
    await behave({ sms: '402', termii: 'accept_then_500' })
    const sms = await queued()
    await work(3)
    expect(await rowOf(sms)).toMatchObject({ status: 'Queued', gateway: 'termii' })
    await control(world).reset()
    await work()
    expect(await rowOf(sms)).toMatchObject({
      status: 'Sent',
      gateway: 'termii',
      gateway_message_id: expect.stringMatching(/^30\d+$/),
    })
    expect(await arrivedBy(sms)).toEqual(['ChowGateTwo'])
  })

  test('the worker died while it asked the first', async () => {
    const sms = await queued()
    const dying: SmsGateway = { name: 'smarthive', send: () => new Promise<never>(() => {}) }
    void sendDueMessages({ ...world.deps, mail, ...gateways, sms: dying })
    await expect.poll(async () => (await rowOf(sms)).gateway).toBe('smarthive')
    await behave({ sms: '402' })
    await work(5)
    expect(await rowOf(sms)).toMatchObject({ status: 'Queued', gateway: 'smarthive' })
    expect(await arrivedBy(sms)).toEqual([])
  })
})
