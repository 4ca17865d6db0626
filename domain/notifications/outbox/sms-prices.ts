import type { Kobo } from '../../money.ts'
import type { SmsPrices } from '../../settings/definitions.ts'

/** Kobo for one part at a gateway, by its name; 0 for one without a price. */
export function priceAt(prices: SmsPrices, gateway: string): Kobo {
  const by_name: Readonly<Record<string, Kobo>> = {
    smarthive: prices.smarthive_kobo,
    termii: prices.termii_kobo,
  }
  return by_name[gateway] ?? 0
}
