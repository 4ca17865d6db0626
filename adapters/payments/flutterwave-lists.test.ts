import { expect, test } from 'vitest'
import { flutterwaveUnderTest, success, unavailable } from './flutterwave-under-test.ts'

const api = flutterwaveUnderTest()

/** A row with every field that the list has (docs/providers.md#flutterwave-lists). */
const row = {
  id: 989226,
  tx_ref: 'CHOW-1',
  amount: 1000,
  currency: 'NGN',
  app_fee: null,
  status: 'pending',
  payment_type: 'account',
  created_at: '2020-01-02T22:06:45.000Z',
  customer_name: 'Ada',
  customer_email: 'user@gmail.com',
  account_id: '73362',
}
const page_info = { page_info: { total: 44, current_page: 1, total_pages: 5 } }

test('a page of charges has flat customers, the provider’s own word for the status, and kobo', async () => {
  api.answers = [success([row, { ...row, id: '7', status: 'Abandoned', app_fee: 1.4 }], { meta: page_info })]
  expect(await api.provider.listCharges({ page: 2, from: '2026-03-01', to: '2026-03-08' })).toEqual({
    rows: [
      {
        provider_transaction_id: '989226',
        tx_ref: 'CHOW-1',
        amount: 1_000_00,
        currency: 'NGN',
        status: 'pending',
        provider_fee: null,
        payment_type: 'account',
        created_at: new Date('2020-01-02T22:06:45Z'),
        customer_email: 'user@gmail.com',
      },
      expect.objectContaining({ provider_transaction_id: '7', status: 'abandoned', provider_fee: 1_40 }),
    ],
    unread: 0,
    pages: 5,
    total: 44,
  })
  expect(api.requests[0]?.url).toMatch(/\/transactions\?page=2&from=2026-03-01&to=2026-03-08$/)
})

test('a row that is none is left out, and a list without a count is one page', async () => {
  api.answers = [success([row, { id: 5 }, 'x'])]
  const page = await api.provider.listCharges({ page: 1 })
  expect([page.rows.length, page.pages, page.total]).toEqual([1, 1, null])
})

// Whoever has the public key opens a window for any amount and under any reference.
test('a row that our tables cannot hold is left out', async () => {
  const largest = { ...row, amount: '9999999999.99', tx_ref: 'x'.repeat(500) }
  api.answers = [success([{ ...row, amount: 10_000_000_000 }, { ...row, tx_ref: 'x'.repeat(501) }, largest])]
  const { rows } = await api.provider.listCharges({ page: 1 })
  expect(rows).toMatchObject([{ amount: 999_999_999_999 }])
})

test('a page of refunds', async () => {
  const refund = { id: 8612, tx_id: 5708, amount_refunded: 50, status: 'completed', comments: 'why' }
  api.answers = [success([refund], { meta: page_info })]
  expect((await api.provider.listRefunds({ page: 1 })).rows).toMatchObject([
    {
      provider_refund_id: '8612',
      provider_transaction_id: '5708',
      amount: 5_000,
      status: 'done',
      comment: 'why',
    },
  ])
})

test('a refusal throws with the provider’s own words, nonsense with ours', async () => {
  api.answers = [{ status: 400, body: { status: 'error', message: 'Not for this account', data: null } }]
  await expect(api.provider.listCharges({ page: 1 })).rejects.toMatchObject({
    ...unavailable,
    message: 'Not for this account',
  })
  api.answers = [success({ no: 'list' })]
  await expect(api.provider.listRefunds({ page: 1 })).rejects.toMatchObject(unavailable)
})

test('a page of chargebacks, and how many rows of it are none', async () => {
  const chargeback = {
    id: 2221,
    amount: 3000,
    flw_ref: 'FLW-MOCK-1',
    status: 'Lost',
    stage: 'pre-arbitration',
    comment: 'Product/service not received',
    meta: { uploaded_proof: null, history: [] },
    due_date: '2024-08-03T15:59:59.000Z',
    settlement_id: 'N/A',
    created_at: '2024-08-01T16:58:20.000Z',
    transaction_id: 674630970,
    tx_ref: 'CHOW-1',
  }
  const unread = [
    { ...chargeback, status: 'in a new state' },
    { ...chargeback, amount: -1 },
    { ...chargeback, amount: '10000000000' },
    { ...chargeback, transaction_id: null },
    'x',
  ]
  const undated = { ...chargeback, id: '7', due_date: 'N/A', created_at: null, stage: null, comment: null }
  api.answers = [success([chargeback, ...unread, undated], { meta: page_info })]
  expect(await api.provider.listChargebacks({ page: 3, from: '2024-07-01', to: '2024-08-02' })).toEqual({
    rows: [
      {
        provider_chargeback_id: '2221',
        provider_transaction_id: '674630970',
        amount: 3_000_00,
        status: 'lost',
        stage: 'pre-arbitration',
        reason: 'Product/service not received',
        due_at: new Date('2024-08-03T15:59:59Z'),
        created_at: new Date('2024-08-01T16:58:20Z'),
      },
      expect.objectContaining({ provider_chargeback_id: '7', due_at: null, created_at: null, stage: '', reason: '' }),
    ],
    unread: 5,
    pages: 5,
    total: 44,
  })
  expect(api.requests[0]?.url).toMatch(/\/chargebacks\?page=3&from=2024-07-01&to=2024-08-02$/)
})
