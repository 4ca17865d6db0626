import { expect, test } from 'vitest'
import { sandboxUnderTest } from '../../sandbox-under-test.ts'

const list = '/flutterwave/v3/chargebacks'

test('a charge that is charged back stands in the list, and moves as it is told', async () => {
  const { pay, post, get } = await sandboxUnderTest()
  const { transaction_id } = await pay()
  const { body } = await post(`/control/charge-back/${transaction_id}`, { amount: 1000, comment: 'Fraud' })
  expect((await get(list)).body).toMatchObject({
    status: 'success',
    meta: { page_info: { total: 1, current_page: 1, total_pages: 1, page_size: 20 } },
    data: [{ id: body.data.id, transaction_id, amount: 1000, status: 'initiated', comment: 'Fraud', tx_ref: 'CHOW-1' }],
  })
  await post(`/control/move-chargeback/${body.data.id}`, { status: 'lost' })
  expect((await get(`${list}?status=lost`)).body.data).toMatchObject([{ status: 'lost' }])
  expect((await get(`${list}?status=initiated`)).body.data).toEqual([])
  expect((await get(`${list}?from=2020-01-01&to=2020-01-02`)).body.data).toEqual([])
  expect((await get(`${list}?status=gone`)).status).toBe(400)
  expect((await get(`${list}?from=x`)).status).toBe(400)
})

test('only something of a charge that succeeded can be charged back', async () => {
  const { pay, post } = await sandboxUnderTest()
  const { transaction_id } = await pay({ outcome: 'failed' })
  expect((await post(`/control/charge-back/${transaction_id}`)).status).toBe(400)
  expect((await post('/control/charge-back/1')).status).toBe(404)
  expect((await post('/control/move-chargeback/1', { status: 'won' })).status).toBe(404)
})

test('the control page has a button for each', async () => {
  const { url, get, pay } = await sandboxUnderTest()
  const { transaction_id } = await pay()
  const press = (path: string, body?: URLSearchParams) =>
    fetch(`${url}/control/form/${path}`, { method: 'POST', redirect: 'manual', ...(body && { body }) })
  await press(`charge-back/${transaction_id}`)
  const [row] = (await get(list)).body.data
  await press(`move-chargeback/${row.id}`, new URLSearchParams({ status: 'declined' }))
  expect((await get(list)).body.data).toMatchObject([{ status: 'declined' }])
  expect((await get('/control')).body).toContain('Chargebacks')
})
