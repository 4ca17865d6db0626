import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sandboxUnderTest, webhookCatcher } from '../sandbox-under-test.ts'

const sms = {
  api_key: 'sandbox-termii-key',
  to: '2348031234567',
  from: 'ChowGate',
  sms: 'Your rice is ready',
  type: 'plain',
  channel: 'dnd',
}

async function gateway() {
  const sandbox = await sandboxUnderTest()
  const send = (changes: object = {}) => sandbox.post('/termii/api/sms/send', { ...sms, ...changes })
  const history = async (key = sms.api_key) => sandbox.get(`/termii/api/sms/inbox?api_key=${key}`)
  return { ...sandbox, send, history }
}

test('a message is accepted, shown in the inbox and in the history; sent twice, it is there twice', async () => {
  const { send, history, get } = await gateway()
  const { status, body } = await send()
  expect(status).toBe(200)
  expect(body).toMatchObject({ code: 'ok', message: 'Successfully Sent', message_id_str: body.message_id })
  await send()
  expect((await get('/inbox.json?to=08031234567')).body.messages).toHaveLength(2)
  expect((await history()).body.data).toContainEqual(
    expect.objectContaining({ receiver: sms.to, message: sms.sms, message_id: body.message_id }),
  )
})

test.each([
  [{ api_key: 'other' }, 401],
  [{ to: '+2348031234567' }, 400],
  [{ from: 'ab' }, 400],
  [{ sms: '' }, 400],
  [{ type: 'unicode' }, 400],
  [{ channel: 'whatsapp' }, 400],
])('%o is refused with %i', async (changes, status) => {
  const { send } = await gateway()
  expect((await send(changes)).status).toBe(status)
})

test('the history is the key holder’s, and the switch makes everything fail', async () => {
  const { send, history, set } = await gateway()
  expect((await history('other')).status).toBe(401)
  for (const [mode, status, taken] of [
    ['500', 500, 0],
    ['401', 401, 0],
    ['refused', 400, 0],
    ['accept_then_500', 500, 1],
  ] as const) {
    await set({ termii: mode })
    expect((await send()).status).toBe(status)
    await set({ termii: 'ok' })
    expect((await history()).body.data).toHaveLength(taken)
  }
})

test('what somebody writes to the product is posted to it, and not anywhere else without an address', async () => {
  const { url, received } = await webhookCatcher()
  const { post } = await sandboxUnderTest({ inbound_sms_url: url })
  const sms = { from: '0803 123 4567', text: 'STOP' }
  expect((await post('/control/inbound-sms', sms)).body.data).toEqual({ http_status: 200 })
  expect(received).toMatchObject([
    { body: { type: 'inbound', sender: '2348031234567', message: 'STOP', status: 'Received' } },
  ])
  const as_form = { ...sms, gateway: 'form', times: 2 }
  expect((await post('/control/inbound-sms', as_form)).body.data).toEqual({ http_status: 200 })
  expect(received).toHaveLength(3)
  expect(received[1]?.raw).toMatch(/^from=0803\+123\+4567&to=\d+&text=STOP&id=/)
  expect(received[2]?.raw).toBe(received[1]?.raw)
  const signed = await webhookCatcher()
  const secret = 'a-secret'
  const own = await sandboxUnderTest({ termii_webhook_url: signed.url, termii_webhook_secret: secret })
  expect((await own.post('/control/inbound-sms', sms)).body.data).toEqual({ http_status: 200 })
  const [one] = signed.received
  const signature = createHmac('sha512', secret)
    .update(one?.raw ?? '')
    .digest('hex')
  expect(one).toMatchObject({ headers: { 'x-termii-signature': signature }, body: { type: 'inbound' } })
  const nowhere = await sandboxUnderTest()
  expect((await nowhere.post('/control/inbound-sms', sms)).body.data).toEqual({ http_status: 0 })
  expect((await nowhere.post('/control/inbound-sms', {})).status).toBe(400)
})
