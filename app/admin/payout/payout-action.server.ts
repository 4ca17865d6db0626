import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { formatNaira, isKobo } from '../../../domain/money.ts'
import { type Approved, approvePayout } from '../../../domain/payouts/approve-payout.ts'
import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts'
import { confirmBankAccount } from '../../../domain/payouts/confirm-bank-account.ts'
import { payout_number } from '../../../domain/payouts/forms.ts'
import type { SeenPayout } from '../../../domain/payouts/payable-payout.ts'
import { maskedAccount } from '../../../domain/payouts/payee.ts'
import { lookUpTransfer } from '../../../domain/payouts/transfers/look-up-transfer.ts'
import { retryTransfer } from '../../../domain/payouts/transfers/retry-transfer.ts'
import type { Accepted } from '../../../domain/refusal.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, refusal } from '../../ui/forms/action-answer.ts'
import { askProof, askWho, type Leaving } from '../money-leaves.server.ts'
import { transferChosen } from './chosen-payouts.server.ts'
import { outcomes, type PayoutAnswer, whyNot } from './payout-words.server.ts'

/** What the buttons of a payout do; a refusal says why and who was first. */
export async function payoutAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  if (textOf(form, 'intent') === 'transfer_chosen') return transferChosen(services, actor, form, sent)
  const payout_id = payout_number.safeParse(textOf(form, 'payout_id')).data
  if (payout_id === undefined) throw data(null, { status: 404 })
  if (sends_money.includes(textOf(form, 'intent'))) {
    const unproven = await askProof({ services, sent, form, amount_kobo: seenIn(form).amount }, actor, () =>
      leavingOf(payout_id, form),
    )
    if (unproven) return unproven
  }
  if (textOf(form, 'intent') === 'confirm_account') {
    const kind = payeeIn(form).kind
    const unproven = await askWho({ services, sent, form }, actor, {
      subject: `${kind}:${payeeIn(form).user_id}`,
      said: `Money of this ${kind} goes to this account from then on, so please say that it is you.`,
    })
    if (unproven) return unproven
  }
  const answer = await perform(services, actor, payout_id, form)
  if (answer.ok) {
    return done(form, answer.value)
  }
  if (answer.reason === 'not_found') throw data(null, { status: 404 })
  if (answer.reason === 'fields') {
    const [[field, said] = ['bank_reference', 'Please look at this again.']] = Object.entries(answer.details)
    return refusal(form, 422, said, field)
  }
  if (answer.reason === 'bad_reason') {
    return refusal(
      form,
      422,
      textOf(form, 'intent') === 'looked_up'
        ? 'Please say what came of it, in 3 to 200 characters.'
        : 'Please say why, in 3 to 200 characters. The person who asked for it will read it.',
      'reason',
    )
  }
  const is_silent = answer.reason === 'provider_unavailable' || answer.reason === 'may_be_made'
  return refusal(form, is_silent ? 503 : 409, whyNot(payout_id, answer))
}

const sends_money = ['transfer', 'hand', 'retry']

/** What the admin was shown; nothing else is sent. */
function leavingOf(payout_id: number, form: FormData): Leaving {
  const { amount, account_name, bank_name, account_number } = seenIn(form)
  const what = `${formatNaira(amount)} to ${account_name}, ${maskedAccount({ bank_name, account_number })}`
  return {
    subject: `payout:${payout_id}`,
    said: textOf(form, 'intent') === 'hand' ? `You say that you have sent ${what}.` : `You approve ${what}.`,
  }
}

async function perform(services: AppServices, actor: Actor, payout_id: number, form: FormData): Promise<PayoutAnswer> {
  const seen = seenIn(form)
  switch (textOf(form, 'intent')) {
    case 'transfer':
      return inWords(payout_id, await approvePayout(services, actor, { payout_id, seen, method: 'transfer' }))
    case 'hand': {
      const [bank_reference, paid_on] = [textOf(form, 'bank_reference'), textOf(form, 'paid_on')]
      return inWords(
        payout_id,
        await approvePayout(services, actor, { payout_id, seen, method: 'hand', bank_reference, paid_on }),
      )
    }
    case 'retry':
      return inWords(payout_id, await retryTransfer(services, actor, { payout_id, seen }))
    case 'cancel': {
      const answer = await cancelPayout(services, actor, {
        payout_id,
        reason: textOf(form, 'reason'),
        wrong_account: textOf(form, 'wrong_account') === 'yes',
      })
      return answer.ok ? { ok: true, value: `Payout ${payout_id} is cancelled.` } : answer
    }
    case 'looked_up': {
      const transfer_id = payout_number.safeParse(textOf(form, 'transfer_id')).data
      if (transfer_id === undefined) throw data(null, { status: 404 })
      const note = textOf(form, 'reason')
      const answer = await lookUpTransfer(services, actor, { payout_id, transfer_id, note })
      return answer.ok ? { ok: true, value: 'It is in the audit log, and holds nothing up any more.' } : answer
    }
    case 'confirm_account': {
      const answer = await confirmBankAccount(services, actor, { payee: payeeIn(form), seen: textOf(form, 'seen') })
      return answer.ok ? { ok: true, value: 'The bank account is confirmed.' } : answer
    }
    default:
      throw data(null, { status: 400 })
  }
}

const payeeIn = (form: FormData) =>
  ({
    kind: textOf(form, 'payee_kind') === 'rider' ? 'rider' : 'vendor',
    user_id: textOf(form, 'payee_id'),
  }) as const

/** What the confirmation showed, as the form sent it along; a missing value matches no payout. */
function seenIn(form: FormData): SeenPayout {
  const amount = Number(textOf(form, 'amount'))
  return {
    amount: isKobo(amount) ? amount : 0,
    bank_name: textOf(form, 'bank_name'),
    account_number: textOf(form, 'account_number'),
    account_name: textOf(form, 'account_name'),
  }
}

function inWords<Refusal extends { ok: false }>(
  id: number,
  answer: Accepted<Approved> | Refusal,
): Accepted<string> | Refusal {
  return answer.ok ? { ok: true, value: outcomes[answer.value](id) } : answer
}
