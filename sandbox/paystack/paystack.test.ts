import { expect, test } from 'vitest'
import { sandboxUnderTest } from '../sandbox-under-test.ts'

async function paystack() {
  const sandbox = await sandboxUnderTest()
  const resolve = (account_number: string, bank_code = '058', headers = {}) =>
    sandbox.get(`/paystack/bank/resolve?account_number=${account_number}&bank_code=${bank_code}`, headers)
  return { ...sandbox, resolve }
}

test('the bank list has codes with letters, and closed banks to be left out', async () => {
  const { get } = await paystack()
  const { body } = await get('/paystack/bank?country=nigeria&currency=NGN')
  expect(body).toMatchObject({ status: true, message: 'Banks retrieved' })
  expect(body.data).toContainEqual(expect.objectContaining({ name: 'ALAT by WEMA', code: '035A', active: true }))
  expect(body.data).toContainEqual(expect.objectContaining({ name: 'Heritage Bank', active: false, is_deleted: true }))
  expect(new Set(body.data.map(({ slug }: { slug: string }) => slug)).size).toBe(body.data.length)
})

test('an account resolves to its holder', async () => {
  const { resolve } = await paystack()
  expect((await resolve('0022728151', '063')).body).toMatchObject({
    status: true,
    message: 'Account number resolved',
    data: { account_number: '0022728151', account_name: 'WES GIBBONS' },
  })
  expect((await resolve('1234567890', '001')).body.data.account_name).toBe('TEST ACCOUNT 1234567890')
  const name = (await resolve('0123456789')).body.data.account_name
  expect((await resolve('0123456789')).body.data.account_name).toBe(name)
})

test.each([
  ['0000000000', 422],
  ['0000000002', 500],
  ['0000000003', 429],
  ['123', 422],
])('account %s answers %d with a message', async (account, status) => {
  const { resolve } = await paystack()
  const answer = await resolve(account)
  expect([answer.status, answer.body.status]).toEqual([status, false])
  expect(answer.body.message).toBeTruthy()
})

test('a wrong key, an unknown bank and a missing name', async () => {
  const { resolve } = await paystack()
  const refused = await resolve('0123456789', '058', { authorization: 'Bearer other' })
  expect([refused.status, refused.body.message]).toEqual([401, 'Invalid key'])
  expect((await resolve('0123456789', '030')).body.code).toBe('invalid_bank_code')
  const { body } = await resolve('0000000001')
  expect(body.status).toBe(true)
  expect(body.data.account_name).toBeUndefined()
})

test('the switch fails everything', async () => {
  const { get, set } = await paystack()
  await set({ paystack: '429' })
  expect((await get('/paystack/bank')).status).toBe(429)
  await set({ paystack: 'nonsense' })
  expect((await get('/paystack/bank')).body).toContain('<html>')
})
