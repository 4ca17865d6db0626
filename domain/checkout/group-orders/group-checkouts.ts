import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { heldBy, letGo } from '../../promotions/hold-use.ts'
import { lockPromotions } from '../../promotions/lock-promotions.ts'
import { promotions } from '../../promotions/tables.ts'
import { checkouts } from '../tables.ts'
import { group_members, group_orders, type Pays } from './tables.ts'

type Checkout = typeof checkouts.$inferSelect
type Group = { id: number; pays: Pays }

/**
 * How an order of a group's member stands: paid, called off after that, being paid (its window is open, or a transfer
 * is awaited), or stored and no more.
 */
export type GroupCheckout = {
  member_id: number
  link_token: string
  lines: Checkout['lines']
  created_at: Date
  /** What it is of was not changed since. */
  is_current: boolean
  /** It is over, whoever looks at it: called off after it was paid, or its money goes back. */
  is_over: boolean
  state: 'paid' | 'called_off' | 'being_paid' | 'unpaid'
  /** By which move, where it was called off. */
  ended_by: string | null
}

/** What the members of a group ordered, the newest first. */
export async function checkoutsOf(db: Db | Tx, group_order_id: number, now: Date): Promise<GroupCheckout[]> {
  const rows = await db
    .select({ checkout: checkouts, member: group_members, order_status: orders.status, ended_by, goes_back })
    .from(checkouts)
    .innerJoin(group_members, eq(group_members.id, checkouts.group_member_id))
    .leftJoin(orders, eq(orders.checkout_id, checkouts.id))
    .where(eq(group_members.group_order_id, group_order_id))
    .orderBy(desc(checkouts.created_at), checkouts.id)
  return rows.map(({ checkout, member, order_status, ended_by, goes_back }) => ({
    ...{ member_id: member.id, link_token: checkout.link_token, lines: checkout.lines, ended_by },
    created_at: checkout.created_at,
    is_current: isCurrent(checkout, member),
    is_over: checkout.status === 'Paid' ? order_status === 'Cancelled' : goes_back,
    state:
      checkout.status === 'Paid'
        ? order_status === 'Cancelled'
          ? 'called_off'
          : 'paid'
        : isBeingPaid(checkout, now)
          ? 'being_paid'
          : 'unpaid',
  }))
}

const ended_by = sql<string | null>`(select h.verb from ${order_history} h
  where h.order_id = ${orders.id} and h.to_status = 'Cancelled')`

const goes_back = sql<boolean>`exists (select from ${payments} p join ${refunds} r on r.payment_id = p.id
  where p.checkout_id = ${checkouts.id})`

const isBeingPaid = ({ payment_started_at, payable_until, last_charge_status }: Checkout, now: Date) =>
  payment_started_at !== null && payable_until !== null && payable_until > now && last_charge_status !== 'failed'

/** The release before writes no edition. */
const isCurrent = ({ group_edition }: Pick<Checkout, 'group_edition'>, member: typeof group_members.$inferSelect) =>
  member.left_at === null && (group_edition === null || group_edition === member.edition)

/** Whether one of them pays for what this member ordered: any where one pays for all, else one of their own. */
export const paysFor = ({ pays }: Group, member: { id: number }, checkout: Pick<GroupCheckout, 'member_id'>) =>
  pays === 'one' || checkout.member_id === member.id

/** Why a checkout of a group order cannot be paid, and the token of the group's link. */
export type GroupGone = { why: 'changed' | 'paid'; token: string }

/**
 * What a member ordered, or all where one pays, is not what it was: checkouts that were stored before cannot be paid
 * any more, hold no promotion, and money that still comes for them goes back as late. The group is locked.
 */
export async function startNewEdition(tx: Tx, group: Group, member: { id: number }): Promise<void> {
  const whose = group.pays === 'one' ? eq(group_members.is_starter, true) : eq(group_members.id, member.id)
  await tx
    .update(group_members)
    .set({ edition: sql`${group_members.edition} + 1` })
    .where(and(eq(group_members.group_order_id, group.id), whose))
  const all = forTheSame(tx, group, member.id)
  await lockInSequence(tx, all)
  await letGo(tx, await closeWindows(tx, all))
}

