import { expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { sandboxUnderTest } from '../sandbox-under-test.ts'
import { sentinelsOf } from './sentinels.ts'

test('words before a plus, joined or alone, change one customer’s payment', () => {
  expect(sentinelsOf('completed+no-webhook+ada@example.com').behaviour).toEqual({
    callback_status: 'completed',
    webhook: 'none',
  })
  expect(sentinelsOf('ada+lunch@example.com').behaviour).toEqual({})
  expect(sentinelsOf('completed@example.com').behaviour).toEqual({})
  expect(sentinelsOf('no address').words).toEqual([])
})

test('switches merge, refuse what they do not know, and go back to normal', async () => {
  const { set, get, post } = await sandboxUnderTest()
  await set({ webhook: 'late' })
  expect((await set({ amount: 'short' })).body).toMatchObject({ webhook: 'late', amount: 'short' })
  expect((await set({ webhook: 'sometimes' })).status).toBe(400)
  expect((await set({ no_such_switch: 1 })).status).toBe(400)
  await post('/control/reset')
  expect((await get('/control/behaviour')).body).toMatchObject({ webhook: 'normal', amount: 'exact' })
})

test('short, excess and foreign money', async () => {
  const { pay, set } = await sandboxUnderTest()
  const from = async (word: string) => (await pay({ customer: { email: `${word}+a@b.ng` } })).transaction
  expect(await from('short')).toMatchObject({ amount: 2500, status: 'successful' })
  expect(await from('excess')).toMatchObject({ amount: 2700 })
  expect(await from('usd')).toMatchObject({ amount: 2600, currency: 'USD' })
  await set({ amount: 'excess' })
  expect((await pay()).transaction.amount).toBe(2700)
})

test('pending settles by itself, or by hand, once', async () => {
  const { pay, get, post } = await sandboxUnderTest({ time_scale: 1000 })
  const statusOf = async (id: number) => (await get(`/flutterwave/v3/transactions/${id}/verify`)).body.data.status
  for (const [word, end] of [
    ['pending', 'successful'],
    ['pending-fail', 'failed'],
  ]) {
    const { transaction_id, status } = await pay({ customer: { email: `${word}+a@b.ng` } })
    expect(status).toBe('pending')
    await eventually(async () => expect(await statusOf(transaction_id)).toBe(end))
  }
  const { transaction_id } = await pay({ outcome: 'pending' })
  const settle = (status: string) => post(`/control/settle/${transaction_id}`, { status })
  expect((await settle('successful')).body.data.status).toBe('successful')
  expect((await settle('failed')).status).toBe(409)
  expect((await post('/control/settle/1', { status: 'failed' })).status).toBe(404)
})

test.each([
  ['verify-503', 503],
  ['verify-429', 429],
  ['verify-missing', 400],
])('%s+: paid, then three verify calls answer %d', async (word, status) => {
  const { pay, get } = await sandboxUnderTest()
  const { transaction_id } = await pay({ customer: { email: `${word}+a@b.ng` } })
  const verify = () => get(`/flutterwave/v3/transactions/${transaction_id}/verify`)
  for (let i = 0; i < 3; i++) expect((await verify()).status).toBe(status)
  expect((await verify()).body.data.status).toBe('successful')
})

test('nonsense instead of JSON, for everybody until it is switched off', async () => {
  const { pay, get, set } = await sandboxUnderTest()
  await pay()
  await set({ verify: 'nonsense' })
  const verify = () => get('/flutterwave/v3/transactions/verify_by_reference?tx_ref=CHOW-1')
  expect((await verify()).body).toContain('<html>')
  expect((await verify()).body).toContain('<html>')
  await set({ verify: 'ok' })
  expect((await verify()).body.status).toBe('success')
})

test('a hang ends by the caller’s patience, and does not keep the sandbox from closing', async () => {
  const { pay, url, get, set, close } = await sandboxUnderTest()
  const { transaction_id } = await pay({ customer: { email: 'hang+a@b.ng' } })
  const verify = `/flutterwave/v3/transactions/${transaction_id}/verify`
  const signal = AbortSignal.timeout(50)
  const headers = { authorization: 'Bearer FLWSECK_TEST-0123456789abcdef-X' }
  await expect(fetch(url + verify, { headers, signal })).rejects.toThrow()
  await set({ hang_seconds: 0 })
  expect((await get(verify)).status).toBe(503)
  await set({ hang_seconds: 60, verify: 'hang' })
  const hanging = fetch(url + verify, { headers }).catch(() => 'cut')
  await close()
  expect(await hanging).toBe('cut')
})
