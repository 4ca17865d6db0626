/** The way back to the shop: messages to the page around the frame, or a redirect from the hosted page. */

type Session = {
  id: string
  mode: 'inline' | 'hosted'
  tx_ref: string
  amount: number
  redirect_url: string | null
}
export type Payment = { status: string; tx_ref: string; transaction_id: number | null }

const redirect_after_ms = 1500
const facts = document.getElementById('session')?.textContent

/** Null on a page that refuses the payment. */
export const session: Session | null = facts ? JSON.parse(facts) : null

let told_status: string | null = null

/** Tells the shop the outcome of an attempt. */
export function tellShop(payment: Payment | null): void {
  if (!payment) return
  told_status = payment.status
  if (session?.mode === 'hosted') {
    if (payment.status !== 'failed') setTimeout(() => redirect(payment), redirect_after_ms)
  } else tell({ name: 'charge_complete', payment })
}

/** The user leaves: `incomplete`, unless the shop was told of a payment that was made. */
export function leave(): void {
  const incomplete = told_status === null || told_status === 'failed'
  if (session?.mode === 'hosted') {
    redirect({
      status: incomplete ? 'cancelled' : (told_status ?? ''),
      tx_ref: session.tx_ref,
      transaction_id: null,
    })
  } else tell({ name: 'closeiframe', incomplete })
}

export function announce(): void {
  tell({ name: 'readytorecieve' })
  tell({ name: 'allcontentloaded' })
}

/** Sent to any page around the frame: like the real script, it does not know that page's origin. */
function tell(message: object): void {
  if (parent !== window) parent.postMessage(message, '*')
}

function redirect({ status, tx_ref, transaction_id }: Payment): void {
  const to = session?.redirect_url
  if (!to) return
  const answer = new URLSearchParams({ status, tx_ref })
  if (transaction_id) answer.set('transaction_id', String(transaction_id))
  location.assign(`${to}${to.includes('?') ? '&' : '?'}${answer}`)
}
