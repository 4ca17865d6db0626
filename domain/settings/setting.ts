import type { Accepted, Refused } from '../refusal.ts'

/** What the row of a setting can hold. */
export type Stored = Readonly<Record<string, unknown>>

/** What is wrong with what was typed, in words, and the field it stands in. */
export type WrongField = Refused<'field', { field: string; said: string }>

/** What an admin can change without a release: a row of `settings`, its default, and what may stand in it. */
export type Setting<Value, Typed> = {
  key: string
  heading: string
  /** What it does, in a sentence or two. */
  what: string
  default: Value
  /** Money follows from it: a row with nonsense is an error, never taken for the default. */
  no_guess?: boolean
  /** What a row holds; null for what no form would have saved. */
  read(stored: unknown): Value | null
  /** What an admin typed, as it is to be stored. `stored` is what the row holds so far. */
  check(
    typed: Typed,
    at: { stored: unknown; now: Date },
  ): Accepted<Value> | WrongField | Refused<'not_found', undefined>
}
