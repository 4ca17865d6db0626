import type { Kobo } from '../../money.ts'
import type { Refused } from '../../refusal.ts'

/** The admin has not confirmed this amount yet. */
export type NotConfirmed = Refused<'not_confirmed', { total_kobo: Kobo }>

/** Whether an admin confirmed this total; also true if there is no admin to ask (`confirmed_kobo` left out). */
export function isConfirmed(decision: { confirmed_kobo?: number | null }, total_kobo: Kobo): boolean {
  return decision.confirmed_kobo === undefined || decision.confirmed_kobo === total_kobo
}
