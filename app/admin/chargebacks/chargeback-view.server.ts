import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { ChargebackStatus } from '../../../domain/payments/chargebacks/statuses.ts'
import type { chargebacks } from '../../../domain/payments/chargebacks/tables.ts'
import { amountText } from '../../ui/amount-text.ts'
import { firmName } from '../firm-name.ts'

type Chargeback = typeof chargebacks.$inferSelect

/** Where a chargeback stands, and what that means for our money. */
const status_words: Readonly<Record<ChargebackStatus, string>> = {
  initiated: 'waits for our answer',
  declined: 'answered, the bank decides',
  won: 'won, the money came back',
  lost: 'lost, the money is gone',
  accepted: 'accepted, the money is gone',
}

/** One chargeback in words, in naira unless it is said otherwise; `order_id` is the first that its payment paid for. */
export function chargebackView(
  row: Chargeback,
  { currency, order_id = null }: { currency?: string | null; order_id?: number | null } = {},
) {
  const waits = row.status === 'initiated'
  return {
    id: row.id,
    number: row.provider_chargeback_id,
    amount: amountText(row.amount, currency ?? 'NGN'),
    reason: row.reason || 'No reason given',
    status: status_words[row.status],
    waits,
    provider: firmName(row.provider),
    due: waits && row.due_at ? formatCampusDateTime(row.due_at) : null,
    raised: formatCampusDateTime(row.raised_at),
    order_id,
    is_known: row.payment_id !== null,
  }
}

export type ChargebackView = ReturnType<typeof chargebackView>
