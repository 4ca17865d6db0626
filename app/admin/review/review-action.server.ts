import type { Actor } from '../../../domain/accounts/actor.ts'
import {
  acceptShortPayment,
  closeReviewCase,
  type ReviewRefusal,
  refundReviewCase,
} from '../../../domain/checkout/review/decide-review.ts'
import { findReview } from '../../../domain/checkout/review/review-list.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords, refusal } from '../../ui/forms/action-answer.ts'
import { askProof } from '../money-leaves.server.ts'

type FoundReview = NonNullable<Awaited<ReturnType<typeof findReview>>>

const verbs = {
  refund: { decide: refundReviewCase, said: 'It is on its way back to the customer.' },
  accept: { decide: acceptShortPayment, said: 'It counts as paid: the orders are with the kitchens.' },
  close: { decide: closeReviewCase, said: 'The case is closed.' },
} as const

/** What an admin decides about a case, and the answer in words. */
export async function reviewAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const intent = textOf(form, 'intent')
  if (!Object.hasOwn(verbs, intent)) return refusal(form, 400, 'This cannot be done here.')
  const { decide, said } = verbs[intent as keyof typeof verbs]
  const decision = { case_id: textOf(form, 'case'), reason: textOf(form, 'reason') }
  const leavesBy = leaving[intent]
  const found = leavesBy ? await findReview(services.db, decision.case_id) : null
  if (leavesBy && found?.status === 'Open' && found.currency === 'NGN') {
    const { amount_kobo, said } = leavesBy(found)
    const about = { subject: `review:${found.id}`, said }
    const unproven = await askProof({ services, sent, form, amount_kobo }, actor, () => about)
    if (unproven) return unproven
  }
  const answer = await decide(services, actor, decision)
  return answer.ok ? done(form, said) : notDecided(form, answer)
}

/** What a decision costs, and what follows. What arrived never changes, so it is what goes back. */
const leaving: Readonly<Record<string, (found: FoundReview) => { amount_kobo: number; said: string }>> = {
  refund({ amount, customer }) {
    const to = customer ?? 'whoever sent it'
    return { amount_kobo: amount, said: `${formatNaira(amount)} goes back to ${to}, the way it came.` }
  },
  accept({ amount, expected, customer }) {
    const missing = kobo((expected ?? amount) - amount)
    const whose = customer ? `${customer}’s order` : 'The order'
    return { amount_kobo: missing, said: `${whose} is made although ${formatNaira(missing)} of it is not paid.` }
  },
}

function notDecided(form: FormData, answer: ReviewRefusal) {
  return inWords(form, answer, {
    not_found: [404, 'There is no such case.'],
    bad_reason: [422, 'Please say why, in a few words (3 to 200 characters).', 'reason'],
    not_open: [409, 'Somebody was faster: this case is decided already.'],
    other_currency: [409, 'Only naira can be sent back from here: pay it back at the provider, then close the case.'],
    not_short: [409, 'Only a payment that is too small can be accepted.'],
    paid: [409, 'Another payment has paid this order meanwhile: send this one back.'],
    promotion_gone: [409, 'The promotion of this order has ended or is used up meanwhile. Please send the money back.'],
    group_gone: [409, 'Friends have changed this order since, or paid it otherwise. Please send the money back.'],
    kitchen_unavailable: [409, 'The kitchen takes no orders any more: send the payment back.'],
    slot_gone: [409, 'It is too late to cook for the time that was ordered: send the payment back.'],
    slot_full: [409, 'The kitchen takes no more orders for that time by now: send the payment back.'],
  })
}
