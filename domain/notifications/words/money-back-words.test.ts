import { describe, expect, test } from 'vitest'
import { kobo } from '../../money.ts'
import type { OrderStatus } from '../../orders/lifecycle.ts'
import type { MoneyBack } from '../../payments/money-back.ts'
import { renderSms } from './message-words.ts'
import { chargeNotes, orderNotes } from './money-back-words.ts'
import { refundSms } from './refund-words.ts'

const asked_at = new Date('2026-03-10T11:00:00Z')
const asked: MoneyBack = {
  order_id: 17,
  tip: kobo(0),
  delivery_fee: kobo(0),
  amount: kobo(3_600_00),
  reason: 'rejected',
  explanation: 'The gas is finished',
  status: 'Asked',
  asked_at,
  done_at: null,
  by_bank: false,
}
const order = { id: 17, total_price: kobo(3_600_00), discount: kobo(0), status: 'Accepted' as OrderStatus, ended: null }
const rejected = { ...order, status: 'Cancelled' as const, ended: { verb: 'reject', reason: 'The gas is finished' } }
const days = (count: number) => new Date(asked_at.getTime() + count * 24 * 60 * 60 * 1000)

describe('an order', () => {
  test('that nothing went wrong with has nothing to tell', () => {
    expect(orderNotes(order, [{ ...asked, order_id: 18 }], asked_at)).toEqual([])
  })

  test('that was cancelled tells the reason of the text message, and by when the money is there', () => {
    const [why, back] = orderNotes(rejected, [asked], asked_at)
    expect(why).toBe('The restaurant could not take your order 17: The gas is finished.')
    expect(renderSms(refundSms({ ...asked, order_ids: [17] }))).toContain(why)
    expect(back).toBe(
      '₦3,600 is on its way back to the card or account it was paid from. Banks take up to five working days: ' +
        'it is there by Tuesday 17 March.',
    )
    const [by_us] = orderNotes({ ...rejected, ended: { verb: 'lapse', reason: null } }, [asked], asked_at)
    expect(by_us).toBe('Your order 17 was cancelled.')
  })

  test('says that the money was sent, and where to', () => {
    const done = { ...asked, status: 'Done' as const, done_at: days(1) }
    expect(orderNotes(rejected, [done], days(2))[1]).toBe(
      '₦3,600 was sent back to the card or account it was paid from. Banks take up to five working days: it is ' +
        'there by Wednesday 18 March.',
    )
    expect(orderNotes(rejected, [{ ...done, by_bank: true }], days(30))[1]).toMatch(
      /^₦3,600 was sent back to your bank account\. It should have arrived by Wednesday 18 March; if not, please call/,
    )
  })

  test('promises nothing of a refund that could not be sent', () => {
    const [, back] = orderNotes(rejected, [{ ...asked, status: 'Failed' }], asked_at)
    expect(back).toMatch(/^₦3,600 could not be sent back the way you paid\. One of us is seeing to it/)
    expect(back).not.toContain('on its way')
  })

  test('of which a part went back says of how much, and why', () => {
    const part = {
      ...asked,
      amount: kobo(1_000_00),
      reason: 'complaint' as const,
      explanation: 'The soup was cold',
    }
    expect(orderNotes(order, [part], asked_at)).toEqual([
      'We are sorry about your order 17: The soup was cold. ₦1,000 of ₦3,600 is on its way back to the card ' +
        'or account it was paid from. Banks take up to five working days: it is there by Tuesday 17 March.',
    ])
  })

  test('that was cancelled and has nothing to give back leads to a person', () => {
    expect(orderNotes(rejected, [], asked_at)).toEqual([expect.stringContaining('Please call us about your money')])
  })
})

test('what was sent too much is told apart from the orders', () => {
  const excess = {
    ...asked,
    order_id: null,
    amount: kobo(400_00),
    reason: 'excess' as const,
    explanation: null,
  }
  expect(chargeNotes([asked, excess], asked_at)).toEqual([
    expect.stringMatching(/^You sent more than your order cost\. ₦400 is on its way back/),
  ])
})
