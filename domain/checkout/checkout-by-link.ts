import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { checkouts } from './tables.ts'

/** Whether a text can be a link of ours at all. */
export const isLinkToken = (text: string) => /^[\w-]{24}$/.test(text)

/** The payment's reference behind a link. Null for what cannot be a link of ours, without asking the database. */
export async function txRefByLink(db: Db, link_token: string): Promise<string | null> {
  if (!isLinkToken(link_token)) return null
  const [found] = await db
    .select({ tx_ref: checkouts.tx_ref })
    .from(checkouts)
    .where(eq(checkouts.link_token, link_token))
  return found?.tx_ref ?? null
}

/** The idempotency key under which the order behind a link was sent; empty for what is no link of ours. */
export async function keyByLink(db: Db, link_token: string): Promise<string> {
  if (!isLinkToken(link_token)) return ''
  const [found] = await db
    .select({ key: checkouts.idempotency_key })
    .from(checkouts)
    .where(eq(checkouts.link_token, link_token))
  return found?.key ?? ''
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
