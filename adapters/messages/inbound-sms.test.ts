import { expect, test } from 'vitest'
import { readInboundSms } from './inbound-sms.ts'

const ada = { from: '2348031234567', text: 'STOP' }

test.each([
  ['Termii', JSON.stringify({ type: 'inbound', sender: ada.from, receiver: '234700', message: 'STOP' })],
  ["Africa's Talking", new URLSearchParams({ from: ada.from, to: '234700', text: 'STOP' }).toString()],
  ['plain JSON', JSON.stringify({ from: ada.from, text: 'STOP', cost: 1 })],
])('a text message as %s tells of it', (_, body) => {
  expect(readInboundSms(body)).toEqual(ada)
})

test.each([
  ['a delivery report', JSON.stringify({ type: 'outbound', sender: 'ChowGate', message: 'Hi' })],
  ['no text', JSON.stringify({ type: 'inbound', sender: ada.from })],
  ['another kind', JSON.stringify({ type: 'inbound', sender: { a: 1 }, message: ['STOP'] })],
  ['half of a JSON', '{"from":"2348031234567"'],
  ['null', 'null'],
  ['nothing', ''],
])('%s is none', (_, body) => {
  expect(readInboundSms(body)).toBeNull()
})
