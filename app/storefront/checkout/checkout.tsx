import { data, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import type { Db } from '../../../db/handle.ts'
import { brand } from '../../../domain/brand.ts'
import { MOST_LINES, MOST_OF_ONE } from '../../../domain/catalog/cart-line.ts'
import { SERVICE_HOURS } from '../../../domain/catalog/service-hours.ts'
import { choicesByLink } from '../../../domain/checkout/checkout-by-link.ts'
import { cart_lines, customer_place, isTooMuch } from '../../../domain/checkout/forms.ts'
import { placeCheckout } from '../../../domain/checkout/place-checkout.ts'
import { openSlots } from '../../../domain/checkout/slots.ts'
import { formatNaira, nairaNumber } from '../../../domain/money.ts'
import { SLOT_MINUTES } from '../../../domain/orders/begun-at.ts'
import type { RideProblem } from '../../../domain/orders/runs/join-run.ts'
import { SHARED_RIDES } from '../../../domain/orders/runs/ride-settings.ts'
import { deliveryPlaces } from '../../../domain/places/delivery-places.ts'
import type { Point } from '../../../domain/places/distance.ts'
import { readJson } from '../../../domain/plain-text.ts'
import { ORDER_RULES } from '../../../domain/settings/definitions.ts'
import { readSettings } from '../../../domain/settings/read-setting.ts'
import { cachedPage, cachedPageHeaders } from '../../page/cached-page.ts'
import type { PageHandle } from '../../page/page-handle.ts'
import { textOf, textsOf } from '../../request/form-texts.ts'
import { readForm } from '../../request/read-form.ts'
import { visitorOf } from '../../request/visitor.ts'
import { type AppServices, services_context } from '../../services.ts'
import { type Refused, refusal, refused, wrongFields } from '../../ui/action-answer.ts'
import { useCart } from '../cart/cart-store.ts'
import { orderKey, readCookieCart } from '../without-script/cookie-cart.server.ts'
import type { Route } from './+types/checkout'
import { CheckoutForm } from './checkout-form.tsx'
import { codeProblem, TOO_MANY_CODES } from './promo-field.server.tsx'
import { readSlot, SLOT_FULL, slotValue } from './slot-value.ts'
import { howAndWhen, withoutScript } from './still-parts.server.tsx'
import { tipAndNext, tipIn, tipProblem } from './tip-choice.server.tsx'

export const headers = cachedPageHeaders

const SLOT_MS = SLOT_MINUTES * 60_000

export const handle: PageHandle = { wake: 'at_once' }

export const meta: Route.MetaFunction = () => [{ title: `Checkout - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const now = clock.now()
  const again = new URL(request.url).searchParams.get('again')
  const form = again === null ? null : await chosenBefore(db, again)
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

/** What was chosen for an order that is changed before it is paid, as the form sent it; null for none. */
async function chosenBefore(db: Db, link_token: string): Promise<FormData | null> {
  const chosen = await choicesByLink(db, link_token)
  if (!chosen) return null
  const form = new FormData()
  form.set('collects', chosen.collects ? 'yes' : 'no')
  if (chosen.slot_from) form.set('slot', slotValue(chosen.slot_from))
  if (chosen.run_id !== null) form.set('_ride', 'share')
  if (chosen.tip_kobo > 0) form.set('_tip_own', String(nairaNumber(chosen.tip_kobo)))
  if (chosen.promotion_code !== null) form.set('_promo', chosen.promotion_code)
  return form
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(services_context)
  const { answer, form } = await proceed(services, request)
  if (answer instanceof Response) return answer
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
  if (!(await services.allow('checkout', visitorOf(request)))) {
    const said = 'That was a lot of orders in a short time. Please wait a minute.'
    return { form: nothing, answer: refusal(nothing, 429, said) }
  }
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
  const place = customer_place.parse({
    latitude: text('_latitude') || null,
    longitude: text('_longitude') || null,
    offered: text('_offered') || null,
  })
  // Where the button of a free slot was pressed, it comes after the list.
  const slot_from = readSlot(String(form.getAll('slot').at(-1) ?? ''))
  const key = carried ? orderKey(carried, form) : text('_key')
  if (!cart.success || slot_from === undefined || !/^[\w-]{16,64}$/.test(key)) {
    return refusal(form, 400, 'Your cart could not be read. Please go back and fill it again.')
  }
  const code = text('_promo').slice(0, 60)
  if (code.trim() !== '' && (await services.isHeld('unknown_code', visitorOf(request)))) {
    return wrongFields(form, { _promo: TOO_MANY_CODES })
  }
  const placed = await placeCheckout(services, {
    idempotency_key: key,
    form: {
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      phone: text('phone'),
      address: text('address'),
      note: text('note'),
    },
    cart: cart.data,
    place,
    collects: text('collects') === 'yes',
    slot_from,
    shares_ride: text('_ride') === 'share',
    tip_kobo: tipIn(form),
    code,
  })
  if (placed.ok) return redirect(`/order-summary?order=${placed.value.link_token}` satisfies Address)
  switch (placed.reason) {
    case 'fields':
      return wrongFields(form, placed.details)
    case 'cart_changed':
      if (carried) {
        const said = 'Your cart changed since you filled it. Please look at it, then proceed again.'
        return refusal(form, 409, said)
      }
      return data({ ...refused(form, ''), quote: placed.details }, 409)
    case 'too_many_kitchens': {
      const kitchens = placed.details.most === 1 ? 'one kitchen' : `${placed.details.most} kitchens`
      return refusal(form, 422, `One order can come from at most ${kitchens}. Please order the rest separately.`)
    }
    case 'below_minimum': {
      const { minimum_kobo, missing_kobo } = placed.details
      return refusal(
        form,
        422,
        `The smallest order is ${formatNaira(minimum_kobo)}. Add dishes for ${formatNaira(missing_kobo)} more.`,
      )
    }
    case 'no_places':
      return outOfReach(form, 'We cannot deliver anywhere yet.', null)
    case 'place_closed':
      return outOfReach(
        form,
        `Nothing is brought to ${placed.details.place.name} at the moment.`,
        placed.details.instead,
      )
    case 'is_it_near':
      return elsewhere(form, 'We do not know this address. Is it here?', placed.details.place, placed.details.point)
    case 'not_near':
      return elsewhere(
        form,
        'We do not know this address. Please name a hall, a faculty or a gate of the campus.',
        placed.details.instead,
      )
    case 'out_of_reach': {
      const { vendor_name, place, instead } = placed.details
      return outOfReach(form, `${vendor_name} does not deliver to ${place.name} now.`, instead)
    }
    case 'slot_gone':
    case 'slot_full':
      return data({ ...refused(form, '', { slot: slot_words[placed.reason] }), free: placed.details.free }, 422)
    case 'cannot_share':
      return wrongFields(form, { _ride: ride_words[placed.details.why] })
    case 'bad_tip':
      return wrongFields(form, { _tip: tipProblem(form, placed.details.most_kobo) })
    case 'bad_code':
      if (placed.details.why === 'unknown') await services.allow('unknown_code', visitorOf(request))
      return wrongFields(form, { _promo: codeProblem(code, placed.details) })
    case 'too_large':
      return refusal(form, 422, `This is too much for one online payment. Please call us: ${brand.support_phone}`)
  }
}

const ride_words: Readonly<Record<RideProblem['details']['why'], string>> = {
  off: 'Rides are not shared at the moment. Please order without it.',
  needs_slot: 'Please choose a time, so that others can join you.',
  not_one_way: 'A shared ride brings food of one kitchen. Please order the rest separately, or without sharing.',
  closed: 'The kitchen begins soon, so nobody can join any more. Please choose a later time, or order without sharing.',
  full: 'This ride is full. Please choose another time, or order without sharing.',
}

const slot_words = {
  slot_gone: 'A kitchen of your cart is closed then, or the time is too short. Please choose another.',
  slot_full: SLOT_FULL,
}

/**
 * The landmarks are the same after a refused order, so they are not loaded again over a connection that may be down.
 */
export function shouldRevalidate({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formMethod ? false : defaultShouldRevalidate
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
      {items.length === 0 && (
        <p className="mt-4 text-center text-ink-soft noscript:hidden">
          Your cart is empty.{' '}
          <Link to={'/restaurants' satisfies Address} className="font-semibold text-link underline">
            Choose something to eat
          </Link>
        </p>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server. */}
      <noscript dangerouslySetInnerHTML={{ __html: loaderData.noscript }} />
    </div>
  )
}

/**
 * The address is refused beside its field, with the place that can be taken in its stead, and where the map found it.
 */
function elsewhere(form: FormData, said: string, instead: { name: string } | null, found?: Point) {
  return data({ ...refused(form, '', { address: said }), offered: instead?.name, found }, 422)
}

/** The same where nobody could bring it: it can still be collected. */
function outOfReach(form: FormData, said: string, instead: { name: string } | null) {
  return elsewhere(form, `${said} You can collect it at the kitchen.`, instead)
}

function tooMuch(form: FormData) {
  const most = `at most ${MOST_LINES} dishes, and ${MOST_OF_ONE.toLocaleString('en')} of each`
  return refusal(form, 422, `This is more than we can cook at once: ${most}.`)
}
