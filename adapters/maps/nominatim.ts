import { z } from 'zod'
import { brand } from '../../domain/brand.ts'
import { callProvider, ProviderUnavailable } from '../call-provider.ts'
import type { Geocoder } from './geocoder.ts'

export type NominatimSettings = { base_url: string; email: string; city: string }

/** Coordinates come as strings (docs/providers.md#nominatim-calls); a blank one is missing, not the equator. */
const coordinate = z.union([z.number(), z.string().trim().min(1)]).pipe(z.coerce.number())
const place = z.object({ display_name: z.string(), lat: coordinate, lon: coordinate })

/**
 * Nominatim (docs/providers.md#nominatim). The city from the settings is appended to a search, and only Nigeria is
 * searched. `reserveTurn` says in how many milliseconds this process may ask such a thing, null where too many wait.
 * Throws ProviderUnavailable then.
 */
export function nominatim(
  settings: NominatimSettings,
  reserveTurn: Readonly<Record<keyof Geocoder, () => Promise<number | null>>>,
): Geocoder {
  async function ask(kind: keyof Geocoder, query: Record<string, string>): Promise<unknown> {
    const path = `/${kind}`
    const wait_ms = await reserveTurn[kind]()
    if (wait_ms === null) throw new ProviderUnavailable('nominatim: too many wait already')
    if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms))
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
        await ask('reverse', {
          lat: String(latitude),
          lon: String(longitude),
          zoom: '18',
          layer: 'address,poi',
        }),
      ),
    search: async (address) => {
      const rows = await ask('search', { q: `${address}, ${settings.city}`, limit: '1', countrycodes: 'ng' })
      return Array.isArray(rows) ? readPlace(rows[0]) : null
    },
  }
}
