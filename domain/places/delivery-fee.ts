import { type Kobo, kobo } from '../money.ts'
import type { DeliverySettings } from '../settings/definitions.ts'
import { distanceKm, type Point } from './distance.ts'

/**
 * The delivery fee in kobo: ceil(km × rate in naira) between the vendor and the customer
 * (docs/product.md#delivery-fee), kept between the minimum and the maximum. If a point is unknown or outside the
 * service area, the default fee applies. `way_metres` is the length of the way, which counts where a setting says so;
 * null where no way is known: then the straight line.
 */
export function deliveryFee(
  vendor: Point | null,
  customer: Point | null,
  settings: DeliverySettings,
  way_metres: number | null = null,
): Kobo {
  if (!vendor || !customer || !inServiceArea(vendor, settings) || !inServiceArea(customer, settings)) {
    return settings.default_fee_kobo
  }
  const by_ways = settings.measured === 'ways' && way_metres !== null
  const km = by_ways ? Math.round(way_metres) / 1000 : distanceKm(vendor, customer)
  const naira = Math.ceil((km * settings.per_km_kobo) / 100)
  return kobo(Math.min(Math.max(naira * 100, settings.minimum_fee_kobo), settings.maximum_fee_kobo))
}

/** Whether a point is near enough to the campus to be plausible. */
export function inServiceArea(point: Point, settings: DeliverySettings): boolean {
  return distanceKm(settings.campus, point) <= settings.service_radius_km
}
