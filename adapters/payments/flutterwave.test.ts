import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { flutterwave, payloadHash } from './flutterwave.ts'

const provider = flutterwave({
  base_url: 'https://api.flutterwave.example/v3',
  script_url: 'https://checkout.flutterwave.example/v3.js',
  public_key: 'FLWPUBK_TEST-1-X',
  secret_key: 'FLWSECK_TEST-0123456789abcdef-X',
  webhook_secret: 'my-secret-hash',
})

type Request = { method: string; url: string; headers: Headers; json: unknown }
type Answer = { status?: number; body: unknown }

const requests: Request[] = []
let answers: Answer[] = []

beforeEach(() => {
  requests.length = 0
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    requests.push({
      method: method ?? '',
      url,
      headers: new Headers(headers),
      json: body && JSON.parse(String(body)),
    })
    const answer = answers.shift()
    if (!answer) throw new TypeError('fetch failed')
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    return new Response(text, { status: answer.status ?? 200 })
  })
})
afterEach(() => {
  expect(answers).toEqual([])
  vi.unstubAllGlobals()
})

const success = (data: unknown, extra: object = {}): Answer => ({
  body: { status: 'success', message: '', ...extra, data },
})
const refusal = (status: number, message = 'No transaction was found for this id'): Answer => ({
  status,
  body: { status: 'error', message, data: null },
})
const unavailable = { name: 'ProviderUnavailable' }

/** The documented answer to verify (providers.md 1.5). */
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

test('the payload hash binds amount, currency, mail address and tx_ref (the vector of providers.md 1.3)', () => {
  const window = {
    tx_ref: 'FUTA-1700000000000',
    total: 2_600_00,
    currency: 'NGN',
    customer: { email: 'ada@example.com', phone: '+2348031234567', name: 'Ada Obi' },
  }
  const hash = '9d53b420073155754d34062352bcf1718f0130801c7acbfc44a7b1a420dc7f01'
  expect(payloadHash('FLWSECK_TEST-0123456789abcdef-X', window)).toBe(hash)
  const { options } = provider.paymentWindow(window)
  expect(options).toMatchObject({ amount: 2600, payload_hash: hash })
  expect(payloadHash('FLWSECK_TEST-0123456789abcdef-X', { ...window, total: 2_600_01 })).not.toBe(hash)
})

describe('a charge', () => {
  test('is read as documented, in kobo, asked for with the secret key', async () => {
    answers = [success(documented)]
    expect(await provider.findCharge('288200108')).toEqual(charge)
    expect(requests[0]?.url).toBe('https://api.flutterwave.example/v3/transactions/288200108/verify')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer FLWSECK_TEST-0123456789abcdef-X')
  })

  test('may have its id and its amounts as text', async () => {
    answers = [success({ ...documented, id: '288200108', amount: '100.00', app_fee: '1.40' })]
    expect(await provider.findCharge('288200108')).toEqual(charge)
  })

  test('may leave out what is not known yet', async () => {
    answers = [success({ id: 1, tx_ref: 'T', amount: 5, currency: 'NGN', status: 'pending', app_fee: null })]
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
    answers = [success({ ...documented, app_fee: '1,40', created_at: 'yesterday' })]
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
    answers = [success({ ...documented, status })]
    expect(await provider.findCharge('1')).toMatchObject({ status: counts_as })
  })

  test.each([400, 404, 200])('that the provider does not know (HTTP %i) is null', async (status) => {
    answers = [refusal(status)]
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
    answers = [answer]
    await expect(provider.findCharge('1')).rejects.toMatchObject(unavailable)
  })

  test('is asked for under an id that stays inside its place in the path', async () => {
    answers = [refusal(404)]
    await provider.findCharge('../refunds?x=1#')
    expect(requests[0]?.url).toBe(
      'https://api.flutterwave.example/v3/transactions/..%2Frefunds%3Fx%3D1%23/verify',
    )
  })
})

describe('the charge under a tx_ref', () => {
  const failed = { ...documented, id: 1, status: 'failed' }
  const row = { ...documented, customer: undefined, customer_name: 'Yemi', customer_email: 'user@gmail.com' }

  test('is the successful one, without another question', async () => {
    answers = [success(documented)]
    expect(await provider.findChargeByReference('LiveCardTest')).toEqual(charge)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).toContain('verify_by_reference?tx_ref=LiveCardTest')
  })

  test('is the successful one behind a failed one, found in the list and verified', async () => {
    answers = [success(failed), success([row]), success(documented)]
    expect(await provider.findChargeByReference('LiveCardTest')).toEqual(charge)
    expect(requests.at(-1)?.url).toContain('/transactions/288200108/verify')
  })

  test('is the failed one where the list shows none of ours', async () => {
    answers = [
      success(failed),
      success([{ ...row, tx_ref: 'SomebodyElse' }, { ...row, status: 'pending' }, 'noise']),
    ]
    expect(await provider.findChargeByReference('LiveCardTest')).toMatchObject({ status: 'failed' })
  })

  test('is one of all that succeeded, on every page of the list', async () => {
    const page = (rows: unknown[]) => success(rows, { meta: { page_info: { total_pages: 2 } } })
    answers = [page([row, { ...row, tx_ref: 'SomebodyElse' }]), page([{ ...row, id: '2' }])]
    const found = await provider.findSuccessfulCharges('LiveCardTest')
    expect(found.map((paid) => paid.provider_transaction_id)).toEqual(['288200108', '2'])
    answers = [refusal(400)]
    await expect(provider.findSuccessfulCharges('LiveCardTest')).rejects.toMatchObject(unavailable)
  })

  test('is null where the provider never heard of it', async () => {
    answers = [refusal(400)]
    expect(await provider.findChargeByReference('Unheard')).toBeNull()
  })
})

