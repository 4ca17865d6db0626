import type { Place } from './map-frame.ts'

/** What `/places/map` answers. */
export type CampusMapData = {
  places: readonly (Place & { name: string; landmark: boolean })[]
  ways: readonly (readonly [from: Place, to: Place])[]
}
