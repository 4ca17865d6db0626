import { readCampus, takesDeliveries } from '../../domain/places/read-campus.ts'
import { cachedJson } from '../page/cached-page.ts'
import { services_context } from '../services.ts'
import type { CampusMapData } from '../ui/map/campus-map-data.ts'
import type { Route } from './+types/campus-map'

/** What a customer's map of the campus is drawn from: the places to which food is brought, and the ways. */
export async function loader({ context }: Route.LoaderArgs) {
  const { places, ways } = await readCampus(context.get(services_context).db)
  const spots = new Map(places.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]))
  const map: CampusMapData = {
    places: places
      .filter(takesDeliveries)
      .map(({ name, latitude, longitude, landmark }) => ({ name, latitude, longitude, landmark })),
    ways: ways.flatMap(({ from_place_id, to_place_id }) => {
      const [from, to] = [spots.get(from_place_id), spots.get(to_place_id)]
      return from && to ? [[from, to] as const] : []
    }),
  }
  return cachedJson(map, null)
}
