import type { Decision } from '../../domain/audit/decisions-about.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'

/** `vendor_place_corrected` by whom and when, as a dialog lists it: "place corrected". */
export function decisionsInWords(decisions: readonly Decision[]) {
  return decisions.map((decision) => ({
    id: decision.id,
    what: decision.action.split('_').slice(1).join(' '),
    who: decision.actor,
    reason: decision.reason,
    when: formatCampusDateTime(decision.acted_at),
  }))
}

export type DecisionInWords = ReturnType<typeof decisionsInWords>[number]
