import { eq } from 'drizzle-orm'
import { noteOrder } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Announce } from '../events.ts'
import type { the_system } from '../lifecycle.ts'
import { type Moved, type MoveRequest, move, one } from '../move.ts'
import { type ClaimStatus, type ClaimVerb, claim_moves } from './lifecycle.ts'
import { claims } from './tables.ts'

type Claim = typeof claims.$inferSelect
export type Decider = Actor | typeof the_system
type ClaimMove = MoveRequest<ClaimVerb> & { claim_id: string; by: Decider; refund_id?: string | null }

const past_tense = { approve: 'claim_approved', refuse: 'claim_refused' } as const

/** Moves a claim along its lifecycle: the only place that changes its status. The row says who decided it, and why. */
export function moveClaim(tx: Tx, announce: Announce, request: ClaimMove) {
  return move(tx, announce, claim_lifecycle, request)
}

/** The claim as it stands, locked. */
export const lockClaim = (tx: Tx, claim_id: string) =>
  tx.select().from(claims).where(eq(claims.id, claim_id)).for('no key update').then(one)

const claim_lifecycle = {
  moves: claim_moves,
  lock: (tx: Tx, { claim_id }: ClaimMove) => lockClaim(tx, claim_id),
  write(tx: Tx, { id, order_id }: Claim, status: ClaimStatus, { by, reason = null, refund_id = null, now }: ClaimMove) {
    noteOrder(tx, order_id)
    const decided = { decided_at: now, decided_role: by.role, decided_by: by.user_id, reason, refund_id }
    return tx
      .update(claims)
      .set({ ...decided, status })
      .where(eq(claims.id, id))
      .returning()
      .then(one)
  },
  async record(tx: Tx, { after, verb, reason, now }: Moved<Claim, ClaimVerb>, { by }: ClaimMove) {
    if (!('email' in by)) return
    const entry = { actor: by, action: past_tense[verb], subject: `claim:${after.id}`, now }
    await recordAudit(tx, { ...entry, after: { order_id: after.order_id }, ...(reason === null ? {} : { reason }) })
  },
}
