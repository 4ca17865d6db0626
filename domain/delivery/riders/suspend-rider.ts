import type { Actor } from '../../accounts/actor.ts'
import { restoreAccount } from '../../accounts/restore-account.ts'
import { suspendAccount } from '../../accounts/suspend-account.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import type { AnnouncingDeps } from '../../events.ts'
import type { MoveRefusal } from '../../move.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import type { RiderStatus } from '../lifecycle.ts'
import { freeShifts } from '../shifts/free-shifts.ts'
import { moveRider } from './move-rider.ts'
import { lockRider, type Rider } from './own-rider.ts'
import { releaseRider } from './release-rider.ts'

export type SuspendRiderRefusal = MoveRefusal<RiderStatus> | Refused<'bad_reason', undefined>

/**
 * An admin ends a rider's work at once: the account is signed out and cannot sign in, an open offer is withdrawn, and
 * what was not picked up yet waits for another rider; shifts are open to the others. Food on its way stays with the
 * rider; `still_carrying` answers its order numbers, for an admin to deliver or cancel by hand. Refused without a
 * reason, and if already suspended.
 */
export async function suspendRider(
  deps: AnnouncingDeps,
  actor: Actor,
  suspension: { rider_id: string; reason: string },
): Promise<Accepted<{ rider: Rider; still_carrying: number[] }> | SuspendRiderRefusal> {
  if (!may(actor, 'decide_people')) return refused('not_found')
  const reason = admin_reason.safeParse(suspension.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const suspended = await moveRider(tx, deps.announce, {
      rider_id: suspension.rider_id,
      verb: 'suspend',
      by: actor,
      reason: reason.data,
      sets: { suspended_reason: reason.data, on_duty_since: null },
      now,
    })
    if (!suspended.ok) return suspended
    const rider_id = suspended.value.user_id
    const still_carrying = await releaseRider(tx, deps.announce, { rider_id, actor, now })
    await freeShifts(tx, deps.announce, { rider_id, by: actor, now })
    await suspendAccount(tx, rider_id, now)
    return accepted({ rider: suspended.value, still_carrying })
  })
}

/**
 * An admin lets a suspended rider work again: Active if the registration had been sent in, else Pending. Refused for a
 * rider who is not suspended.
 */
export async function restoreRider(
  deps: AnnouncingDeps,
  actor: Actor,
  rider_id: string,
): Promise<Accepted<Rider> | SuspendRiderRefusal> {
  if (!may(actor, 'decide_people')) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const rider = await lockRider(tx, rider_id)
    if (!rider) return refused('not_found')
    const restored = await moveRider(tx, deps.announce, {
      rider_id,
      verb: rider.submitted_at ? 'restore' : 'readmit',
      by: actor,
      sets: { suspended_reason: null },
      now,
    })
    if (restored.ok) await restoreAccount(tx, rider_id, now)
    return restored
  })
}
