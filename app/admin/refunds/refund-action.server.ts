import type { Actor } from '../../../domain/accounts/actor.ts'
import { recipientOfPayment } from '../../../domain/checkout/review/refund-recipient.ts'
import { formatNaira } from '../../../domain/money.ts'
import { coverRefund } from '../../../domain/payments/chargebacks/cover-refund.ts'
import { findRefund } from '../../../domain/payments/refund-list.ts'
import {
  type RefundWorkRefusal,
  retryRefund,
  settleRefundByHand,
  takeProviderRefund,
} from '../../../domain/payments/work-on-refund.ts'
import type { Refused } from '../../../domain/refusal.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { askProof } from '../money-leaves.server.ts'

/** What sends money; its amount never changes. */
const again_words: Readonly<Record<string, (amount: string, to: string) => string>> = {
  retry: (amount, to) => `The provider is asked to send ${amount} to ${to} once more.`,
  by_hand: (amount, to) => `You say that you have sent ${amount} to ${to} from our bank account.`,
}

/** What the buttons of a failed refund do, and its answers in words. */
export async function refundAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const refund_id = textOf(form, 'refund')
  const looked_up = textOf(form, 'looked_up')
  const again = again_words[textOf(form, 'intent')]
  const found = again ? await findRefund(services.db, refund_id) : null
  if (again && found?.refund.status === 'Failed') {
    const { amount, payment_id } = found.refund
    const unproven = await askProof({ services, sent, form, amount_kobo: amount }, actor, async () => {
      const recipient = await recipientOfPayment(services.db, payment_id)
      return { subject: `refund:${refund_id}`, said: again(formatNaira(amount), recipient?.name || 'whoever paid it') }
    })
    if (unproven) return unproven
  }
  const answer = await perform()
  if (!answer) return refusal(form, 400, 'This cannot be done here.')
  if (!answer.ok) return said(form, answer)
  return done(form, answer.value.status === 'Done' ? 'Recorded as paid' : 'On its way again')

  async function perform() {
    switch (textOf(form, 'intent')) {
      case 'retry':
        return retryRefund(services, actor, { refund_id, reason: textOf(form, 'reason'), looked_up })
      case 'by_hand':
        return settleRefundByHand(services, actor, {
          refund_id,
          bank_reference: textOf(form, 'bank_reference'),
          looked_up,
        })
      case 'covered':
        return coverRefund(services, actor, { refund_id, looked_up })
      case 'recognise':
        return takeProviderRefund(services, actor, { refund_id, provider_refund_id: textOf(form, 'made_as') })
      default:
        return null
    }
  }
}

function said(form: FormData, answer: RefundWorkRefusal | Refused<'not_covered', undefined>) {
  return inWords(form, answer, {
    not_found: [404, 'There is no such refund.'],
    not_allowed: ({ status }) => [409, `Somebody was faster: this refund is ${status} now. Please look at it again.`],
    bad_reason: [422, 'Please say why, in 3 to 200 characters.', 'reason'],
    bad_reference: [422, 'Please enter the bank’s reference, 3 to 100 characters.', 'bank_reference'],
    may_be_made: ({ provider_refund_id }) => [
      409,
      `The provider may have made it already, as its refund ${provider_refund_id}. Look there ` +
        'first, then confirm that it failed or is another one.',
    ],
    made_after_all: ({ provider_refund_id }) => [
      409,
      `The provider makes it after all, as its refund ${provider_refund_id}, which is followed now. Do not send it ` +
        'besides; if you have, ask your bank to call that back.',
    ],
    taken_already: ({ provider_refund_id }) => [
      409,
      `The provider’s refund ${provider_refund_id} is another refund of ours already. Look there whether this one ` +
        'was made too; if not, send it again or pay it by hand.',
    ],
    not_covered: [409, 'No chargeback of this payment is lost or accepted with as much. While it is open, wait.'],
    nothing_to_take: [409, 'The provider lists no refund that may be this one.'],
  })
}
