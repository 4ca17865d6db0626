import type { Decision } from '../../domain/audit/decisions-about.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { phraseOf } from './audit/sentences.ts'

/**
 * Decisions as the dialog of a vendor or rider lists them: "Corrected the place of this vendor", by whom, when and why.
 */
export function decisionsInWords(decisions: readonly Decision[], it: string) {
  return decisions.map((decision) => ({
    id: decision.id,
    what: phraseOf(decision.action, it),
    who: decision.actor,
    reason: decision.reason,
    when: formatCampusDateTime(decision.acted_at),
  }))
}

export type DecisionInWords = ReturnType<typeof decisionsInWords>[number]
