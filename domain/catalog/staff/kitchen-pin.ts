import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import type { Passwords } from '../../accounts/secrets.ts'
import { kitchen_pins, kitchen_tablets } from '../../accounts/tables.ts'
import type { Deps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { recordDeed } from '../kitchen-history.ts'
import { calledInKitchen } from './called-in-kitchen.ts'
import { lockStaff, roleOfStaff } from './lock-staff.ts'

/** Four to six figures, not all the same and not in a row: those are what a thumb tries first. */
const kitchen_pin = z
  .string()
  .trim()
  .regex(/^\d{4,6}$/)
  .refine((pin) => new Set(pin).size > 1 && !'01234567890'.includes(pin) && !'09876543210'.includes(pin))

/**
 * Gives somebody who works in the kitchen a PIN of their own for its tablets, in place of an older one, with which
 * nobody is there any longer; what was mistyped before, by them or at a tablet, is forgotten. Owners do it for
 * everybody, managers for cooks. Refused for others, for who does not work here (any more), and for a PIN that is
 * easily guessed. Locks the kitchen.
 */
export async function setKitchenPin(
  { db, clock, passwords }: Deps & { passwords: Passwords },
  actor: Actor,
  { user_id, pin }: { user_id: string; pin: string },
): Promise<Accepted<undefined> | Refused<'not_found' | 'bad_pin', undefined>> {
  const parsed = kitchen_pin.safeParse(pin)
  if (!parsed.success) return refused('bad_pin')
  const pin_hash = await passwords.hash(parsed.data)
  return db.transaction(async (tx) => {
    const locked = await lockStaff(tx, actor)
    const role = locked && roleOfStaff(locked.vendor.user_id, locked.staff, user_id)
    if (!locked || !role || !locked.manages(role)) return refused('not_found')
    const fresh = { failures: 0, failures_of_day: 0, counted_from: null, paused_until: null }
    const now = clock.now()
    const set = { pin_hash, pin_length: parsed.data.length, ...fresh, set_by: actor.user_id, set_at: now }
    await tx
      .insert(kitchen_pins)
      .values({ vendor_id: locked.vendor.user_id, user_id, ...set })
      .onConflictDoUpdate({ target: [kitchen_pins.vendor_id, kitchen_pins.user_id], set })
    const tablets = eq(kitchen_tablets.vendor_id, locked.vendor.user_id)
    await tx.update(kitchen_tablets).set({ failures: 0, counted_from: null, paused_until: null }).where(tablets)
    await leaveTablets(tx, locked.vendor.user_id, user_id)
    const line = { did: 'pin_set', about: await calledInKitchen(tx, user_id) } as const
    await recordDeed(tx, locked.vendor.user_id, moverOf(actor), line, now)
    return accepted(undefined)
  })
}

/** Takes somebody's PIN away: they are at no tablet from now on. Who may is said above. Safe to repeat. */
export async function dropKitchenPin(
  { db, clock }: Deps,
  actor: Actor,
  user_id: string,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  return db.transaction(async (tx) => {
    const locked = await lockStaff(tx, actor)
    const role = locked && roleOfStaff(locked.vendor.user_id, locked.staff, user_id)
    if (!locked || !role || !locked.manages(role)) return refused('not_found')
    const dropped = await tx
      .delete(kitchen_pins)
      .where(and(eq(kitchen_pins.vendor_id, locked.vendor.user_id), eq(kitchen_pins.user_id, user_id)))
      .returning({ user_id: kitchen_pins.user_id })
    await leaveTablets(tx, locked.vendor.user_id, user_id)
    if (dropped.length > 0) {
      const line = { did: 'pin_dropped', about: await calledInKitchen(tx, user_id) } as const
      await recordDeed(tx, locked.vendor.user_id, moverOf(actor), line, clock.now())
    }
    return accepted(undefined)
  })
}

/** Whoever came in with a PIN that is no more is there no longer. */
async function leaveTablets(tx: Tx, vendor_id: string, user_id: string): Promise<void> {
  await tx
    .update(kitchen_tablets)
    .set({ present_id: null, present_until: null })
    .where(and(eq(kitchen_tablets.vendor_id, vendor_id), eq(kitchen_tablets.present_id, user_id)))
}
