import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../tables.ts'

/** How long the vendor says it usually takes, in minutes. */
export async function preparationMinutes(db: Db, vendor_id: string): Promise<number> {
  const [vendor] = await db
    .select({ minutes: vendors.preparation_minutes })
    .from(vendors)
    .where(eq(vendors.user_id, vendor_id))
  return vendor?.minutes ?? 15
}
