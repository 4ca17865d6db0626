import { brand } from '../../brand.ts'
import { formatNaira, formatNairaForSms, type Kobo } from '../../money.ts'
import { type Mail, mailOf } from './mail-frame.ts'
import { cutName, type SmsWords, smsWords } from './message-words.ts'

/** The words about payouts, for payees and admins. */

const withoutStop = (text: string) => text.replace(/[.\s]+$/, '')

export type PayoutForMessage = {
  id: number
  amount: Kobo
  bank_name: string
  account_number: string
  bank_reference: string | null
}

/** On the payee's phone: only the end of the account number, since others may read a phone. */
export function payoutPaidSms(payout: PayoutForMessage): SmsWords {
  return smsWords('payout_paid', {
    amount: formatNairaForSms(payout.amount),
    account: `${payout.bank_name} ...${payout.account_number.slice(-4)}`,
    payout: String(payout.id),
    help: brand.support_phone,
  })
}

/** On the payee's bell: the amount, and the end of the account it went to. */
export function payoutPaidNotice(payout: PayoutForMessage): string {
  return (
    `Payout ${payout.id} is paid: ${formatNaira(payout.amount)} went to ${payout.bank_name} ` +
    `••••${payout.account_number.slice(-4)}.`
  )
}

/** To the payee, with the bank's reference if there is one. */
export function payoutPaidMail(payout: PayoutForMessage, payee_name: string): Mail {
  return mailOf(`${formatNaira(payout.amount)} is on its way to your bank`, payee_name, [
    `We sent ${formatNaira(payout.amount)} for your payout ${payout.id} to ${payout.bank_name}, account ending in ` +
      `${payout.account_number.slice(-4)}. Banks may need some hours to show it.`,
    ...(payout.bank_reference ? [`Reference: ${payout.bank_reference}`] : []),
  ])
}

/** On the payee's phone; a long reason is cut, never the number to call. */
export function payoutCancelledSms(payout: PayoutForMessage, reason: string): SmsWords {
  return smsWords('payout_cancelled', {
    payout: String(payout.id),
    amount: formatNairaForSms(payout.amount),
    reason: cutName(withoutStop(reason)),
    help: brand.support_phone,
  })
}

/** On the payee's bell, with the whole reason; `registration` is the screen on which to correct the bank account. */
export function payoutCancelledNotice(payout: PayoutForMessage, reason: string, registration: string | null): string {
  const next = registration
    ? `Please correct your bank account under ${registration}, then request it again.`
    : 'You can request it again.'
  return `Payout ${payout.id} of ${formatNaira(payout.amount)} was cancelled: ${withoutStop(reason)}. ${next}`
}

/** To the payee: why, that nothing is lost, and where to correct the bank account. */
export function payoutCancelledMail(
  payout: PayoutForMessage,
  payee_name: string,
  reason: string,
  registration: string | null,
): Mail {
  return mailOf(`Your payout ${payout.id} was cancelled`, payee_name, [
    `Your payout ${payout.id} of ${formatNaira(payout.amount)} was cancelled: ${withoutStop(reason)}. Nothing is ` +
      'lost: you can request the money again.',
    ...(registration
      ? [
          `Before you do, please correct your bank account: log in and open ${registration}. We have opened ` +
            'it for you.',
        ]
      : []),
  ])
}

/** On the bell of the admins who move money: it may have paid, before a restore, what we would pay again. */
export function unknownTransferNotice(amount: Kobo, reference: string): string {
  return (
    `The provider sent ${formatNaira(amount)} to a bank account as ${reference}, and we know of no such transfer. ` +
    'Approve no payout before you know whose it was.'
  )
}

/** On the bell of the admins who move money: the payout was closed in another way, so its money may go out twice. */
export function madeBesidesNotice(
  payout: PayoutForMessage & { status: 'Pending' | 'Paid' | 'Cancelled' },
  reference: string,
): string {
  const why = payout.status === 'Cancelled' ? 'was cancelled' : payout.status === 'Paid' ? 'is paid' : 'is sent already'
  return (
    `The provider makes transfer ${reference} of ${formatNaira(payout.amount)} after all, though payout ${payout.id} ` +
    `${why}. Ask its support to stop it; if it has arrived, ask for the money back. Then say at the payout what came ` +
    'of it.'
  )
}

/** On the bell of every admin. */
export function transferFailedNotice(payout: PayoutForMessage, problem: string): string {
  return `The transfer of payout ${payout.id} (${formatNaira(payout.amount)}) failed: ${withoutStop(problem)}.`
}
