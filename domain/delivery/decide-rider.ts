import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { admin_reason } from '../audit/forms.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { lockRider, type Rider } from './own-rider.ts'
import { riders } from './tables.ts'

export type DecideRiderRefusal =
  | Refused<'not_found' | 'bad_reason', undefined>
  /** Somebody decided before, or the registration was never sent in. */
  | Refused<'not_allowed', { status: Rider['status']; submitted: boolean }>

type Deps = { db: Db; clock: Clock; announce: Announce }

/** An admin lets a rider whose registration waits take offers: Pending → Active. Refused for every other rider. */
export async function activateRider(
  deps: Deps,
  actor: Actor,
  rider_id: string,
): Promise<Accepted<Rider> | DecideRiderRefusal> {
  return decide(deps, actor, { rider_id, action: 'rider_activated', sets: { status: 'Active' } })
}

/**
 * An admin sends a registration back with what is to be corrected; it is open again for the rider, who stays Pending.
 * Refused for a rider whose registration does not wait, and without a reason.
 */
export async function rejectRider(
  deps: Deps,
  actor: Actor,
  rejection: { rider_id: string; reason: string },
): Promise<Accepted<Rider> | DecideRiderRefusal> {
  const reason = admin_reason.safeParse(rejection.reason)
  if (!reason.success) return refused('bad_reason')
  return decide(deps, actor, {
    rider_id: rejection.rider_id,
    action: 'rider_rejected',
    reason: reason.data,
    sets: { submitted_at: null, rejected_reason: reason.data },
  })
}

/**
 * Opens a rider's registration, so that the bank account can be corrected, in the caller's commit; one that is open stays
 * so, and an Active rider goes on riding. Locks the rider. Nothing for a rider who is none.
 */
export async function openRegistration(
  tx: Tx,
  actor: Actor,
  open: { rider_id: string; reason: string; now: Date },
): Promise<void> {
  const rider = await lockRider(tx, open.rider_id)
  if (!rider?.submitted_at) return
  await changeRider(tx, rider.user_id, { submitted_at: null })
  await recordAudit(tx, {
    actor,
    action: 'rider_unlocked',
    subject: `rider:${rider.user_id}`,
    before: { submitted_at: rider.submitted_at },
    after: { submitted_at: null },
    reason: open.reason,
    now: open.now,
  })
}

async function decide(
  deps: Deps,
  actor: Actor,
  decision: {
    rider_id: string
    action: 'rider_activated' | 'rider_rejected'
    reason?: string
    sets: Partial<Pick<Rider, 'status' | 'submitted_at' | 'rejected_reason'>>
  },
): Promise<Accepted<Rider> | DecideRiderRefusal> {
  if (actor.role !== 'admin') return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const rider = await lockRider(tx, decision.rider_id)
    if (!rider) return refused('not_found')
    if (rider.status !== 'Pending' || !rider.submitted_at) {
      return refused('not_allowed', { status: rider.status, submitted: rider.submitted_at !== null })
    }
    const decided = await changeRider(tx, rider.user_id, decision.sets)
    const { action, reason } = decision
    await recordAudit(tx, {
      actor,
      action,
      subject: `rider:${rider.user_id}`,
      before: { status: rider.status },
      after: { status: decided.status },
      ...(reason === undefined ? {} : { reason }),
      now,
    })
    await deps.announce(tx, { kind: 'rider_decided', rider: decided, action, reason: reason ?? null }, now)
    return accepted(decided)
  })
}

/** Writes columns of a rider who is locked. */
export async function changeRider(
  tx: Tx,
  rider_id: string,
  sets: Partial<typeof riders.$inferInsert>,
): Promise<Rider> {
  const [changed] = await tx.update(riders).set(sets).where(eq(riders.user_id, rider_id)).returning()
  if (!changed) throw new Error('A locked rider disappeared')
  return changed
}
