import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { termii } from './termii.ts'

const gateway = termii({
  base_url: 'https://sms.example',
  api_key: 'TL&1',
  sender: 'ChowGate',
  channel: 'dnd',
  webhook_secret: 'secret-of-the-account',
})
const sms = { to: '+2348031234567', text: 'Your rice is ready', ext_ref: 'row-1' }

let answers: { status: number; body: unknown }[]
let requests: { url: string; json: unknown }[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    requests.push({ url, json: body ? JSON.parse(String(body)) : null })
    const answer = answers.shift()
    if (!answer) throw new Error('one call too many')
    return new Response(JSON.stringify(answer.body), { status: answer.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const ok = {
  status: 200,
  body: {
    code: 'ok',
    message_id: 301,
    message_id_str: '3017000000000000001',
    message: 'Successfully Sent',
  },
}

test('a message is sent as documented, and its long id kept as text', async () => {
  answers = [ok]
  expect(await gateway.send(sms)).toEqual({ sent: true, gateway_message_id: '3017000000000000001' })
  expect(requests).toEqual([
    {
      url: 'https://sms.example/api/sms/send',
      json: {
        api_key: 'TL&1',
        to: '2348031234567',
        from: 'ChowGate',
        sms: 'Your rice is ready',
        type: 'plain',
        channel: 'dnd',
      },
    },
  ])
})

describe('a repeated send looks at the history first', () => {
  const row = { receiver: '2348031234567', message: 'Your rice is ready', message_id: '77' }

  test.each([
    ['a list under data', { data: [row] }],
    ['a bare list', [row]],
  ])('and sends nothing when the message stands there (%s)', async (_, body) => {
    answers = [{ status: 200, body }]
    expect(await gateway.send({ ...sms, repeated: true })).toEqual({ sent: true, gateway_message_id: '77' })
    expect(requests.map(({ url }) => url)).toEqual(['https://sms.example/api/sms/inbox?api_key=TL%261'])
  })

  test('and sends when only others stand there', async () => {
    answers = [{ status: 200, body: { data: [{ ...row, message: 'Other words' }] } }, ok]
    expect(await gateway.send({ ...sms, repeated: true })).toMatchObject({ sent: true })
  })

  test.each([
    [500, {}],
    [200, { surprise: true }],
    [401, { message: 'Invalid api key' }],
  ])('and waits when it cannot be read (%i %j)', async (status, body) => {
    answers = [{ status, body }]
    await expect(gateway.send({ ...sms, repeated: true })).rejects.toMatchObject({ not_taken: false })
  })
})

describe('a refusal', () => {
  test('of the message is final, also under 200', async () => {
    answers = [
      { status: 400, body: { message: 'Country Inactive' } },
      { status: 200, body: { message: 'Invalid phone number' } },
      { status: 400, body: null },
    ]
    expect(await gateway.send(sms)).toEqual({ sent: false, message: 'Country Inactive' })
    expect(await gateway.send(sms)).toEqual({ sent: false, message: 'Invalid phone number' })
    expect(await gateway.send(sms)).toEqual({
      sent: false,
      message: 'The gateway refused without saying why',
    })
  })

  test.each([
    [401, 'Invalid api key'],
    [200, 'Insufficient balance'],
    [400, 'ApplicationSenderId not found'],
  ])('of our account (%i %s) waits, and nothing was sent', async (status, message) => {
    answers = [{ status, body: { message } }]
    await expect(gateway.send(sms)).rejects.toMatchObject({ name: 'ProviderUnavailable', not_taken: true })
  })

  test.each([
    [404, 'Not Found', true],
    [200, '<html>This domain is parked</html>', false],
    [408, { message: 'Timeout' }, false],
  ])('that cannot be read (%i %j) says nothing about the message, which waits', async (status, body, not_taken) => {
    answers = [{ status, body }]
    await expect(gateway.send(sms)).rejects.toMatchObject({ name: 'ProviderUnavailable', not_taken })
  })

  test('by a server in trouble leaves open whether it was sent', async () => {
    answers = [{ status: 500, body: {} }]
    await expect(gateway.send(sms)).rejects.toMatchObject({ name: 'ProviderUnavailable', not_taken: false })
  })
})

describe('delivery reports', () => {
  const report = {
    type: 'outbound',
    message_id: '3017000000000000001',
    receiver: '2348031234567',
    message: 'Your rice is ready',
    cost: '4.5',
    status: 'DELIVERED',
  }
  const sign = (body: string, key = 'secret-of-the-account') => createHmac('sha512', key).update(body).digest('hex')
  const read = (said: unknown, signature?: string, by = gateway) => {
    const body = typeof said === 'string' ? said : JSON.stringify(said)
    const headers = new Headers({ 'x-termii-signature': signature ?? sign(body) })
    return by.readReport?.({ headers, query: new URLSearchParams(), body })
  }

  test.each([
    ['DELIVERED', 'Delivered'],
    ['DND Active on Phone Number', 'Undelivered'],
    ['Message Failed', 'Undelivered'],
    ['Rejected', 'Undelivered'],
    ['Expired', 'Undelivered'],
    ['Message Sent', null],
    ['Received', null],
  ])('that say %s mean %s', (status, outcome) => {
    expect(read({ ...report, status })).toEqual({
      gateway_message_id: '3017000000000000001',
      ext_ref: null,
      sms: { to: '+2348031234567', text: 'Your rice is ready' },
      outcome,
      reason: status,
      cost_kobo: 4_50,
    })
  })

  test('with a wrong signature are forged', () => {
    const body = JSON.stringify(report)
    for (const signature of ['', sign(body, 'another key'), sign('{}')]) {
      expect(read(report, signature)).toBe('forged')
    }
    expect(read(report, sign(body).toUpperCase())).toMatchObject({ outcome: 'Delivered' })
  })

  test('are taken unsigned where no secret is set', () => {
    const settings = { base_url: 'https://sms.example', api_key: '1', sender: 'C', channel: 'dnd' as const }
    const unsigned = termii({ ...settings, webhook_secret: null })
    expect(read(report, '', unsigned)).toMatchObject({ outcome: 'Delivered' })
  })

  test.each([['no JSON'], [{}], [{ ...report, type: 'inbound' }], [{ ...report, status: null }]])(
    'that are none (%j) are left alone',
    (said) => expect(read(said)).toBeNull(),
  )
})

test('a repeated send takes no message of the history for sent that never arrived', async () => {
  const row = { receiver: '2348031234567', message: 'Your rice is ready', status: 'Message Failed' }
  answers = [{ status: 200, body: { data: [{ ...row, message_id: '77' }] } }, ok]
  expect(await gateway.send({ ...sms, repeated: true })).toMatchObject({
    gateway_message_id: '3017000000000000001',
  })
})

test('what stands not in the history and is refused for our account’s sake was never taken', async () => {
  answers = [
    { status: 200, body: [] },
    { status: 200, body: { message: 'Insufficient balance' } },
  ]
  await expect(gateway.send({ ...sms, repeated: true })).rejects.toMatchObject({
    not_taken: true,
    never_taken: true,
  })
})
