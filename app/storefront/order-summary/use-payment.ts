import { useCallback, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Quote } from '../../../domain/checkout/quote.ts'
import { askServer } from './ask-server.ts'
import { openPaymentWindow, PaymentScriptFailed } from './open-payment-window.ts'
import type { Summary } from './order-summary.tsx'
import { rememberPendingOrder } from './pending-order.ts'

/** What the page says about the payment besides what the server knows (spec §8). */
export type PaymentMessage =
  | 'Payment failed or cancelled'
  | 'Payment cancelled'
  | 'Payment successful, but there was an error saving your order.'
  | 'Unexpected error occurred after payment.'
  | 'Failed to load payment modal. Check your internet connection and retry later.'
  | 'We could not reach our server. Check your internet connection and try again.'

export type PaymentStep = 'idle' | 'opening' | 'open' | 'confirming'

/**
 * Pays a stored checkout: asks the server for the window's options, opens the window, and after any sign of life from it
 * asks the server what is true. The window's own words are never believed.
 */
export function usePayment(summary: Summary) {
  const [step, setStep] = useState<PaymentStep>('idle')
  const [message, setMessage] = useState<PaymentMessage | null>(null)
  const [changed, setChanged] = useState<Quote | null>(null)
  const { revalidate } = useRevalidator()
  const answered = useRef(false)

  const confirm = useCallback(
    async (transaction_id: string, looks_paid: boolean) => {
      setStep('confirming')
      try {
        const answer = await askServer({ order: summary.link_token, intent: 'confirm', transaction_id })
        if (answer.kind !== 'settled') setMessage(null)
        else if (answer.settlement === 'failed') setMessage('Payment failed or cancelled')
        else if (answer.settlement === 'no_charge' && !looks_paid) setMessage('Payment cancelled')
        else setMessage(null)
      } catch (error) {
        if (looks_paid) {
          setMessage(
            error instanceof TypeError
              ? 'Unexpected error occurred after payment.'
              : 'Payment successful, but there was an error saving your order.',
          )
        }
      } finally {
        setStep('idle')
        await revalidate()
      }
    },
    [summary.link_token, revalidate],
  )

  const pay = async () => {
    setMessage(null)
    setStep('opening')
    answered.current = false
    try {
      const answer = await askServer({ order: summary.link_token, intent: 'pay' })
      if (answer.kind === 'changed') {
        setChanged(answer.quote)
        return setStep('idle')
      }
      if (answer.kind !== 'window') {
        setStep('idle')
        return await revalidate()
      }
      rememberPendingOrder({
        link_token: summary.link_token,
        lines: summary.lines.map((line) => ({
          vendor_id: line.vendor_id,
          name: line.name,
          qty: line.quantity,
        })),
      })
      const modal = await openPaymentWindow(answer.window, {
        answer: ({ status, transaction_id }) => {
          const looks_paid = status === 'successful' || status === 'completed'
          answered.current ||= looks_paid
          if (looks_paid) modal.close()
          void confirm(transaction_id ? String(transaction_id) : '', looks_paid)
        },
        closed: () => {
          if (!answered.current) setMessage('Payment cancelled')
          void confirm('', false)
        },
      })
      setStep('open')
    } catch (error) {
      setStep('idle')
      setMessage(
        error instanceof PaymentScriptFailed
          ? 'Failed to load payment modal. Check your internet connection and retry later.'
          : 'We could not reach our server. Check your internet connection and try again.',
      )
    }
  }

  return { step, message, changed, pay }
}
