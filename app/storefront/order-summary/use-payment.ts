import { useCallback, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Quote } from '../../../domain/checkout/quote.ts'
import { askServer } from './ask-server.ts'
import { openPaymentWindow, PaymentScriptFailed, type WindowCallback } from './open-payment-window.ts'
import type { Summary } from './order-summary.tsx'
import { rememberPendingOrder } from './pending-order.ts'

/** What the page says about the payment besides what the server knows: the texts of spec §8, and ours for a lost line. */
export type PaymentMessage =
  | 'Payment failed or cancelled'
  | 'Payment cancelled'
  | 'Payment successful, but there was an error saving your order.'
  | 'Unexpected error occurred after payment.'
  | 'Failed to load payment modal. Check your internet connection and retry later.'
  | 'We could not reach our server. Check your internet connection and try again.'
  | 'We could not reach our server. If you paid, we will find your payment: please do not pay again yet.'

export type PaymentStep = 'idle' | 'opening' | 'confirming'

/**
 * Pays a stored checkout: asks the server for the window's options, opens the window, and after any sign of life from it
 * asks the server what is true. The window's own words are never believed, but once it said that money moved
 * (`looks_paid`), nobody is told that it did not.
 */
export function usePayment(summary: Summary) {
  const [step, setStep] = useState<PaymentStep>('idle')
  const [message, setMessage] = useState<PaymentMessage | null>(null)
  const [changed, setChanged] = useState<Quote | null>(null)
  const [looks_paid, setLooksPaid] = useState(false)
  const [opened, setOpened] = useState(false)
  const { revalidate } = useRevalidator()
  /** The same as `looks_paid`, for callbacks of a window that was opened before it changed. */
  const paid = useRef(false)

  const confirm = useCallback(
    async (transaction_id: string) => {
      setStep('confirming')
      try {
        const answer = await askServer({ order: summary.link_token, intent: 'confirm', transaction_id })
        setMessage(answer.kind === 'settled' ? messageFor(answer.settlement, paid.current) : null)
        await revalidate()
      } catch (error) {
        // Without a line there is nothing to load either: the page stays as it is and asks again by itself.
        setMessage(messageForLostAnswer(error, paid.current))
      } finally {
        setStep('idle')
      }
    },
    [summary.link_token, revalidate],
  )

  const hear = ({ status, transaction_id }: WindowCallback, close: () => void) => {
    if (status === 'successful' || status === 'completed') {
      paid.current = true
      setLooksPaid(true)
      close()
    }
    void confirm(transaction_id ? String(transaction_id) : '')
  }

  const pay = async () => {
    setMessage(null)
    setChanged(null)
    setLooksPaid(false)
    setStep('opening')
    paid.current = false
    try {
      const answer = await askServer({ order: summary.link_token, intent: 'pay' })
      if (answer.kind === 'changed') return setChanged(answer.quote)
      if (answer.kind !== 'window') return await revalidate()
      rememberPendingOrder({
        link_token: summary.link_token,
        lines: summary.lines.map(({ vendor_id, name, options, quantity }) => ({
          vendor_id,
          name,
          options,
          qty: quantity,
        })),
      })
      setOpened(true)
      const modal = await openPaymentWindow(answer.window, {
        answer: (callback) => hear(callback, () => modal.close()),
        closed: () => void confirm(''),
      })
    } catch (error) {
      setMessage(
        error instanceof PaymentScriptFailed
          ? 'Failed to load payment modal. Check your internet connection and retry later.'
          : 'We could not reach our server. Check your internet connection and try again.',
      )
    } finally {
      setStep('idle')
    }
  }

  return { step, message, changed, looks_paid, opened, pay }
}

function messageFor(settlement: string, looks_paid: boolean): PaymentMessage | null {
  if (looks_paid) return null
  if (settlement === 'failed') return 'Payment failed or cancelled'
  return settlement === 'no_charge' ? 'Payment cancelled' : null
}

function messageForLostAnswer(error: unknown, looks_paid: boolean): PaymentMessage {
  if (!looks_paid) {
    return 'We could not reach our server. If you paid, we will find your payment: please do not pay again yet.'
  }
  const line_is_down = error instanceof TypeError || (error as Error).name === 'TimeoutError'
  return line_is_down
    ? 'Unexpected error occurred after payment.'
    : 'Payment successful, but there was an error saving your order.'
}
