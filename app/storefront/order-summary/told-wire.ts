import type { ToldWindow } from '../../../domain/checkout/quote/told-windows.ts'
import { MINUTE_MS } from '../../../domain/clock.ts'

/** More kitchens than a cart may have. */
const MOST_WINDOWS = 20

/** What a page tells of when food comes, as its form sends it back: whole minutes since 1970. */
export function toldText(windows: readonly ToldWindow[]): string {
  return windows
    .map(({ vendor_id, from, until }) => [vendor_id, ...[from, until].map((at) => at.getTime() / MINUTE_MS)].join('.'))
    .join(' ')
}

/** The same read; null where nothing was told, or cannot be read. */
export function readTold(text: string): ToldWindow[] | null {
  const parts = text.split(' ', MOST_WINDOWS + 1).map((part) => /^([\w-]{1,64})\.(\d{1,9})\.(\d{1,9})$/.exec(part))
  if (parts.length > MOST_WINDOWS || !parts.every((part) => part !== null)) return null
  return parts.map(([, vendor_id = '', from, until]) => ({
    vendor_id,
    from: new Date(Number(from) * MINUTE_MS),
    until: new Date(Number(until) * MINUTE_MS),
  }))
}
