import { z } from 'zod'
import { brand } from '../../domain/brand.ts'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'
import type { Geocoder } from './geocoder.ts'

export type NominatimSettings = { base_url: string; email: string; city: string }

/** At most one request per second for the whole application (docs/providers.md#nominatim-usage-policy). */
const INTERVAL_MS = 1000
/** Somebody who waits longer than this for a turn has typed the address by then. */
const LONGEST_QUEUE = 5

/** Coordinates come as strings (docs/providers.md#nominatim-calls); a blank one is missing, not the equator. */
const coordinate = z.union([z.number(), z.string().trim().min(1)]).pipe(z.coerce.number())
const place = z.object({ display_name: z.string(), lat: coordinate, lon: coordinate })

/**
 * Nominatim (docs/providers.md#nominatim), one request per second, five seconds at most. The city from the settings is
 * appended to a search, and only Nigeria is searched. Throws ProviderUnavailable when the queue is full.
 */
export function nominatim(settings: NominatimSettings): Geocoder {
  let next_turn_ms = 0
  let waiting = 0

  async function takeTurn(): Promise<void> {
    if (waiting >= LONGEST_QUEUE) throw new ProviderUnavailable('nominatim: too many wait already')
    const now = Date.now()
    const turn = Math.max(now, next_turn_ms)
    next_turn_ms = turn + INTERVAL_MS
    waiting++
    try {
      if (turn > now) await new Promise((resolve) => setTimeout(resolve, turn - now))
    } finally {
      waiting--
    }
  }

  async function ask(path: string, query: Record<string, string>): Promise<unknown> {
    await takeTurn()
    const parameters = new URLSearchParams({
      ...query,
      format: 'jsonv2',
      'accept-language': 'en',
      ...(settings.email ? { email: settings.email } : {}),
    })
    const { status, body } = await callProvider(`${settings.base_url}${path}?${parameters}`, {
      headers: { 'user-agent': `${brand.name}/1.0 (${settings.email || brand.support_email})` },
      timeout_seconds: 5,
    })
    if (status !== 200) throw new ProviderUnavailable(`nominatim ${path}: HTTP ${status}`)
    return body
  }

  const readPlace = (data: unknown) => {
    const parsed = place.safeParse(data)
    if (!parsed.success) return null
    return { display_name: parsed.data.display_name, latitude: parsed.data.lat, longitude: parsed.data.lon }
  }

  return {
    reverse: async ({ latitude, longitude }) =>
      readPlace(
        await ask('/reverse', {
          lat: String(latitude),
          lon: String(longitude),
          zoom: '18',
          layer: 'address,poi',
        }),
      ),
    search: async (address) => {
      const rows = await ask('/search', { q: `${address}, ${settings.city}`, limit: '1', countrycodes: 'ng' })
      return Array.isArray(rows) ? readPlace(rows[0]) : null
    },
  }
}
