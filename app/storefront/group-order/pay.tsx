import { createHash } from 'node:crypto'
import { data, redirect } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/hours/service-hours.ts'
import { checkoutSummary } from '../../../domain/checkout/checkout-summary.ts'
import { type GroupPage, groupPage } from '../../../domain/checkout/group-orders/group-page.ts'
import { placeGroupOrder } from '../../../domain/checkout/group-orders/place-group-order.ts'
import { openSlots } from '../../../domain/checkout/slots/slots.ts'
import { SHARED_RIDES } from '../../../domain/orders/runs/ride-settings.ts'
import { ORDER_RULES } from '../../../domain/settings/definitions.ts'
import { readSettings } from '../../../domain/settings/read-setting.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf } from '../../request/form-texts.ts'
import { mapOfVisitor } from '../../request/map-of-visitor.ts'
import { readFields } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { refusal, refused } from '../../ui/forms/action-answer.ts'
import { SentLinkError } from '../../ui/sent-link-error.tsx'
import type { CheckoutRefusal } from '../checkout/checkout-form.tsx'
import { howAndWhen } from '../checkout/form-html.server.tsx'
import { chosenBefore, orderByForm } from '../checkout/order-by-form.server.ts'
import { slotValue } from '../checkout/slot-value.ts'
import { tipAndNext } from '../checkout/tip-choice.server.tsx'
import { StillPage } from '../still-page.tsx'
import type { Route } from './+types/pay'
import { readSecret } from './member-cookie.server.ts'
import { payHtml } from './pay-html.server.tsx'
import { TOO_OFTEN } from './words.server.ts'

export { SentLinkError as ErrorBoundary }

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = () => [{ title: `Order together - ${brand.name}` }]

/** Where the starter orders for all, or a member their own dishes. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const { page } = await payerPage(services, request, params.token)
  const again = new URL(request.url).searchParams.get('again') ?? ''
  const before = await chosenBefore(services.db, again)
  const summary = before && (await checkoutSummary(services.db, again))
  const chosen = before ?? new FormData()
  if (!before && page.slot_from) chosen.set('slot', slotValue(page.slot_from))
  for (const [name, value] of Object.entries(summary?.customer ?? {})) chosen.set(name, value)
  return { html: await formOf(services, page, chosen, null) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { token } = params
  const { page, secret } = await payerPage(services, request, token)
  const form = await readFields(request)
  const answered = async (answer: { data: CheckoutRefusal; init: ResponseInit | null }) =>
    data({ html: await formOf(services, page, form, answer.data) }, answer.init ?? undefined)
  if (!(await services.allow('group_order', token))) return answered(refusal(form, 429, TOO_OFTEN))
  const answer = await orderByForm(services, request, form, {
    async place(wanted) {
      const shares_ride = page.pays === 'each' ? textOf(form, '_ride') !== 'alone' : wanted.shares_ride
      const placed = await placeGroupOrder(
        { ...services, geocoder: mapOfVisitor(services, request) },
        { token, secret },
        { ...wanted, shares_ride: shares_ride ?? false, idempotency_key: keyOf(page, form) },
      )
      if (placed.ok) return placed
      switch (placed.reason) {
        case 'not_found':
        case 'not_yours':
        case 'closed':
        case 'paid':
        case 'being_paid':
        case 'too_soon':
        case 'empty':
          // The page of the group order itself says so.
          throw redirect(`/group/${token}` satisfies Address, 303)
        default:
          return placed
      }
    },
    changed: () => refusal(form, 409, 'Something changed since it was chosen. Please go back and look at it.'),
  })
  return answer instanceof Response ? answer : answered(answer)
}

/**
 * One order is sent under one key, however often it is sent; other dishes or another word get another. Whether the same
 * is a new try, since the one before was stopped or called off, is for `placeGroupOrder` to say.
 */
function keyOf(page: GroupPage, form: FormData): string {
  const dishes = page.members.map(({ id, lines }) => [id, lines])
  const order = JSON.stringify([page.token, page.me?.id, page.pays === 'one' ? dishes : page.me?.lines, [...form]])
  return createHash('sha256').update(order).digest('base64url')
}

async function formOf(services: AppServices, page: GroupPage, form: FormData, wrong: CheckoutRefusal | null) {
  const { db, clock } = services
  const now = clock.now()
  const [hours, { most_tip_kobo }, rides] = await readSettings(db, [SERVICE_HOURS, ORDER_RULES, SHARED_RIDES])
  const answer = wrong ?? refused(form, '')
  const answered = { form, ...answer }
  return payHtml({
    page,
    now,
    refused: answer,
    how_and_when: page.pays === 'one' ? howAndWhen(openSlots(hours, now), now, rides, answered) : '',
    ending: tipAndNext(most_tip_kobo, answered),
  })
}

/** Leads who cannot order it to its page, and throws the answer 404 for a link that leads nowhere. */
async function payerPage(services: AppServices, request: Request, token: string) {
  const secret = await readSecret(request, token)
  const page = await groupPage(services, { token, secret })
  if (!page) throw data(null, 404)
  const { me, pays, bill, is_too_late } = page
  const has_chosen = pays === 'one' ? me?.is_starter && bill.food_kobo > 0 : (me?.food_kobo ?? 0) > 0
  const may_pay = me && !me.payment && has_chosen && !is_too_late
  if (!may_pay) throw redirect(`/group/${token}` satisfies Address, 303)
  return { page, secret }
}

export default StillPage
