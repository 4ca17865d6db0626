import { type KitchensBeyond, kitchensBeyond } from '../../domain/checkout/quote/kitchens-beyond.ts'
import { formatNaira } from '../../domain/money.ts'
import { cachedJson } from '../page/cached-page.ts'
import { services_context } from '../services.ts'
import type { Reach } from '../storefront/place/use-reach.ts'
import { rideToJoin } from '../storefront/ride-words.ts'
import { minutesText, nobodyOnDuty, noRider, windowText } from '../storefront/window-words.ts'
import type { Route } from './+types/place-reach'

/**
 * Which kitchens do not deliver to a place, when the others would come and for how much, the same for everybody who is
 * there; without a place what holds anywhere. 404 where food is never brought.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const asked = new URL(request.url).searchParams.get('place')
  const now = clock.now()
  const is_known = asked === null || /^\d{1,9}$/.test(asked)
  const known = is_known ? await kitchensBeyond(db, asked === null ? null : Number(asked), now) : null
  if (!known) return Response.json(null, { status: 404 })
  const { place, is_closed, beyond, fees, valid_until } = known
  const { most_kitchens, minimum_order_kobo, small_order_below_kobo, small_order_fee_kobo } = known.rules
  const answer: Reach = {
    ...{ place, is_closed, beyond, fees },
    coming: comingInWords(known, now),
    rules: { most_kitchens, minimum_order_kobo, small_order_below_kobo, small_order_fee_kobo },
    rides: known.rides.map((ride) => rideToJoin(ride, now)),
  }
  return cachedJson(answer, valid_until, place ? `place=${place.id}` : '')
}

function comingInWords({ place, coming, fees, rules }: KitchensBeyond, now: Date): Reach['coming'] {
  if (!coming) return null
  const { minimum_order_kobo } = rules
  const smallest = minimum_order_kobo > 0 ? ` · smallest order ${formatNaira(minimum_order_kobo)}` : ''
  const windows = coming.windows.map(({ vendor_id, is_staffed, by_portions }) => {
    const [one] = by_portions
    const fee = fees.find((known) => known.vendor_id === vendor_id)
    const delivery = fee ? ` · delivery ${formatNaira(fee.first_kobo)}` : ''
    const when = !one
      ? ''
      : !is_staffed
        ? noRider(coming)
        : place
          ? `Arrives ${windowText(one.window)}`
          : minutesText(one.window, now)
    return {
      vendor_id,
      card: `${when}${delivery}${smallest}`,
      by_portions: by_portions.map(({ up_to, window }) => ({ up_to, text: is_staffed ? windowText(window) : null })),
    }
  })
  const nobody = coming.riders_on_duty > 0 ? null : `${nobodyOnDuty(coming)}: it comes once a rider is there.`
  return { nobody, windows }
}
