import type { Settlement } from './record-charge.ts'
import { type SettlementDeps, settleCheckout } from './settle-checkout.ts'

type Question = { tx_ref: string; provider_transaction_id: string | null }

type Deps = SettlementDeps & {
  /** Whether one more question is within the limits per minute: about one checkout, and in all. */
  allow(action: 'payment_question' | 'payment_question_in_all', whose: string): Promise<boolean>
  /** Starts one more question if not too many are waiting for the provider, else null. */
  enter<Result>(kind: 'payment_question', whose: string, work: () => Promise<Result>): Promise<Result> | null
}

/** For so long the same answer is given again. */
const REMEMBERED_MS = 1000

/**
 * Asks the provider on behalf of a customer, or of anybody who knows a checkout's link: `settleCheckout`, one at a time
 * per checkout, and limited in all so that the provider still answers the worker, which settles by webhook and by poll.
 * Beyond the limits it answers `pending` without asking. Throws ProviderUnavailable when the outcome is unknown.
 */
export function confirmPayments(deps: Deps): (question: Question) => Promise<Settlement> {
  const asked = new Map<string, { hint: string | null; answer: Promise<Settlement>; running: boolean }>()

  return async (question) => {
    const { tx_ref, provider_transaction_id: hint } = question
    for (;;) {
      const known = asked.get(tx_ref)
      // A question without a transaction id is about any charge.
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
