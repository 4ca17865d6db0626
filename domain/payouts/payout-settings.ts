import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../db/open.ts'
import type { Kobo } from '../money.ts'
import { settings } from '../places/tables.ts'

/** The row of `settings` that holds them. */
export const PAYOUT_SETTINGS = 'payouts'

export type PayoutSettings = {
  /** Above this amount two admins must approve a payout; null means that one is always enough. */
  second_admin_above_kobo: Kobo | null
}

export const default_payout_settings: PayoutSettings = { second_admin_above_kobo: null }

const stored = z.object({ second_admin_above_kobo: z.int().min(0).nullable() }).partial()

/** The settings an admin saved over the defaults. Throws when somebody wrote nonsense there: money must not go by a guess. */
export async function payoutSettings(db: Db | Tx): Promise<PayoutSettings> {
  const [row] = await db.select().from(settings).where(eq(settings.key, PAYOUT_SETTINGS))
  return { ...default_payout_settings, ...stored.parse(row?.value ?? {}) }
}
