import { describe, expect, test } from 'vitest'
import { paymentNotice } from './payment-notice.ts'

const quiet = {
  state: 'open',
  payment_type: null,
  message: null,
  looks_paid: false,
  unfinished: false,
  is_window_open: false,
} as const

describe('the one box about a payment', () => {
  test('says nothing before anything happened, and nothing beside an open window', () => {
    expect(paymentNotice(quiet)).toBeNull()
    for (const state of ['started', 'checking', 'failed'] as const) {
      expect(paymentNotice({ ...quiet, state, is_window_open: true })).toBeNull()
    }
  })

  test.each(['started', 'checking', 'expired'] as const)(
    'a window that was closed before the end is a cancelled payment (%s)',
    (state) => {
      const told = { ...quiet, state, message: 'Payment cancelled', unfinished: true } as const
      const notice = paymentNotice({ ...told, payment_type: 'card' })
      expect(notice).toMatchObject({ kind: 'warn', title: 'Payment cancelled' })
      expect(notice?.text).not.toContain('do not pay again')
    },
  )

  test('a failed attempt says so once, whatever was said before', () => {
    for (const message of ['Payment failed or cancelled', 'Payment cancelled'] as const) {
      expect(paymentNotice({ ...quiet, state: 'failed', message })).toMatchObject({
        kind: 'bad',
        title: 'Payment failed or cancelled',
      })
    }
  })

  test('only somebody who dialled a code is told not to pay again, not one whose card was not confirmed', () => {
    const checking = { ...quiet, state: 'checking' } as const
    expect(paymentNotice({ ...checking, payment_type: 'card' })?.text).toContain('Have you paid already?')
    expect(paymentNotice({ ...checking, payment_type: 'ussd' })?.text).toContain('Please do not pay again')
    expect(paymentNotice({ ...checking, looks_paid: true, payment_type: 'card' })?.text).toContain(
      'Please do not pay again',
    )
  })

  test('money that moved is never called a failure', () => {
    const message = 'Unexpected error occurred after payment.'
    for (const state of ['open', 'started', 'checking', 'failed'] as const) {
      expect(paymentNotice({ ...quiet, state, looks_paid: true, message })).toMatchObject({
        kind: 'warn',
        title: message,
      })
    }
  })

  test('what did not load says so alone', () => {
    const message = 'Failed to load payment modal. Check your internet connection and retry later.'
    expect(paymentNotice({ ...quiet, state: 'started', message })).toEqual({ kind: 'bad', title: message })
  })

  test('what the server says of money that arrived leaves no room for more', () => {
    for (const state of ['refunding', 'review'] as const) {
      expect(paymentNotice({ ...quiet, state, message: 'Payment cancelled' })).toBeNull()
    }
  })
})
