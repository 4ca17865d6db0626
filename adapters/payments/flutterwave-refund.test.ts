import { describe, expect, test, vi } from 'vitest'
import { kobo } from '../../domain/money.ts'
import { flutterwaveUnderTest, refusal, success, unavailable } from './flutterwave-under-test.ts'

const api = flutterwaveUnderTest()
const { provider, requests } = api

describe('a refund', () => {
  const asked = { provider_transaction_id: '5708', amount: kobo(400_50), comment: 'our-id' }
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
    amount: kobo(400_50),
    comment: 'our-id',
    asked_at: new Date('2026-03-10T11:00:00Z'),
    others: [],
  }
  const pageOf = (rows: unknown[], total_pages: number) =>
    success(rows, { meta: { page_info: { total: 99, current_page: 1, total_pages } } })

  test('is asked for in naira, with our id in its comment', async () => {
    api.answers = [success({ ...made, comments: undefined })]
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
    api.answers = [success({ ...made, status })]
    expect(await provider.refund(asked)).toMatchObject({ refund: { status: counts_as } })
  })

  test('that is refused says why', async () => {
    api.answers = [refusal(400, 'Insufficient funds')]
    expect(await provider.refund(asked)).toEqual({ accepted: false, message: 'Insufficient funds' })
  })

  test.each([
    ['503', refusal(503)],
    ['nonsense', success({ id: 'x' })],
    ['a page', { body: '<html></html>' }],
  ])('answered with %s is unknown', async (_, answer) => {
    api.answers = [answer]
    await expect(provider.refund(asked)).rejects.toMatchObject(unavailable)
  })

  test('is looked up by its id where we know it', async () => {
    api.answers = [success(made)]
    expect(await provider.findRefund({ ...looked_for, provider_refund_id: '8612' })).toMatchObject({
      refund: { status: 'done' },
      certain: true,
    })
    expect(requests[0]?.url).toBe('https://api.flutterwave.example/v3/refunds/8612')
  })

  test('that we know and the provider denies is unknown, never absent', async () => {
    api.answers = [refusal(404, 'Refund not found')]
    await expect(provider.findRefund({ ...looked_for, provider_refund_id: '8612' })).rejects.toMatchObject(unavailable)
  })

  test('is looked for on every page by our comment', async () => {
    const other = { ...made, id: 1, comments: 'another' }
    api.answers = [pageOf([other, other], 3), pageOf([other], 3), pageOf([made], 3)]
    expect(await provider.findRefund(looked_for)).toMatchObject({
      refund: { provider_refund_id: '8612' },
      certain: true,
    })
    expect(requests.map(({ url }) => url.split('?')[1])).toEqual(['page=1', 'page=2', 'page=3'])
  })

  test.each([
    ['does not say how many there are', {}],
    ['says so in letters', { meta: { page_info: { total_pages: '2' } } }],
  ])('is looked for on the next page of a list that %s', async (_, extra) => {
    const others = Array.from({ length: 10 }, (_none, at) => ({ ...made, id: at, comments: 'another' }))
    api.answers = [success(others, extra), success([made], extra)]
    expect(await provider.findRefund(looked_for)).toMatchObject({ refund: { provider_refund_id: '8612' } })
  })

  test('is found beside a row that cannot be read', async () => {
    api.answers = [pageOf([{ ...made, id: 1, amount_refunded: 'much' }, made], 1)]
    expect(await provider.findRefund(looked_for)).toMatchObject({ refund: { provider_refund_id: '8612' } })
  })

  test('is not looked for among those that are older than the question', async () => {
    api.answers = [pageOf([{ ...made, comments: 'another', created_at: '2026-03-01T00:00:00.000Z' }], 1_000)]
    expect(await provider.findRefund(looked_for)).toBeNull()
    expect(requests).toHaveLength(1)
  })

  test('of another transaction with our comment is not ours', async () => {
    api.answers = [pageOf([{ ...made, tx_id: 1 }], 1)]
    expect(await provider.findRefund(looked_for)).toBeNull()
  })

  describe('without a comment', () => {
    const { comments: _, ...bare } = made

    test('may be ours', async () => {
      api.answers = [pageOf([bare], 2), pageOf([{ ...bare, id: 1, tx_id: 1 }], 2)]
      expect(await provider.findRefund(looked_for)).toMatchObject({
        refund: { provider_refund_id: '8612' },
        certain: false,
      })
    })

    test('does not hide the one that is ours', async () => {
      api.answers = [pageOf([{ ...bare, id: 1 }], 2), pageOf([made], 2)]
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
      api.answers = [pageOf([{ ...bare, ...other }], 1)]
      expect(await provider.findRefund({ ...looked_for, others: ['7'] })).toBeNull()
    })
  })

  test('is unknown when the list is too slow to be read to its end', async () => {
    let now_ms = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now_ms += 12_000))
    api.answers = Array.from({ length: 3 }, () => pageOf([{ ...made, comments: 'another' }], 1_000))
    await expect(provider.findRefund(looked_for)).rejects.toMatchObject(unavailable)
    vi.restoreAllMocks()
  })

  test.each([
    ['an error', refusal(404, 'Cannot GET /v3/refunds')],
    ['no list', success(null)],
    ['503', refusal(503)],
    ['one with a row that cannot be read', pageOf([{ ...made, amount_refunded: 'much' }], 1)],
  ])('is unknown while the list is %s', async (_, answer) => {
    api.answers = [answer]
    await expect(provider.findRefund(looked_for)).rejects.toMatchObject(unavailable)
  })
})
