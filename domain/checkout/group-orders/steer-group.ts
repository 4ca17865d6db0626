import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { type Asking, type GroupOrder, type GroupRefusal, isPaid, lockGroup, membersOf } from './find-group.ts'
import { MORE_MINUTES } from './rules.ts'
import { group_lines, group_members, group_orders } from './tables.ts'

type Deps = { db: Db; clock: Clock }
type Answer = Accepted<undefined> | GroupRefusal

/** Ends the choosing before its time, by the starter; what is closed stays closed. */
export function closeGroup(deps: Deps, asking: Asking): Promise<Answer> {
  return steer(deps, asking, async (tx, group) => {
    const closed_at = group.closed_at ?? deps.clock.now()
    await tx.update(group_orders).set({ closed_at }).where(eq(group_orders.id, group.id))
    return accepted(undefined)
  })
}

/**
 * Lets everybody choose again, by the starter: for a quarter of an hour, or for what is left of the time if that is
 * more. Refused once it is paid; whether a kitchen can still cook it for its slot is seen when it is ordered.
 */
export function openGroupAgain(deps: Deps, asking: Asking): Promise<Answer> {
  return steer(deps, asking, async (tx, group) => {
    const more = new Date(deps.clock.now().getTime() + MORE_MINUTES * 60_000)
    const choose_until = group.choose_until > more ? group.choose_until : more
    await tx.update(group_orders).set({ closed_at: null, choose_until }).where(eq(group_orders.id, group.id))
    return accepted(undefined)
  })
}

/** Takes somebody out with their dishes, by the starter. Refused for the starter, and for who has paid. */
export function removeMember(deps: Deps, asking: Asking, member_id: number): Promise<Answer> {
  return steer(deps, asking, async (tx, group, payers) => {
    const member = (await membersOf(tx, group.id)).find(({ id }) => id === member_id)
    if (!member) return accepted(undefined)
    if (member.is_starter) return refused('not_yours')
    if (isPaid(group, member, payers)) return refused('paid')
    await tx.update(group_members).set({ left_at: deps.clock.now() }).where(eq(group_members.id, member.id))
    await tx.delete(group_lines).where(eq(group_lines.group_member_id, member.id))
    return accepted(undefined)
  })
}

function steer(
  { db }: Deps,
  asking: Asking,
  change: (tx: Tx, group: GroupOrder, payers: ReadonlySet<number>) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking)
    if (!asked.ok) return asked
    const { group, me, payers } = asked.value
    if (!me.is_starter) return refused('not_yours')
    if (group.pays === 'one' && payers.size > 0) return refused('paid')
    return change(tx, group, payers)
  })
}
