import type { Settlement } from './record-charge.ts'
import { type SettlementDeps, settleCheckout } from './settle-checkout.ts'

type Question = { tx_ref: string; provider_transaction_id: string | null }

type Deps = SettlementDeps & {
  /** Whether one more question is within what may be asked in a minute: about one checkout, and in all. */
  allow(action: 'payment_question' | 'payment_question_in_all', whose: string): Promise<boolean>
  /** Begins one more question if there is room for it beside those that wait for the provider now, else null. */
  enter<Result>(kind: 'payment_question', whose: string, work: () => Promise<Result>): Promise<Result> | null
}

/** An answer is given again for so long: the same question in the same second would hear the same. */
const REMEMBERED_MS = 1000

/**
 * What a customer, or anybody who knows a checkout's link, may have asked of the provider: `settleCheckout`, at most
 * once at a time for each checkout, however many ask at once, and so often that the provider's patience is left to the
 * worker, which settles what is paid by webhook and by poll. Beyond that the answer is `pending`, and nobody is asked.
 * Throws ProviderUnavailable when the outcome is unknown.
 */
export function confirmPayments(deps: Deps): (question: Question) => Promise<Settlement> {
  const asked = new Map<string, { hint: string | null; answer: Promise<Settlement>; running: boolean }>()

  return async (question) => {
    const { tx_ref, provider_transaction_id: hint } = question
    for (;;) {
      const known = asked.get(tx_ref)
      // Somebody who names no transaction wants to know what is known of any.
      if (known && (hint === null || hint === known.hint)) return known.answer
      if (!known?.running) break
      await known.answer.catch(() => {})
    }
    const answer = askWhereAllowed(deps, question)
    const mine = { hint, answer, running: true }
    asked.set(tx_ref, mine)
    const forget = () => {
      if (asked.get(tx_ref) === mine) asked.delete(tx_ref)
    }
    try {
      const settlement = await answer
      setTimeout(forget, REMEMBERED_MS).unref()
      return settlement
    } catch (error) {
      forget()
      throw error
    } finally {
      mine.running = false
    }
  }
}

async function askWhereAllowed(deps: Deps, question: Question): Promise<Settlement> {
  const { tx_ref } = question
  if (!(await deps.allow('payment_question', tx_ref))) return 'pending'
  if (!(await deps.allow('payment_question_in_all', ''))) return 'pending'
  return deps.enter('payment_question', tx_ref, () => settleCheckout(deps, question)) ?? 'pending'
}
