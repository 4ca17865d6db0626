import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Announce } from '../../events.ts'
import { type Moved, type MoveRequest, move } from '../../move.ts'
import { type RiderStatus, type RiderVerb, rider_moves } from '../lifecycle.ts'
import type { riders } from '../tables.ts'
import { changeRider } from './change-rider.ts'
import { endDuty } from './duties.ts'
import { lockRider, type Rider } from './own-rider.ts'

type RiderMove = MoveRequest<RiderVerb> & {
  by: Actor
  rider_id: string
  /** Columns that the move writes together with the status. */
  sets?: Partial<Omit<typeof riders.$inferInsert, 'status'>>
}

const past_tense = {
  activate: 'rider_activated',
  reject: 'rider_rejected',
  suspend: 'rider_suspended',
  restore: 'rider_restored',
  readmit: 'rider_restored',
} as const satisfies Record<RiderVerb, string>

/** Moves a rider along its lifecycle: the only place that changes its status. Its history is the audit log. */
export function moveRider(tx: Tx, announce: Announce, request: RiderMove) {
  return move(tx, announce, rider_lifecycle, request)
}

const rider_lifecycle = {
  moves: rider_moves,
  lock: (tx: Tx, { rider_id }: RiderMove) => lockRider(tx, rider_id),
  write: async (tx: Tx, { user_id }: Rider, status: RiderStatus, { sets, now }: RiderMove) => {
    if (sets?.on_duty_since === null) await endDuty(tx, user_id, now)
    return changeRider(tx, user_id, { ...sets, status })
  },
  record: (tx: Tx, { before, after, verb, reason, now }: Moved<Rider, RiderVerb>, { by }: RiderMove) =>
    recordAudit(tx, {
      actor: by,
      action: past_tense[verb],
      subject: `rider:${after.user_id}`,
      before: { status: before.status },
      after: { status: after.status },
      ...(reason === null ? {} : { reason }),
      now,
    }),
  event: ({ after, verb, reason }: Moved<Rider, RiderVerb>) =>
    verb === 'activate' || verb === 'reject'
      ? ({ kind: 'rider_decided', rider: after, action: past_tense[verb], reason } as const)
      : null,
}
