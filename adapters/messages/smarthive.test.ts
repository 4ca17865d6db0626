import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { smarthive } from './smarthive.ts'

const gateway = smarthive({
  base_url: 'https://sms.example',
  api_key: 'SMTPUBK_1',
  sender: 'ChowGate',
  report_url: null,
})
const sms = { to: '+2348031234567', text: 'Your rice is ready', ext_ref: 'row-1' }

let answer: { status: number; body: string }
let request: { url: string; headers: Headers; json: unknown }

beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
    request = { url, headers: new Headers(headers), json: JSON.parse(String(body)) }
    return new Response(answer.body, { status: answer.status })
  })
})
afterEach(() => vi.unstubAllGlobals())

const answers = (status: number, body: unknown) => {
  answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
}

test('a message is sent as documented: transactional, to the inbox, under our id', async () => {
  answers(200, { status: 'ok', description: 'The request has succeeded', data: { msg_id: 'DXww578MO' } })
  expect(await gateway.send(sms)).toEqual({ sent: true, gateway_message_id: 'DXww578MO' })
  expect(request).toMatchObject({
    url: 'https://sms.example/api/sms/send',
    json: {
      sender: 'ChowGate',
      recipients: '2348031234567',
      msg: 'Your rice is ready',
      type: 1,
      route: 'TRX',
      ext_ref: 'row-1',
    },
  })
  expect(request.headers.get('x-api-key')).toBe('SMTPUBK_1')
})

test('an answer without an id is still a yes', async () => {
  answers(200, { status: 'ok' })
  expect(await gateway.send(sms)).toEqual({ sent: true, gateway_message_id: null })
  answers(200, { status: 'ok', data: { msg_id: 123 } })
  expect(await gateway.send(sms)).toEqual({ sent: true, gateway_message_id: '123' })
})

describe('a refusal', () => {
  test.each([
    [{ status: 'error', message: 'recipients is invalid' }, 'recipients is invalid'],
    [{ status: 'error', description: 'sender is not registered' }, 'sender is not registered'],
    [{ error: 'msg is too long' }, 'msg is too long'],
    ['Bad Request', 'Bad Request'],
    [{}, 'The gateway refused without saying why'],
    ['null', 'The gateway refused without saying why'],
  ])('of the message (%j) is final, in whichever field it is told', async (body, message) => {
    answers(400, body)
    expect(await gateway.send(sms)).toEqual({ sent: false, message })
  })

  test.each([
    [404, 'Not Found', true],
    [408, { message: 'Timeout' }, false],
    [200, '<html>This domain is parked</html>', false],
    [200, '', false],
  ])('that cannot be read (%i %j) says nothing about the message, which waits', async (status, body, not_taken) => {
    answers(status, body)
    await expect(gateway.send(sms)).rejects.toMatchObject({ name: 'ProviderUnavailable', not_taken })
  })

  test.each([
    [401, { message: 'Invalid API key' }],
    [402, { message: 'Payment required' }],
    [403, { message: 'Forbidden' }],
    [400, { message: 'Insufficient credit balance' }],
    [429, { message: 'Slow down' }],
    [503, 'Service unavailable'],
  ])('of our account (%i %j) is ours to mend, and the message waits', async (status, body) => {
    answers(status, body)
    await expect(gateway.send(sms)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  })
})

describe('delivery reports', () => {
  const read = (body: unknown, query = '') =>
    gateway.readReport?.({
      headers: new Headers(),
      query: new URLSearchParams(query),
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('are asked for under our reference, where there is a place for them', async () => {
    answers(200, { status: 'ok' })
    const report_url = 'https://chowgate.example/webhooks/messages/smarthive/token'
    await smarthive({ base_url: 'https://sms.example', api_key: '1', sender: 'C', report_url }).send(sms)
    expect(request.json).toMatchObject({ callback_url: `${report_url}?ref=row-1` })
    await gateway.send(sms)
    expect(request.json).not.toHaveProperty('callback_url')
  })

  test.each([
    ['DELIVRD', 'Delivered'],
    ['DELIVERD', 'Delivered'],
    ['delivered', 'Delivered'],
    ['UNDELIV', 'Undelivered'],
    ['EXPIRED', 'Undelivered'],
    ['REJECTD', 'Undelivered'],
    ['ACCEPTD', null],
  ])('that say %s mean %s', (status, outcome) => {
    const body = { msg_id: 'jyd823-23n', status, dlr_code: 'err:000', cost: '3.00', pg_length: '1' }
    expect(read(body, 'ref=row-1')).toEqual({
      gateway_message_id: 'jyd823-23n',
      ext_ref: 'row-1',
      sms: null,
      outcome,
      reason: `${status}, err:000`,
      cost_kobo: 3_00,
    })
  })

  test.each([['no JSON'], ['[]'], ['null'], [{ status: 'DELIVRD' }], [{ msg_id: {} }]])(
    'that cannot be read (%j) are none',
    (body) => expect(read(body)).toBeNull(),
  )

  test.each(['', 'free', '-3', '1e9', '99999', {}])('do not make us believe a cost of %j', (cost) => {
    expect(read({ msg_id: '1', cost })).toMatchObject({ cost_kobo: null })
  })

  test('can be looked up, many at once', async () => {
    answers(200, {
      status: 'ok',
      data: [
        { msg_id: 'a', status: 'DELIVERD' },
        { msg_id: 'b', status: 'Submitted' },
      ],
    })
    const found = await gateway.lookUp?.(['a', 'b', 'c'])
    expect(request).toMatchObject({
      url: 'https://sms.example/api/sms/status',
      json: { msg_id: ['a', 'b', 'c'] },
    })
    expect([...(found ?? [])]).toEqual([
      ['a', { outcome: 'Delivered', reason: 'DELIVERD' }],
      ['b', { outcome: null, reason: 'Submitted' }],
    ])
  })

  test.each([
    [401, { message: 'Invalid API key' }],
    [200, 'Moved'],
  ])('that cannot be looked up (%i %j) are asked for later', async (status, body) => {
    answers(status, body)
    await expect(gateway.lookUp?.(['a'])).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  })
})
