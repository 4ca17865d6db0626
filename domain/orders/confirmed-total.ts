import type { Kobo } from '../money.ts'
import type { Refused } from '../refusal.ts'

/** Nobody has confirmed yet that this much goes back. */
export type NotConfirmed = Refused<'not_confirmed', { total_kobo: Kobo }>

/**
 * Whether what goes back is what an admin confirmed; so it is where nobody was to be asked (`confirmed_kobo` left out).
 */
export function isConfirmed(decision: { confirmed_kobo?: number | null }, total_kobo: Kobo): boolean {
  return decision.confirmed_kobo === undefined || decision.confirmed_kobo === total_kobo
}
