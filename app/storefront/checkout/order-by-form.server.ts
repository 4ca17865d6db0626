import { data, redirect } from 'react-router'
import type { Db } from '../../../db/handle.ts'
import { brand } from '../../../domain/brand.ts'
import { choicesByLink } from '../../../domain/checkout/checkout-by-link.ts'
import { customer_place } from '../../../domain/checkout/forms.ts'
import { type PlaceCheckoutRefusal, type placeCheckout, readForm } from '../../../domain/checkout/place-checkout.ts'
import type { Quote } from '../../../domain/checkout/quote/quote.ts'
import { nairaNumber } from '../../../domain/money.ts'
import type { RideProblem } from '../../../domain/orders/runs/join-run.ts'
import type { Point } from '../../../domain/places/distance.ts'
import { friendOffer } from '../../../domain/promotions/referrals/own-code.ts'
import type { Accepted } from '../../../domain/refusal.ts'
import { textOf } from '../../request/form-texts.ts'
import { visitorOf } from '../../request/visitor.ts'
import type { AppServices } from '../../services.ts'
import { refusal, refused, wrongFields } from '../../ui/forms/action-answer.ts'
import { readFriendCode, readOwnCode } from '../friend/friend-cookie.server.ts'
import { belowMinimum, tooManyKitchens } from '../place/rule-words.ts'
import type { CheckoutRefusal } from './checkout-form.tsx'
import { codeProblem, TOO_MANY_CODES } from './promo-field.server.tsx'
import { readSlot, SLOT_FULL, slotValue } from './slot-value.ts'
import { tipIn, tipProblem } from './tip-choice.server.tsx'

export const TOO_MANY_ORDERS = 'That was a lot of orders in a short time. Please wait a minute.'

/** What the form of a checkout says, apart from what is ordered. */
export type FormOrder = Omit<Parameters<typeof placeCheckout>[1], 'cart' | 'idempotency_key' | 'of_group'>

type Placed = Accepted<{ link_token: string }> | PlaceCheckoutRefusal
type Answer = Response | ReturnType<typeof data<CheckoutRefusal & { free?: Date[] }>>

/** Why nothing can be ordered by what was sent. */
export const unreadable = (form: FormData) =>
  refusal(form, 400, 'Your cart could not be read. Please go back and fill it again.')

/**
 * Orders by a form of the checkout: `place` says what, `changed` answers where that differs from what was seen. Leads
 * to the order summary, or answers beside its fields why nothing was ordered.
 */
export async function orderByForm(
  services: AppServices,
  request: Request,
  form: FormData,
  by: { place(wanted: FormOrder): Promise<Placed>; changed(quote: Quote): Answer },
): Promise<Answer> {
  const text = (name: string) => textOf(form, name)
  const place = customer_place.parse({
    latitude: text('_latitude') || null,
    longitude: text('_longitude') || null,
    offered: text('_offered') || null,
  })
  // Where the button of a free slot was pressed, it comes after the list.
  const slot_from = readSlot(String(form.getAll('slot').at(-1) ?? ''))
  if (slot_from === undefined) return unreadable(form)
  const code = text('_promo').slice(0, 60)
  if (code.trim() !== '' && (await services.isHeld('unknown_code', visitorOf(request)))) {
    return wrongFields(form, { _promo: TOO_MANY_CODES })
  }
  // Anybody can write a cookie: codes that are to be found out are typed, and those tries are counted.
  const carried = code.trim() === '' ? await readFriendCode(request) : ''
  const friend_code = (carried && (await friendOffer(services.db, carried))?.code) || ''
  const wanted: FormOrder = {
    form: {
      firstName: text('firstName'),
      lastName: text('lastName'),
      email: text('email'),
      phone: text('phone'),
      address: text('address'),
      note: text('note'),
    },
    place,
    collects: text('collects') === 'yes',
    slot_from,
    shares_ride: text('_ride') === 'share',
    hand_over: text('_hand_over') === '' ? null : Number(text('_hand_over')),
    tip_kobo: tipIn(form),
    code: code.trim() === '' ? friend_code : code,
    own_code: await readOwnCode(request),
  }
  // Only what could be stored is counted: nothing that is sent empty keeps others of its address from ordering.
  const fields = readForm(wanted)
  if (!fields.ok) return wrongFields(form, fields.details)
  if (!(await services.allow('checkout', visitorOf(request)))) return refusal(form, 429, TOO_MANY_ORDERS)
  const tried = await by.place(wanted)
  // Nobody typed it, so nobody has to read that it does not count.
  const is_left_out = !tried.ok && tried.reason === 'bad_code' && friend_code !== ''
  const placed = is_left_out ? await by.place({ ...wanted, code: '' }) : tried
  if (placed.ok) return redirect(`/order-summary?order=${placed.value.link_token}` satisfies Address)
  switch (placed.reason) {
    case 'fields':
      return wrongFields(form, placed.details)
    case 'cart_changed':
      return by.changed(placed.details)
    case 'too_many_kitchens':
      return refusal(form, 422, tooManyKitchens(placed.details.most))
    case 'below_minimum':
      return refusal(form, 422, belowMinimum(placed.details.minimum_kobo, placed.details.missing_kobo))
    case 'no_places':
      return outOfReach(form, 'We cannot deliver anywhere yet.', null)
    case 'place_closed':
      return outOfReach(
        form,
        `We do not deliver to ${placed.details.place.name} at the moment.`,
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
    case 'not_handed_over_there':
      return refusal(form, 422, NOT_THERE)
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
  not_one_way: 'A shared ride brings food from one restaurant. Please order the rest separately, or without sharing.',
  closed:
    'The restaurant begins soon, so nobody can join any more. Please choose a later time, or order without sharing.',
  full: 'This ride is full. Please choose another time, or order without sharing.',
}

export const NOT_THERE =
  'You can no longer get it there, or it is not cheaper there now. Nothing was ordered: please choose again.'

const slot_words = {
  slot_gone: 'A restaurant in your cart is closed then, or the time is too short. Please choose another.',
  slot_full: SLOT_FULL,
}

/**
 * The address is refused beside its field, with the place that can be taken in its stead, and where the map found it.
 */
function elsewhere(form: FormData, said: string, instead: { name: string } | null, found?: Point) {
  return data({ ...refused(form, '', { address: said }), offered: instead?.name, found }, 422)
}

/** The same where nobody could bring it: it can still be collected. */
function outOfReach(form: FormData, said: string, instead: { name: string } | null) {
  return elsewhere(form, `${said} You can collect it at the restaurant.`, instead)
}

/** What was chosen for an order that is changed before it is paid, as the form sent it; null for none. */
export async function chosenBefore(db: Db, link_token: string): Promise<FormData | null> {
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
