import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { isLinkToken } from '../checkout-by-link.ts'
import { checkoutsOf, type GroupCheckout, paysFor } from './group-checkouts.ts'
import { isSecret } from './rules.ts'
import { group_members, group_orders } from './tables.ts'

export type GroupOrder = typeof group_orders.$inferSelect
export type Member = typeof group_members.$inferSelect

/** Whose browser asks about which group order: the token of its link, and the secret of the cookie. */
export type Asking = { token: string; secret: string }

export type GroupRefusal =
  | Refused<'not_found', undefined>
  | Refused<
      /** It is no member's browser, or not the starter's where only that may. */
      | 'not_yours'
      /** Nobody chooses any more: the time is over, or its starter closed it. */
      | 'closed'
      /** It is paid for. */
      | 'paid'
      /** A payment for it is under way. */
      | 'being_paid',
      undefined
    >
  /** Whoever pays is still waited for, until then. */
  | Refused<'too_soon', { until: Date }>

/** The group order behind a link; null where there is none. */
export async function findGroup(db: Db | Tx, token: string): Promise<GroupOrder | null> {
  if (!isLinkToken(token)) return null
  const [group] = await db.select().from(group_orders).where(eq(group_orders.link_token, token))
  return group ?? null
}

/** Those who are in it, as they joined. */
export function membersOf(db: Db | Tx, group_order_id: number): Promise<Member[]> {
  return db
    .select()
    .from(group_members)
    .where(and(eq(group_members.group_order_id, group_order_id), isNull(group_members.left_at)))
    .orderBy(asc(group_members.id))
}

/** So long whoever pays for all is waited for, from when nobody chooses any more or they last began to order. */
const WAIT_MINUTES = 10

/** From when on another member may order and pay for all in the stead of who was to. */
export function mayTakeOverFrom(group: GroupOrder, ordered: readonly GroupCheckout[]): Date {
  const { closed_at, choose_until, taken_over_at } = group
  const signs = [closed_at ?? choose_until, taken_over_at, ...ordered.map(({ created_at }) => created_at)]
  const last = Math.max(...signs.map((sign) => sign?.getTime() ?? 0))
  return new Date(last + WAIT_MINUTES * 60_000)
}

export const isOpen = ({ choose_until, closed_at }: GroupOrder, now: Date) => closed_at === null && now < choose_until

/** A group order that is locked, who asks, and what its members ordered. */
export type Locked = { group: GroupOrder; me: Member; ordered: readonly GroupCheckout[] }

/**
 * The group order behind a link, locked, and who asks: a member of it. Whoever changes one does it by this, and locks
 * nothing after it but its unpaid checkouts.
 */
export async function lockGroup(
  tx: Tx,
  { token, secret }: Asking,
  now: Date,
): Promise<Accepted<Locked> | GroupRefusal> {
  if (!isLinkToken(token)) return refused('not_found')
  const [group] = await tx.select().from(group_orders).where(eq(group_orders.link_token, token)).for('no key update')
  if (!group) return refused('not_found')
  const me = isSecret(secret) && (await membersOf(tx, group.id)).find((member) => member.secret === secret)
  if (!me) return refused('not_yours')
  return accepted({ group, me, ordered: await checkoutsOf(tx, group.id, now) })
}

/**
 * Whether what this member chose is paid for, by themselves, or by one for all; null where nothing keeps it from being
 * changed.
 */
export function paymentOf(
  group: Pick<GroupOrder, 'pays' | 'id'>,
  member: Pick<Member, 'id'>,
  ordered: readonly GroupCheckout[],
): 'paid' | 'being_paid' | null {
  const states = ordered.filter((checkout) => paysFor(group, member, checkout)).map(({ state }) => state)
  return states.includes('paid') ? 'paid' : states.includes('being_paid') ? 'being_paid' : null
}
