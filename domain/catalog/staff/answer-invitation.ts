import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { lockVendor } from '../own-vendor.ts'
import { isWorking, MOST_STAFF } from './lock-staff.ts'
import { keepOwnPlace } from './own-place.ts'

/**
 * Somebody who has an account agrees to work in another kitchen that invited them. Refused where nobody asks them (any
 * more), for an account whose mail address was never confirmed, since the invitation went there, and where thirty work
 * already. Locks that kitchen.
 */
export async function joinKitchen(
  { db, clock }: Deps,
  { user_id }: Actor,
  vendor_id: string,
): Promise<Accepted<undefined> | Refused<'not_found' | 'unconfirmed_mail' | 'full', undefined>> {
  return db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendor_id)
    if (vendor?.status !== 'Active') return refused('not_found')
    const staff = await tx.select().from(kitchen_staff).where(eq(kitchen_staff.vendor_id, vendor_id))
    const own = staff.find((row) => row.user_id === user_id)
    if (own && isWorking(own)) return accepted(undefined)
    if (!own?.asked_until || own.ended_at || own.asked_until <= clock.now()) return refused('not_found')
    const [me] = await tx.select({ confirmed: users.email_verified }).from(users).where(eq(users.id, user_id))
    if (!me?.confirmed) return refused('unconfirmed_mail')
    if (staff.filter(isWorking).length >= MOST_STAFF) return refused('full')
    await keepOwnPlace(tx, user_id)
    await tx.update(kitchen_staff).set({ asked_until: null }).where(ofPerson(vendor_id, user_id))
    return accepted(undefined)
  })
}

/** The same person says no. Safe to repeat. */
export async function declineKitchen({ db, clock }: Deps, { user_id }: Actor, vendor_id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockVendor(tx, vendor_id))) return
    await tx
      .update(kitchen_staff)
      .set({ ended_at: clock.now(), ended_by: user_id })
      .where(and(ofPerson(vendor_id, user_id), isNotNull(kitchen_staff.asked_until), isNull(kitchen_staff.ended_at)))
  })
}

const ofPerson = (vendor_id: string, user_id: string) =>
  and(eq(kitchen_staff.vendor_id, vendor_id), eq(kitchen_staff.user_id, user_id))
