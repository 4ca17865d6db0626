import { expect, test } from 'vitest'
import { sandboxUnderTest } from '../sandbox-under-test.ts'

test('a charge without a browser answers with the callback and the transaction', async () => {
  const { pay, post } = await sandboxUnderTest()
  expect(await pay({ method: 'ussd', amount: '1500.50' })).toMatchObject({
    status: 'successful',
    callback: { status: 'successful', tx_ref: 'CHOW-1' },
    transaction: { amount: 1500.5, payment_type: 'ussd', auth_model: 'USSD' },
  })
  expect((await post('/control/pay', { tx_ref: 'CHOW-1' })).status).toBe(400)
  expect((await post('/control/pay', { tx_ref: 'C', amount: 'much', customer: { email: 'a@b.ng' } })).status).toBe(400)
})

test('the pages for people', async () => {
  const { get, pay, url } = await sandboxUnderTest()
  await pay({ customer: { email: '<script>@example.com' } })
  expect((await get('/')).body).toContain('5531886652142950')
  expect((await get('/inbox')).body).toContain('Nothing yet')
  const control = (await get('/control')).body
  expect(control).toContain('CHOW-1')
  expect(control).not.toContain('<script>@')
  for (const asset of ['/sandbox.css', '/pages/live.ts']) expect((await fetch(url + asset)).status).toBe(200)
})

test('forms on the control page come back to it', async () => {
  const { url, get, pay } = await sandboxUnderTest()
  const submit = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(`${url}/control/form/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
    return [answer.status, answer.headers.get('location')]
  }
  const { transaction_id } = await pay({ outcome: 'pending' })
  expect(await submit('behaviour', { webhook: 'none', settle_seconds: '7' })).toEqual([303, '/control'])
  expect((await get('/control/behaviour')).body).toMatchObject({ webhook: 'none', settle_seconds: 7 })
  expect(await submit(`settle/${transaction_id}`, { status: 'failed' })).toEqual([303, '/control'])
  const { body } = await get(`/flutterwave/v3/transactions/${transaction_id}/verify`)
  expect(body.data.status).toBe('failed')
  expect(await submit('reset', {})).toEqual([303, '/control'])
  expect((await get('/control/behaviour')).body.webhook).toBe('normal')
})
