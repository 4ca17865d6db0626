import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { approveClaim, type DecideClaimRefusal, refuseClaim } from '../../../domain/claims/decide-claim.ts'
import { lockCarriers } from '../../../domain/delivery/riders/carriers.ts'
import { formatNaira } from '../../../domain/money.ts'
import { type Refused, refused } from '../../../domain/refusal.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { confirmation, done, refusal } from '../../ui/action-answer.ts'
import { amountIn, bearerIn } from '../refund-form.server.ts'

/** What an admin decides about a claim, and the answer in words. */
export async function claimAction(services: AppServices, actor: Actor, form: FormData) {
  const answer = await perform(services, actor, form)
  if (!answer.ok) return refusalInWords(form, answer)
  return done(form, answer.value.status === 'Approved' ? 'The money is on its way back' : 'The customer is told')
}

function perform(services: AppServices, actor: Actor, form: FormData) {
  const claim = { claim_id: textOf(form, 'claim'), reason: textOf(form, 'reason') }
  switch (textOf(form, 'intent')) {
    case 'refuse':
      return refuseClaim(services, actor, claim)
    case 'approve': {
      const borne_by = bearerIn(form)
      if (!borne_by) return refused('no_bearer')
      return approveClaim({ ...services, lockCarriers }, actor, {
        ...claim,
        borne_by,
        amount_kobo: amountIn(form),
        with_delivery_fee: form.has('with_delivery_fee'),
        confirmed_kobo: form.has('confirmed_kobo') ? Number(textOf(form, 'confirmed_kobo') || Number.NaN) : null,
      })
    }
    default:
      throw data(null, { status: 400 })
  }
}

function refusalInWords(form: FormData, answer: DecideClaimRefusal | Refused<'no_bearer', undefined>) {
  switch (answer.reason) {
    case 'not_found':
      throw data(null, { status: 404 })
    case 'not_allowed':
      return refusal(form, 409, `This claim is ${answer.details.status} already; nothing was changed.`)
    case 'bad_reason':
      return refusal(form, 422, 'Please say why, in 3 to 200 characters. The customer reads it.', 'reason')
    case 'bad_amount':
      return refusal(form, 422, 'Please write an amount in naira, like 1500.', 'amount')
    case 'more_than_claimed':
      return refusal(form, 422, `At most ${formatNaira(answer.details.food_kobo)} can go back for this.`, 'amount')
    case 'more_than_paid':
      return refusal(form, 422, `At most ${formatNaira(answer.details.left_kobo)} can go back.`, 'amount')
    case 'no_bearer':
      return refusal(form, 422, 'Please choose whose money it is.', 'borne_by')
    case 'no_rider':
      return refusal(form, 422, 'No rider carried it, so no rider can bear it.', 'borne_by')
    case 'in_payout':
      return refusal(form, 409, 'The vendor was paid for it, or asked to be. Let the platform bear it.', 'borne_by')
    case 'not_confirmed': {
      const total = formatNaira(answer.details.total_kobo)
      const bearer = textOf(form, 'borne_by')
      const said = `${total} goes back to the customer. The ${bearer} bears it. This cannot be taken back.`
      const button = `Give ${total} back`
      return confirmation(form, said, { name: 'confirmed_kobo', value: answer.details.total_kobo, button })
    }
    case 'bad_lines':
    case 'more_than_sold':
    case 'nothing_left':
    case 'bad_request_key':
      return refusal(form, 409, 'Part of it went back meanwhile. Please load this page again and try once more.')
  }
}
