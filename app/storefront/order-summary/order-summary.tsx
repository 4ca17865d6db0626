import { data, Link, redirect, redirectDocument } from 'react-router'
import { isProviderUnavailable } from '../../../adapters/call-provider.ts'
import { brand } from '../../../domain/brand.ts'
import { isLinkToken, keyByLink, latestLink } from '../../../domain/checkout/checkout-by-link.ts'
import { cartOf, checkoutSummary, leadsOn, money_has_come } from '../../../domain/checkout/checkout-summary.ts'
import { groupGone } from '../../../domain/checkout/group-orders/group-checkouts.ts'
import { handOversOf } from '../../../domain/checkout/hand-over/choose-hand-over.ts'
import { insteadOfWaiting } from '../../../domain/checkout/hand-over/instead-of-waiting.ts'
import { placeProblemOf } from '../../../domain/checkout/hand-over/place-problem.ts'
import { rideOfCheckout } from '../../../domain/checkout/hand-over/ride-instead.ts'
import { startPayment } from '../../../domain/checkout/payment/start-payment.ts'
import { ownCodeBehind } from '../../../domain/checkout/promotions/referrals.ts'
import { slotProblemOf } from '../../../domain/checkout/slots/slot-problem.ts'
import { quotedWindows } from '../../../domain/delivery/windows/expected-windows.ts'
import { ORDER_RULES } from '../../../domain/settings/definitions.ts'
import { readSetting } from '../../../domain/settings/read-setting.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { services_context } from '../../services.ts'
import { buttonClass } from '../../ui/button.tsx'
import { refusal } from '../../ui/forms/action-answer.ts'
import { friendCard } from '../friend/friend-card.server.tsx'
import { ownCodeHeader } from '../friend/friend-cookie.server.ts'
import { pushOffer } from '../track/push-offer.server.tsx'
import { movedText } from '../window-words.ts'
import { emptiedCart, isOrderOf, readCookieCart } from '../without-script/cookie-cart.server.ts'
import type { Route } from './+types/order-summary'
import { billHtml } from './bill.server.tsx'
import { confirmByLink, TOO_MANY_PAY } from './confirm-by-link.server.ts'
import { handOverAction, handOverChoice } from './hand-over-choice.server.tsx'
import {
  changedSince,
  groupGoneInWords,
  placeProblemInWords,
  promotionGone,
  rideGone,
  rideInWords,
  slotProblemInWords,
} from './instead-words.server.ts'
import { Payment } from './payment.tsx'
import { type PaidOrder, Receipt } from './receipt.tsx'
import { receiptPaper } from './receipt-paper.server.tsx'
import { summaryView, type WholeSummary } from './summary-view.server.ts'
import { readTold } from './told-wire.ts'

