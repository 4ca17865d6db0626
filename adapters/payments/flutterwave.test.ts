import { describe, expect, test } from 'vitest'
import { kobo } from '../../domain/money.ts'
import { payloadHash } from './flutterwave.ts'
import { flutterwaveUnderTest, refusal, success, unavailable } from './flutterwave-under-test.ts'

const api = flutterwaveUnderTest()
const { provider, requests } = api

/** The documented answer to verify (docs/providers.md#flutterwave-verify). */
const documented = {
  id: 288200108,
  tx_ref: 'LiveCardTest',
  flw_ref: 'FLW275407301',
  amount: 100,
  currency: 'NGN',
  charged_amount: 100,
  app_fee: 1.4,
  merchant_fee: 0,
  status: 'successful',
  payment_type: 'card',
  created_at: '2020-07-15T14:31:16.000Z',
  amount_settled: 98.6,
  meta: null,
  customer: { id: 216519823, name: 'Yemi Desola', phone_number: 'N/A', email: 'user@gmail.com' },
}
const charge = {
  provider_transaction_id: '288200108',
  tx_ref: 'LiveCardTest',
  amount: 100_00,
  currency: 'NGN',
  status: 'successful',
  provider_fee: 1_40,
  payment_type: 'card',
  created_at: new Date('2020-07-15T14:31:16.000Z'),
}

test('the payload hash binds amount, currency, mail address and tx_ref', () => {
  const window = {
    tx_ref: 'FUTA-1700000000000',
    total: kobo(2_600_00),
    currency: 'NGN',
    customer: { email: 'ada@example.com', phone: '+2348031234567', name: 'Ada Obi' },
  }
  const hash = '9d53b420073155754d34062352bcf1718f0130801c7acbfc44a7b1a420dc7f01'
  expect(payloadHash('FLWSECK_TEST-0123456789abcdef-X', window)).toBe(hash)
  const { options } = provider.paymentWindow(window)
  expect(options).toMatchObject({ amount: 2600, payload_hash: hash })
  expect(payloadHash('FLWSECK_TEST-0123456789abcdef-X', { ...window, total: kobo(2_600_01) })).not.toBe(hash)
})

test('a page of the provider’s own is asked for in the same words, and leads back', async () => {
  const order = {
    tx_ref: 'FUTA-9',
    total: kobo(3_600_00),
    currency: 'NGN',
    customer: { email: 'ada@example.com', phone: '+2348031234567', name: 'Ada Obi' },
  }
  const link = 'https://checkout.flutterwave.example/v3/hosted/pay/7f'
  api.answers = [success({ link })]
  expect(await provider.paymentPage(order, 'https://shop.example/order-summary?order=x')).toBe(link)
  const asked = requests.at(-1)
  expect(asked?.url).toBe('https://api.flutterwave.example/v3/payments')
  expect(asked?.json).toMatchObject({
    tx_ref: 'FUTA-9',
    amount: 3600,
    redirect_url: 'https://shop.example/order-summary?order=x',
    customer: { email: 'ada@example.com', phonenumber: '+2348031234567', name: 'Ada Obi' },
    payload_hash: payloadHash('FLWSECK_TEST-0123456789abcdef-X', order),
  })
  api.answers = [refusal(400, 'redirect_url is missing')]
  await expect(provider.paymentPage(order, '')).rejects.toThrow('redirect_url is missing')
})

