import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { Kobo } from '../../../domain/money.ts'
import type { PayoutStatus } from '../../../domain/payouts/lifecycle.ts'

type Payout = {
  id: number
  amount: Kobo
  status: PayoutStatus
  created_at: Date
  paid_by: 'transfer' | 'hand' | null
  bank_reference: string | null
  closed_at: Date | null
  reason: string | null
}

/** `outcome` is how it ended, in words; null while it waits. */
export type PayoutLine = Pick<Payout, 'id' | 'amount' | 'status'> & { when: string; outcome: string | null }

/** A payout as its payee reads it. */
export function payoutLine(payout: Payout): PayoutLine {
  const { id, amount, status } = payout
  return { id, amount, status, when: formatCampusDateTime(payout.created_at), outcome: outcomeOf(payout) }
}

function outcomeOf({ status, reason, closed_at, paid_by, bank_reference }: Payout): string | null {
  if (status === 'Cancelled') return reason
  if (status !== 'Paid' || !closed_at) return null
  const how = paid_by === 'transfer' ? 'By transfer' : 'By bank payment'
  return `${how}, ${formatCampusDateTime(closed_at)}, reference ${bank_reference ?? 'N/A'}`
}
