import { expect, test } from 'vitest'
import { sandboxUnderTest } from '../../sandbox-under-test.ts'

const api = '/flutterwave/v3'

test('a request without the secret key is refused with the provider’s words', async () => {
  const { get } = await sandboxUnderTest()
  expect(await get(`${api}/transactions`, { authorization: 'Bearer other' })).toEqual({
    status: 401,
    body: { status: 'error', message: 'Invalid authorization key', data: null },
  })
  const none = await get(`${api}/transactions`, { authorization: '' })
  expect([none.status, none.body.message]).toEqual([401, 'Authorization required'])
})

test('verify speaks naira, with the fee and what is settled', async () => {
  const { get, pay } = await sandboxUnderTest()
  const { transaction_id } = await pay({ amount: 3100 })
  const { status, body } = await get(`${api}/transactions/${transaction_id}/verify`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'success',
    message: 'Transaction fetched successfully',
    data: {
      id: transaction_id,
      tx_ref: 'CHOW-1',
      amount: 3100,
      charged_amount: 3100,
      currency: 'NGN',
      app_fee: 43.4,
      amount_settled: 3056.6,
      status: 'successful',
      payment_type: 'card',
      card: { first_6digits: '553188', last_4digits: '2950' },
      customer: { email: 'ada@example.com', name: 'Anonymous customer' },
    },
  })
})

test('the fee of a large charge stops at NGN 2,000', async () => {
  const { get } = await sandboxUnderTest()
  const { body } = await get(`${api}/transactions/fee?amount=500000&currency=NGN`)
  expect(body.data).toMatchObject({ charge_amount: 500000, fee: 2000, currency: 'NGN' })
})

test.each(['1', 'abc', '99999999999999999999'])('an unknown id %s is a 400 with an error envelope', async (id) => {
  const { get } = await sandboxUnderTest()
  expect(await get(`${api}/transactions/${id}/verify`)).toEqual({
    status: 400,
    body: { status: 'error', message: 'No transaction was found for this id', data: null },
  })
})

test('an unknown resource is a 404', async () => {
  const { get } = await sandboxUnderTest()
  const { status, body } = await get(`${api}/nothing-here`)
  expect([status, body.status]).toEqual([404, 'error'])
})

test('several attempts under one reference: the paid one is found, or the first or latest when asked so', async () => {
  const { get, pay, set } = await sandboxUnderTest()
  const failed = await pay({ outcome: 'failed' })
  const paid = await pay()
  const late = await pay({ outcome: 'pending' })
  const found = async () => (await get(`${api}/transactions/verify_by_reference?tx_ref=CHOW-1`)).body.data.id
  expect(await found()).toBe(paid.transaction_id)
  await set({ verify_by_reference: 'first' })
  expect(await found()).toBe(failed.transaction_id)
  await set({ verify_by_reference: 'latest' })
  expect(await found()).toBe(late.transaction_id)
  expect((await get(`${api}/transactions/verify_by_reference?tx_ref=other`)).status).toBe(400)
})

test('the list has pages of 10, newest first, with flat customers', async () => {
  const { get, pay } = await sandboxUnderTest()
  for (let i = 1; i <= 12; i++) {
    await pay({ tx_ref: `CHOW-${i}`, customer: { email: `c${i}@example.com`, name: 'Ada Okafor' } })
  }
  const first = (await get(`${api}/transactions`)).body
  expect(first.meta.page_info).toEqual({ total: 12, current_page: 1, total_pages: 2 })
  expect(first.data).toHaveLength(10)
  expect(first.data[0]).toMatchObject({ tx_ref: 'CHOW-12', customer_email: 'c12@example.com', amount: 2600 })
  expect(first.data[0].customer).toBeUndefined()
  expect((await get(`${api}/transactions?page=2`)).body.data).toHaveLength(2)
})

test('the list is narrowed by status, reference, customer and day', async () => {
  const { get, pay } = await sandboxUnderTest()
  await pay({ outcome: 'failed', tx_ref: 'CHOW-2', customer: { email: 'bola@example.com' } })
  await pay()
  const refs = async (query: string) =>
    (await get(`${api}/transactions?${query}`)).body.data.map((row: { tx_ref: string }) => row.tx_ref)
  const today = new Date().toISOString().slice(0, 10)
  expect(await refs('status=failed')).toEqual(['CHOW-2'])
  expect(await refs('tx_ref=CHOW-1')).toEqual(['CHOW-1'])
  expect(await refs('customer_email=bola@example.com')).toEqual(['CHOW-2'])
  expect(await refs(`from=${today}&to=${today}`)).toHaveLength(2)
  expect(await refs('to=2020-01-01')).toEqual([])
  expect((await get(`${api}/transactions?status=abandoned`)).status).toBe(400)
  expect((await get(`${api}/transactions?page=0`)).status).toBe(400)
})

test('the timeline of a charge tells its start and its end', async () => {
  const { get, pay } = await sandboxUnderTest()
  const { transaction_id } = await pay({ outcome: 'failed' })
  const { data } = (await get(`${api}/transactions/${transaction_id}/events`)).body
  expect(data.map((event: { action: string }) => event.action)).toEqual(['started', 'failed'])
})
