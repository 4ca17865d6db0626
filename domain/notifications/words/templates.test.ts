import { describe, expect, test } from 'vitest'
import { noteChoice } from '../../catalog/menu/dish-note.ts'
import { kobo } from '../../money.ts'
import { paidSms } from './customer-templates.ts'
import { renderSms } from './message-words.ts'
import { refundMail, refundSms } from './refund-words.ts'
import { smsText } from './sms-text.ts'
import { newOrderSms, receiptMail } from './templates.ts'

const receipt_url = 'https://chowgate.ng/order-summary?order=AbCdEfGhIjKlMnOpQrStUvWx'
const order = {
  id: 10_482,
  items: [
    { name: 'Jollof Rice', price_kobo: kobo(1_500_00), quantity: 2 },
    { name: 'Zobo', price_kobo: kobo(500_00), quantity: 1 },
  ],
  total_price: kobo(3_500_00),
  customer_name: 'Ada Obi',
  customer_phone: '+2348031234567',
  customer_address: 'Room 12, Jadesola Hall',
  meet_at: null,
  collects: false,
  slot_from: null,
  customer_note: null,
}

describe('text messages', () => {
  test('a vendor reads what to cook, for whom and where it goes, in one part', () => {
    const text = renderSms(newOrderSms(order))
    expect(text).toContain('order 10482: 2x Jollof Rice, 1x Zobo. NGN 3,500.')
    expect(text).toContain('Ada Obi, 0803 123 4567, Room 12, Jadesola Hall')
    expect(text.length).toBeLessThanOrEqual(160)
  })

  test('what was chosen reaches the kitchen', () => {
    const options = [
      { group: 'Size', name: 'Large' },
      { group: 'Extras', name: 'Plantain' },
    ]
    expect(
      renderSms(
        newOrderSms({
          ...order,
          items: [{ name: 'Jollof Rice', price_kobo: kobo(2_300_00), quantity: 2, options }],
        }),
      ),
    ).toContain(': 2x Jollof Rice (Large, Plantain). NGN')
  })

  test('a note reaches the kitchen', () => {
    expect(renderSms(newOrderSms({ ...order, customer_note: 'No pepper, please' }))).toContain(
      'Hall. Note: No pepper, please',
    )
  })

  test('where there is no room, notes of dishes give way to dishes', () => {
    const noted = (name: string) => ({
      ...{ name, price_kobo: kobo(100), quantity: 1 },
      options: [{ group: 'Size', name: 'Large' }, ...noteChoice(`${name}: ${'no pepper '.repeat(9)}`)],
    })
    const few = renderSms(newOrderSms({ ...order, items: [noted('Ofada rice')] }))
    expect(few).toMatch(/1x Ofada rice \(Large, Note: Ofada rice: no pepper .*\)\. NGN/)
    const many = renderSms(newOrderSms({ ...order, items: ['Ofada rice', 'Amala', 'Zobo'].map(noted) }))
    expect(many).toContain('1x Ofada rice (Large), 1x Amala (Large), 1x Zobo (Large). Notes: see the board. NGN')
  })

  test('a long order loses dishes, never the number or the address', () => {
    const items = Array.from({ length: 20 }, (_, row) => ({
      name: `Ofada rice ${row}`,
      price_kobo: kobo(100),
      quantity: 1,
    }))
    const text = renderSms(newOrderSms({ ...order, items }))
    expect(text).toMatch(/, \d+ more\. NGN/)
    expect(text.endsWith('0803 123 4567, Room 12, Jadesola Hall')).toBe(true)
    expect(text.length).toBeLessThanOrEqual(306)
  })

  test.each(['excess', 'late', 'duplicate', 'kitchen_unavailable', 'cancelled', 'rejected', 'review'])(
    'a refund (%s) is told in one part',
    (reason) => {
      const text = renderSms(refundSms({ amount: kobo(3_600_50), reason }))
      expect(text).toContain('NGN 3,600.50 is on its way back')
      expect(text.length).toBeLessThanOrEqual(160)
    },
  )

  test('say NGN, and need no change to fit the GSM alphabet', () => {
    for (const text of [
      renderSms(newOrderSms(order)),
      renderSms(paidSms([10_482], kobo(4_100_00), 'https://chowgate.ng/track/AbCdEfGhIjKlMnOp')),
      renderSms(refundSms({ amount: kobo(3_600_50), reason: 'late' })),
    ]) {
      expect(text).not.toContain('₦')
      expect(smsText(text)).toBe(text)
    }
  })
})

