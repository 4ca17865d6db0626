import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import { settings } from './tables.ts'

/** docs/product.md#delivery-fee: the limits keep the formula sane. Amounts in kobo. */
export const default_delivery_settings = {
  default_fee_kobo: 600_00,
  per_km_kobo: 250_00,
  minimum_fee_kobo: 300_00,
  maximum_fee_kobo: 3_000_00,
  /** A point farther than this from the campus is not used for a fee. */
  service_radius_km: 15,
  campus: { latitude: 7.3037, longitude: 5.1388 },
} as const

export type DeliverySettings = {
  [Key in keyof typeof default_delivery_settings]: (typeof default_delivery_settings)[Key] extends number
    ? number
    : { latitude: number; longitude: number }
}

/** The row of `settings` that holds them. */
export const DELIVERY_SETTINGS = 'delivery'

/** The settings an admin saved over the defaults. */
export async function deliverySettings(db: Db | Tx): Promise<DeliverySettings> {
  const [row] = await db.select().from(settings).where(eq(settings.key, DELIVERY_SETTINGS))
  return readDeliverySettings(row?.value)
}

/** What their row of `settings` holds, over the defaults. */
export function readDeliverySettings(value: unknown): DeliverySettings {
  return { ...default_delivery_settings, ...(value as Partial<DeliverySettings> | undefined) }
}
