import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { sandboxUnderTest, webhookCatcher } from '../../sandbox-under-test.ts'

const api = '/flutterwave/v3'

async function paidCharge(email = 'ada@example.com') {
  const { url, received } = await webhookCatcher()
  const sandbox = await sandboxUnderTest({ time_scale: 1000, webhook_url: url })
  const { transaction_id } = await sandbox.pay({ customer: { email } })
  const refund = (body: object = {}) => sandbox.post(`${api}/transactions/${transaction_id}/refund`, body)
  const statusOf = async (id: number) => (await sandbox.get(`${api}/refunds/${id}`)).body.data.status
  return { ...sandbox, transaction_id, refund, statusOf, received }
}

test('a refund without an amount pays back everything', async () => {
  const { refund, get, transaction_id } = await paidCharge()
  const { status, body } = await refund({ comments: 'Kitchen closed' })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'success',
    message: 'Transaction refund initiated',
    data: {
      tx_id: transaction_id,
      amount_refunded: 2600,
      status: 'completed',
      destination: 'payment_source',
    },
  })
  expect((await get(`${api}/refunds`)).body.data).toMatchObject([{ id: body.data.id }])
})

test('parts add up; more than remains is refused', async () => {
  const { refund } = await paidCharge()
  expect((await refund({ amount: 1000 })).status).toBe(200)
  expect(await refund({ amount: 1600.01 })).toMatchObject({
    status: 400,
    body: { status: 'error', data: null },
  })
  expect((await refund({ amount: 1600 })).status).toBe(200)
  expect((await refund()).body.message).toBe('Transaction has been fully refunded')
})

test('asked twice, it refunds twice while money remains: the provider knows no idempotency key', async () => {
  const { refund, get } = await paidCharge()
  await refund({ amount: 500 })
  await refund({ amount: 500 })
  expect((await get(`${api}/refunds`)).body.data).toHaveLength(2)
})

test.each([0, -5, 'x'])('an amount of %s is refused', async (amount) => {
  const { refund } = await paidCharge()
  expect((await refund({ amount })).status).toBe(400)
})

test('a failed charge cannot be refunded, an unknown one neither', async () => {
  const { pay, post } = await paidCharge()
  const { transaction_id } = await pay({ outcome: 'failed' })
  expect((await post(`${api}/transactions/${transaction_id}/refund`)).status).toBe(400)
  expect((await post(`${api}/transactions/1/refund`)).status).toBe(400)
})

test('a pending refund completes, or fails and gives its amount free again', async () => {
  const completes = await paidCharge('refund-pending+ada@example.com')
  const first = (await completes.refund()).body.data
  expect(first.status).toBe('pending')
  await eventually(async () => expect(await completes.statusOf(first.id)).toBe('completed'))

  const fails = await paidCharge('refund-fail+ada@example.com')
  const second = (await fails.refund()).body.data
  await eventually(async () => expect(await fails.statusOf(second.id)).toBe('failed'))
  expect((await fails.refund()).status).toBe(200)
})

test('503 after the refund was done', async () => {
  const { refund, get } = await paidCharge('refund-503+ada@example.com')
  expect((await refund()).status).toBe(503)
  expect((await get(`${api}/refunds`)).body.data).toMatchObject([{ amount_refunded: 2600, status: 'completed' }])
})

test('503 and an empty balance without a refund', async () => {
  const { refund, get, set } = await paidCharge()
  await set({ refund: '503' })
  expect((await refund()).status).toBe(503)
  await set({ refund: 'insufficient_balance' })
  expect((await refund()).status).toBe(400)
  expect((await get(`${api}/refunds`)).body.data).toEqual([])
})

test('the refund’s webhook is off unless turned on, and flat', async () => {
  const { refund, set, received, transaction_id } = await paidCharge()
  await set({ refund_webhook: 'on' })
  await refund({ amount: 100 })
  await eventually(() => expect(received).toHaveLength(2))
  expect(received[1]?.body).toMatchObject({
    AmountRefunded: 100,
    status: 'completed',
    TransactionId: transaction_id,
  })
})
