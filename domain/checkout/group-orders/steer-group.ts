import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Clock } from '../../clock.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import {
  type Asking,
  type GroupRefusal,
  isOpen,
  type Locked,
  lockGroup,
  mayTakeOverFrom,
  membersOf,
  paymentOf,
} from './find-group.ts'
import { startNewEdition } from './group-checkouts.ts'
import { MORE_MINUTES } from './rules.ts'
import { group_lines, group_members, group_orders } from './tables.ts'

type Deps = { db: Db; clock: Clock }
type Answer = Accepted<undefined> | GroupRefusal

/** Ends the choosing before its time, by the starter; what is closed stays closed. */
export function closeGroup(deps: Deps, asking: Asking): Promise<Answer> {
  return steer(deps, asking, async (tx, { group }) => {
    const closed_at = group.closed_at ?? deps.clock.now()
    await tx.update(group_orders).set({ closed_at }).where(eq(group_orders.id, group.id))
    return accepted(undefined)
  })
}

/**
 * Lets everybody choose again, by the starter: for a quarter of an hour, or for what is left of the time if that is
 * more. Refused once it is paid, and while that is under way; whether a kitchen can still cook it for its slot is seen
 * when it is ordered.
 */
export function openGroupAgain(deps: Deps, asking: Asking): Promise<Answer> {
  return steer(deps, asking, async (tx, { group, me, ordered }) => {
    if (group.pays === 'one' && paymentOf(group, me, ordered) === 'being_paid') return refused('being_paid')
    const more = new Date(deps.clock.now().getTime() + MORE_MINUTES * 60_000)
    const choose_until = group.choose_until > more ? group.choose_until : more
    await tx.update(group_orders).set({ closed_at: null, choose_until }).where(eq(group_orders.id, group.id))
    return accepted(undefined)
  })
}

/** Takes somebody out with their dishes, by the starter. Refused for the starter, and for who has paid or is paying. */
export function removeMember(deps: Deps, asking: Asking, member_id: number): Promise<Answer> {
  return steer(deps, asking, async (tx, { group, ordered }) => {
    const member = (await membersOf(tx, group.id)).find(({ id }) => id === member_id)
    if (!member) return accepted(undefined)
    if (member.is_starter) return refused('not_yours')
    const payment = paymentOf(group, member, ordered)
    if (payment) return refused(payment)
    const now = deps.clock.now()
    await startNewEdition(tx, group, member)
    await tx.update(group_members).set({ left_at: now }).where(eq(group_members.id, member.id))
    await tx.delete(group_lines).where(eq(group_lines.group_member_id, member.id))
    return accepted(undefined)
  })
}

/**
 * A member orders and pays for all from now on, because who was to has not, ten minutes after nobody chooses any more:
 * that one becomes a member as all others, and what they stored cannot be paid any more. Of two at once the first does.
 * Refused sooner, where each pays, and once it is paid or that is under way.
 */
export function takeOver({ db, clock }: Deps, asking: Asking): Promise<Answer> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking, now)
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    if (me.is_starter) return accepted(undefined)
    if (group.pays === 'each') return refused('not_yours')
    const payment = paymentOf(group, me, ordered)
    if (payment) return refused(payment)
    const until = mayTakeOverFrom(group, ordered)
    if (isOpen(group, now) || now < until) return refused('too_soon', { until })
    await startNewEdition(tx, group, me)
    const in_it = eq(group_members.group_order_id, group.id)
    await tx.update(group_members).set({ is_starter: false }).where(in_it)
    await tx.update(group_members).set({ is_starter: true }).where(eq(group_members.id, me.id))
    const closed_at = group.closed_at ?? group.choose_until
    await tx.update(group_orders).set({ taken_over_at: now, closed_at }).where(eq(group_orders.id, group.id))
    return accepted(undefined)
  })
}

/**
 * Stops the payment that this member began, for all where one pays, so that it can be changed and ordered anew: money
 * that still comes by it goes back. Where none is under way nothing changes. Refused once it is paid.
 */
export function stopPayment({ db, clock }: Deps, asking: Asking): Promise<Answer> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking, now)
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    if (group.pays === 'one' && !me.is_starter) return refused('not_yours')
    const payment = paymentOf(group, me, ordered)
    if (payment === 'paid') return refused('paid')
    if (payment === 'being_paid') await startNewEdition(tx, group, me)
    return accepted(undefined)
  })
}

function steer({ db, clock }: Deps, asking: Asking, change: (tx: Tx, locked: Locked) => Promise<Answer>) {
  return db.transaction(async (tx): Promise<Answer> => {
    const asked = await lockGroup(tx, asking, clock.now())
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    if (!me.is_starter) return refused('not_yours')
    if (group.pays === 'one' && paymentOf(group, me, ordered) === 'paid') return refused('paid')
    return change(tx, asked.value)
  })
}
