import { leavesFrom, type Move } from '../lifecycle.ts'

/** A case is being worked on, or over; over it can be opened again. */
export const case_statuses = ['Open', 'Closed'] as const
export type CaseStatus = (typeof case_statuses)[number]

/** The only ways in which a case changes. What is noted, handed on or dated leaves it open. */
export const case_moves = {
  note: { from: ['Open'], to: 'Open', who: ['admin'] },
  assign: { from: ['Open'], to: 'Open', who: ['admin'] },
  set_due: { from: ['Open'], to: 'Open', who: ['admin'] },
  close: { from: ['Open'], to: 'Closed', who: ['admin', 'system'] },
  reopen: { from: ['Closed'], to: 'Open', who: ['admin', 'system'] },
} as const satisfies Record<string, Move<CaseStatus>>
export type CaseVerb = keyof typeof case_moves

/** Whether the lifecycle table allows `verb` from `status`. */
export function canMoveCase(verb: CaseVerb, status: CaseStatus): boolean {
  return leavesFrom<CaseStatus, keyof typeof case_moves>(case_moves, verb, status)
}

/**
 * What a case can be about. A customer has no account and is their phone number; a payment is a charge that arrived.
 */
export const subject_kinds = ['order', 'payment', 'rider', 'kitchen', 'customer'] as const
export type SubjectKind = (typeof subject_kinds)[number]

/** What a case is about: an order's number, the id of a payment, of a rider or of a kitchen, a phone number (E.164). */
export type CaseSubject = { kind: SubjectKind; id: string }
