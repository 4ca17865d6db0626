import { campusDate, formatCampusDateTime } from '../../../domain/clock.ts'
import type { AdminPayoutRow } from '../../../domain/payouts/admin-payouts.ts'
import { isAlive } from '../../../domain/payouts/lifecycle.ts'
import type { PayoutFile } from '../../../domain/payouts/payout-file.ts'
import { isInDoubt } from '../../../domain/payouts/transfers/earlier-transfers.ts'
import { isSlowTransfer, transferThatCounts } from '../../../domain/payouts/transfers/transfer-that-counts.ts'

/** A payout of the list, with its time in words, so that server and browser cannot disagree about it. */
export function payoutRow({ created_at, ...payout }: AdminPayoutRow) {
  return { ...payout, date: formatCampusDateTime(created_at) }
}

export type PayoutRow = ReturnType<typeof payoutRow>

/** Everything of one payout as the dialog shows it to the admin who looks. */
export function payoutDetails(file: PayoutFile, viewer: { user_id: string }, now: Date) {
  const { payout, payee, held, two_admins } = file
  const last = transferThatCounts(file.transfers)
  const decided = file.history.findLast((move) => move.verb !== 'request')
  return {
    id: payout.id,
    amount: payout.amount,
    taken_off: payout.taken_off,
    status: payout.status,
    requested: formatCampusDateTime(payout.created_at),
    paid_by: payout.paid_by,
    paid_on: payout.paid_on,
    bank_reference: payout.bank_reference,
    bank_name: payout.bank_name,
    account_number: payout.account_number,
    account_name: payout.account_name,
    payee: { kind: payee.kind, user_id: payee.user_id, name: payee.name },
    claimed: file.claimed.map(({ order_id, date, amount }) => ({
      order_id,
      amount,
      date: formatCampusDateTime(date),
    })),
    decided: decided ? { by: decided.who, when: formatCampusDateTime(decided.moved_at), reason: decided.reason } : null,
    history: file.history.map(({ id, verb, to_status, who, reason, moved_at }) => ({
      id,
      what: verb === 'request' ? 'Requested' : to_status,
      who,
      reason,
      when: formatCampusDateTime(moved_at),
    })),
    transfers: file.transfers.map((transfer) => ({
      id: transfer.id,
      reference: transfer.reference,
      status: transfer.status,
      problem: transfer.last_error,
      fee: transfer.fee,
      doubt: isInDoubt(transfer) ? transfer.doubt : null,
      looked_up: transfer.looked_up_at && formatCampusDateTime(transfer.looked_up_at),
      asked_by: transfer.who,
      when: formatCampusDateTime(transfer.created_at),
    })),
    transfer_alive: last !== undefined && isAlive(last.status),
    unanswered: last?.status === 'Asked' && last.last_error !== null,
    slow_reference: last && isSlowTransfer(last, now) ? last.reference : null,
    failed_before: last?.status === 'Failed' ? (last.last_error ?? '') : null,
    held,
    two_admins: two_admins && {
      above: two_admins.above_kobo,
      first: two_admins.first && {
        by: two_admins.first.email,
        mine: two_admins.first.user_id === viewer.user_id,
        when: two_admins.first.at && formatCampusDateTime(two_admins.first.at),
      },
    },
    today: campusDate(now),
  }
}

export type PayoutDetails = ReturnType<typeof payoutDetails>
