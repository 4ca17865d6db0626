import { data, Link, redirectDocument, type ShouldRevalidateFunctionArgs } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/hours/service-hours.ts'
import { MOST_LINES, MOST_OF_ONE } from '../../../domain/catalog/menu/cart-line.ts'
import { groupMemberByLink, groupTokenByLink, latestLink } from '../../../domain/checkout/checkout-by-link.ts'
import { cart_lines, isTooMuch } from '../../../domain/checkout/forms.ts'
import { placeAgain } from '../../../domain/checkout/hand-over/place-instead.ts'
import { openSlots } from '../../../domain/checkout/slots/slots.ts'
import { SLOT_MINUTES } from '../../../domain/orders/acceptance/begun-at.ts'
import { SHARED_RIDES } from '../../../domain/orders/runs/ride-settings.ts'
import { deliveryPlaces } from '../../../domain/places/delivery-places.ts'
import { readJson } from '../../../domain/plain-text.ts'
import { ORDER_RULES } from '../../../domain/settings/definitions.ts'
import { readSettings } from '../../../domain/settings/read-setting.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'
import { mapOfVisitor } from '../../request/map-of-visitor.ts'
import { readForm } from '../../request/read-form.ts'
import { type AppServices, services_context } from '../../services.ts'
import { type Refused, refusal, refused } from '../../ui/forms/action-answer.ts'
import { useCart } from '../cart/use-cart.ts'
import { orderKey, readCookieCart } from '../without-script/cookie-cart.server.ts'
import type { Route } from './+types/checkout'
import { toldQuote } from './change-text.server.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { howAndWhen, withoutScript } from './form-html.server.tsx'
import { chosenBefore, orderByForm, unreadable } from './order-by-form.server.ts'
import { tipAndNext } from './tip-choice.server.tsx'

export const headers = cachedPageHeaders

const SLOT_MS = SLOT_MINUTES * 60_000

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = () => [{ title: `Checkout - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const now = clock.now()
  const again = new URL(request.url).searchParams.get('again')
  // What belongs to a group order is changed there.
  const token = again === null ? null : await groupTokenByLink(db, again)
  if (token) throw redirectDocument(`/group/${token}/checkout?again=${again}` satisfies Address)
  const before = again === null ? null : await latestLink(db, again)
  const form = before === null ? null : await chosenBefore(db, before)
  // It gives way to what is ordered now.
  if (before !== null) form?.set('_of', before)
  const [hours, { most_tip_kobo }, rides] = await readSettings(db, [SERVICE_HOURS, ORDER_RULES, SHARED_RIDES])
  const places = await deliveryPlaces(db)
  const page = {
    places,
    how_and_when: howAndWhen(openSlots(hours, now), now, rides, form ? { form, typed: textsOf(form) } : {}),
    ending: tipAndNext(most_tip_kobo, form ? { form } : {}),
    noscript: withoutScript(),
  }
  if (form) return data(page)
  // Then the first slot has gone.
  return cachedPage(page, new Date(Math.ceil((now.getTime() + 1) / SLOT_MS) * SLOT_MS))
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { answer, form } = await proceed(services, request)
  // A form that was not read was drawn well before.
  if (answer instanceof Response || [...form].length === 0) return answer
  // What was chosen is chosen again, also on a page that comes back without a script.
  const { db, clock } = services
  const now = clock.now()
  const [hours, { most_tip_kobo }, rides] = await readSettings(db, [SERVICE_HOURS, ORDER_RULES, SHARED_RIDES])
  const how_and_when = howAndWhen(openSlots(hours, now), now, rides, { form, ...answer.data })
  return data(
    { ...answer.data, how_and_when, ending: tipAndNext(most_tip_kobo, { form, ...answer.data }) },
    answer.init ?? undefined,
  )
}

async function proceed(services: AppServices, request: Request) {
  const nothing = new FormData()
  const form = await readForm(request, 0)
  return form ? { form, answer: await order(services, request, form) } : { form: nothing, answer: tooMuch(nothing) }
}

async function order(services: AppServices, request: Request, form: FormData) {
  const text = (name: string) => textOf(form, name)
  // A browser with script sends its cart along; one without has it in a cookie.
  const carried = text('_cart') === '' ? await readCookieCart(request) : null
  const wished = carried ? carried.lines : readJson(text('_cart'))
  if (carried?.lines.length === 0) {
    return refusal(form, 422, 'Your cart is empty. Please choose something to eat first.')
  }
  if (isTooMuch(wished)) return tooMuch(form)
  const cart = cart_lines.safeParse(wished)
  if (cart.error?.issues.some((issue) => issue.code === 'too_big')) return tooMuch(form)
  const idempotency_key = carried ? orderKey(carried, form) : text('_key')
  if (!cart.success || !/^[\w-]{16,64}$/.test(idempotency_key)) return unreadable(form)
  // What the summary sends once more takes the place of what was ordered before; a part of a group order stays one.
  const of_group = await groupMemberByLink(services.db, text('_of'))
  return orderByForm(services, request, form, {
    place: (wanted) =>
      placeAgain({ ...services, geocoder: mapOfVisitor(services, request) }, text('_of'), {
        ...wanted,
        ...{ idempotency_key, cart: cart.data, of_group },
      }),
    changed: (quote) =>
      carried
        ? refusal(form, 409, 'Your cart changed since you filled it. Please look at it, then proceed again.')
        : data({ ...refused(form, ''), quote: toldQuote(quote) }, 409),
  })
}

/**
 * The landmarks are the same after a refused order, so they are not loaded again over a connection that may be down.
 */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !formMethod && defaultShouldRevalidate
}

/** Offline, nothing was sent and nothing is lost: the form stays and says so. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const said = 'We could not reach our server. Nothing was ordered: check your internet connection and try again.'
    return { ok: false, intent: '', said, errors: {}, typed: {} } satisfies Refused
  }
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const items = useCart()
  return (
    <div className="page-width max-w-2xl py-8">
      <h1 className="text-3xl font-extrabold">Checkout</h1>
      <CheckoutForm items={items} {...loaderData} refused={actionData} />
      {!items.length && (
        <p className="mt-4 text-center text-ink-soft noscript:hidden">
          Your cart is empty.{' '}
          <Link to={'/restaurants' satisfies Address} className="font-semibold text-link underline">
            Choose something to eat
          </Link>
        </p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <div className="hidden noscript:block" dangerouslySetInnerHTML={{ __html: loaderData.noscript }} />
    </div>
  )
}

function tooMuch(form: FormData) {
  const most = `at most ${MOST_LINES} dishes, and ${MOST_OF_ONE.toLocaleString('en')} of each`
  return refusal(form, 422, `This is more than we can cook at once: ${most}.`)
}
