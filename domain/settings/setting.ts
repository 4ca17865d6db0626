import type { AdminRight } from '../admin-roles.ts'
import type { Accepted, Refused } from '../refusal.ts'

/** What the row of a setting can hold. */
export type Stored = Readonly<Record<string, unknown>>

/** What is wrong with what was typed, in words, and in which field. */
export type WrongField = Refused<'field', { field: string; said: string }>

/** What an admin can change without a release: a row of `settings`, its default, and what it may hold. */
export type Setting<Value, Typed> = {
  key: string
  heading: string
  /** What it does, in a sentence or two. */
  what: string
  default: Value
  /** Who may change it, where that is not `change_terms`. */
  right?: AdminRight
  /** Money depends on it: an invalid row is an error, never replaced by the default. */
  no_guess?: boolean
  /** The value of a row; null if no form would have saved it. */
  read(stored: unknown): Value | null
  /** What an admin typed, in the form to be stored. `stored` is what the row holds now. */
  check(
    typed: Typed,
    at: { stored: unknown; now: Date },
  ): Accepted<Value> | WrongField | Refused<'not_found', undefined>
}
