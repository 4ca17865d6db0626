import { expect, test } from 'vitest'
import { audit_actions } from '../../../domain/audit/actions.ts'
import type { AuditNames } from '../../../domain/desk/audit-names.ts'
import { changesInWords } from './changes.ts'
import { phraseOf, sentenceOf } from './sentences.ts'
import { anyOf, readSubject, subjectInWords } from './subjects.ts'

const names: AuditNames = new Map([
  ['vendor:v1', 'Iya Bose Amala'],
  ['rider:r1', 'Musa Bello'],
  ['delivery:7', '12'],
  ['refund:f1', '₦500 for order 12'],
  ['claim:c1', '12'],
  ['message:m1', '…4567'],
])
const nobody: AuditNames = new Map()

test.each([
  ['vendor_suspended', 'vendor:v1', 'suspended Iya Bose Amala', '/admin/vendors?vendor=v1'],
  ['order_cancelled', 'order:12', 'cancelled order 12', '/admin/orders/12'],
  ['payout_paid_by_hand', 'payout:3', 'marked payout 3 as paid by hand', '/admin/payout?payout=3'],
  ['delivery_assigned', 'delivery:7', 'gave the delivery of order 12 to Musa Bello', '/admin/orders/12'],
  ['refund_retried', 'refund:f1', 'had the refund of ₦500 for order 12 sent again', '/admin/refunds?refund=f1'],
  ['claim_refused', 'claim:c1', 'refused the claim about order 12', '/admin/claims?claim=c1'],
  ['message_retried', 'message:m1', 'had the message to …4567 sent again', '/admin/messages?message=m1'],
  ['setting_saved', 'setting:rider_pay', 'changed Riders’ pay', '/admin/settings'],
  ['vendor_restored', 'vendor:gone', 'restored a vendor who is gone', undefined],
  ['what_nobody_knows', 'thing:1', 'what nobody knows: thing:1', undefined],
])('%s of %s is a sentence with a link', (action, subject, said, to) => {
  const pieces = sentenceOf(action, (place) => subjectInWords(place === 'it' ? subject : 'rider:r1', names))
  expect(pieces.map(({ text }) => text).join('')).toBe(said)
  expect(pieces.find((piece) => piece.to)?.to).toBe(to)
})

test.each(audit_actions)('%s is said without a machine word', (action) => {
  expect(anyOf(action)).not.toBe('something')
  const phrase = phraseOf(action, anyOf(action))
  expect(phrase).toMatch(/^[A-Z]/)
  expect(phrase).not.toMatch(/[_{}]/)
})

test.each([
  [
    { status: 'Pending', vendor_share_kobo: 2_000_00 },
    { status: 'Cancelled', vendor_share_kobo: 1_000_50, refund_kobo: 99_950, borne_by: 'vendor' },
    [
      'Status: from Pending to Cancelled',
      'Vendor’s share: from ₦2,000 to ₦1,000.50',
      'Goes back: ₦999.50',
      'Borne by: vendor',
    ],
  ],
  [{ expires_at: '2026-03-10T11:00:00.000Z' }, {}, ['Expires: was 10 Mar 2026, 12:00']],
  [{ commission_percent: null }, { commission_percent: 7.5 }, ['Commission: from none to 7.5 %']],
  [{ rider_id: 'r1' }, { rider_id: null }, ['Rider: from Musa Bello to none']],
  [{ rider_id: 'r1', delivery_ids: [7, 8] }, null, ['Rider: was Musa Bello', 'Orders: was 12, one that is gone']],
  [
    { maximum_fee_kobo: 300_000, per_km_kobo: 25_000 },
    { maximum_fee_kobo: 300_000, per_km_kobo: 30_000 },
    ['Per km: from ₦250 to ₦300'],
  ],
  [null, { settled_on: '2026-03-09', by_link: true }, ['Settled on: 9 Mar 2026', 'By link: yes']],
  [{ ours: { amount_kobo: 150_000, status: 'successful' } }, null, ['We said: was Amount ₦1,500, Status successful']],
  [
    { week_hours: [[], [], [], [], [], [], []] },
    { week_hours: Array(7).fill([{ opens: '07:00', closes: '22:00' }]) },
    ['Week: from closed to Mon-Sun 07:00-22:00'],
  ],
  [null, { about: '+2348031234567' }, ['About: a customer']],
  [null, null, []],
  ['odd', ['odd'], []],
])('%j and then %j', (before, after, lines) => {
  expect(changesInWords(before, after, names)).toEqual(lines)
})

test('somebody who is gone is said to be', () => {
  expect(changesInWords(null, { rider_id: 'r1' }, nobody)).toEqual(['Rider: a rider who is gone'])
})

test.each([
  ['order 12', 'order:12'],
  ['Order #12', 'order:12'],
  ['order:12', 'order:12'],
  ['payout', 'payout:'],
  ['Bank settlement 4', 'bank_settlement:4'],
  ['setting:delivery', 'setting:delivery'],
  ['something else', 'something else'],
  ['', ''],
])('%j is asked for as %j', (typed, subject) => {
  expect(readSubject(typed)).toBe(subject)
})
