import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { smarthive } from './smarthive.ts'

const gateway = smarthive({ base_url: 'https://sms.example', api_key: 'SMTPUBK_1', sender: 'ChowGate' })
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
