import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { changeRider } from './change-rider.ts'
import type { Rider } from './own-rider.ts'
import { rider_duties } from './tables.ts'

/** A locked rider is on duty from `now` on. */
export async function beginDuty(tx: Tx, rider_id: string, now: Date): Promise<Rider> {
  await tx.insert(rider_duties).values({ rider_id, began_at: now }).onConflictDoNothing()
  return changeRider(tx, rider_id, { on_duty_since: now })
}

/** A locked rider is on duty no more. */
export async function leaveDuty(tx: Tx, rider_id: string, now: Date): Promise<Rider> {
  await endDuty(tx, rider_id, now)
  return changeRider(tx, rider_id, { on_duty_since: null })
}

/** Writes down that a duty ended, where one lasts; the rider's own row is written by whoever calls. */
export async function endDuty(tx: Tx, rider_id: string, now: Date): Promise<void> {
  await tx
    .update(rider_duties)
    .set({ ended_at: now })
    .where(and(eq(rider_duties.rider_id, rider_id), isNull(rider_duties.ended_at)))
}
