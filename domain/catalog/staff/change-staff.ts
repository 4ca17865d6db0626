import { and, eq } from 'drizzle-orm'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { endAllSessions } from '../../accounts/end-all-sessions.ts'
import { kitchen_staff } from '../../accounts/tables.ts'
import type { Deps } from '../../events.ts'
import { isKitchenRole, kitchen_roles } from '../../kitchen-roles.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { type DeedLine, recordDeed } from '../kitchen-history.ts'
import { calledInKitchen } from './called-in-kitchen.ts'
import { isFounder, isWorking, lockStaff, MOST_STAFF, type StaffRow } from './lock-staff.ts'

export type ChangeStaffRefusal = Refused<'not_found' | 'bad_role' | 'full', undefined>
type Answer = Promise<Accepted<undefined> | ChangeStaffRefusal>
/**
 * Gives somebody in the kitchen another role, which holds from their next request on. Owners may for everybody but who
 * registered the kitchen, who stays its owner; managers for cooks, who stay cooks. Refused for everybody else.
 */
export async function changeStaffRole(deps: Deps, actor: Actor, change: { user_id: string; role: string }): Answer {
  const { user_id, role } = change
  if (!isKitchenRole(role)) return refused('bad_role')
  return changeStaff(deps, actor, user_id, () => ({ role }))
}

/**
 * Ends somebody's work in the kitchen: they are logged out everywhere at once. Whoever was only asked is asked no more.
 * Who may is said at `changeStaffRole`.
 */
export function endStaff({ db, clock }: Deps, actor: Actor, user_id: string): Answer {
  const ended = { ended_at: clock.now(), ended_by: actor.user_id }
  return changeStaff({ db, clock }, actor, user_id, (row) => (row.ended_at === null ? ended : {}))
}

/**
 * Lets somebody work in the kitchen again, in the same role. Refused where thirty work already, and for whoever never
 * agreed to work there: they are invited again.
 */
export function restoreStaff(deps: Deps, actor: Actor, user_id: string): Answer {
  return changeStaff(deps, actor, user_id, (row) =>
    row.asked_until === null ? { ended_at: null, ended_by: null } : null,
  )
}

/** What a change of somebody's row says in the kitchen's history; null where nothing changed. */
function lineOf(before: StaffRow, after: StaffRow): DeedLine | null {
  if (before.role !== after.role) {
    const [was, is] = [before, after].map(({ role }) => kitchen_roles[role].name)
    return { did: 'role_changed', ...(was && is && { before: was, after: is }) }
  }
  if (before.ended_at === after.ended_at) return null
  return { did: after.ended_at === null ? 'let_in' : 'ended' }
}

async function changeStaff(
  { db, clock }: Deps,
  actor: Actor,
  user_id: string,
  change: (row: StaffRow) => Partial<StaffRow> | null,
): Answer {
  return db.transaction(async (tx) => {
    const locked = await lockStaff(tx, actor)
    const row = locked?.staff.find((one) => one.user_id === user_id)
    if (!locked || !row || isFounder(row)) return refused('not_found')
    const changed = change(row)
    if (!changed) return refused('not_found')
    const after = { ...row, ...changed }
    if (![row.role, after.role].every(locked.manages)) return refused('not_found')
    if (isWorking(after) && !isWorking(row) && locked.staff.filter(isWorking).length >= MOST_STAFF)
      return refused('full')
    const { role, ended_at, ended_by } = after
    await tx
      .update(kitchen_staff)
      .set({ role, ended_at, ended_by })
      .where(and(eq(kitchen_staff.vendor_id, row.vendor_id), eq(kitchen_staff.user_id, user_id)))
    if (isWorking(row) && !isWorking(after)) await endAllSessions(tx, [user_id])
    const line = lineOf(row, after)
    if (line) {
      const about = await calledInKitchen(tx, user_id)
      await recordDeed(tx, row.vendor_id, moverOf(actor), { ...line, about }, clock.now())
    }
    return accepted(undefined)
  })
}
