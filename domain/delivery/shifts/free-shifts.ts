import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { held_statuses } from './lifecycle.ts'
import { movePlace } from './move-place.ts'
import { shift_places, shifts } from './tables.ts'

/** Opens to others, who are told, the shifts of a rider who may not work any more, and whose row the caller holds. */
export async function freeShifts(
  tx: Tx,
  announce: Announce,
  { rider_id, by, now }: { rider_id: string; by: Actor; now: Date },
): Promise<void> {
  const held = await tx
    .select({ id: shift_places.id, shift: shifts })
    .from(shift_places)
    .innerJoin(shifts, eq(shifts.id, shift_places.shift_id))
    .where(
      and(
        eq(shift_places.rider_id, rider_id),
        inArray(shift_places.status, [...held_statuses]),
        gt(shifts.ends_at, now),
      ),
    )
    .orderBy(asc(shift_places.id))
    .for('no key update', { of: shift_places })
  for (const { id, shift } of held) {
    const freed = await movePlace(tx, announce, { place_id: id, verb: 'free', by, rider_id: null, now })
    if (freed.ok) await announce(tx, { kind: 'shift_freed', shift, rider_id }, now)
  }
}
