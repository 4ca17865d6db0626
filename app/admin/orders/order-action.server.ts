import { data } from 'react-router'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { recipientOfOrder } from '../../../domain/checkout/review/refund-recipient.ts'
import { lockCarriers } from '../../../domain/delivery/riders/carriers.ts'
import { formatNaira, type Kobo } from '../../../domain/money.ts'
import { deliverOrder } from '../../../domain/orders/deliver-order.ts'
import { order_number } from '../../../domain/orders/forms.ts'
import { type CancelRefusal, cancelOrder } from '../../../domain/orders/refunds/cancel-order.ts'
import { type GiveBackRefusal, giveBack, giveBackCheckout } from '../../../domain/orders/refunds/give-back.ts'
import { givenBackLately } from '../../../domain/orders/refunds/given-back-lately.ts'
import { type Refused, refused } from '../../../domain/refusal.ts'
import type { Sent } from '../../account/screen-action.server.ts'
import { textOf } from '../../request/form-texts.ts'
import type { AppServices } from '../../services.ts'
import { done, inWords } from '../../ui/forms/action-answer.ts'
import { goesBack } from '../goes-back.ts'
import { askOnceMore, askProof, type Leaving } from '../money-leaves.server.ts'
import { amountIn, bearerIn, confirmedIn, refund_words } from '../refund-form.server.ts'

/** What an admin does with an order. */
export async function orderAction(services: AppServices, actor: Actor, form: FormData, sent: Sent) {
  const order_id = Number(textOf(form, 'order_id') || Number.NaN)
  const confirmed_kobo = confirmedIn(form)
  const lately = () => givenBackLately(services.db, order_id, services.clock.now())
  if (confirmed_kobo !== null) {
    const asking = { services, sent, form, amount_kobo: confirmed_kobo, lately_kobo: await lately() }
    const unproven = await askProof(asking, actor, () => leavingOf(services, order_id, form, confirmed_kobo))
    if (unproven) return unproven
  }
  const answer = await perform(services, actor, order_id, form)
  if (!answer.ok && answer.reason === 'not_confirmed') {
    const { total_kobo: amount_kobo } = answer.details
    const asking = { services, sent, form, amount_kobo, lately_kobo: await lately() }
    return askOnceMore(asking, await leavingOf(services, order_id, form, amount_kobo))
  }
  if (!answer.ok) return refusalInWords(form, order_id, answer)
  return done(form, done_words[textOf(form, 'intent')] ?? 'Done')
}

const done_words: Readonly<Record<string, string>> = {
  deliver: 'Order marked as Delivered',
  cancel: 'Order cancelled, the money is on its way back',
  give_items_back: 'The money is on its way back',
  give_amount_back: 'The money is on its way back',
  give_checkout_back: 'The money is on its way back',
}

function perform(services: AppServices, actor: Actor, order_id: number, form: FormData) {
  const deps = { ...services, lockCarriers }
  const reason = textOf(form, 'reason')
  const intent = textOf(form, 'intent')
  if (intent === 'deliver') return deliverOrder(services, actor, { order_id, reason })
  if (!Object.hasOwn(done_words, intent)) throw data(null, { status: 400 })
  const borne_by = bearerIn(form)
  if (!borne_by) return refused('no_bearer')
  const decision = {
    order_id,
    reason,
    borne_by,
    request_key: textOf(form, 'request_key'),
    confirmed_kobo: confirmedIn(form),
  }
  const with_delivery_fee = form.has('with_delivery_fee')
  switch (intent) {
    case 'cancel': {
      const refund_kobo = textOf(form, 'refund') === 'part' ? amountIn(form) : 'all'
      return cancelOrder(deps, actor, { ...decision, refund_kobo })
    }
    case 'give_items_back':
      return giveBack(deps, actor, { ...decision, with_delivery_fee, lines: linesIn(form) })
    case 'give_amount_back':
      return giveBack(deps, actor, { ...decision, with_delivery_fee, amount_kobo: amountIn(form) })
    default:
      return giveBackCheckout(deps, actor, decision)
  }
}

/** `item_0=2` gives two of the first item back. */
function linesIn(form: FormData) {
  return [...form.keys()].flatMap((name) => {
    const item = /^item_(\d{1,3})$/.exec(name)?.[1]
    const quantity = Number(textOf(form, name) || 0)
    return item === undefined || quantity === 0 ? [] : [{ item: Number(item), quantity }]
  })
}

/** The amount is known only once the form has come: it is shown, and paid back when the admin has confirmed it. */
async function leavingOf({ db }: AppServices, order_id: number, form: FormData, amount_kobo: number): Promise<Leaving> {
  const total = formatNaira(amount_kobo as Kobo)
  const cancels = textOf(form, 'intent') === 'cancel'
  const bears = `The ${textOf(form, 'borne_by')} bears it.`
  const nothing = amount_kobo === 0
  const recipient = order_number.safeParse(order_id).success ? await recipientOfOrder(db, order_id) : null
  return {
    subject: `order:${order_id}`,
    said: nothing
      ? 'Nothing goes back: all of it was given back before.'
      : `${total} goes back to the customer. ${bears} This cannot be taken back.`,
    facts: nothing ? [] : goesBack(recipient, amount_kobo),
    button: !cancels ? `Give ${total} back` : nothing ? 'Cancel, nothing goes back' : `Cancel, and give ${total} back`,
  }
}

type Refusal = Exclude<CancelRefusal | GiveBackRefusal, Refused<'not_confirmed'>> | Refused<'no_bearer', undefined>

function refusalInWords(form: FormData, order_id: number, answer: Refusal) {
  return inWords(form, answer, {
    ...refund_words,
    not_found: 404,
    not_allowed: ({ status }) => [409, `Order ${order_id} is ${status} already; nothing was changed.`],
    bad_lines: [422, 'Please say how many of which item go back.'],
    more_than_sold: ({ left, item }) => [422, `Only ${left} of it can go back.`, `item_${item}`],
    nothing_left: [409, 'All of it was given back before; nothing was changed.'],
    bad_request_key: [422, 'Please load this page again and try once more.'],
  })
}
