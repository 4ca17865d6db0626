import { and, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/handle.ts'
import { type Given, kept } from '../../db/kept-statement.ts'
import { group_members, group_orders } from './group-orders/tables.ts'
import { checkouts } from './tables.ts'

/** Whether a text can be a link of ours at all. */
export const isLinkToken = (text: string) => /^[\w-]{24}$/.test(text)

/** The payment's reference behind a link. Null for what cannot be a link of ours, without asking the database. */
export async function txRefByLink(db: Db, link_token: string): Promise<string | null> {
  if (!isLinkToken(link_token)) return null
  const [found] = await txRefs(db, { link_token })
  return found?.tx_ref ?? null
}

const txRefs = kept((db, { link_token }: Given<{ link_token: string }>) =>
  db.select({ tx_ref: checkouts.tx_ref }).from(checkouts).where(eq(checkouts.link_token, link_token)),
)

/** The idempotency key under which the order behind a link was sent; empty for what is no link of ours. */
export async function keyByLink(db: Db, link_token: string): Promise<string> {
  if (!isLinkToken(link_token)) return ''
  const [found] = await db
    .select({ key: checkouts.idempotency_key })
    .from(checkouts)
    .where(eq(checkouts.link_token, link_token))
  return found?.key ?? ''
}

/**
 * The link of the checkout by which the order behind a link can be paid now: its own, or that of the newest that was
 * ordered in its stead, to which `giveWay` lets all before it lead. Answers what is no link of ours as it is.
 */
export async function latestLink(db: Db, link_token: string): Promise<string> {
  if (!isLinkToken(link_token)) return link_token
  const [found] = await db
    .select({ later: later.link_token })
    .from(checkouts)
    .innerJoin(later, eq(later.id, checkouts.replaced_by))
    .where(eq(checkouts.link_token, link_token))
  return found?.later ?? link_token
}

const later = alias(checkouts, 'later')

/** The id of the checkout behind a link; null for what is no link of ours. */
export async function idByLink(db: Db, link_token: string): Promise<string | null> {
  if (!isLinkToken(link_token)) return null
  const [found] = await db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.link_token, link_token))
  return found?.id ?? null
}

/** Whether a checkout that is not paid is behind a link. */
export async function openByLink(db: Db, link_token: string): Promise<boolean> {
  if (!isLinkToken(link_token)) return false
  const is_open = and(eq(checkouts.link_token, link_token), ne(checkouts.status, 'Paid'))
  return (await db.select({ id: checkouts.id }).from(checkouts).where(is_open)).length > 0
}

/** What was chosen for the order behind a link, apart from where it goes; null once it is paid and for other links. */
export async function choicesByLink(db: Db, link_token: string) {
  if (!isLinkToken(link_token)) return null
  const [chosen] = await db
    .select({
      collects: checkouts.collects,
      slot_from: checkouts.slot_from,
      run_id: checkouts.run_id,
      tip_kobo: checkouts.tip,
      promotion_code: checkouts.promotion_code,
    })
    .from(checkouts)
    .where(and(eq(checkouts.link_token, link_token), ne(checkouts.status, 'Paid')))
  return chosen ?? null
}

/**
 * The member of a group order to whom the order behind a link belongs, and which edition of it that is; null for none,
 * and for other links.
 */
export async function groupMemberByLink(db: Db, link_token: string) {
  if (!isLinkToken(link_token)) return null
  const { group_member_id, group_edition } = checkouts
  const [found] = await db
    .select({ group_member_id, group_edition })
    .from(checkouts)
    .where(eq(checkouts.link_token, link_token))
  return found ?? null
}

/** The token of the group order to which the order behind a link belongs; null for none, and for other links. */
export async function groupTokenByLink(db: Db, link_token: string): Promise<string | null> {
  if (!isLinkToken(link_token)) return null
  const [found] = await db
    .select({ token: group_orders.link_token })
    .from(checkouts)
    .innerJoin(group_members, eq(group_members.id, checkouts.group_member_id))
    .innerJoin(group_orders, eq(group_orders.id, group_members.group_order_id))
    .where(eq(checkouts.link_token, link_token))
  return found?.token ?? null
}
