import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'

/** Where a vendor's payouts go, and whether the owner may correct it now; null if there is no complete account. */
export async function bankAccount(db: Db, vendor_id: string) {
  const [vendor] = await db
    .select({
      bank_name: vendors.bank_name,
      account_number: vendors.account_number,
      account_name: vendors.account_name,
      unlocked_at: vendors.unlocked_at,
    })
    .from(vendors)
    .where(eq(vendors.user_id, vendor_id))
  if (!vendor?.bank_name || !vendor.account_number || !vendor.account_name) return null
  const { bank_name, account_number, account_name, unlocked_at } = vendor
  return { bank_name, account_number, account_name, open: unlocked_at !== null }
}
