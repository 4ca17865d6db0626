import { seededRandom } from '../../domain/seeded-random.ts'
import type { Instance } from './instance.ts'
import { normal } from './normal.ts'

/** How far a vendor's estimate is from the truth: the standard deviation, as a share of its preparation time. */
export const VENDOR_ERROR = 0.3

/** The vendors' estimates when an order is placed; the same seed gives the same estimates. */
export function vendorEstimates(instance: Instance, seed: number): number[] {
  const random = seededRandom(seed)
  return instance.orders.map(({ placed_minute, ready_minute }) => {
    const preparation = (ready_minute - placed_minute) * (1 + VENDOR_ERROR * normal(random))
    return placed_minute + Math.max(1, Math.round(preparation))
  })
}
