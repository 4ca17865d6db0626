import type { Tx } from '../../../db/handle.ts'
import type { Reaction } from '../../events.ts'
import type { Payee } from '../../payouts/payee.ts'
import { parsePhone } from '../../phone.ts'
import { ringForAdmins } from '../bell/admins.ts'
import { notifyUsers } from '../bell/bell.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import type { SmsWords } from '../words/message-words.ts'
import {
  madeBesidesNotice,
  payoutCancelledMail,
  payoutCancelledNotice,
  payoutCancelledSms,
  payoutPaidMail,
  payoutPaidNotice,
  payoutPaidSms,
  transferFailedNotice,
  unknownTransferNotice,
} from '../words/payout-templates.ts'

/** Tells the payee that the money went to the bank. */
export const tellPayeeOfPayment: Reaction<'payout_paid'> = async (tx, { payout, payee }, now) => {
  await tellPayee(tx, payee, `payout_paid:${payout.id}`, now, {
    notice: payoutPaidNotice(payout),
    sms: payoutPaidSms(payout),
    mail: payoutPaidMail(payout, payee.name),
  })
}

/** The name of the screen with the bank account. */
const registrations: Record<Payee['kind'], string> = { vendor: 'Account', rider: 'Registration' }

/** Tells the payee why there is no money, and that it can be requested again. */
export const tellPayeeOfCancelledPayout: Reaction<'payout_cancelled'> = async (
  tx,
  { payout, payee, reason, wrong_account },
  now,
) => {
  const registration = wrong_account ? registrations[payee.kind] : null
  await tellPayee(tx, payee, `payout_cancelled:${payout.id}`, now, {
    notice: payoutCancelledNotice(payout, reason, registration),
    sms: payoutCancelledSms(payout, reason),
    mail: payoutCancelledMail(payout, payee.name, reason, registration),
  })
}

/** On the bell, by mail, and by SMS if the phone number is valid. */
async function tellPayee(
  tx: Tx,
  payee: Payee,
  subject: string,
  now: Date,
  words: { notice: string; sms: SmsWords; mail: { subject: string; text: string; html: string } },
): Promise<void> {
  await notifyUsers(tx, [{ user_id: payee.user_id, kind: 'payout', text: words.notice }], now)
  const phone = parsePhone(payee.phone ?? '')
  await queueMessages(
    tx,
    [
      { channel: 'mail', dedupe_key: `${subject}:mail`, to: payee.email, ...words.mail },
      ...(phone ? [{ channel: 'sms' as const, dedupe_key: `${subject}:sms`, to: phone, text: words.sms }] : []),
    ],
    now,
  )
}

/** Rings the admins who move money: somebody must decide what follows. */
export const tellAdminsOfFailedTransfer: Reaction<'payout_transfer_failed'> = async (tx, { payout, problem }, now) => {
  await ringForAdmins(tx, 'move_money', { kind: 'payout', text: transferFailedNotice(payout, problem) }, now)
}

/** The same where a transfer comes alive beside what was done instead: somebody must stop it, or get the money back. */
export const tellAdminsOfRevivedTransfer: Reaction<'payout_made_besides'> = async (tx, { payout, reference }, now) => {
  await ringForAdmins(tx, 'move_money', { kind: 'payout', text: madeBesidesNotice(payout, reference) }, now)
}

/** The same where the provider sent what none of our payouts is about. */
export const tellAdminsOfUnknownTransfer: Reaction<'transfer_unknown'> = async (tx, { reference, amount }, now) => {
  await ringForAdmins(tx, 'move_money', { kind: 'payout', text: unknownTransferNotice(amount, reference) }, now)
}
