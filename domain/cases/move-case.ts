import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import type { AuditAction } from '../audit/actions.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Announce } from '../events.ts'
import type { Mover } from '../lifecycle.ts'
import { type Moved, type MoveRequest, move, one } from '../move.ts'
import { type CaseStatus, type CaseVerb, case_moves } from './lifecycle.ts'
import { cases } from './tables.ts'

type Case = typeof cases.$inferSelect

/** A move of a case: what it changes besides the status, and what the audit log says of that. */
type CaseMove = MoveRequest<CaseVerb> & {
  case_id: number
  by: Mover & { email: string }
  set?: Partial<Pick<Case, 'assignee_id' | 'due_at' | 'is_settled'>>
  said?: { before?: Readonly<Record<string, unknown>>; after?: Readonly<Record<string, unknown>> }
}

const past_tense = {
  note: 'case_noted',
  assign: 'case_assigned',
  set_due: 'case_due_set',
  close: 'case_closed',
  reopen: 'case_reopened',
} as const satisfies Record<CaseVerb, AuditAction>

/** Moves a case along its lifecycle: the only place that changes one. Every move is in the audit log. */
export function moveCase(tx: Tx, announce: Announce, request: CaseMove) {
  return move(tx, announce, case_lifecycle, request)
}

/** The case as it stands, locked: of two people at once the second sees what the first did. */
export const lockCase = (tx: Tx, case_id: number) =>
  tx.select().from(cases).where(eq(cases.id, case_id)).for('no key update').then(one)

const case_lifecycle = {
  moves: case_moves,
  lock: (tx: Tx, { case_id }: CaseMove) => lockCase(tx, case_id),
  write(tx: Tx, { id }: Case, status: CaseStatus, { set, now }: CaseMove) {
    return tx
      .update(cases)
      .set({ is_settled: false, ...set, status, closed_at: status === 'Closed' ? now : null })
      .where(eq(cases.id, id))
      .returning()
      .then(one)
  },
  async record(tx: Tx, { after, verb, reason, now }: Moved<Case, CaseVerb>, { by, said }: CaseMove) {
    const entry = { actor: by, action: past_tense[verb], subject: `case:${after.id}`, now, ...said }
    await recordAudit(tx, { ...entry, ...(reason === null ? {} : { reason }) })
  },
}
