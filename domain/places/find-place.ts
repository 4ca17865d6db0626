import { eq } from 'drizzle-orm'
import { isProviderUnavailable } from '../../adapters/call-provider.ts'
import type { FoundPlace, Geocoder } from '../../adapters/maps/geocoder.ts'
import type { Db } from '../../db/handle.ts'
import type { Clock } from '../clock.ts'
import type { Point } from './distance.ts'
import { geocodes } from './tables.ts'

type Deps = { db: Db; clock: Clock; geocoder: Geocoder }

export const ADDRESS_KEPT_DAYS = 90

/**
 * The address at a point, from our own cache if we asked before (rounded to four decimals, about 11 m; the maps service
 * does not learn more of a customer). Null when nothing is there or the service cannot be asked.
 */
export async function findAddress(deps: Deps, point: Point): Promise<string | null> {
  const rounded = {
    latitude: Number(point.latitude.toFixed(4)),
    longitude: Number(point.longitude.toFixed(4)),
  }
  const found = await remembered(deps, `reverse:${rounded.latitude},${rounded.longitude}`, () =>
    deps.geocoder.reverse(rounded),
  )
  return found?.display_name ?? null
}

/** Where an address is. Null when nothing is found or the service cannot be asked, so that no order waits for a map. */
export async function findPoint(deps: Deps, address: string): Promise<Point | null> {
  const normalised = address.trim().toLowerCase().replace(/\s+/g, ' ')
  return remembered(deps, `search:${normalised}`, () => deps.geocoder.search(address.trim()))
}

async function remembered(
  { db, clock }: Deps,
  key: string,
  ask: () => Promise<FoundPlace | null>,
): Promise<FoundPlace | null> {
  const now = clock.now()
  const [known] = await db.select().from(geocodes).where(eq(geocodes.key, key))
  if (known && now.getTime() - known.fetched_at.getTime() < ADDRESS_KEPT_DAYS * 86_400_000) {
    const { display_name, latitude, longitude } = known
    return display_name === null || latitude === null || longitude === null
      ? null
      : { display_name, latitude, longitude }
  }
  try {
    const found = await ask()
    const row = {
      key,
      fetched_at: now,
      display_name: found?.display_name ?? null,
      latitude: found?.latitude ?? null,
      longitude: found?.longitude ?? null,
    }
    await db.insert(geocodes).values(row).onConflictDoUpdate({ target: geocodes.key, set: row })
    return found
  } catch (error) {
    if (isProviderUnavailable(error)) return null
    throw error
  }
}