describe('a refund', () => {
  const asked = { provider_transaction_id: '5708', amount: 400_50, comment: 'our-id' }
  const made = {
    id: 8612,
    tx_id: 5708,
    amount_refunded: 400.5,
    status: 'completed',
    comments: 'our-id',
    created_at: '2026-03-10T11:00:00.000Z',
  }
  const looked_for = {
    provider_refund_id: null,
    provider_transaction_id: '5708',
    amount: 400_50,
    comment: 'our-id',
    asked_at: new Date('2026-03-10T11:00:00Z'),
    others: [],
  }
  const pageOf = (rows: unknown[], total_pages: number) =>
    success(rows, { meta: { page_info: { total: 99, current_page: 1, total_pages } } })

  test('is asked for in naira, with our id in its comment', async () => {
    answers = [success({ ...made, comments: undefined })]
    expect(await provider.refund(asked)).toMatchObject({
      accepted: true,
      refund: { provider_refund_id: '8612', amount: 400_50, status: 'done', comment: 'our-id' },
    })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.flutterwave.example/v3/transactions/5708/refund',
      json: { amount: 400.5, comments: 'our-id' },
    })
  })

  test.each([
    ['completed', 'done'],
    ['completed-mpgs', 'done'],
    ['successful', 'done'],
    ['pending', 'pending'],
    ['new', 'pending'],
    ['failed', 'failed'],
    ['rejected', 'failed'],
    ['a word we never heard', 'pending'],
  ])('that is %j counts as %s', async (status, counts_as) => {
    answers = [success({ ...made, status })]
    expect(await provider.refund(asked)).toMatchObject({ refund: { status: counts_as } })
  })

  test('that is refused says why', async () => {
    answers = [refusal(400, 'Insufficient funds')]
    expect(await provider.refund(asked)).toEqual({ accepted: false, message: 'Insufficient funds' })
  })

  test.each([
    ['503', refusal(503)],
    ['nonsense', success({ id: 'x' })],
    ['a page', { body: '<html></html>' }],
  ])('answered with %s is unknown', async (_, answer) => {
    answers = [answer]
    await expect(provider.refund(asked)).rejects.toMatchObject(unavailable)
  })

  test('is looked up by its id where we know it', async () => {
    answers = [success(made)]
    expect(await provider.findRefund({ ...looked_for, provider_refund_id: '8612' })).toMatchObject({
      refund: { status: 'done' },
      certain: true,
    })
    expect(requests[0]?.url).toBe('https://api.flutterwave.example/v3/refunds/8612')
  })

  test('that we know and the provider denies is unknown, never absent', async () => {
    answers = [refusal(404, 'Refund not found')]
    await expect(provider.findRefund({ ...looked_for, provider_refund_id: '8612' })).rejects.toMatchObject(
      unavailable,
    )
  })

  test('is looked for on every page by our comment', async () => {
    const other = { ...made, id: 1, comments: 'another' }
    answers = [pageOf([other, other], 3), pageOf([other], 3), pageOf([made], 3)]
    expect(await provider.findRefund(looked_for)).toMatchObject({
      refund: { provider_refund_id: '8612' },
      certain: true,
    })
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual(['page=1', 'page=2', 'page=3'])
  })

  test('is not looked for among those that are older than the question', async () => {
    answers = [pageOf([{ ...made, comments: 'another', created_at: '2026-03-01T00:00:00.000Z' }], 1_000)]
    expect(await provider.findRefund(looked_for)).toBeNull()
    expect(requests).toHaveLength(1)
  })

  test('of another transaction with our comment is not ours', async () => {
    answers = [pageOf([{ ...made, tx_id: 1 }], 1)]
    expect(await provider.findRefund(looked_for)).toBeNull()
  })

  describe('without a comment', () => {
    const { comments: _, ...bare } = made

    test('may be ours', async () => {
      answers = [pageOf([bare], 2), pageOf([{ ...bare, id: 1, tx_id: 1 }], 2)]
      expect(await provider.findRefund(looked_for)).toMatchObject({
        refund: { provider_refund_id: '8612' },
        certain: false,
      })
    })

    test('does not hide the one that is ours', async () => {
      answers = [pageOf([{ ...bare, id: 1 }], 2), pageOf([made], 2)]
      expect(await provider.findRefund(looked_for)).toMatchObject({
        refund: { provider_refund_id: '8612' },
        certain: true,
      })
    })

    test.each([
      ['of another amount', { amount_refunded: 400 }],
      ['of another transaction', { tx_id: 1 }],
      ['older than the question', { created_at: '2026-03-01T00:00:00.000Z' }],
      ['known to be another one', { id: 7 }],
    ])('%s is not ours', async (_, other) => {
      answers = [pageOf([{ ...bare, ...other }], 1)]
      expect(await provider.findRefund({ ...looked_for, others: ['7'] })).toBeNull()
    })
  })

  test('is unknown when the list is too slow to be read to its end', async () => {
    let now_ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now_ms += 12_000))
    answers = Array.from({ length: 3 }, () => pageOf([{ ...made, comments: 'another' }], 1_000))
    await expect(provider.findRefund(looked_for)).rejects.toMatchObject(unavailable)
    vi.restoreAllMocks()
  })

  test.each([
    ['an error', refusal(404, 'Cannot GET /v3/refunds')],
    ['no list', success(null)],
    ['503', refusal(503)],
  ])('is unknown while the list is %s', async (_, answer) => {
    answers = [answer]
    await expect(provider.findRefund(looked_for)).rejects.toMatchObject(unavailable)
  })
})
