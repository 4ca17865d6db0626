import { and, asc, eq, notInArray } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { movePlace } from './move-place.ts'
import { shift_places, shifts } from './tables.ts'

/**
 * An admin calls a shift off, with a reason that whoever has a place in it is told; `told` says how many that are.
 * Refused without a reason, and where it has ended or was called off.
 */
export async function callOffShift(
  deps: AnnouncingDeps,
  actor: Actor,
  off: { shift_id: number; reason: string },
): Promise<Accepted<{ told: number }> | Refused<'not_found' | 'bad_reason' | 'over', undefined>> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(off.shift_id)) return refused('not_found')
  const reason = admin_reason.safeParse(off.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [shift] = await tx.select().from(shifts).where(eq(shifts.id, off.shift_id))
    if (!shift) return refused('not_found')
    if (shift.ends_at <= now) return refused('over')
    const alive = await tx
      .select()
      .from(shift_places)
      .where(and(eq(shift_places.shift_id, shift.id), notInArray(shift_places.status, ['Ended', 'Called off'])))
      .orderBy(asc(shift_places.id))
      .for('no key update')
    if (alive.length === 0) return refused('over')
    let told = 0
    for (const { id, rider_id } of alive) {
      const by = { place_id: id, verb: 'call_off', by: actor, reason: reason.data, now } as const
      const moved = await movePlace(tx, deps.announce, by)
      if (!moved.ok || !rider_id) continue
      told++
      await deps.announce(tx, { kind: 'shift_told', rider_id, shift, what: 'called_off', reason: reason.data }, now)
    }
    await recordAudit(tx, {
      actor,
      action: 'shift_called_off',
      subject: `shift:${shift.id}`,
      before: { begins_at: shift.begins_at, ends_at: shift.ends_at, riders: told },
      reason: reason.data,
      now,
    })
    return accepted({ told })
  })
}
