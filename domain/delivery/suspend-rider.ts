import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { restoreAccount } from '../accounts/restore-account.ts'
import { suspendAccount } from '../accounts/suspend-account.ts'
import { admin_reason } from '../audit/forms.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { changeRider } from './decide-rider.ts'
import { lockRider, type Rider } from './own-rider.ts'
import { releaseRider } from './release-rider.ts'

type Deps = { db: Db; clock: Clock; announce: Announce }
export type SuspendRiderRefusal = Refused<'not_found' | 'bad_reason' | 'not_allowed', undefined>

/**
 * An admin ends a rider's work at once: the account is signed out and cannot sign in, an open offer is withdrawn, and what
 * was not picked up yet waits for another rider. Food that is on its way stays with the rider and is answered in
 * `still_carrying` (order numbers): an admin delivers or cancels these orders by hand. Refused without a reason, and for a
 * rider who is suspended already.
 */
export async function suspendRider(
  deps: Deps,
  actor: Actor,
  suspension: { rider_id: string; reason: string },
): Promise<Accepted<{ rider: Rider; still_carrying: number[] }> | SuspendRiderRefusal> {
  if (actor.role !== 'admin') return refused('not_found')
  const reason = admin_reason.safeParse(suspension.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const rider = await lockRider(tx, suspension.rider_id)
    if (!rider) return refused('not_found')
    if (rider.status === 'Inactive') return refused('not_allowed')
    const sets = { status: 'Inactive', suspended_reason: reason.data, on_duty_since: null } as const
    const suspended = await changeRider(tx, rider.user_id, sets)
    const still_carrying = await releaseRider(tx, deps.announce, { rider_id: rider.user_id, actor, now })
    await suspendAccount(tx, rider.user_id, now)
    await recordAudit(tx, {
      actor,
      action: 'rider_suspended',
      subject: `rider:${rider.user_id}`,
      before: { status: rider.status },
      after: { status: 'Inactive' },
      reason: reason.data,
      now,
    })
    return accepted({ rider: suspended, still_carrying })
  })
}

/**
 * An admin lets a suspended rider work again: Active where the registration had been sent in, else Pending. Refused for a
 * rider who is not suspended.
 */
export async function restoreRider(
  deps: Deps,
  actor: Actor,
  rider_id: string,
): Promise<Accepted<Rider> | SuspendRiderRefusal> {
  if (actor.role !== 'admin') return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const rider = await lockRider(tx, rider_id)
    if (!rider) return refused('not_found')
    if (rider.status !== 'Inactive') return refused('not_allowed')
    const status = rider.submitted_at ? 'Active' : 'Pending'
    const restored = await changeRider(tx, rider_id, { status, suspended_reason: null })
    await restoreAccount(tx, rider_id, now)
    await recordAudit(tx, {
      actor,
      action: 'rider_restored',
      subject: `rider:${rider_id}`,
      before: { status: 'Inactive' },
      after: { status },
      now,
    })
    return accepted(restored)
  })
}
