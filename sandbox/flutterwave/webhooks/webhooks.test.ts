import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { keys, type ReceivedWebhook, sandboxUnderTest, webhookCatcher } from '../../sandbox-under-test.ts'
import { signBody } from './sign.ts'

const quick = { time_scale: 1000 }

async function shop(...statuses: number[]) {
  const { url, received } = await webhookCatcher(...statuses)
  const sandbox = await sandboxUnderTest({ ...quick, webhook_url: url })
  const arrived = (n: number) => eventually(() => expect(received).toHaveLength(n))
  const states = async () =>
    (await sandbox.get('/control/webhooks')).body.webhooks.map((w: { state: string; attempts: number }) => [
      w.state,
      w.attempts,
    ])
  return { ...sandbox, received, arrived, states }
}

const statusesOf = (received: ReceivedWebhook[]) => received.map(({ body }) => body.data.status)

test('the signature is base64 of the HMAC over the raw body', () => {
  const body = '{"event":"charge.completed","data":{"id":1}}'
  expect(signBody('my-secret-hash', body)).toBe('jnaYhnOXPgMAl9Byu03LOw6ZpKdokAvPFf4mUt1VOKg=')
})

test('a paid charge is told in the envelope, with the secret hash in its header', async () => {
  const { pay, received, arrived } = await shop()
  const { transaction_id } = await pay({ method: 'banktransfer' })
  await arrived(1)
  expect(received[0]?.headers['verif-hash']).toBe(keys.webhook_secret)
  expect(received[0]?.headers['flutterwave-signature']).toBeUndefined()
  expect(received[0]?.body).toMatchObject({
    event: 'charge.completed',
    'event.type': 'BANK_TRANSFER_TRANSACTION',
    data: { id: transaction_id, tx_ref: 'CHOW-1', amount: 2600, status: 'successful', app_fee: 36.4 },
  })
})

test('the older flat shape has camelCase names and no envelope', async () => {
  const { pay, set, received, arrived } = await shop()
  await set({ webhook_shape: 'flat', webhook_auth: 'both' })
  const { transaction_id } = await pay()
  await arrived(1)
  const { raw = '', headers, body } = received[0] ?? {}
  expect(headers?.['flutterwave-signature']).toBe(signBody(keys.webhook_secret, raw))
  expect(body).toMatchObject({
    id: transaction_id,
    txRef: 'CHOW-1',
    appfee: 36.4,
    entity: { card6: '553188' },
  })
  expect(body.event).toBeUndefined()
})

test('shapes alternate from charge to charge when asked', async () => {
  const { pay, set, received, arrived } = await shop()
  await set({ webhook_shape: 'alternate' })
  await pay()
  await pay()
  await arrived(2)
  expect(received.filter(({ body }) => body.event === undefined)).toHaveLength(1)
})

test('only 200 counts: anything else is tried three times more, then given up', async () => {
  const { pay, arrived, states } = await shop(204)
  await pay()
  await arrived(4)
  await eventually(async () => expect(await states()).toEqual([['failed', 4]]))
})

test('a retry that is answered with 200 ends the trying', async () => {
  const { pay, get, arrived, states } = await shop(500, 302, 200)
  await pay()
  await arrived(3)
  await eventually(async () => expect(await states()).toEqual([['delivered', 3]]))
  const { tries } = (await get('/control/webhooks')).body.webhooks[0]
  expect(tries.map((attempt: { http_status: number }) => attempt.http_status)).toEqual([500, 302, 200])
  expect(tries[0].answer).toBe('noted')
})

test('an address that nobody answers at counts as a failed attempt', async () => {
  const sandbox = await sandboxUnderTest({ ...quick, webhook_url: 'http://127.0.0.1:1/nobody' })
  await sandbox.pay()
  await eventually(async () => {
    const [webhook] = (await sandbox.get('/control/webhooks')).body.webhooks
    expect([webhook.state, webhook.tries[0].http_status]).toEqual(['failed', 0])
  })
})

test('none, late, duplicate and reordered', async () => {
  const { pay, received, arrived } = await shop()
  const from = (words: string) => pay({ customer: { email: `${words}+ada@example.com` } })
  await from('no-webhook')
  await from('late-webhook')
  await arrived(1)
  await from('duplicate-webhook')
  await arrived(4)
  expect(new Set(received.slice(1).map(({ raw }) => raw)).size).toBe(1)
  await from('reordered-webhook')
  await arrived(6)
  expect(statusesOf(received.slice(4))).toEqual(['successful', 'pending'])
})

test('a forged webhook claims success under a wrong hash, even for a declined charge', async () => {
  const { pay, received, arrived } = await shop()
  await pay({ customer: { email: 'forged-webhook+declined+ada@example.com' } })
  await arrived(1)
  expect(statusesOf(received)).toEqual(['successful'])
  expect(received[0]?.headers['verif-hash']).not.toBe(keys.webhook_secret)
})

test('a webhook can be sent again, by the provider’s API or from the books', async () => {
  const { pay, post, received, arrived } = await shop()
  const { transaction_id } = await pay()
  await arrived(1)
  await post(`/flutterwave/v3/transactions/${transaction_id}/resend-hook`)
  await arrived(2)
  await post('/control/webhooks/1/resend')
  await arrived(3)
  expect(received[2]?.raw).toBe(received[0]?.raw)
})

test('any body and headers can be sent from the control endpoints', async () => {
  const { post, received, arrived } = await shop()
  await post('/control/send-webhook', { body: 'not json', headers: { 'verif-hash': 'guess' } })
  await arrived(1)
  expect(received[0]).toMatchObject({ raw: 'not json', headers: { 'verif-hash': 'guess' } })
})

test('without an address nothing is sent, and one can be set later', async () => {
  const { url, received } = await webhookCatcher()
  const { pay, get, set_webhook_url } = await sandboxUnderTest()
  await pay()
  expect((await get('/control/stats')).body.webhooks).toEqual({ unsent: 1 })
  set_webhook_url(url)
  await pay()
  await eventually(() => expect(received).toHaveLength(1))
})
