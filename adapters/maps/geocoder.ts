import type { Point } from '../../domain/places/distance.ts'

export type FoundPlace = Point & { display_name: string }

/** Turns coordinates into an address and back. Throws ProviderUnavailable; null means that nothing was found. */
export type Geocoder = {
  reverse(point: Point): Promise<FoundPlace | null>
  search(address: string): Promise<FoundPlace | null>
}
