import { useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate, useRevalidator } from 'react-router'
import type { ToldQuote } from '../checkout/change-text.server.ts'
import { askServer } from './ask-server.ts'
import type { Problem } from './instead-words.server.ts'
import {
  openPaymentWindow,
  PaymentScriptFailed,
  type PaymentWindow,
  type WindowCallback,
} from './open-payment-window.ts'
import type { PaymentMessage } from './payment-notice.ts'
import { rememberPendingOrder } from './pending-order.ts'
import type { Summary } from './summary-view.server.ts'

export type PaymentStep = 'idle' | 'opening' | 'confirming'

/** From now on it may be paid, here or by somebody else; once it is, its dishes leave the cart. */
export function rememberSummary({ link_token, lines }: Summary): void {
  rememberPendingOrder({
    link_token,
    lines: lines.map(({ vendor_id, name, options, quantity }) => ({ vendor_id, name, options, qty: quantity })),
  })
}

const unanswered: PaymentMessage =
  'We could not reach our server. If you paid, we will find your payment: please do not pay again yet.'

/**
 * Pays a stored checkout: asks the server for the window's options, opens the window, and after any sign of life from
 * it asks the server what is true. The window's own words are never believed, but once it said that money moved
 * (`looks_paid`), the page never says that it did not.
 */
export function usePayment(summary: Summary) {
  const [step, setStep] = useState<PaymentStep>('idle')
  const [message, setMessage] = useState<PaymentMessage | null>(null)
  const [changed, setChanged] = useState<ToldQuote | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [looks_paid, setLooksPaid] = useState(false)
  const [opened, setOpened] = useState(false)
  const [is_window_open, setWindowOpen] = useState(false)
  const [unfinished, setUnfinished] = useState(false)
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  /** The same as `looks_paid`, for callbacks of a window that was opened before it changed. */
  const paid = useRef(false)
  const here = `/order-summary?order=${summary.link_token}` satisfies Address
  const { modal, left } = useWindow(here, () => closed(true))

  // Whatever the server says next settles what a lost connection left open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is what it waits for.
  useEffect(() => setMessage((told) => (told === unanswered ? null : told)), [summary.state])

  const confirm = async (transaction_id: string) => {
    setStep('confirming')
    try {
      const answer = await askServer({ order: summary.link_token, intent: 'confirm', transaction_id })
      const settlement = answer.kind === 'settled' ? answer.settlement : ''
      setMessage(messageFor(settlement, paid.current))
      paid.current ||= settlement === 'paid'
      if (!left.current) await revalidate()
    } catch (error) {
      // Offline there is nothing to load either: the page stays as it is and asks again by itself.
      setMessage(messageForLostAnswer(error, paid.current))
    }
    setStep('idle')
    // Elsewhere stands a cart full of what is paid.
    if (left.current && paid.current) void navigate(here)
  }

  const gone = () => {
    modal.current = undefined
    setWindowOpen(false)
  }

  const closed = (incomplete: boolean) => {
    gone()
    setUnfinished(incomplete)
    void confirm('')
  }

  const hear = ({ status, transaction_id }: WindowCallback) => {
    if (status === 'successful' || status === 'completed') {
      paid.current = true
      setLooksPaid(true)
      modal.current?.close()
      gone()
    }
    void confirm(transaction_id ? String(transaction_id) : '')
  }

  const pay = async (accepts_wait: boolean) => {
    setMessage(null)
    setChanged(null)
    setProblem(null)
    setLooksPaid(false)
    setUnfinished(false)
    setStep('opening')
    paid.current = false
    try {
      const answer = await askServer({
        order: summary.link_token,
        intent: 'pay',
        wait: accepts_wait ? 'yes' : '',
        told: summary.coming?.told ?? '',
      })
      if (answer.kind === 'changed') return setChanged(answer.quote)
      if (answer.kind === 'problem') return setProblem(answer.problem)
      if (answer.kind === 'moved') setMessage(answer.said)
      if (answer.kind !== 'window') return await revalidate()
      rememberSummary(summary)
      setOpened(true)
      modal.current = await openPaymentWindow(answer.window, { answer: hear, closed })
      setWindowOpen(true)
      // While its script was loaded, this page has gone.
      if (left.current !== undefined) modal.current.close()
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

  return { step, message, changed, problem, looks_paid, unfinished, is_window_open, opened, pay }
}

/** The provider's window over the page at this address; `closed` is called where Back closes it. */
function useWindow(here: Address, closed: () => void) {
  /** While it is open. */
  const modal = useRef<PaymentWindow>(undefined)
  /** Once the page is no longer shown: whether its customer went elsewhere, and was not just given the receipt. */
  const left = useRef<boolean>(undefined)
  useEffect(
    () => () => {
      left.current = !location.href.includes(here)
      modal.current?.close()
    },
    [here],
  )
  // Back leads away from the page only once the window is closed: what was paid in it is told here.
  useBlocker(() => {
    if (!modal.current) return false
    modal.current.close()
    closed()
    return true
  })
  return { modal, left }
}

function messageFor(settlement: string, looks_paid: boolean): PaymentMessage | null {
  if (looks_paid) return null
  if (settlement === 'failed') return 'Payment failed or cancelled'
  return settlement === 'no_charge' ? 'Payment cancelled' : null
}

function messageForLostAnswer(error: unknown, looks_paid: boolean): PaymentMessage {
  if (!looks_paid) return unanswered
  const line_is_down = error instanceof TypeError || (error as Error).name === 'TimeoutError'
  return line_is_down
    ? 'Unexpected error occurred after payment.'
    : 'Payment successful, but there was an error saving your order.'
}
