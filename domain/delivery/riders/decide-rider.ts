import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import { changeRider } from './change-rider.ts'
import { moveRider } from './move-rider.ts'
import { lockRider, type Rider } from './own-rider.ts'

export type DecideRiderRefusal =
  | Refused<'not_found' | 'bad_reason', undefined>
  /** Somebody decided before, or the registration was never sent in. */
  | Refused<'not_allowed', { status: Rider['status']; submitted: boolean }>

/** An admin approves a rider whose registration waits: Pending → Active. Refused for every other rider. */
export async function activateRider(
  deps: AnnouncingDeps,
  actor: Actor,
  rider_id: string,
): Promise<Accepted<Rider> | DecideRiderRefusal> {
  return decide(deps, actor, { rider_id, verb: 'activate' })
}

/**
 * An admin sends a registration back and says what to correct; the rider can edit it again and stays Pending. Refused
 * for a rider whose registration does not wait, and without a reason.
 */
export async function rejectRider(
  deps: AnnouncingDeps,
  actor: Actor,
  rejection: { rider_id: string; reason: string },
): Promise<Accepted<Rider> | DecideRiderRefusal> {
  const reason = admin_reason.safeParse(rejection.reason)
  if (!reason.success) return refused('bad_reason')
  return decide(deps, actor, {
    rider_id: rejection.rider_id,
    verb: 'reject',
    reason: reason.data,
    sets: { submitted_at: null, rejected_reason: reason.data },
  })
}

/**
 * Opens a rider's registration, so that the bank account can be corrected, in the caller's commit; one that is open
 * stays so, and an Active rider may keep riding. Locks the rider. Does nothing if there is no such rider.
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
  deps: AnnouncingDeps,
  actor: Actor,
  decision: Pick<Parameters<typeof moveRider>[2], 'rider_id' | 'verb' | 'reason' | 'sets'>,
): Promise<Accepted<Rider> | DecideRiderRefusal> {
  if (!may(actor, 'decide_people')) return refused('not_found')
  return deps.db.transaction(async (tx) => {
    const rider = await lockRider(tx, decision.rider_id)
    if (!rider) return refused('not_found')
    const { status, submitted_at } = rider
    const submitted = submitted_at !== null
    if (!submitted) return refused('not_allowed', { status, submitted })
    const moved = await moveRider(tx, deps.announce, { ...decision, by: actor, now: deps.clock.now() })
    return moved.ok || moved.reason === 'not_found' ? moved : refused('not_allowed', { status, submitted })
  })
}
