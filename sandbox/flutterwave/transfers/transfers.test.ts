import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { sandboxUnderTest, webhookCatcher } from '../../sandbox-under-test.ts'
import { fateOf } from './transfer.ts'

const api = '/flutterwave/v3'
const order = {
  account_bank: '044',
  account_number: '0690000031',
  amount: 5500,
  currency: 'NGN',
  narration: 'Payout 12',
  reference: 'payout-12',
}

async function bank(options = {}) {
  const { url, received } = await webhookCatcher()
  const sandbox = await sandboxUnderTest({ time_scale: 10_000, webhook_url: url, ...options })
  const transfer = (changes: object = {}) => sandbox.post(`${api}/transfers`, { ...order, ...changes })
  const statusOf = async (id: number) => (await sandbox.get(`${api}/transfers/${id}`)).body.data.status
  return { ...sandbox, received, transfer, statusOf }
}

test('the end of a reference decides its fate', () => {
  expect(fateOf('x_PMCK')).toEqual({ settles_to: 'SUCCESSFUL', after_seconds: 600 })
  expect(fateOf('x_PMCKDU_1')).toEqual({ settles_to: 'SUCCESSFUL', after_seconds: 60 })
  expect(fateOf('x_PMCK_ST_F')).toEqual({ settles_to: 'FAILED', after_seconds: 600 })
  expect(fateOf('x_PMCK_ST_FDU_1')).toEqual({ settles_to: 'FAILED', after_seconds: 60 })
  expect(fateOf('PMCK-12').settles_to).toBeNull()
})

test('a transfer is queued as NEW, becomes PENDING and stays so', async () => {
  const { transfer, statusOf } = await bank()
  const { status, body } = await transfer()
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'success',
    message: 'Transfer Queued Successfully',
    data: { status: 'NEW', full_name: 'Forrest Green', amount: 5500, fee: 26.875, reference: 'payout-12' },
  })
  await eventually(async () => expect(await statusOf(body.data.id)).toBe('PENDING'))
})

test('success and failure come with a webhook', async () => {
  const { transfer, statusOf, received, get } = await bank()
  const good = (await transfer({ reference: 'a_PMCKDU_1' })).body.data
  await eventually(async () => expect(await statusOf(good.id)).toBe('SUCCESSFUL'))
  const bad = (await transfer({ reference: 'b_PMCK_ST_FDU_1' })).body.data
  await eventually(async () => expect(await statusOf(bad.id)).toBe('FAILED'))
  await eventually(() => expect(received).toHaveLength(2))
  expect(received[0]?.body).toMatchObject({
    event: 'transfer.completed',
    data: { id: good.id, status: 'SUCCESSFUL', fullname: 'Forrest Green', complete_message: 'Successful' },
  })
  expect(received[1]?.body.data.complete_message).toMatch(/^DISBURSE FAILED/)
  expect((await get(`${api}/transfers?status=failed`)).body.data).toMatchObject([{ id: bad.id }])
  expect((await get(`${api}/transfers?reference=a_PMCKDU_1`)).body.meta.page_info.total).toBe(1)
})

test('only a failed transfer is retried, under a new reference', async () => {
  const { transfer, statusOf, post, set } = await bank()
  await set({ transfer: 'failed' })
  const { id } = (await transfer()).body.data
  await eventually(async () => expect(await statusOf(id)).toBe('FAILED'))
  await set({ transfer: 'successful' })
  const retried = (await post(`${api}/transfers/${id}/retries`)).body.data
  expect(retried.reference).toBe('payout-12_RETRY_1')
  await eventually(async () => expect(await statusOf(retried.id)).toBe('SUCCESSFUL'))
  expect((await post(`${api}/transfers/${retried.id}/retries`)).status).toBe(400)
})

test.each([
  [{ amount: undefined }, 'amount is required'],
  [{ account_bank: '50515' }, 'Unknown Bank Code'],
  [{ account_number: '123' }, 'invalid account'],
  [{ account_number: '0690000036' }, 'Payout was made to a blacklisted account number'],
  [{ narration: 'x'.repeat(101) }, 'narration must not be longer than 100 characters'],
])('%o is refused: %s', async (changes, message) => {
  const { transfer } = await bank()
  expect(await transfer(changes)).toEqual({ status: 400, body: { status: 'error', message, data: null } })
})

test('a reference is used once', async () => {
  const { transfer } = await bank()
  await transfer()
  expect((await transfer()).status).toBe(400)
})

test('503 after the transfer was queued: it is found by its reference', async () => {
  const { transfer, set, get } = await bank()
  await set({ transfer: 'accept_then_503' })
  expect((await transfer()).status).toBe(503)
  expect((await get(`${api}/transfers?reference=payout-12`)).body.data).toHaveLength(1)
})

test('a transfer is settled by hand, once', async () => {
  const { transfer, post, received } = await bank()
  const { id } = (await transfer()).body.data
  const settle = (status: string) => post(`/control/settle-transfer/${id}`, { status })
  expect((await settle('SUCCESSFUL')).body.data.status).toBe('SUCCESSFUL')
  expect((await settle('FAILED')).body.data.status).toBe('SUCCESSFUL')
  await eventually(() => expect(received).toHaveLength(1))
  expect((await post('/control/settle-transfer/1', { status: 'FAILED' })).status).toBe(404)
})

test('fees by size, banks and account names', async () => {
  const { get, post } = await bank()
  expect((await get(`${api}/transfers/fee?amount=60000&currency=NGN`)).body.data).toEqual([
    { currency: 'NGN', fee_type: 'value', fee: 53.75 },
  ])
  const { data } = (await get(`${api}/banks/NG`)).body
  expect(data).toContainEqual(expect.objectContaining({ code: '044', name: 'Access Bank' }))
  const resolve = (account_number: string, account_bank = '044') =>
    post(`${api}/accounts/resolve`, { account_number, account_bank })
  expect((await resolve('0690000032')).body.data).toEqual({
    account_number: '0690000032',
    account_name: 'Pastor Bright',
  })
  expect((await resolve('0690000032', '999')).body.message).toBe('Unknown Bank Code')
  expect((await resolve('069')).status).toBe(400)
})
