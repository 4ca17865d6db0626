import { and, eq, isNull } from 'drizzle-orm'
import { noteScreen } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { endAllSessions } from '../accounts/end-all-sessions.ts'
import { restoreAccount } from '../accounts/restore-account.ts'
import { suspendAccount } from '../accounts/suspend-account.ts'
import { kitchen_staff } from '../accounts/tables.ts'
import { may } from '../admin-roles.ts'
import { admin_reason } from '../audit/forms.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Announce, AnnouncingDeps } from '../events.ts'
import { type Moved, type MoveRefusal, type MoveRequest, move, one } from '../move.ts'
import { type Accepted, type Refused, refused } from '../refusal.ts'
import { canMoveVendor, type VendorStatus, type VendorVerb, vendor_moves } from './lifecycle.ts'
import { giveSlug } from './lists/slug.ts'
import { lockVendor, type Vendor } from './own-vendor.ts'
import { vendors } from './tables.ts'

/** `not_allowed` carries the status that was found: somebody decided before. */
export type MoveVendorRefusal = MoveRefusal<VendorStatus> | Refused<'bad_reason' | 'unfinished', undefined>

type Answer = Promise<Accepted<Vendor> | MoveVendorRefusal>

/** Lets a waiting vendor sell: Pending → Active. Refused while the registration is unfinished. */
export function activateVendor(deps: AnnouncingDeps, actor: Actor, vendor_id: string): Answer {
  return decide(deps, actor, { vendor_id, verb: 'activate' })
}

/** Turns a registration down: Pending → Inactive. The owner can still sign in and reads why. */
export function deactivateVendor(
  deps: AnnouncingDeps,
  actor: Actor,
  decision: { vendor_id: string; reason: string },
): Answer {
  return decide(deps, actor, { ...decision, verb: 'deactivate' })
}

/**
 * Takes a vendor off the marketplace at once: it disappears from the lists, all who work there are signed out
 * everywhere and cannot sign in. Paid orders stay, for an admin to deliver or cancel; what it earned stays owed.
 */
export function suspendVendor(
  deps: AnnouncingDeps,
  actor: Actor,
  decision: { vendor_id: string; reason: string },
): Answer {
  return decide(deps, actor, { ...decision, verb: 'suspend' })
}

/** Lets an Inactive vendor sell again, and all who work there sign in. Refused while its registration is unfinished. */
export function restoreVendor(deps: AnnouncingDeps, actor: Actor, vendor_id: string): Answer {
  return decide(deps, actor, { vendor_id, verb: 'restore' })
}

const past_tense = {
  activate: 'vendor_activated',
  deactivate: 'vendor_deactivated',
  suspend: 'vendor_suspended',
  restore: 'vendor_restored',
} as const satisfies Record<VendorVerb, string>

type VendorMove = MoveRequest<VendorVerb> & { by: Actor; vendor_id: string; reason: string | null }

async function decide(
  deps: AnnouncingDeps,
  actor: Actor,
  decision: { vendor_id: string; verb: VendorVerb; reason?: string },
): Answer {
  if (!may(actor, 'decide_people')) return refused('not_found')
  const { verb, vendor_id } = decision
  const { to, needs_reason } = vendor_moves[verb]
  const given = admin_reason.safeParse(decision.reason)
  if (needs_reason && !given.success) return refused('bad_reason')
  const reason = needs_reason ? (given.data ?? null) : null
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendor_id)
    if (vendor && canMoveVendor(verb, vendor.status) && to === 'Active') {
      if (!vendor.name) return refused('unfinished')
      await giveSlug(tx, vendor, vendor.name)
    }
    const moved = await moveVendor(tx, deps.announce, { vendor_id, verb, by: actor, reason, now })
    if (!moved.ok) return moved
    if (verb === 'suspend') {
      await suspendAccount(tx, vendor_id, now)
      await endAllSessions(tx, await staffOf(tx, vendor_id))
    }
    if (verb === 'restore') await restoreAccount(tx, vendor_id, now)
    return moved
  })
}

async function staffOf(tx: Tx, vendor_id: string): Promise<string[]> {
  const staff = await tx
    .select({ user_id: kitchen_staff.user_id })
    .from(kitchen_staff)
    .where(and(eq(kitchen_staff.vendor_id, vendor_id), isNull(kitchen_staff.asked_until)))
  return staff.map(({ user_id }) => user_id)
}

/** Moves a vendor along its lifecycle: the only place that changes its status. Its history is the audit log. */
export function moveVendor(tx: Tx, announce: Announce, request: VendorMove) {
  return move(tx, announce, vendor_lifecycle, request)
}

const vendor_lifecycle = {
  moves: vendor_moves,
  lock: (tx: Tx, { vendor_id }: VendorMove) => lockVendor(tx, vendor_id),
  write: (tx: Tx, { user_id }: Vendor, status: VendorStatus, { reason, now }: VendorMove) =>
    tx
      .update(vendors)
      .set({ status, suspended_reason: reason, ...(status === 'Active' ? { opened_at: now } : {}) })
      .where(eq(vendors.user_id, user_id))
      .returning()
      .then(one),
  record(tx: Tx, { before, after, verb, now }: Moved<Vendor, VendorVerb>, { by, reason }: VendorMove) {
    noteScreen(tx, after.user_id)
    return recordAudit(tx, {
      actor: by,
      action: past_tense[verb],
      subject: `vendor:${after.user_id}`,
      before: { status: before.status },
      after: { status: after.status },
      ...(reason === null ? {} : { reason }),
      now,
    })
  },
  event: ({ after, verb, reason }: Moved<Vendor, VendorVerb>) =>
    ({ kind: 'vendor_moved', vendor: after, verb, reason }) as const,
}
