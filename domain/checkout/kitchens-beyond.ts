import type { Db } from '../../db/handle.ts'
import { kitchenPoints } from '../catalog/kitchen-points.ts'
import { formatCampusTime } from '../clock.ts'
import { nearestOf } from '../places/bind-address.ts'
import { minutesUntilChange } from '../places/campus-graph.ts'
import { readCampus, takesDeliveries } from '../places/read-campus.ts'
import { ORDER_RULES } from '../settings/definitions.ts'
import { readSetting } from '../settings/read-setting.ts'
import { reachOf } from './reach.ts'

export type KitchensBeyond = {
  place: { id: number; name: string }
  /** Nothing is brought there at the moment, by anybody. */
  is_closed: boolean
  /** Who does not deliver there, each with the nearest meeting point to which it does. */
  beyond: { vendor_id: string; instead: string | null }[]
  /** When this will be otherwise without any change of data, because a way closes or opens; null if never. */
  valid_until: Date | null
}

/** The active kitchens that do not deliver to a place at this hour; null where food is never brought. */
export async function kitchensBeyond(db: Db, place_id: number, now: Date): Promise<KitchensBeyond | null> {
  const [campus, kitchens, rules] = await Promise.all([readCampus(db), kitchenPoints(db), readSetting(db, ORDER_RULES)])
  const place = campus.places.find(({ id }) => id === place_id)
  if (!place || place.kind === 'junction') return null
  const beyond = kitchens.flatMap((kitchen) => {
    const { kitchenBeyond, meeting_points } = reachOf(campus, { kitchens: [kitchen], rules, now })
    if (!kitchenBeyond(place)) return []
    return { vendor_id: kitchen.vendor_id, instead: nearestOf(meeting_points, place)?.name ?? null }
  })
  const minutes = minutesUntilChange(campus.ways, formatCampusTime(now))
  const whole_minute = Math.floor(now.getTime() / 60_000) * 60_000
  return {
    place: { id: place.id, name: place.name },
    is_closed: !takesDeliveries(place),
    beyond,
    valid_until: minutes === null ? null : new Date(whole_minute + minutes * 60_000),
  }
}
