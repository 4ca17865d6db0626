import type { Db } from '../../../db/handle.ts'
import type { PromisedWindow } from '../../delivery/delivery-facts.ts'
import { estimateWindow, isStaffed } from '../../delivery/windows/estimate.ts'
import { factsOfKitchens, type OnDuty } from '../../delivery/windows/expected-windows.ts'
import { order_sizes } from '../../delivery/windows/speeds.ts'
import type { Campus, CampusPlace } from '../../places/read-campus.ts'
import type { CartKitchen } from './fee-lines.ts'
import { minutesRidden } from './ridden-at.ts'

export type WindowsAtPlace = OnDuty & {
  /** By how many portions are ordered, at most; null for any number. `is_staffed`: a rider is known who brings it. */
  windows: { vendor_id: string; is_staffed: boolean; by_portions: { up_to: number | null; window: PromisedWindow }[] }[]
}

/**
 * The windows that a quote to a place would hold `now`, of each kitchen and size of order; by a usual way, where nobody
 * said to which place.
 */
export async function windowsAtPlace(
  db: Db,
  campus: Campus,
  ordered: { kitchens: readonly CartKitchen[]; place: CampusPlace | null; now: Date },
): Promise<WindowsAtPlace> {
  const { kitchens, place, now } = ordered
  const ways = kitchens.map(({ vendor_id, point, ridden_at }) => ({
    vendor_id,
    way_minutes: point && place && minutesRidden(campus, { from: point, to: place, ridden_at }, 'ride'),
  }))
  const vendor_ids = kitchens.map(({ vendor_id }) => vendor_id)
  const asked = { vendor_ids, ways, drop: place, now, collects: false }
  const { kitchens: known, on_duty } = await factsOfKitchens(db, asked)
  const windows = known.map(({ vendor_id, facts }) => ({
    vendor_id,
    is_staffed: isStaffed(facts),
    by_portions: order_sizes.map(({ most_portions: portions }) => ({
      up_to: Number.isFinite(portions) ? portions : null,
      window: estimateWindow({ ...facts, portions }),
    })),
  }))
  return { ...on_duty, windows }
}