/**
 * Gives a checkout of a group order its turn to be paid, in the commit that begins its payment, and locks the group: of
 * all that pay for the same, only one can be paid at a time, and the others hold no promotion. Answers why it is not
 * its turn any more.
 */
export async function takeTurn(tx: Tx, checkout: Pick<Checkout, 'id'>): Promise<GroupGone | null> {
  const whose = await lockGroupOf(tx, checkout.id)
  const gone = whose && (await goneOf(tx, checkout.id))
  if (!whose || gone) return gone
  const all = forTheSame(tx, whose.group, whose.member_id)
  await lockInSequence(tx, all)
  const closed = await closeWindows(tx, and(all, ne(checkouts.id, checkout.id)))
  if (closed.length > 0) {
    // In one sequence with its own, which are held next.
    await lockPromotions(tx, inArray(promotions.id, heldBy(tx, [checkout.id, ...closed])))
    await letGo(tx, closed)
  }
  // One of them may have been paid while its row was waited for.
  return goneOf(tx, checkout.id)
}

/** Why the checkout behind a link cannot be paid; null where it can, and where it is none of a group order. */
export async function groupGone(db: Db, link_token: string): Promise<GroupGone | null> {
  const [found] = await db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.link_token, link_token))
  return found ? goneOf(db, found.id) : null
}

async function goneOf(db: Db | Tx, checkout_id: string): Promise<GroupGone | null> {
  const [found] = await db
    .select({ group: group_orders, member: group_members, edition: checkouts.group_edition })
    .from(checkouts)
    .innerJoin(group_members, eq(group_members.id, checkouts.group_member_id))
    .innerJoin(group_orders, eq(group_orders.id, group_members.group_order_id))
    .where(eq(checkouts.id, checkout_id))
  if (!found) return null
  const { group, member, edition } = found
  const [paid] = await db
    .select({ id: checkouts.id })
    .from(checkouts)
    .innerJoin(orders, and(eq(orders.checkout_id, checkouts.id), ne(orders.status, 'Cancelled')))
    .where(and(forTheSame(db, group, member.id), ne(checkouts.id, checkout_id)))
    .limit(1)
  if (paid) return { why: 'paid', token: group.link_token }
  return isCurrent({ group_edition: edition }, member) ? null : { why: 'changed', token: group.link_token }
}

/** The group order that a checkout is of, locked, and its member; null for none. Nothing else is locked yet. */
async function lockGroupOf(tx: Tx, checkout_id: string) {
  const [found] = await tx
    .select({ group: group_orders, member_id: group_members.id })
    .from(checkouts)
    .innerJoin(group_members, eq(group_members.id, checkouts.group_member_id))
    .innerJoin(group_orders, eq(group_orders.id, group_members.group_order_id))
    .where(eq(checkouts.id, checkout_id))
    .for('no key update', { of: group_orders })
  return found ?? null
}

/** The same, with the checkouts that pay for the same, as whoever gives one of them its turn locks all of them. */
export async function lockGroupAndCheckouts(tx: Tx, checkout_id: string): Promise<void> {
  const whose = await lockGroupOf(tx, checkout_id)
  if (whose) await lockInSequence(tx, forTheSame(tx, whose.group, whose.member_id))
}

/** Checkouts by their number, as one that gives way is locked with those that gave way to it. */
async function lockInSequence(tx: Tx, which: SQL | undefined): Promise<void> {
  await tx.select({ id: checkouts.id }).from(checkouts).where(which).orderBy(checkouts.id).for('no key update')
}

/** The checkouts that pay for the same: all of a group where one pays, else those of one member. */
function forTheSame(db: Db | Tx, { id, pays }: Group, member_id: number): SQL | undefined {
  const members = db.select({ id: group_members.id }).from(group_members).where(eq(group_members.group_order_id, id))
  return pays === 'one' ? inArray(checkouts.group_member_id, members) : eq(checkouts.group_member_id, member_id)
}

/** A charge that comes for these from now on is late. Answers those that had a promotion. */
async function closeWindows(tx: Tx, which: SQL | undefined): Promise<string[]> {
  const closed = await tx
    .update(checkouts)
    .set({ payable_until: null })
    .where(and(which, ne(checkouts.status, 'Paid')))
    .returning({ id: checkouts.id, discount: checkouts.discount })
  return closed.filter(({ discount }) => discount > 0).map(({ id }) => id)
}
