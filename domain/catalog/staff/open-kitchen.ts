import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, ne } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { lockOwnVendor } from '../own-vendor.ts'
import { isComplete } from '../registration/own-profile.ts'
import { vendors } from '../tables.ts'
import { keepOwnPlace } from './own-place.ts'

/** More kitchens than one owner has on any campus. */
export const MOST_KITCHENS = 10

/** The mailbox of a kitchen's account that is nobody's: such a domain receives no mail (RFC 2606). */
const nobodysMail = (vendor_id: string) => `kitchen-${vendor_id}@kitchens.invalid`

/**
 * The owner of a kitchen opens a further one: it has a registration of its own, which an admin looks at as at any. Its
 * account has no password, so nobody logs in to it; its owner is who opened it. Answers its id. Safe to repeat: while
 * one that they opened is not registered, it is that one. Refused for who is no owner here, while this kitchen is not
 * active, and for an eleventh. Locks the kitchen in front.
 */
export async function openKitchen(
  deps: AnnouncingDeps,
  actor: Actor,
): Promise<Accepted<{ vendor_id: string }> | Refused<'not_found' | 'vendor_inactive' | 'full', undefined>> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const vendor = await lockOwnVendor(tx, actor, 'register')
    if (!vendor) return refused('not_found')
    if (vendor.status !== 'Active') return refused('vendor_inactive')
    const own = and(eq(kitchen_staff.user_id, actor.user_id), eq(kitchen_staff.role, 'owner'))
    const rows = await tx
      .select({ vendor_id: kitchen_staff.vendor_id })
      .from(kitchen_staff)
      .where(and(own, eq(kitchen_staff.invited_by, actor.user_id), isNull(kitchen_staff.ended_at)))
    const ids = rows.map(({ vendor_id }) => vendor_id)
    const waiting = await tx
      .select()
      .from(vendors)
      .where(and(inArray(vendors.user_id, ids), ne(vendors.user_id, actor.user_id), eq(vendors.status, 'Pending')))
    const unfinished = waiting.find((one) => !isComplete(one))
    if (unfinished) return accepted({ vendor_id: unfinished.user_id })
    if (ids.length >= MOST_KITCHENS) return refused('full')
    const vendor_id = randomUUID()
    const dates = { created_at: now, updated_at: now }
    await tx.insert(users).values({ id: vendor_id, email: nobodysMail(vendor_id), role: 'vendor', ...dates })
    const account = { user_id: vendor_id, role: 'vendor', email: actor.email } as const
    await deps.announce(tx, { kind: 'account_made', actor: account }, now)
    await keepOwnPlace(tx, actor.user_id)
    await tx
      .insert(kitchen_staff)
      .values({ vendor_id, user_id: actor.user_id, role: 'owner', invited_by: actor.user_id, invited_at: now })
    return accepted({ vendor_id })
  })
}
