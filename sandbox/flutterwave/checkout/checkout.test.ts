import { expect, test } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { keys, sandboxUnderTest } from '../../sandbox-under-test.ts'
import { test_cards } from './cards.ts'
import { payloadHash } from './payload-hash.ts'

const order = {
  tx_ref: 'CHOW-7',
  amount: '7500',
  currency: 'NGN',
  redirect_url: 'http://localhost:3000/back',
  customer: { email: 'ada@example.com', name: 'Ada Okafor', phonenumber: '08030000001' },
  customizations: { title: 'Campus <Food>' },
}

/** A shop with an open payment page, and the calls of the page's own script. */
async function payment(changes: object = {}) {
  const sandbox = await sandboxUnderTest({ time_scale: 1000 })
  const { link } = (await sandbox.post('/flutterwave/v3/payments', { ...order, ...changes })).body.data
  const session = link.split('/').at(-1)
  const act = async (path: string, body: object = {}) =>
    (await sandbox.post(`/flutterwave/pay/${session}/${path}`, body)).body
  const card = (label: string) => {
    const { number, expiry, cvv } = test_cards.find((known) => known.label === label) ?? {}
    return act('card', { number, expiry, cvv })
  }
  const progress = async (id: number) => (await sandbox.get(`/flutterwave/pay/${session}/charges/${id}/progress`)).body
  const rows = async () => (await sandbox.get('/flutterwave/v3/transactions?tx_ref=CHOW-7')).body.data
  return { ...sandbox, link: new URL(link).pathname, act, card, progress, rows }
}

const page = (config: object) =>
  `/flutterwave/pay?__=${encodeURIComponent(btoa(encodeURIComponent(JSON.stringify(config))))}`

test('card, PIN and OTP pay; the callback carries what the merchant verifies', async () => {
  const { card, act, rows } = await payment()
  const { step, transaction_id } = await card('Mastercard, PIN')
  expect(step).toBe('pin')
  expect((await act(`charges/${transaction_id}/pin`, { pin: '3310' })).step).toBe('otp')
  expect(await act(`charges/${transaction_id}/otp`, { otp: '12345' })).toMatchObject({
    step: 'done',
    status: 'successful',
    callback: { status: 'successful', tx_ref: 'CHOW-7', transaction_id, amount: 7500, currency: 'NGN' },
  })
  expect(await rows()).toMatchObject([{ id: transaction_id, status: 'successful', auth_model: 'PIN' }])
})

test.each([
  ['Declined', 'Do not honour'],
  ['Fraudulent', 'Suspected fraud'],
  ['No funds', 'Insufficient Funds'],
  ['Wrong PIN', 'Incorrect PIN'],
])('the card “%s” fails: %s', async (label, message) => {
  const { card, act } = await payment()
  const { transaction_id } = await card(label)
  expect(await act(`charges/${transaction_id}/pin`, { pin: '3310' })).toMatchObject({
    status: 'failed',
    message,
  })
})

test('a wrong PIN and failing OTPs; each attempt is a row of its own, and a later one can succeed', async () => {
  const { card, act, rows } = await payment()
  const first = await card('Verve, PIN')
  expect(await act(`charges/${first.transaction_id}/pin`, { pin: '1111' })).toMatchObject({
    status: 'failed',
  })
  for (const otp of ['5548', '6648', '99999']) {
    const { transaction_id } = await card('Visa, AVS')
    await act(`charges/${transaction_id}/pin`, { pin: '3310' })
    await act(`charges/${transaction_id}/otp`, { otp })
  }
  const statuses = (await rows()).map((row: { status: string }) => row.status)
  expect(statuses).toEqual(['successful', 'failed', 'failed', 'failed'])
})

test('a card that asks for nothing, and the bank’s own page', async () => {
  const { card, act } = await payment()
  expect(await card('Verve, asks nothing')).toMatchObject({ step: 'done', status: 'successful' })
  const { step, transaction_id } = await card('Visa, 3DS')
  expect(step).toBe('bank_page')
  const refused = await act(`charges/${transaction_id}/bank-page`, { approve: false })
  expect(refused).toMatchObject({ status: 'failed', callback: { status: 'failed' } })
  const again = await act(`charges/${transaction_id}/bank-page`, { approve: true })
  expect(again.status).toBe('failed')
})

