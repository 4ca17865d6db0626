import { describe, expect, test } from 'vitest'
import { kobo } from '../../money.ts'
import { template_keys, templateOf } from '../forms.ts'
import {
  acceptedSms,
  collectedSms,
  deliveredSms,
  notCollectedSms,
  onTheWaySms,
  paidSms,
  readySms,
} from './customer-templates.ts'
import { atDoorSms, atGateSms } from './incident-templates.ts'
import { renderSms } from './message-words.ts'
import { smsText } from './sms-text.ts'

const track_url = 'https://chowgate.ng/track/AbCdEfGhIjKlMnOp'
const id = 9_810_482
const window = { from: new Date('2026-03-10T11:40:00Z'), until: new Date('2026-03-10T11:55:00Z') }
const long_name = 'Mama Ṣọlá & Ẹ̀bùn’s Very Famous Original Amala, Ewedu and Gbegiri Kitchen of South Gate, since 1987'
const there = { id, rider_first_name: long_name, rider_phone: '+2348031234567', waits_until: window.until }

const every_text = {
  paid: renderSms(paidSms([id, id + 1, id + 2], kobo(1_234_567_50), track_url)),
  accepted: renderSms(acceptedSms({ id, vendor_name: 'Iya Basira', collects: false, window }, track_url)),
  'accepted by a long name': renderSms(acceptedSms({ id, vendor_name: long_name, collects: true, window }, track_url)),
  'on the way': renderSms(onTheWaySms({ id, pin: '0042', rider_first_name: 'Tunde' }, track_url)),
  'on the way with a long name': renderSms(onTheWaySms({ id, pin: '0042', rider_first_name: long_name }, track_url)),
  'on the way with nobody known': renderSms(onTheWaySms({ id, pin: '0042', rider_first_name: null }, track_url)),
  'ready at a long name': renderSms(
    readySms({ id, vendor_name: long_name, pin: '0042', kept_until: window.until }, track_url),
  ),
  'collected from a long name': renderSms(collectedSms({ id, vendor_name: long_name }, track_url)),
  'at the gate': renderSms(atGateSms({ ...there, meet_at: null }, track_url)),
  'at a place with long names': renderSms(atGateSms({ ...there, meet_at: long_name }, track_url)),
  'waits at the door': renderSms(atDoorSms({ ...there, meet_at: null }, track_url)),
  'waits at a place': renderSms(atDoorSms({ ...there, meet_at: 'FUTA South Gate' }, track_url)),
  'waits at a place with long names': renderSms(atDoorSms({ ...there, meet_at: long_name }, track_url)),
  delivered: renderSms(deliveredSms({ id }, track_url)),
}

describe.each(Object.entries(every_text))('%s', (_, text) => {
  test('is one part of the GSM alphabet, and ends with the whole link', () => {
    expect(text.length).toBeLessThanOrEqual(160)
    expect(smsText(text)).toBe(text)
    expect(text.endsWith(track_url)).toBe(true)
  })
})

test('a payment is told with its amount and the first orders of the cart', () => {
  expect(every_text.paid).toContain('NGN 1,234,567.50 received')
  expect(every_text.paid).toContain(`Order ${id}, ${id + 1} and more`)
  expect(renderSms(paidSms([id], kobo(3_600_00), track_url))).toContain(`Order ${id} is with`)
})

test('an order that was taken is told with its window in campus time; without one, without', () => {
  expect(every_text.accepted).toBe(
    `ChowGate: Iya Basira is on your order ${id}. Expect it 12:40-12:55. Follow it: ${track_url}`,
  )
  expect(
    renderSms(acceptedSms({ id, vendor_name: 'Iya Basira', collects: false, window: null }, track_url)),
  ).not.toContain('Expect')
})

test('names lose their tone marks and then their end, never the PIN or the window', () => {
  expect(every_text['accepted by a long name']).toContain("Mama Sola & Ebun's Very Famous")
  expect(every_text['accepted by a long name']).toContain('12:40-12:55')
  expect(every_text['on the way with a long name']).toContain('PIN 0042')
})

test('a rider who is there, or waits there, is at the place that was chosen, else at the gate or the door', () => {
  expect(every_text['at the gate']).toContain(' is at the gate with order')
  expect(every_text['waits at the door']).toContain(` is at your door with order ${id} until 12:55. Please come`)
  expect(every_text['waits at a place']).toContain(' is at FUTA South Gate with order')
})

test('an order that nobody collected is told in one part, with the number to call', () => {
  const text = renderSms(notCollectedSms({ id, vendor_name: long_name, kept_until: window.until }))
  expect(text.length).toBeLessThanOrEqual(160)
  expect(text).toContain('by 12:55')
  expect(text).toMatch(/Call \+?[\d ]+$/)
})

test('customers read of restaurants, not of kitchens or vendors', () => {
  const theirs = template_keys.map(templateOf).filter(({ name }) => name.startsWith('Customer'))
  const said = theirs.flatMap(({ text, samples }) => [text.replace(/\{\w+\}/g, ''), samples['why'] ?? ''])
  expect(said.filter((words) => /kitchen|vendor/i.test(words))).toEqual([])
})
