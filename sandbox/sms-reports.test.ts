import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../test/eventually.ts'
import { sandboxUnderTest, webhookCatcher } from './sandbox-under-test.ts'

const smarthive = { sender: 'CampusFood', recipients: '2348031234567', msg: 'Ready', type: 1, route: 'TRX' }
const termii = {
  api_key: 'sandbox-termii-key',
  to: '2348031234567',
  from: 'ChowGate',
  sms: 'x'.repeat(161),
  type: 'plain',
  channel: 'dnd',
}

test('Smarthive posts what became of a message to the address that came with it', async () => {
  const { url, received } = await webhookCatcher()
  const { post } = await sandboxUnderTest({ time_scale: 1000 })
  const sent = await post('/smarthive/api/sms/send', { ...smarthive, callback_url: `${url}?ref=1` })
  await post('/smarthive/api/sms/send', smarthive)
  await eventually(() => expect(received).toHaveLength(1))
  expect(received[0]?.body).toMatchObject({
    msg_id: sent.body.data.msg_id,
    status: 'DELIVRD',
    dlr_code: 'err:000',
    pg_length: '1',
    cost: '3.00',
  })
})

test('Termii posts to the address of its console, signed, with the cost of both parts', async () => {
  const { url, received } = await webhookCatcher()
  const webhook = { termii_webhook_url: url, termii_webhook_secret: 'key' }
  const { post, set } = await sandboxUnderTest({ time_scale: 1000, ...webhook })
  await set({ termii: 'undelivered' })
  const sent = await post('/termii/api/sms/send', termii)
  await eventually(() => expect(received).toHaveLength(1))
  expect(received[0]?.body).toMatchObject({
    type: 'outbound',
    message_id: sent.body.message_id,
    receiver: termii.to,
    message: termii.sms,
    status: 'Message Failed',
    cost: '8.00',
  })
  const signature = createHmac('sha512', 'key')
    .update(received[0]?.raw ?? '')
    .digest('hex')
  expect(received[0]?.headers['x-termii-signature']).toBe(signature)
})

test.each([
  ['none', []],
  ['duplicate', ['DELIVRD', 'DELIVRD']],
  ['reordered', ['DELIVRD', 'ACCEPTD']],
])('with the switch at %s they come as %j', async (sms_report, statuses) => {
  const { url, received } = await webhookCatcher()
  const { post, set } = await sandboxUnderTest({ time_scale: 100 })
  await set({ sms_report })
  await post('/smarthive/api/sms/send', { ...smarthive, callback_url: url })
  await set({ sms_report: 'normal' })
  await post('/smarthive/api/sms/send', { ...smarthive, callback_url: url, recipients: '2348031230404' })
  await eventually(() => expect(received).toHaveLength(statuses.length + 1))
  const said = received.map(({ body }) => body.status)
  expect(said.filter((status) => status !== 'UNDELIV')).toEqual(statuses)
})

test('a report that nobody took comes again, also after a restart', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
  const { url, received } = await webhookCatcher(500, 200)
  const before = await sandboxUnderTest({ data_dir, time_scale: 10 })
  await before.post('/smarthive/api/sms/send', { ...smarthive, callback_url: url })
  await eventually(() => expect(received).toHaveLength(1))
  await before.close()
  await sandboxUnderTest({ data_dir, time_scale: 10 })
  await eventually(() => expect(received).toHaveLength(2))
})