test('USSD shows a code and is pending before it is paid', async () => {
  const { act, progress } = await payment()
  const { code, transaction_id } = await act('ussd', { bank: '058' })
  expect(code).toMatch(/^\*737\*000\*\d{4}#$/)
  expect(await act(`charges/${transaction_id}/dialled`)).toMatchObject({ step: 'waiting', callback: null })
  await eventually(async () => expect(await progress(transaction_id)).toMatchObject({ status: 'successful' }))
})

test('a bank transfer of another amount arrives as it was sent', async () => {
  const { act, progress, rows } = await payment()
  const { account, transaction_id } = await act('bank-transfer')
  expect(account).toMatchObject({ number: '0067100155', bank: 'Mock Bank', amount: 7500 })
  await act(`charges/${transaction_id}/sent`, { amount: '7000.50' })
  await eventually(async () => expect(await progress(transaction_id)).toMatchObject({ step: 'done' }))
  expect(await rows()).toMatchObject([{ amount: 7000.5, payment_type: 'bank_transfer' }])
})

test('a payment that settles late is told to the browser as pending', async () => {
  const { card, act } = await payment({ customer: { email: 'pending+ada@example.com' } })
  const { transaction_id } = await card('Mastercard, 3DS')
  const answer = await act(`charges/${transaction_id}/bank-page`, { approve: true })
  expect(answer).toMatchObject({ step: 'waiting', callback: { status: 'pending' } })
})

test.each([
  ['completed', 'completed'],
  ['failed-callback', 'failed'],
])('%s+ tells the browser “%s” although the charge is paid', async (word, status) => {
  const { card, rows } = await payment({ customer: { email: `${word}+ada@example.com` } })
  expect((await card('Verve, asks nothing')).callback.status).toBe(status)
  expect(await rows()).toMatchObject([{ status: 'successful' }])
})

test('no-callback+ tells the browser nothing', async () => {
  const { card } = await payment({ customer: { email: 'no-callback+ada@example.com' } })
  expect(await card('Verve, asks nothing')).toMatchObject({ status: 'successful', callback: null })
})

test('unknown cards, past dates and wrong CVVs are refused without a row', async () => {
  const { act, rows } = await payment()
  const { number } = test_cards[0]
  expect((await act('card', { number: '4111111111111111', expiry: '09/32', cvv: '123' })).refusal).toBeTruthy()
  expect((await act('card', { number, expiry: '09/20', cvv: '123' })).refusal).toBeTruthy()
  expect((await act('card', { number, expiry: '09/32', cvv: '1' })).refusal).toBeTruthy()
  expect(await rows()).toEqual([])
})

test('no more attempts than the merchant allows', async () => {
  const { card, act } = await payment({ configurations: { max_retry_attempt: 1 } })
  const { transaction_id } = await card('Wrong PIN')
  await act(`charges/${transaction_id}/pin`, { pin: '3310' })
  expect((await card('Mastercard, PIN')).refusal).toContain('No more attempts')
})

test('the hosted page shows the merchant’s words as text and only the options asked for', async () => {
  const { get, link } = await payment({ payment_options: 'card, nqr' })
  const { body } = await get(link)
  expect(body).toContain('Campus &lt;Food&gt;')
  expect(body).toContain('Sandbox – no real money')
  expect(body).toContain('tab-card')
  expect(body).not.toContain('tab-ussd')
})

test('a disabled link takes no payment', async () => {
  const { post, get, link, act } = await payment()
  const disable = () => post('/flutterwave/v3/payments/link/disable', { link })
  expect((await disable()).status).toBe(200)
  expect((await disable()).status).toBe(400)
  expect((await get(link)).status).toBe(400)
  expect((await act('bank-transfer')).refusal).toContain('turned off')
})

test.each([
  [{ tx_ref: '' }, 'tx_ref'],
  [{ amount: '0' }, 'amount'],
  [{ customer: {} }, 'customer.email'],
  [{ redirect_url: 'nowhere' }, 'redirect_url'],
])('a payment with %o is refused', async (changes, field) => {
  const { post } = await sandboxUnderTest()
  const { status, body } = await post('/flutterwave/v3/payments', { ...order, ...changes })
  expect([status, body.status, body.data]).toEqual([400, 'error', null])
  expect(body.message).toContain(field)
})

test('a wrong checksum or key refuses to pay; the right one opens the page', async () => {
  const { get } = await sandboxUnderTest()
  const config = { ...order, amount: 7500, public_key: keys.public_key, payment_options: 'card' }
  const details = { amount: '7500', currency: 'NGN', email: 'ada@example.com', tx_ref: 'CHOW-7' }
  const payload_hash = payloadHash(details, keys.secret_key)
  expect((await get(page({ ...config, payload_hash }))).status).toBe(200)
  const tampered = await get(page({ ...config, amount: 75, payload_hash }))
  expect(tampered.status).toBe(400)
  expect(tampered.body).toContain('checksum')
  expect((await get(page({ ...config, public_key: 'other' }))).status).toBe(400)
  expect((await get('/flutterwave/pay?__=nonsense')).status).toBe(400)
})

test('script and frame fail as often as asked; script-fail+ once per reference', async () => {
  const { get, set } = await sandboxUnderTest()
  const config = { ...order, amount: 7500, public_key: keys.public_key }
  await set({ script_failures: 2, frame_failures: 1 })
  const loads = [await get('/flutterwave/v3.js'), await get('/flutterwave/v3.js'), await get('/flutterwave/v3.js')]
  expect(loads.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(loads[2]?.body).toContain('FlutterwaveCheckout')
  const failing = page({ ...config, customer: { email: 'script-fail+ada@example.com' } })
  const frames = [await get(page(config)), await get(page(config)), await get(failing), await get(failing)]
  expect(frames.map(({ status }) => status)).toEqual([503, 200, 503, 200])
})
