import type { CaseOfCause } from '../../../domain/cases/system-cases.ts'

/** The case of something that waits, and who has it; null for none. */
export function caseWords(found: CaseOfCause | null) {
  if (!found) return null
  const { case_id, is_open, has_it } = found
  const who = is_open ? (has_it ? `${has_it} has it` : 'nobody has it yet') : 'closed'
  return { to: `/admin/cases/${case_id}` satisfies Address, words: `Case ${case_id}: ${who}` }
}