describe('a charge', () => {
  test('is read as documented, in kobo, asked for with the secret key', async () => {
    api.answers = [success(documented)]
    expect(await provider.findCharge('288200108')).toEqual(charge)
    expect(requests[0]?.url).toBe('https://api.flutterwave.example/v3/transactions/288200108/verify')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer FLWSECK_TEST-0123456789abcdef-X')
  })

  test('that waits for a transfer may name the account, or anything else', async () => {
    const authorization = {
      mode: 'banktransfer',
      transfer_account: '0067100155',
      transfer_bank: 'Mock Bank',
      account_expiration: '2026-03-10T12:00:00.000Z',
    }
    const asked = { ...documented, status: 'pending', payment_type: 'bank_transfer' }
    for (const meta of [{ authorization }, { authorization: { ...authorization, transfer_account: '12' } }, 'x']) {
      api.answers.push(success({ ...asked, meta }))
    }
    expect(await provider.findCharge('288200108')).toMatchObject({
      transfer_account: {
        account_number: '0067100155',
        bank_name: 'Mock Bank',
        expires_at: new Date('2026-03-10T12:00:00Z'),
      },
    })
    for (const _ of [1, 2]) {
      expect(await provider.findCharge('288200108')).not.toHaveProperty('transfer_account')
    }
  })

  test('may have its id and its amounts as text', async () => {
    api.answers = [success({ ...documented, id: '288200108', amount: '100.00', app_fee: '1.40' })]
    expect(await provider.findCharge('288200108')).toEqual(charge)
  })

  test('may leave out what is not known yet', async () => {
    api.answers = [success({ id: 1, tx_ref: 'T', amount: 5, currency: 'NGN', status: 'pending', app_fee: null })]
    expect(await provider.findCharge('1')).toEqual({
      provider_transaction_id: '1',
      tx_ref: 'T',
      amount: 5_00,
      currency: 'NGN',
      status: 'pending',
      provider_fee: null,
      payment_type: 'unknown',
      created_at: null,
    })
  })

  test('with a fee or a date that cannot be read is still a charge', async () => {
    api.answers = [success({ ...documented, app_fee: '1,40', created_at: 'yesterday' })]
    expect(await provider.findCharge('1')).toEqual({ ...charge, provider_fee: null, created_at: null })
  })

  test.each([
    ['successful', 'successful'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['success-pending-validation', 'pending'],
    ['completed', 'pending'],
    ['SUCCESSFUL', 'pending'],
    ['', 'pending'],
  ])('that is %j counts as %s', async (status, counts_as) => {
    api.answers = [success({ ...documented, status })]
    expect(await provider.findCharge('1')).toMatchObject({ status: counts_as })
  })

  test.each([400, 404, 200])('that the provider does not know (HTTP %i) is null', async (status) => {
    api.answers = [refusal(status)]
    expect(await provider.findCharge('1')).toBeNull()
  })

  test.each([
    ['a page', { body: '<html>502 Bad Gateway</html>' }],
    ['an empty body', { body: '' }],
    ['a list', { body: [] }],
    ['success without data', success(null)],
    ['a charge without a tx_ref', success({ ...documented, tx_ref: undefined })],
    ['an amount that is none', success({ ...documented, amount: 'free' })],
    ['an amount with parts of a kobo', success({ ...documented, amount: '100.005' })],
    ['an endless amount', { body: '{"status":"success","data":{"id":1,"tx_ref":"T","amount":1e999}}' }],
    ['a wrong key', refusal(401, 'Invalid authorization key')],
    ['a refused address', refusal(403, 'Forbidden')],
    ['too many questions', refusal(429)],
    ['503', refusal(503)],
  ] as const)('answered with %s is unknown', async (_, answer) => {
    api.answers = [answer]
    await expect(provider.findCharge('1')).rejects.toMatchObject(unavailable)
  })

  test('is asked for under an id that stays inside its place in the path', async () => {
    api.answers = [refusal(404)]
    await provider.findCharge('../refunds?x=1#')
    expect(requests[0]?.url).toBe('https://api.flutterwave.example/v3/transactions/..%2Frefunds%3Fx%3D1%23/verify')
  })
})

describe('the charge under a tx_ref', () => {
  const failed = { ...documented, id: 1, status: 'failed' }
  const row = { ...documented, customer: undefined, customer_name: 'Yemi', customer_email: 'user@gmail.com' }

  test('is the successful one, without another question', async () => {
    api.answers = [success(documented)]
    expect(await provider.findChargeByReference('LiveCardTest')).toEqual(charge)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).toContain('verify_by_reference?tx_ref=LiveCardTest')
  })

  test('is the successful one behind a failed one, found in the list and verified', async () => {
    api.answers = [success(failed), success([row]), success(documented)]
    expect(await provider.findChargeByReference('LiveCardTest')).toEqual(charge)
    expect(requests.at(-1)?.url).toContain('/transactions/288200108/verify')
  })

  test('is the failed one where the list shows none of ours', async () => {
    api.answers = [
      success(failed),
      success([{ ...row, tx_ref: 'SomebodyElse' }, { ...row, status: 'pending' }, 'noise']),
    ]
    expect(await provider.findChargeByReference('LiveCardTest')).toMatchObject({ status: 'failed' })
  })

  test('is one of all that succeeded, on every page of the list', async () => {
    const page = (rows: unknown[]) => success(rows, { meta: { page_info: { total_pages: 2 } } })
    api.answers = [page([row, { ...row, tx_ref: 'SomebodyElse' }]), page([{ ...row, id: '2' }])]
    const found = await provider.findSuccessfulCharges('LiveCardTest')
    expect(found.map((paid) => paid.provider_transaction_id)).toEqual(['288200108', '2'])
    api.answers = [refusal(400)]
    await expect(provider.findSuccessfulCharges('LiveCardTest')).rejects.toMatchObject(unavailable)
  })

  test('is null where the provider never heard of it', async () => {
    api.answers = [refusal(400)]
    expect(await provider.findChargeByReference('Unheard')).toBeNull()
  })
})
