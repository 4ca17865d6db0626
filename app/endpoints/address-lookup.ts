import { customer_place } from '../../domain/checkout/forms.ts'
import { NEAR_METRES, nearestPlace } from '../../domain/places/campus-graph.ts'
import { inServiceArea } from '../../domain/places/delivery-fee.ts'
import { findAddress } from '../../domain/places/find-place.ts'
import { readCampus, takesDeliveries } from '../../domain/places/read-campus.ts'
import { DELIVERY_SETTINGS } from '../../domain/settings/definitions.ts'
import { readSetting } from '../../domain/settings/read-setting.ts'
import { mapOfVisitor } from '../request/map-of-visitor.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/address-lookup'

/** What the map's policy asks for wherever its address is shown (docs/providers.md#nominatim-usage-policy). */
const CREDIT = 'Map data © OpenStreetMap contributors'

/**
 * The address at the browser's position, its source, and the place of the campus that is near. Null when there is none,
 * outside the service area, and when the map does not answer.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const query = new URL(request.url).searchParams
  const { latitude, longitude } = customer_place.parse({
    latitude: query.get('latitude'),
    longitude: query.get('longitude'),
    offered: null,
  })
  if (latitude === null || longitude === null) {
    return Response.json({ address: null }, { status: 400 })
  }
  const point = { latitude, longitude }
  // Nobody brings anything there, so the map is not asked what is there.
  if (!inServiceArea(point, await readSetting(services.db, DELIVERY_SETTINGS))) {
    return Response.json({ address: null, place: null, credit: CREDIT })
  }
  const { places } = await readCampus(services.db)
  const near = nearestPlace(places.filter(takesDeliveries), point)
  return Response.json({
    address: await findAddress({ ...services, geocoder: mapOfVisitor(services, request) }, point),
    place: near && near.metres <= NEAR_METRES ? near.place.name : null,
    credit: CREDIT,
  })
}