const receipt = {
  first_name: 'Ada',
  address: 'Room 12, <Jadesola> & Hall',
  meet_at: null,
  collect_at: null,
  slot_from: null,
  note: 'No pepper',
  paid_at: new Date('2026-03-10T11:05:00Z'),
  payment_reference: 'CHOW-1773140000000-0123456789ab',
  orders: [
    {
      ...{ ...order, vendor_name: 'Iya Basira' },
      promised: { from: new Date('2026-03-10T11:25:00Z'), until: new Date('2026-03-10T11:40:00Z') },
    },
  ],
  subtotal: kobo(3_500_00),
  delivery_fee: kobo(600_00),
  tip: kobo(0),
  promotions: [],
  total: kobo(4_100_00),
  receipt_url,
  track_url: 'https://chowgate.ng/track/AbCdEfGhIjKlMnOp',
}

describe('the receipt by mail', () => {
  const mail = receiptMail(receipt)

  test('names the order in its subject', () => {
    expect(mail.subject).toContain('order 10482')
  })

  test('itemises what was sold, by whom, the fee and the total, when and under which reference', () => {
    for (const line of [
      'Iya Basira',
      'Jollof Rice, 2 x ₦1,500: ₦3,000',
      'Zobo, 1 x ₦500: ₦500',
      'Subtotal: ₦3,500',
      'Delivery Fee: ₦600',
      'TOTAL: ₦4,100',
      '10 Mar 2026, 12:05',
      'Arrives between 12:25 and 12:40',
      'CHOW-1773140000000-0123456789ab',
      receipt_url,
      receipt.track_url,
    ]) {
      expect(mail.text).toContain(line)
    }
  })

  test('says where it comes to: the address, or the place that was chosen away from the door', () => {
    expect(mail.text).toContain('will come to: Room 12, <Jadesola> & Hall\n')
    const met = receiptMail({ ...receipt, meet_at: 'FUTA East Gate' }).text
    expect(met).toContain('will come to: FUTA East Gate, where you meet the rider\n')
    expect(met).not.toContain('Jadesola')
  })

  test('the page says all of it too, with links, and what people typed stays text', () => {
    for (const part of ['Iya Basira', 'Jollof Rice, 2 x ₦1,500', '₦3,000', '₦600', '₦4,100', '10 Mar 2026, 12:05']) {
      expect(mail.html).toContain(part)
    }
    for (const address of [receipt_url, receipt.track_url]) expect(mail.html).toContain(`<a href="${address}"`)
    // The logo comes with the mail, and nothing is fetched.
    expect(mail.html).toContain('<img src="cid:logo" alt="ChowGate"')
    expect(mail.html).not.toMatch(/src="(?!cid:)|url\(/)
    expect(mail.html).toContain('Room 12, &lt;Jadesola&gt; &amp; Hall')
  })
})

test('a refund by mail says how much, why and under which reference', () => {
  const mail = refundMail({
    first_name: 'Ada',
    amount: kobo(400_50),
    reason: 'excess',
    payment_reference: 'CHOW-1',
  })
  expect(mail.subject).toContain('₦400.50')
  expect(mail.text).toContain('You sent more than your order cost.')
  expect(mail.text).toContain('CHOW-1')
})
