import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { order_keys } from '../../delivery/tables.ts'
import type { Deps } from '../../events.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { type QuietWay, quiet_numbers } from '../tables.ts'

export type Quiet = { since: Date; asked_by: QuietWay }

/** What a quiet number still gets: in one sentence every message to a customer that is not dispensable. */
export const quiet_sentence =
  'By SMS come only the PIN, a dish that is out, a place that closed, a message in the chat that nobody read, ' +
  'trouble on the way or at the door, food that nobody collected, cancellations, refunds, and answers to complaints.'

/** Since when a number (E.164) wants quiet, and how that was asked; null for one that gets every text message. */
export async function quietOf(db: Db | Tx, phone: string): Promise<Quiet | null> {
  const [row] = await db.select().from(quiet_numbers).where(eq(quiet_numbers.phone, phone))
  return row ? { since: row.since, asked_by: row.asked_by } : null
}

/**
 * Notes that a number wants quiet, or no longer does; safe to repeat, and the first date stays. Queued dispensable
 * messages to it become Not sent (`claimDue`). Answers whether something changed.
 */
export async function setQuiet(
  db: Db | Tx,
  { phone, quiet, by, now }: { phone: string; quiet: boolean; by: QuietWay; now: Date },
): Promise<boolean> {
  const changed = quiet
    ? await db
        .insert(quiet_numbers)
        .values({ phone, since: now, asked_by: by })
        .onConflictDoNothing()
        .returning({ phone: quiet_numbers.phone })
    : await db.delete(quiet_numbers).where(eq(quiet_numbers.phone, phone)).returning({ phone: quiet_numbers.phone })
  return changed.length > 0
}

/** Whether the number of the order behind a tracking link wants quiet; false also for a link that does not exist. */
export async function isQuietByLink(db: Db, track_token: string): Promise<boolean> {
  const phone = await phoneByLink(db, track_token)
  return phone !== null && (await quietOf(db, phone)) !== null
}

/** The switch on the tracking page. Having the link proves that the number is theirs; refused for an unknown link. */
export async function setQuietByLink(
  { db, clock }: Deps,
  track_token: string,
  quiet: boolean,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  const phone = await phoneByLink(db, track_token)
  if (phone === null) return refused('not_found')
  await setQuiet(db, { phone, quiet, by: 'track_page', now: clock.now() })
  return accepted(undefined)
}

async function phoneByLink(db: Db, track_token: string): Promise<string | null> {
  const [order] = await db
    .select({ phone: orders.customer_phone })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .where(eq(order_keys.track_token, track_token))
  return order?.phone ?? null
}
