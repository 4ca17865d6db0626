import type { CaseSubject } from '../cases/lifecycle.ts'
import type { Kobo } from '../money.ts'
import type { WaitingKind } from './kinds.ts'

/** The most that is read of anything that waits. */
export const MOST_LINES = 100

/** One thing that waits for an admin. What its kind has no use for is left out. */
export type WaitingLine = {
  kind: WaitingKind
  /** The row in question, as the address of its screen names it. */
  id: number | string
  /** Since when somebody has waited for it; nothing that is done meanwhile restarts that. */
  since: Date
  order_id?: number
  /** Of an order that a rider brings, and whether one has it. */
  delivery_id?: number
  has_rider?: boolean
  /** Whom it is about: a kitchen, a rider, somebody who is paid. */
  name?: string
  /** Whom to call about it, and who that is. */
  phone?: string | null
  whose_phone?: string
  amount?: Kobo
  currency?: string
  /** By when its customer was promised it first, and by when it is expected now. */
  promised_until?: Date
  expected_until?: Date
  /** What it is in particular, in the words of where it comes from: a reason, a dish, what a message says. */
  about?: string | null
  /** Why it failed, as a service outside said it. */
  error?: string | null
  photo?: string | null
  /** Who has it, by their id; empty for nobody. Whoever takes it says that they have seen that. */
  held_by?: string
  /** What a case of it is about. */
  subject?: CaseSubject
}

/** All that waits of one kind, what has waited longest first. */
export type Waiting = { kind: WaitingKind; count: number; lines: readonly WaitingLine[] }
