import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { recipientOfOrder } from '../../../domain/checkout/review/refund-recipient.ts'
import { decideIncident, markComeBack } from '../../../domain/delivery/incidents/decide-incident.ts'
import { payRiddenWay, refuseRiddenWay } from '../../../domain/delivery/incidents/pay-ridden-way.ts'
import { assignDelivery, unassignDelivery } from '../../../domain/delivery/offers/assign-delivery.ts'
import { extendOffer, withdrawOffer } from '../../../domain/delivery/offers/overrule-offer.ts'
import { orderOfDelivery } from '../../../domain/delivery/order-of-delivery.ts'
import { deliverFrom } from '../../../domain/delivery/steps/deliver-from.ts'
import { markStep } from '../../../domain/delivery/steps/mark-step.ts'
import { seeHandOver } from '../../../domain/delivery/steps/see-hand-over.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'
import { givenBackLately } from '../../../domain/orders/refunds/given-back-lately.ts'
import type { Refused } from '../../../domain/refusal.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'
import { goesBack } from '../goes-back.ts'
import { askOnceMore, askProof, type Leaving } from '../money-leaves.server.ts'
import { confirmedIn } from '../refund-form.server.ts'

/** Does what an admin overrules on the dispatch board. */
export async function dispatchAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const numbers = {
    delivery_id: numberIn(form, 'delivery_id'),
    offer_id: numberIn(form, 'offer_id'),
    order_id: numberIn(form, 'order_id'),
    incident_id: numberIn(form, 'incident_id'),
  }
  const asking = async (amount_kobo: number) => {
    const order_id = await orderOfDelivery(services.db, numbers.delivery_id)
    const lately_kobo = order_id === null ? 0 : await givenBackLately(services.db, order_id, services.clock.now())
    return { services, sent, form, amount_kobo, lately_kobo, order_id }
  }
  const confirmed_kobo = confirmedIn(form)
  if (confirmed_kobo !== null && may_give_back.includes(textOf(form, 'intent'))) {
    const asked = await asking(confirmed_kobo)
    const unproven = await askProof(asked, actor, () => leavingOf(asked))
    if (unproven) return unproven
  }
  const answer = await perform(services, actor, numbers, form)
  if (!answer.ok && answer.reason === 'not_confirmed') {
    const asked = await asking(answer.details.total_kobo)
    return askOnceMore(asked, await leavingOf(asked))
  }
  if (!answer.ok) return refusalInWords(form, answer)
  return done(form, done_words[textOf(form, 'intent')] ?? 'Done')
}

/** What all of an order's money may go back by. */
const may_give_back = ['decide_incident', 'come_back']

type Asked = { services: AppServices; amount_kobo: number; order_id: number | null }

async function leavingOf({ services, amount_kobo, order_id }: Asked): Promise<Leaving> {
  const total = formatNaira(kobo(amount_kobo))
  const nothing = amount_kobo === 0
  return {
    subject: `order:${order_id}`,
    said: nothing
      ? 'Nothing goes back to the customer.'
      : `${total} goes back to the customer. This cannot be taken back.`,
    facts: nothing || order_id === null ? [] : goesBack(await recipientOfOrder(services.db, order_id), amount_kobo),
    button: nothing ? 'Nothing goes back' : `End it, and give ${total} back`,
  }
}

const done_words: Readonly<Record<string, string>> = {
  assign: 'The rider has it, and sees it now.',
  unassign: 'Taken back: it waits for another rider.',
  extend: 'The rider has two minutes from now.',
  withdraw: 'The offer is withdrawn, and another rider is asked.',
  arrive: 'Marked as at the vendor.',
  pick_up: 'Marked as picked up.',
  deliver: 'Marked as delivered.',
  decide_incident: 'Decided: the customer, the kitchen and the rider are told.',
  come_back: 'Noted: the food is back.',
  pay_way: 'Agreed: the rider can now ask to be paid for it.',
  refuse_way: 'Noted: it is not paid, and the rider reads why.',
  see_hand_over: 'Noted: the rider can now ask to be paid for it.',
}

type Numbers = { delivery_id: number; offer_id: number; order_id: number; incident_id: number }

function perform(services: AppServices, actor: Actor, numbers: Numbers, form: FormData) {
  const { delivery_id, offer_id, order_id, incident_id } = numbers
  const reason = textOf(form, 'reason')
  const intent = textOf(form, 'intent')
  // Without it the form is of a page that showed nobody.
  const seen_rider_id = textOf(form, 'seen_rider_id')
  switch (intent) {
    case 'assign':
      return assignDelivery(services, actor, { delivery_id, seen_rider_id, rider_id: textOf(form, 'rider_id') })
    case 'unassign':
      return unassignDelivery(services, actor, { delivery_id, seen_rider_id, reason })
    case 'extend':
      return extendOffer(services, actor, offer_id)
    case 'withdraw':
      return withdrawOffer(services, actor, offer_id)
    case 'arrive':
    case 'pick_up':
      return markStep(services, actor, { delivery_id, seen_rider_id, verb: intent, reason })
    case 'see_hand_over':
      return seeHandOver(services, actor, delivery_id)
    case 'decide_incident': {
      const [what = '', way_out = ''] = textOf(form, 'decision').split(':')
      const place = textOf(form, 'place')
      const confirmed_kobo = confirmedIn(form)
      const decision = { delivery_id, seen_rider_id, reason: what, way_out, place, words: reason, confirmed_kobo }
      return decideIncident(services, actor, decision)
    }
    case 'come_back':
      return markComeBack(services, actor, {
        delivery_id,
        seen_rider_id,
        kitchen_closed: form.has('kitchen_closed'),
        words: reason,
        confirmed_kobo: confirmedIn(form),
      })
    case 'pay_way':
      return payRiddenWay(services, actor, incident_id)
    case 'refuse_way':
      return refuseRiddenWay(services, actor, { incident_id, reason })
    case 'deliver':
      return deliverFrom(services, actor, { order_id, seen_rider_id, reason })
    default:
      throw data(null, { status: 400 })
  }
}

type Refusal = Exclude<Awaited<ReturnType<typeof perform>>, { ok: true } | Refused<'not_confirmed', unknown>>

function refusalInWords(form: FormData, answer: Refusal) {
  const choose = [422, 'Please choose what happens.', 'decision'] as const
  return inWords(form, answer, {
    not_found: 404,
    not_allowed: ({ status }) => [409, `Somebody was faster: it is ${status} now. Nothing was changed.`],
    stale: ({ rider_id }) => [
      409,
      `Somebody was faster: ${rider_id ? 'another rider has it now' : 'no rider has it now'}. Nothing was changed.`,
    ],
    not_ready: [409, 'The kitchen has not marked the food as ready. Nothing was changed.'],
    offer_closed: ({ status }) => [409, `Too late: the offer is ${status} now. Nothing was changed.`],
    rider_inactive: [409, 'This rider may not work at the moment. Please choose another.', 'rider_id'],
    wait_first: choose,
    kitchen_answered: choose,
    bad_way_out: choose,
    bad_photo: choose,
    blank_photo: choose,
    bad_place: [422, 'Please choose a place.', 'place'],
    rider_bears: [
      409,
      'The rider bears a refund of this order, so nobody else can take it over. ' +
        'Deliver it, or cancel it at the order.',
    ],
    not_open: [409, 'Somebody has decided about this way already. Nothing was changed.'],
    bad_reason: [422, 'Please say why, in 3 to 200 characters.', 'reason'],
  })
}

const numberIn = (form: FormData, name: string) => Number(textOf(form, name) || Number.NaN)