export const handle: PageHandle = { wake: 'at_once', offline: 'customer', named_by: 'order', tells_of_orders: true }

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.paid ? 'Receipt' : 'Order Summary'} - ${brand.name}` },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { db, clock, test_mode } = services
  const { searchParams: query } = new URL(request.url)
  const link_token = query.get('order')
  // Back from the provider's page, whose words are never believed: the provider itself is asked.
  if (link_token && query.has('status')) {
    const may_ask = isLinkToken(link_token) && (await services.allow('payment_attempt', link_token))
    if (may_ask) await confirmByLink(services, link_token, query.get('transaction_id') ?? '')
    return redirect(`/order-summary?order=${encodeURIComponent(link_token)}` satisfies Address)
  }
  const summary = link_token ? await checkoutSummary(db, link_token) : null
  // Another was ordered in its stead, and only that can be paid.
  if (summary && leadsOn(summary)) {
    return redirect(`/order-summary?order=${await latestLink(db, summary.link_token)}` satisfies Address)
  }
  if (!summary) return data({ summary: null, paid: null, test_mode }, { status: link_token ? 404 : 200 })
  const now = clock.now()
  const is_settled = money_has_come.includes(summary.state)
  const fleet = is_settled ? null : await services.fleet.ask()
  const quoted = fleet && (await quotedWindows(db, cartOf(summary, now), fleet))
  const instead = quoted && (await insteadOfWaiting(services, summary, quoted, fleet))
  const problem = is_settled || !summary.slot_from ? null : await slotProblemOf(services, summary.link_token)
  const ride = is_settled || !summary.slot_from ? null : await rideOfCheckout(services, summary.link_token)
  const is_small = !is_settled && summary.fee_lines.some(({ vendor_id }) => vendor_id === null)
  const small_below = is_small ? (await readSetting(db, ORDER_RULES)).small_order_below_kobo : null
  const elsewhere = summary.closed_place === null ? null : await placeProblemOf(services, summary.link_token)
  const of_group = is_settled || !summary.of_group ? null : await groupGone(db, summary.link_token)
  const changed = summary.is_replaced ? changedSince(await latestLink(db, summary.link_token)) : null
  const what = summaryView(summary, quoted, instead, ride && rideInWords(ride, now), now, small_below)
  const view = {
    ...what,
    bill: billHtml(what),
    problem:
      changed ??
      (of_group && groupGoneInWords(of_group)) ??
      (problem && slotProblemInWords(problem, now)) ??
      (elsewhere && placeProblemInWords(elsewhere)),
    choice: handOverChoice(await handOversOf(db, summary), summary.place_id, summary.state === 'started'),
  }
  const own =
    view.state === 'paid' && !query.has('desk') && view.orders.some(({ status }) => status === 'Delivered')
      ? await ownCodeBehind(db, view.link_token, now)
      : null
  const paid = view.state === 'paid' ? paidOrder(view, query.has('desk'), friendCard(own, services.public_url)) : null
  const filled = paid && (await readCookieCart(request))
  const is_bought = filled && filled.lines.length > 0 && isOrderOf(filled, await keyByLink(db, view.link_token))
  const headers = new Headers()
  if (is_bought) headers.append('set-cookie', await emptiedCart(services.public_url))
  // The receipt shows the code: this browser is its owner's.
  if (own) headers.append('set-cookie', await ownCodeHeader(own.code, services.public_url))
  const { costs: _, ...shown } = view
  return data({ summary: paid ? null : shown, paid, test_mode }, { headers })
}

/** Pays without script, on a page of the provider's own that leads back here. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  const link_token = new URL(request.url).searchParams.get('order') ?? ''
  const here = `/order-summary?order=${encodeURIComponent(link_token)}` satisfies Address
  if (!isLinkToken(link_token)) return redirect(here)
  if (!(await services.allow('payment_attempt', link_token))) {
    return refusal(form, 429, 'That was many tries in a short time. Please wait a minute.')
  }
  if (textOf(form, 'intent') === 'hand_over') return handOverAction(services, request, form, link_token)
  const told = readTold(textOf(form, 'told'))
  const started = await startPayment(services, link_token, { accepts_wait: form.has('wait'), told })
  if (!started.ok) {
    switch (started.reason) {
      case 'cart_changed':
        return refusal(form, 409, CHANGED)
      case 'place_closed':
      case 'out_of_reach':
        return refusal(form, 409, placeProblemInWords(started).said)
      case 'window_moved':
        return refusal(form, 409, movedText(started.details))
      case 'promotion_gone':
        return refusal(form, 409, `${promotionGone(started.details).said} Please order again without it.`)
      case 'ride_gone':
        return refusal(form, 409, `${rideGone(started.details).said} Please order again without sharing.`)
      case 'not_found':
      case 'paid':
      case 'replaced':
      case 'group_gone':
      case 'nobody_on_duty':
      case 'slot_gone':
      case 'slot_full':
        // The page itself says so.
        return redirect(here)
    }
  }
  try {
    const page = await services.paymentPage(started.value, `${services.public_url}${here}`)
    return page === null ? refusal(form, 429, TOO_MANY_PAY) : redirectDocument(page)
  } catch (error) {
    if (!isProviderUnavailable(error)) throw error
    return refusal(form, 503, 'The payment page cannot be reached. Nothing was charged: try again in a minute.')
  }
}

const CHANGED = 'Something in your order has changed. Please go back to your cart and order it again.'

function paidOrder(view: WholeSummary, at_desk: boolean, friend: string): PaidOrder {
  const track_token = view.orders[0]?.track_token ?? ''
  const is_open = view.orders.some(({ status }) => status !== 'Delivered' && status !== 'Cancelled')
  return {
    html: receiptPaper(view),
    push: is_open && !at_desk ? pushOffer({ track_token, collects: view.collects, receipt: view.link_token }) : friend,
    link_token: view.link_token,
    track_token,
    order_ids: view.orders.map((order) => order.id),
    vendors: [...new Set(view.lines.map((line) => line.vendor_name))],
    desk: at_desk ? '?desk=1' : '',
  }
}

export default function OrderSummary({ loaderData, actionData }: Route.ComponentProps) {
  const { summary, paid, test_mode } = loaderData
  if (!summary && !paid) {
    return (
      <div className="page-width py-20 text-center">
        <h1 className="sr-only">Order Summary</h1>
        <p className="text-xl font-semibold">No order details available.</p>
        <Link className={buttonClass('primary', 'mt-6')} to={'/restaurants' satisfies Address}>
          See the restaurants
        </Link>
      </div>
    )
  }
  return (
    <div className="page-width max-w-2xl py-8">
      {test_mode && (
        <p className="mb-4 rounded-control bg-plantain px-4 py-2 text-center text-sm font-bold text-[#1b2233]">
          Test mode: no real money moves.
        </p>
      )}
      {paid && <Receipt paid={paid} />}
      {summary && <Payment key={summary.link_token} summary={summary} refused={actionData} />}
    </div>
  )
}
