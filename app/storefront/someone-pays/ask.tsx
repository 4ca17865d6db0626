import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { isLinkToken } from '../../../domain/checkout/checkout-by-link.ts'
import { type CheckoutSummary, checkoutSummary, money_has_come } from '../../../domain/checkout/checkout-summary.ts'
import { endPayLink, makePayLink, payLinkOf } from '../../../domain/checkout/payment/pay-link.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { type Refused, refused } from '../../ui/forms/action-answer.ts'
import { StillPage } from '../still-page.tsx'
import type { Route } from './+types/ask'
import { askHtml } from './ask-html.server.tsx'

// A page that is awake holds no press.
export const handle: PageHandle = { wake: 'at_once', tells_of_orders: true }

export const meta: Route.MetaFunction = () => [{ title: `Someone else pays - ${brand.name}` }]

/** Where a customer makes the link by which somebody else pays, reads it, and takes it back. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  return { html: await pageOf(services, await unpaidSummary(services, request), null) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const form = await readFields(request)
  // Also what was changed since on another page can be taken back here.
  const link_token = new URL(request.url).searchParams.get('order') ?? ''
  const may_ask = isLinkToken(link_token) && (await services.allow('payment_attempt', link_token))
  if (may_ask && textOf(form, 'intent') === 'end') await endPayLink(services.db, link_token)
  const summary = await unpaidSummary(services, request)
  const answered = async (status: number, wrong: Refused) =>
    data({ html: await pageOf(services, summary, wrong) }, status)
  if (!may_ask) {
    return answered(429, refused(form, 'That was many tries in a short time. Please wait a minute.'))
  }
  if (textOf(form, 'intent') !== 'end') {
    const wanted = { greeting: textOf(form, 'greeting'), accepts_wait: form.has('wait') }
    const made = await makePayLink(services, summary.link_token, wanted)
    if (!made.ok && made.reason === 'bad_greeting') return answered(422, refused(form, '', { greeting: made.details }))
  }
  // What was paid meanwhile leads on to the receipt from there.
  return redirect(`/order-summary/someone?order=${summary.link_token}` satisfies Address, 303)
}

/** Throws the way to the summary for what needs no payer any more, and the answer 404 for a link that is not ours. */
async function unpaidSummary({ db }: AppServices, request: Request): Promise<CheckoutSummary> {
  const summary = await checkoutSummary(db, new URL(request.url).searchParams.get('order') ?? '')
  if (!summary) throw data(null, { status: 404 })
  if (summary.is_replaced || money_has_come.includes(summary.state)) {
    throw redirect(`/order-summary?order=${summary.link_token}` satisfies Address)
  }
  return summary
}

async function pageOf(
  { db, clock, public_url }: AppServices,
  summary: CheckoutSummary,
  refused: Refused | null,
): Promise<string> {
  const link = await payLinkOf(db, summary.link_token)
  const url = link && `${public_url}/pay/${link.token}`
  return askHtml({ summary, now: clock.now(), link: link && { ...link, url: url ?? '' }, refused })
}

export default StillPage
