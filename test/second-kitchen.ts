import { eq } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { openKitchen } from '../domain/catalog/staff/open-kitchen.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { system_clock } from '../domain/clock.ts'
import { kobo } from '../domain/money.ts'
import { reactions } from '../domain/reactions.ts'
import { ALWAYS_OPEN, complete_profile } from './world.ts'

/** A further kitchen of an owner, registered, active and with two dishes. */
export async function openSecondKitchen(db: Db, owner: Actor, name: string): Promise<typeof vendors.$inferSelect> {
  const announce = reactions({ public_url: 'http://localhost:3000' })
  const opened = await openKitchen({ db, clock: system_clock, announce }, owner)
  if (!opened.ok) throw new Error(opened.reason)
  const { vendor_id } = opened.value
  const place = { landmark: 'FUTA North Gate', phone: '08031234567', week_hours: ALWAYS_OPEN }
  const [vendor] = await db
    .update(vendors)
    .set({ ...complete_profile, ...place, name, status: 'Active' })
    .where(eq(vendors.user_id, vendor_id))
    .returning()
  if (!vendor) throw new Error('no vendor')
  await db.insert(food).values([
    { vendor_id, name: 'Jollof Rice', price: kobo(1_500_00) },
    { vendor_id, name: 'Zobo', price: kobo(500_00) },
  ])
  return vendor
}
