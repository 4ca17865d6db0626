import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { checkouts } from './tables.ts'

/** The checkout behind a link. Null for what cannot be a link of ours, without asking the database. */
export async function checkoutByLink(db: Db, link_token: string) {
  if (!/^[\w-]{24}$/.test(link_token)) return null
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  return checkout ?? null
}
