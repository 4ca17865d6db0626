import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { recipientOfOrder } from '../../../domain/checkout/review/refund-recipient.ts'
import { findClaim } from '../../../domain/claims/claim-lists.ts'
import {
  approveClaim,
  confirmDearer,
  type DecideClaimRefusal,
  refuseClaim,
} from '../../../domain/claims/decide-claim.ts'
import { lockCarriers } from '../../../domain/delivery/riders/carriers.ts'
import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { givenBackLately } from '../../../domain/orders/refunds/given-back-lately.ts'
import { type Refused, refused } from '../../../domain/refusal.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'
import { goesBack } from '../goes-back.ts'
import { askOnceMore, askProof, type Leaving } from '../money-leaves.server.ts'
import { amountIn, bearerIn, confirmedIn, refund_words } from '../refund-form.server.ts'

/** What an admin decides about a claim, and the answer in words. */
export async function claimAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const confirmed_kobo = confirmedIn(form)
  if (textOf(form, 'intent') === 'approve' && confirmed_kobo !== null) {
    const asking = { services, sent, form, amount_kobo: confirmed_kobo, lately_kobo: await lately(services, form) }
    const unproven = await askProof(asking, actor, () => leavingOf(services, form, confirmed_kobo))
    if (unproven) return unproven
  }
  const answer = await perform(services, actor, form)
  if (!answer.ok && answer.reason === 'not_confirmed') {
    const { total_kobo: amount_kobo } = answer.details
    const asking = { services, sent, form, amount_kobo, lately_kobo: await lately(services, form) }
    return askOnceMore(asking, await leavingOf(services, form, amount_kobo))
  }
  if (!answer.ok) return refusalInWords(form, answer)
  return done(form, answer.value.refund_id ? 'The money is on its way back' : 'The customer is told')
}

async function lately({ db, clock }: AppServices, form: FormData): Promise<number> {
  const found = await findClaim(db, textOf(form, 'claim'))
  return found ? givenBackLately(db, found.order.id, clock.now()) : 0
}

async function leavingOf({ db }: AppServices, form: FormData, amount_kobo: number): Promise<Leaving> {
  const claim_id = textOf(form, 'claim')
  const total = formatNaira(amount_kobo as Kobo)
  const found = await findClaim(db, claim_id)
  return {
    subject: `claim:${claim_id}`,
    said: `${total} goes back to the customer. The ${textOf(form, 'borne_by')} bears it. This cannot be taken back.`,
    facts: goesBack(found && (await recipientOfOrder(db, found.order.id)), amount_kobo),
    button: `Give ${total} back`,
  }
}

function perform(services: AppServices, actor: Actor, form: FormData) {
  const claim = { claim_id: textOf(form, 'claim'), reason: textOf(form, 'reason') }
  switch (textOf(form, 'intent')) {
    case 'refuse':
      return refuseClaim(services, actor, claim)
    case 'confirm_dearer':
      return confirmDearer(services, actor, claim)
    case 'approve': {
      const borne_by = bearerIn(form)
      if (!borne_by) return refused('no_bearer')
      return approveClaim({ ...services, lockCarriers }, actor, {
        ...claim,
        borne_by,
        amount_kobo: amountIn(form),
        with_delivery_fee: form.has('with_delivery_fee'),
        confirmed_kobo: confirmedIn(form),
      })
    }
    default:
      throw data(null, { status: 400 })
  }
}

type Refusal = Exclude<DecideClaimRefusal, Refused<'not_confirmed'>> | Refused<'no_bearer', undefined>

function refusalInWords(form: FormData, answer: Refusal) {
  const went_back = [409, 'Part of it went back meanwhile. Please load this page again and try once more.'] as const
  return inWords(form, answer, {
    ...refund_words,
    not_found: 404,
    not_allowed: ({ status }) => [409, `This claim is ${status} already; nothing was changed.`],
    more_than_claimed: ({ food_kobo }) => [422, `At most ${formatNaira(food_kobo)} can go back for this.`, 'amount'],
    still_left: ({ food_kobo }) => [
      409,
      `${formatNaira(food_kobo)} of it can still go back: please approve an amount.`,
    ],
    bad_lines: went_back,
    more_than_sold: went_back,
    nothing_left: went_back,
    bad_request_key: went_back,
  })
}
