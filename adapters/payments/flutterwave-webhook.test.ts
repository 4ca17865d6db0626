import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isGenuineFlutterwaveWebhook,
  readFlutterwaveWebhook,
  storableFlutterwaveWebhook,
} from './flutterwave-webhook.ts'

describe('a webhook is read', () => {
  test.each([
    [
      'in the v3 envelope',
      '{"event":"charge.completed","data":{"id":8321945,"tx_ref":"order_1","status":"successful"},' +
        '"event.type":"BANK_TRANSFER_TRANSACTION"}',
      { kind: 'charge', tx_ref: 'order_1', provider_transaction_id: '8321945', claims_success: true },
    ],
    [
      'in the flat older shape',
      '{"id":10017759,"txRef":"FUTA-1","status":"successful","event.type":"CARD_TRANSACTION"}',
      { kind: 'charge', tx_ref: 'FUTA-1', provider_transaction_id: '10017759', claims_success: true },
    ],
    [
      'with its id as text',
      '{"event":"charge.completed","data":{"id":"8321945","tx_ref":"order_1"}}',
      { kind: 'charge', tx_ref: 'order_1', provider_transaction_id: '8321945', claims_success: false },
    ],
    [
      'about a refund, flat and without an event',
      '{"id":8612,"AmountRefunded":5000,"status":"completed","TransactionId":5708,"comments":"our-id"}',
      { kind: 'refund', tx_ref: null, provider_transaction_id: '5708', claims_success: false },
    ],
    [
      'about a transfer',
      '{"event":"transfer.completed","event.type":"Transfer","data":{"id":33286,"status":"SUCCESSFUL"}}',
      { kind: 'transfer', tx_ref: null, provider_transaction_id: '33286', claims_success: false },
    ],
    [
      'about something else',
      '{"event":"subscription.cancelled","data":{"id":1}}',
      { kind: 'other', tx_ref: null, provider_transaction_id: '1', claims_success: false },
    ],
  ])('%s', (_, body, reading) => {
    expect(readFlutterwaveWebhook(body)).toEqual(reading)
    expect(readFlutterwaveWebhook(storableFlutterwaveWebhook(body))).toEqual(reading)
  })

  test('without ever throwing, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        const reading = readFlutterwaveWebhook(body)
        expect(['charge', 'refund', 'transfer', 'other']).toContain(reading.kind)
        expect(readFlutterwaveWebhook(storableFlutterwaveWebhook(body))).toEqual(reading)
      }),
    )
  })
})

test('what is kept of a webhook holds nothing of the payer or the card', () => {
  const data = { id: 5, tx_ref: 'CHOW-1', status: 'successful' }
  const payer = {
    customer: { name: 'Ada', email: 'ada@example.com' },
    card: { first_6digits: '553188', last_4digits: '2950', expiry: '09/32', token: 'flw-t1nf' },
    ip: '197.210.64.1',
  }
  const event = {
    event: 'charge.completed',
    data: { ...data, ...payer },
    'event.type': 'CARD_TRANSACTION',
    ...payer,
  }
  expect(JSON.parse(storableFlutterwaveWebhook(JSON.stringify(event)))).toEqual({
    event: 'charge.completed',
    'event.type': 'CARD_TRANSACTION',
    data,
  })
  expect(storableFlutterwaveWebhook('{"status":"4187427415564246","id":{"card":"4187"}')).toBe('{}')
  expect(storableFlutterwaveWebhook('{"id":{"card":"4187"}}')).toBe('{"id":false}')
})

describe('a webhook is genuine', () => {
  const secret = 'my-secret-hash'
  const body = Buffer.from('{"event":"charge.completed","data":{"id":1}}')
  const signature = 'jnaYhnOXPgMAl9Byu03LOw6ZpKdokAvPFf4mUt1VOKg='
  const isGenuine = (headers: Record<string, string>, raw = body, hash = secret) =>
    isGenuineFlutterwaveWebhook(hash, new Headers(headers), raw)

  test('by its secret hash, or by its signature', () => {
    expect(isGenuine({ 'verif-hash': secret })).toBe(true)
    expect(isGenuine({ 'flutterwave-signature': signature })).toBe(true)
    expect(isGenuine({ 'verif-hash': 'old-secret', 'flutterwave-signature': signature })).toBe(true)
  })

  test('not without either, nor with the proof of other bytes or another secret', () => {
    expect(isGenuine({})).toBe(false)
    expect(isGenuine({ 'verif-hash': `${secret} x` })).toBe(false)
    expect(isGenuine({ 'verif-hash': signature })).toBe(false)
    expect(isGenuine({ 'flutterwave-signature': signature }, Buffer.from(`${body} `))).toBe(false)
    expect(isGenuine({ 'flutterwave-signature': signature }, body, 'another-secret')).toBe(false)
  })

  test('never while no secret is set', () => {
    expect(isGenuine({ 'verif-hash': '' }, body, '')).toBe(false)
  })
})
