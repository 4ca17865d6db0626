import { z } from 'zod'
import type { Db, Tx } from '../../db/open.ts'
import type { Kobo } from '../money.ts'
import { savedSetting } from '../places/save-setting.ts'

/** The row of `settings` that holds them. */
export const SMS_PRICES = 'sms_prices'

const stored = z.object({ smarthive_kobo: z.int().min(0), termii_kobo: z.int().min(0) })
export type SmsPrices = z.infer<typeof stored>

/** Until an admin saves what the contracts say. Smarthive's stands in a sample of its reports; Termii's is a guess. */
const default_sms_prices: SmsPrices = { smarthive_kobo: 3_00, termii_kobo: 5_00 }

/** What one part of a text message costs at each gateway (kobo): as an admin saved it, else the defaults. */
export async function smsPrices(db: Db | Tx): Promise<SmsPrices> {
  const saved = stored.safeParse((await savedSetting(db, SMS_PRICES)).value)
  return saved.success ? saved.data : default_sms_prices
}

/** Kobo for one part at a gateway by its name; nothing at one that has no price. */
export function priceAt(prices: SmsPrices, gateway: string): Kobo {
  const by_name: Readonly<Record<string, Kobo>> = {
    smarthive: prices.smarthive_kobo,
    termii: prices.termii_kobo,
  }
  return by_name[gateway] ?? 0
}
