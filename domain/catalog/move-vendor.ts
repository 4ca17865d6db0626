import { eq } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import type { Actor } from '../accounts/actor.ts'
import { restoreAccount } from '../accounts/restore-account.ts'
import { suspendAccount } from '../accounts/suspend-account.ts'
import { admin_reason } from '../audit/forms.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Clock } from '../clock.ts'
import type { Announce } from '../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { canMoveVendor, type VendorStatus, type VendorVerb, vendor_moves } from './lifecycle.ts'
import { lockVendor, type Vendor } from './own-vendor.ts'
import { vendors } from './tables.ts'

type Deps = { db: Db; clock: Clock; announce: Announce }

export type MoveVendorRefusal =
  | Refused<'not_found' | 'bad_reason' | 'unfinished', undefined>
  /** The status it met: somebody decided before. */
  | Refused<'not_allowed', { status: VendorStatus }>

type Answer = Promise<Accepted<Vendor> | MoveVendorRefusal>

/** Lets a vendor sell whose registration waits: Pending → Active. Refused while the registration is unfinished. */
export function activateVendor(deps: Deps, actor: Actor, vendor_id: string): Answer {
  return move(deps, actor, { vendor_id, verb: 'activate' })
}

/** Turns a registration down: Pending → Inactive. The owner can still sign in and reads why. */
export function deactivateVendor(
  deps: Deps,
  actor: Actor,
  decision: { vendor_id: string; reason: string },
): Answer {
  return move(deps, actor, { ...decision, verb: 'deactivate' })
}

/**
 * Takes a vendor off the marketplace at once: nobody finds it, its owner is signed out everywhere and cannot sign in. Orders
 * that are paid stay, for an admin to deliver or cancel; what it earned stays owed.
 */
export function suspendVendor(
  deps: Deps,
  actor: Actor,
  decision: { vendor_id: string; reason: string },
): Answer {
  return move(deps, actor, { ...decision, verb: 'suspend' })
}

/** Lets an Inactive vendor sell again, and its owner sign in. Refused while its registration is unfinished. */
export function restoreVendor(deps: Deps, actor: Actor, vendor_id: string): Answer {
  return move(deps, actor, { vendor_id, verb: 'restore' })
}

const past_tense = {
  activate: 'vendor_activated',
  deactivate: 'vendor_deactivated',
  suspend: 'vendor_suspended',
  restore: 'vendor_restored',
} as const satisfies Record<VendorVerb, string>

async function move(
  deps: Deps,
  actor: Actor,
  decision: { vendor_id: string; verb: VendorVerb; reason?: string },
): Answer {
  if (actor.role !== 'admin') return refused('not_found')
  const { verb, vendor_id } = decision
  const { to, needs_reason } = vendor_moves[verb]
  const reason = admin_reason.safeParse(decision.reason)
  if (needs_reason && !reason.success) return refused('bad_reason')
  const why = needs_reason ? (reason.data ?? null) : null
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const vendor = await lockVendor(tx, vendor_id)
    if (!vendor) return refused('not_found')
    if (!canMoveVendor(verb, vendor.status)) return refused('not_allowed', { status: vendor.status })
    if (to === 'Active' && !vendor.name) return refused('unfinished')
    const [moved] = await tx
      .update(vendors)
      .set({ status: to, suspended_reason: why })
      .where(eq(vendors.user_id, vendor.user_id))
      .returning()
    if (!moved) throw new Error('A locked vendor disappeared')
    if (verb === 'suspend') await suspendAccount(tx, vendor.user_id, now)
    if (verb === 'restore') await restoreAccount(tx, vendor.user_id, now)
    await recordAudit(tx, {
      actor,
      action: past_tense[verb],
      subject: `vendor:${vendor.user_id}`,
      before: { status: vendor.status },
      after: { status: to },
      ...(why === null ? {} : { reason: why }),
      now,
    })
    await deps.announce(tx, { kind: 'vendor_moved', vendor: moved, verb, reason: why }, now)
    return accepted(moved)
  })
}
