import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { RefundBearer } from '../../../domain/payments/lifecycle.ts'
import type { ListedRefund } from '../../../domain/payments/refund-list.ts'
import type { RefundReason } from '../../../domain/payments/tables.ts'

export type RefundView = ReturnType<typeof refundView>

const reasons: Readonly<Record<RefundReason, string>> = {
  excess: 'The customer sent too much',
  late: 'The payment came too late',
  duplicate: 'Paid twice',
  kitchen_unavailable: 'The kitchen had stopped taking orders',
  cancelled: 'The order was cancelled',
  rejected: 'The kitchen rejected the order',
  review: 'Decided on the review list',
  complaint: 'A complaint about the order',
  late_delivery: 'The order was late',
  missing_dish: 'A dish was out',
  shared_ride: 'Others shared the ride',
  tip: 'No rider earned the tip',
}

const bearers: Readonly<Record<RefundBearer, string>> = {
  vendor: 'The vendor',
  platform: 'The platform',
  rider: 'The rider',
}

/** One refund as its list and its dialog show it. */
export function refundView({ refund, tx_ref, provider }: ListedRefund) {
  return {
    id: refund.id,
    amount: formatNaira(refund.amount),
    status: refund.status,
    order_id: refund.order_id,
    tx_ref,
    provider,
    reason: reasons[refund.reason],
    explanation: refund.explanation,
    delivery_fee: refund.delivery_fee > 0 ? formatNaira(refund.delivery_fee) : null,
    tip: refund.tip > 0 ? formatNaira(refund.tip) : null,
    items: refund.lines?.map((line) => `${line.quantity} x ${line.name}`).join(', ') ?? null,
    // Only what goes back for an order takes from somebody's share.
    borne_by: refund.order_id === null ? null : bearers[refund.borne_by],
    asked: formatCampusDateTime(refund.created_at),
    done: refund.done_at && formatCampusDateTime(refund.done_at),
    provider_refund_id: refund.provider_refund_id,
    possible_refund_id: refund.possible_refund_id,
    bank_reference: refund.bank_reference,
    covered_by: refund.covered_by,
    last_error: refund.last_error,
    sending: refund.round,
    next_look: refund.next_attempt_at && formatCampusDateTime(refund.next_attempt_at),
  }
}
