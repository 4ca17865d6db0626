import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kobo } from '../../money.ts'
import { judgeCharge } from './judge-charge.ts'

const now = new Date('2026-03-10T11:00:00Z')
const in_an_hour = new Date('2026-03-10T12:00:00Z')
const checkout = {
  status: 'Open',
  total: kobo(3_600_00),
  currency: 'NGN',
  payable_until: in_an_hour,
  replaced_by: null,
  vendors_active: true,
}
const charge = { amount: kobo(3_600_00), currency: 'NGN', created_at: null }

describe('a verified charge', () => {
  test('of exactly the total is for the orders', () => {
    expect(judgeCharge(charge, checkout, now)).toEqual({ purpose: 'orders', excess_kobo: 0 })
  })

  test('above the total is for the orders, and what is too much is told', () => {
    expect(judgeCharge({ ...charge, amount: kobo(3_600_01) }, checkout, now)).toEqual({
      purpose: 'orders',
      excess_kobo: 1,
    })
  })

  test('a kobo below the total is for a person', () => {
    expect(judgeCharge({ ...charge, amount: kobo(3_599_99) }, checkout, now)).toEqual({
      purpose: 'review',
      kind: 'short',
    })
  })

  const past = (ms: number) => new Date(in_an_hour.getTime() + ms)
  const late = { purpose: 'refund', reason: 'late' }

  test('counts up to the last instant of the window, and an instant later goes back', () => {
    expect(judgeCharge(charge, checkout, in_an_hour)).toMatchObject({ purpose: 'orders' })
    expect(judgeCharge(charge, checkout, past(1))).toEqual(late)
    const made_late = { ...charge, created_at: past(1) }
    expect(judgeCharge(made_late, checkout, past(1))).toEqual(late)
    // A provider whose clock is ahead of ours.
    expect(judgeCharge(made_late, checkout, in_an_hour)).toMatchObject({ purpose: 'orders' })
  })

  test('made in time counts where it is heard of within five minutes of the last instant, and later goes back', () => {
    const five_minutes = 5 * 60_000
    for (const created_at of [now, in_an_hour]) {
      const made = { ...charge, created_at }
      expect(judgeCharge(made, checkout, past(five_minutes))).toEqual({ purpose: 'orders', excess_kobo: 0 })
      expect(judgeCharge(made, checkout, past(five_minutes + 1))).toEqual(late)
      expect(judgeCharge(made, { ...checkout, payable_until: null }, past(1))).toEqual(late)
      expect(judgeCharge(made, { ...checkout, replaced_by: 'another' }, past(1))).toEqual(late)
    }
  })

  test('for a checkout whose window was never opened goes back', () => {
    expect(judgeCharge(charge, { ...checkout, payable_until: null }, now)).toEqual({
      purpose: 'refund',
      reason: 'late',
    })
  })

  test('for a checkout in whose stead another was ordered goes back', () => {
    expect(judgeCharge(charge, { ...checkout, replaced_by: 'another' }, now)).toEqual({
      purpose: 'refund',
      reason: 'late',
    })
  })

  test('for a checkout that expired but was started again still counts', () => {
    expect(judgeCharge(charge, { ...checkout, status: 'Expired' }, now)).toMatchObject({ purpose: 'orders' })
  })

  test('for a checkout that is paid goes back, short or not', () => {
    const paid = { ...checkout, status: 'Paid' }
    expect(judgeCharge(charge, paid, now)).toEqual({ purpose: 'refund', reason: 'duplicate' })
    expect(judgeCharge({ ...charge, amount: kobo(1) }, paid, now)).toEqual({
      purpose: 'refund',
      reason: 'duplicate',
    })
  })

  test('for a kitchen that is no longer active goes back, short or not', () => {
    const left_alone = { ...checkout, vendors_active: false }
    for (const amount of [kobo(1), kobo(3_600_00)]) {
      expect(judgeCharge({ ...charge, amount }, left_alone, now)).toEqual({
        purpose: 'refund',
        reason: 'kitchen_unavailable',
      })
    }
  })

  test('in dollars is for a person, whatever the figure', () => {
    expect(judgeCharge({ ...charge, amount: kobo(9_999_00), currency: 'USD' }, checkout, now)).toEqual({
      purpose: 'review',
      kind: 'currency',
    })
  })

  test('under a tx_ref that is not ours is for a person', () => {
    expect(judgeCharge(charge, null, now)).toEqual({ purpose: 'review', kind: 'unknown' })
  })
})

test('every charge lands in exactly one place, and no kobo of it is lost or made', () => {
  const amount = fc.integer({ min: 1, max: 1_000_00 }).map(kobo)
  const created_at = fc.constantFrom(null, now, new Date('2026-03-10T09:59:00Z'))
  const charges = fc.record({ amount, currency: fc.constantFrom('NGN', 'USD'), created_at })
  const checkouts = fc.option(
    fc.record({
      status: fc.constantFrom('Open', 'Paid', 'Expired'),
      total: amount,
      currency: fc.constant('NGN'),
      vendors_active: fc.boolean(),
      replaced_by: fc.option(fc.constant('a checkout')),
      payable_until: fc.option(
        fc.constantFrom(in_an_hour, new Date('2026-03-10T10:00:00Z'), new Date('2026-03-10T10:58:00Z')),
      ),
    }),
  )
  fc.assert(
    fc.property(charges, checkouts, (paid, stored) => {
      const judgement = judgeCharge(paid, stored, now)
      const kept_for_orders = judgement.purpose === 'orders' ? (stored?.total ?? 0) : 0
      const going_back =
        judgement.purpose === 'refund' ? paid.amount : judgement.purpose === 'orders' ? judgement.excess_kobo : 0
      const held_for_a_person = judgement.purpose === 'review' ? paid.amount : 0
      expect(kept_for_orders + going_back + held_for_a_person).toBe(paid.amount)
      expect(Math.min(kept_for_orders, going_back, held_for_a_person)).toBeGreaterThanOrEqual(0)
      if (judgement.purpose === 'orders') {
        expect(stored).not.toBeNull()
        expect(paid.currency).toBe('NGN')
      }
    }),
  )
})
