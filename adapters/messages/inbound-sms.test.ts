import { expect, test } from 'vitest'
import { readInboundSms } from './inbound-sms.ts'

const ada = { from: '2348031234567', text: 'STOP' }

test.each([
  ['Termii', JSON.stringify({ type: 'inbound', message_id: '7', id: '8', sender: ada.from, message: 'STOP' }), '7'],
  ["Africa's Talking", new URLSearchParams({ from: ada.from, to: '234700', text: 'STOP', id: 'x' }).toString(), 'x'],
  ['plain JSON', JSON.stringify({ from: ada.from, text: 'STOP', cost: 1 }), null],
])('a text message as %s tells of it', (_, body, id) => {
  expect(readInboundSms(body)).toEqual({ ...ada, id })
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
