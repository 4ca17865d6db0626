import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { isLinkToken } from '../checkout-by-link.ts'
import { checkouts } from '../tables.ts'
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
      | 'paid',
      undefined
    >

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

/** The members who have paid, by their numbers; where one pays, its starter or nobody. */
export async function payersOf(db: Db | Tx, group_order_id: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: group_members.id })
    .from(checkouts)
    .innerJoin(group_members, eq(group_members.id, checkouts.group_member_id))
    .where(and(eq(group_members.group_order_id, group_order_id), eq(checkouts.status, 'Paid')))
  return new Set(rows.map(({ id }) => id))
}

export const isOpen = ({ choose_until, closed_at }: GroupOrder, now: Date) => closed_at === null && now < choose_until

/**
 * The group order behind a link, locked, and who asks: a member of it. Whoever changes one does it by this, and locks
 * nothing else after it.
 */
export async function lockGroup(
  tx: Tx,
  { token, secret }: Asking,
): Promise<Accepted<{ group: GroupOrder; me: Member; payers: ReadonlySet<number> }> | GroupRefusal> {
  if (!isLinkToken(token)) return refused('not_found')
  const [group] = await tx.select().from(group_orders).where(eq(group_orders.link_token, token)).for('no key update')
  if (!group) return refused('not_found')
  const me = isSecret(secret) && (await membersOf(tx, group.id)).find((member) => member.secret === secret)
  if (!me) return refused('not_yours')
  return accepted({ group, me, payers: await payersOf(tx, group.id) })
}

/** Whether what this member chose is paid for: by themselves, or by the starter for all. */
export const isPaid = (group: GroupOrder, member: Pick<Member, 'id'>, payers: ReadonlySet<number>) =>
  group.pays === 'one' ? payers.size > 0 : payers.has(member.id)
