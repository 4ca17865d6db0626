import { formatCampusDateTime } from '../../../domain/clock.ts'
import { formatNaira } from '../../../domain/money.ts'
import type { ApprovalRefusal, Approved } from '../../../domain/payouts/approve-payout.ts'
import type { EarlierRefusal } from '../../../domain/payouts/transfers/ask-beforehand.ts'
import type { Accepted, Refused } from '../../../domain/refusal.ts'

/** What a form of a payout answers. */
export type PayoutAnswer =
  | Accepted<string>
  | ApprovalRefusal
  | EarlierRefusal
  | Refused<'nothing_to_retry', undefined>
  | Refused<'nothing_in_doubt', undefined>
  | Refused<'bad_reason', undefined>
  | Refused<'no_bank_account', undefined>
  | Refused<'stale', undefined>

/** They stay on the screen while the transfer moves on, so they must remain true. */
export const outcomes: Record<Approved, (id: number) => string> = {
  first_approval: (id) => `You approved payout ${id} first.`,
  transfer_asked: (id) => `You asked for the transfer of payout ${id}.`,
  paid: (id) => `Payout ${id} is paid.`,
}

type Unsaid = Refused<'not_found' | 'fields' | 'bad_reason'>

/** Why nothing was done with a payout, and who was first. */
export function whyNot(id: number, refused: Exclude<Exclude<PayoutAnswer, Accepted<string>>, Unsaid>): string {
  switch (refused.reason) {
    case 'not_pending': {
      const { status, by, at } = refused.details
      const who = by === 'system' ? 'a transfer that arrived' : by
      return (
        `Payout ${id} was ${status === 'Paid' ? 'paid' : 'cancelled'} first, by ${who} on ` +
        `${formatCampusDateTime(at)}. Nothing was changed.`
      )
    }
    case 'transfer_alive':
      return `${refused.details.by} was first: a transfer of payout ${id} is under way. Nothing was changed.`
    case 'bank_changed':
      return 'The bank account was changed. Please look at it and confirm it first. Nothing was sent.'
    case 'more_than_owed':
      return (
        `The rider has borne refunds since then and is owed ${formatNaira(refused.details.owed_kobo)}. ` +
        'Please cancel this payout, so that it can be asked for again. Nothing was sent.'
      )
    case 'not_as_shown': {
      const { amount, account_name, bank_name, account_number } = refused.details
      return (
        `This is not what you were shown: it is ${formatNaira(amount)} to ${account_name}, ${bank_name} ` +
        `${account_number}. Please look at it again. Nothing was sent.`
      )
    }
    case 'second_admin_needed':
      return 'You approved this payout already. Another admin must approve it too.'
    case 'unknown_bank':
      return (
        `The transfer service does not know “${refused.details.bank_name}” for certain, so nothing was sent. ` +
        'Please pay it by hand.'
      )
    case 'provider_unavailable':
      return 'The transfer service does not answer, so nothing was sent. Please try again in a minute.'
    case 'failed_before':
      return `A transfer of payout ${id} failed before. Please look at the reason, then send it again.`
    case 'nothing_to_retry':
      return `No transfer of payout ${id} has failed.`
    case 'made_after_all':
      return (
        `The transfer service makes it after all, as its transfer ${refused.details.reference}, which is followed ` +
        'now. Do not send it besides; if you have, ask your bank to call that back. Nothing was changed.'
      )
    case 'made_before':
      return (
        `The transfer service makes transfer ${refused.details.reference} of payout ${refused.details.payout_id} ` +
        'after all, which was cancelled, and this payout may be the same money. Ask its support to stop it, and say ' +
        `at payout ${refused.details.payout_id} what came of it. Nothing was changed.`
      )
    case 'may_be_made':
      return (
        'The transfer service does not say what became of transfer ' +
        `${refused.details.reference}, so nothing was changed. Please try again in a minute. If it stays silent, ` +
        `look there, and say at payout ${refused.details.payout_id} what came of it.`
      )
    case 'failed_meanwhile':
      return `Another transfer of payout ${id} was tried just now. Please look at it again. Nothing was changed.`
    case 'nothing_in_doubt':
      return 'Nothing is in doubt about this transfer any more: somebody was faster, or the transfer service answered.'
    case 'no_bank_account':
      return 'There is no complete bank account to confirm.'
    case 'stale':
      return 'The bank account was changed again just now. Please look at it once more.'
  }
}
