import { kitchensBeyond } from '../../domain/checkout/kitchens-beyond.ts'
import type { WindowsAtPlace } from '../../domain/checkout/windows-at-place.ts'
import { cachedJson } from '../page/cached-page.ts'
import { services_context } from '../services.ts'
import type { Reach } from '../storefront/place/use-reach.ts'
import { rideToJoin } from '../storefront/ride-words.ts'
import { windowText } from '../storefront/window-words.ts'
import type { Route } from './+types/place-reach'

/**
 * Which kitchens do not deliver to a place and when the others would come, the same for everybody who is there. 404
 * where food is never brought.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(services_context)
  const asked = new URL(request.url).searchParams.get('place') ?? ''
  const known = /^\d{1,9}$/.test(asked) ? await kitchensBeyond(db, Number(asked), clock.now()) : null
  if (!known) return Response.json(null, { status: 404 })
  const { valid_until, coming, rides, ...reach } = known
  const answer = {
    ...reach,
    coming: coming && comingInWords(coming),
    rides: rides.map((ride) => rideToJoin(ride, clock.now())),
  }
  return cachedJson(answer, valid_until, `place=${reach.place.id}`)
}

function comingInWords({ riders_on_duty, windows }: WindowsAtPlace): Reach['coming'] {
  return {
    nobody: riders_on_duty === 0,
    windows: windows.map(({ vendor_id, by_portions }) => ({
      vendor_id,
      by_portions: by_portions.map(({ up_to, window }) => ({ up_to, text: windowText(window) })),
    })),
  }
}
