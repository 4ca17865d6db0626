import type { Kobo } from '../money.ts'

/** An offer that others may read of and that does not count for a cart, with why: what a customer can make of it. */
export type LeftOut = { name: string } & Told
/** Why it does not count. */
export type Told =
  | { why: 'used_up' | 'used_by_you' | 'not_first' | 'first_is_paid' }
  | { why: 'not_alone'; vendor_name: string }
  | { why: 'below_minimum'; minimum_kobo: Kobo; missing_kobo: Kobo }
