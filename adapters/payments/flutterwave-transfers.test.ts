import { describe, expect, test, vi } from 'vitest'
import { kobo } from '../../domain/money.ts'
import { flutterwaveTransfers } from './flutterwave-transfers.ts'
import { flutterwaveUnderTest, refusal, success, unavailable } from './flutterwave-under-test.ts'

const api = flutterwaveUnderTest()
const { requests } = api
const settings = {
  base_url: 'https://api.flutterwave.example/v3',
  secret_key: 'FLWSECK_TEST-0123456789abcdef-X',
}
const transfers = flutterwaveTransfers(settings)

const order = {
  reference: 'CHOW-PAYOUT-12-1',
  amount: kobo(7_500_50),
  bank_code: '044',
  account_number: '0690000031',
  account_name: 'IYA BOSE',
  narration: 'Payout 12',
}
const row = {
  id: 33286,
  reference: 'CHOW-PAYOUT-12-1',
  amount: 7500.5,
  fee: 26.875,
  status: 'NEW',
  complete_message: '',
}
const pageOf = (rows: unknown[], total_pages = 1) =>
  success(rows, { meta: { page_info: { total: 99, current_page: 1, total_pages } } })

describe('a transfer', () => {
  test('is asked for in naira; a fee of half a kobo is rounded', async () => {
    api.answers = [success(row)]
    expect(await transfers.transfer(order)).toEqual({
      accepted: true,
      transfer: {
        provider_transfer_id: '33286',
        reference: 'CHOW-PAYOUT-12-1',
        amount: 7_500_50,
        status: 'pending',
        fee: 26_88,
        message: '',
      },
    })
    expect(requests[0]).toMatchObject({
      method: 'POST',
      url: 'https://api.flutterwave.example/v3/transfers',
      json: {
        account_bank: '044',
        account_number: '0690000031',
        amount: 7500.5,
        currency: 'NGN',
        narration: 'Payout 12',
        reference: 'CHOW-PAYOUT-12-1',
        beneficiary_name: 'IYA BOSE',
      },
    })
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${settings.secret_key}`)
  })

  test.each([
    ['NEW', 'pending'],
    ['PENDING', 'pending'],
    ['SUCCESSFUL', 'successful'],
    ['FAILED', 'failed'],
    ['a word we never heard', 'pending'],
  ])('that is %j counts as %s', async (status, counts_as) => {
    api.answers = [success({ ...row, status })]
    expect(await transfers.transfer(order)).toMatchObject({ transfer: { status: counts_as } })
  })

  test('whose fee is not told has none yet', async () => {
    api.answers = [success({ ...row, fee: null })]
    expect(await transfers.transfer(order)).toMatchObject({ transfer: { fee: null } })
  })

  test('that is refused says why', async () => {
    api.answers = [refusal(400, 'Payout was made to a blacklisted account number')]
    expect(await transfers.transfer(order)).toEqual({
      accepted: false,
      message: 'Payout was made to a blacklisted account number',
    })
  })

  test.each([
    ['503', refusal(503)],
    ['a wrong key', refusal(401)],
    ['nonsense', success({ id: 'x' })],
    ['a page', { body: '<html></html>' }],
  ])('answered with %s is unknown', async (_, answer) => {
    api.answers = [answer]
    await expect(transfers.transfer(order)).rejects.toMatchObject(unavailable)
  })
})

describe('a transfer is looked for by its reference', () => {
  test('and found', async () => {
    api.answers = [pageOf([{ ...row, status: 'FAILED', complete_message: 'DISBURSE FAILED: no funds' }])]
    expect(await transfers.findTransfer('CHOW-PAYOUT-12-1')).toMatchObject({
      status: 'failed',
      message: 'DISBURSE FAILED: no funds',
    })
    expect(requests[0]?.url).toContain('/transfers?reference=CHOW-PAYOUT-12-1&page=1')
  })

  test('and is not there', async () => {
    api.answers = [pageOf([], 0)]
    expect(await transfers.findTransfer('CHOW-PAYOUT-12-1')).toBeNull()
  })

  test('to the end of a list that does not keep to the reference', async () => {
    api.answers = [pageOf([{ ...row, reference: 'x' }], 2), pageOf([row], 2)]
    expect(await transfers.findTransfer('CHOW-PAYOUT-12-1')).toMatchObject({ provider_transfer_id: '33286' })
  })

  test.each([
    ['an error', refusal(400, 'no')],
    ['503', refusal(503)],
    ['no list', success({})],
    ['a row that cannot be read', pageOf([{ ...row, amount: 'much' }])],
  ])('and %s is unknown, never absent', async (_, answer) => {
    api.answers = [answer]
    await expect(transfers.findTransfer('CHOW-PAYOUT-12-1')).rejects.toMatchObject(unavailable)
  })

  test('and a list that is too slow is unknown', async () => {
    let now_ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now_ms += 25_000))
    api.answers = [pageOf([{ ...row, reference: 'x' }], 9)]
    await expect(transfers.findTransfer('CHOW-PAYOUT-12-1')).rejects.toMatchObject(unavailable)
    vi.restoreAllMocks()
  })
})

describe('the bank list', () => {
  const banks = success([{ id: 191, code: '044', name: 'Access Bank' }, { nonsense: true }])
  const access = { name: 'Access Bank', code: '044' }
  let now_ms = 0
  const kept = flutterwaveTransfers(settings, () => now_ms)

  test('is asked for once a day, and yesterday’s serves while there is none', async () => {
    api.answers = [banks]
    expect(await kept.bankCode(access)).toBe('044')
    expect(await kept.bankCode({ name: 'Zenith Bank', code: '057' })).toBeNull()
    now_ms += 25 * 3_600_000
    api.answers = [refusal(503)]
    expect(await kept.bankCode(access)).toBe('044')
    expect(requests).toHaveLength(2)
  })

  test('that never came is unknown', async () => {
    api.answers = [refusal(503)]
    await expect(flutterwaveTransfers(settings).bankCode(access)).rejects.toMatchObject(unavailable)
  })
})
