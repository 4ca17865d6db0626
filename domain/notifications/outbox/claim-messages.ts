import { and, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { leaseUntil } from '../../due.ts'
import type { Deps } from '../../events.ts'
import { ringForAdmins } from '../bell/admins.ts'
import type { CapName, MessageChannel } from '../lifecycle.ts'
import { messages, quiet_numbers } from '../tables.ts'
import { campusDayStart, overCaps } from './message-caps.ts'
import { body_without_link } from './secret-links.ts'

type Message = typeof messages.$inferSelect

/**
 * Claims what is due under a lease, the longest due first; nobody else touches it until the lease ends. In the same
 * commit, a message over a cap becomes Held (or Expired if it would come too late), and one that its recipient asked
 * not to get becomes Not sent (decision 050). Answers what to send now, and how many messages were kept back.
 */
export async function claimDue(
  deps: Deps,
  channels: readonly MessageChannel[],
  limit: number,
): Promise<{ claimed: Message[]; kept_back: number }> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.status, 'Queued').inlineParams(),
          inArray(messages.channel, [...channels]),
          lte(messages.next_attempt_at, now),
        ),
      )
      .orderBy(messages.next_attempt_at)
      .limit(limit)
      .for('no key update', { skipLocked: true })
    if (due.length === 0) return { claimed: [], kept_back: 0 }
    const unwanted = await quietOnes(tx, due)
    const wanted = due.filter(({ id }) => !unwanted.has(id))
    const stopped = await stopOverCaps(tx, wanted, now)
    const claimed = wanted.filter(({ id }) => !stopped.has(id)).map(({ id }) => id)
    return {
      claimed: claimed.length === 0 ? [] : await lease(tx, claimed, now),
      kept_back: due.length - claimed.length,
    }
  })
}

async function lease(tx: Tx, ids: readonly string[], now: Date): Promise<Message[]> {
  return tx
    .update(messages)
    .set({
      next_attempt_at: leaseUntil(now),
      attempts: sql`${messages.attempts} + 1`,
      admitted_at: sql`coalesce(${messages.admitted_at}, ${now.toISOString()}::timestamptz)`,
    })
    .where(inArray(messages.id, [...ids]))
    .returning()
}

/** Those that their recipients asked not to get; a message that a gateway may already have goes on. */
async function quietOnes(tx: Tx, due: readonly Message[]): Promise<Set<string>> {
  const asked = due.filter(({ channel, dispensable, gateway }) => channel === 'sms' && dispensable && gateway === null)
  if (asked.length === 0) return new Set()
  const rows = await tx
    .update(messages)
    .set({ status: 'Not sent', next_attempt_at: null })
    .where(
      and(
        inArray(
          messages.id,
          asked.map(({ id }) => id),
        ),
        inArray(messages.recipient, tx.select({ phone: quiet_numbers.phone }).from(quiet_numbers)),
      ),
    )
    .returning({ id: messages.id })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Holds messages over a cap, and tells the admins of the day's first. A message with an expiry would be too late after
 * an admin's decision, so it expires at once. Answers the ids of both.
 */
async function stopOverCaps(tx: Tx, wanted: readonly Message[], now: Date): Promise<Set<string>> {
  const fresh = wanted.filter((message) => message.admitted_at === null)
  if (fresh.length === 0) return new Set()
  const over = await overCaps(tx, fresh, now)
  for (const cap of new Set(over.values())) {
    const ids = [...over].flatMap(([id, by]) => (by === cap ? [id] : []))
    await tellOfFirstHeld(tx, cap, now)
    const stopped = { held_at: now, held_by: cap, next_attempt_at: null }
    await tx
      .update(messages)
      .set({ ...stopped, status: 'Held' })
      .where(and(inArray(messages.id, ids), isNull(messages.expires_at)))
    await tx
      .update(messages)
      .set({
        ...stopped,
        status: 'Expired',
        last_error: 'Over a cap',
        // A link that opens something is never sent now.
        body: body_without_link,
        html: null,
      })
      .where(and(inArray(messages.id, ids), isNotNull(messages.expires_at)))
  }
  return new Set(over.keys())
}

const notices: Readonly<Record<CapName, string>> = {
  recipient_day:
    'A number got as many text messages today as we allow. The next ones are held: send or drop them under Messages.',
  marketplace_hour:
    'More messages in an hour than we allow. The next ones are held: send or drop them under Messages. Offers and ' +
    'rings are not sent.',
}

/** Once per cap and campus day; the dashboard says how many have waited since. */
async function tellOfFirstHeld(tx: Tx, cap: CapName, now: Date): Promise<void> {
  const [earlier] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.held_by, cap), gte(messages.held_at, campusDayStart(now))))
    .limit(1)
  if (!earlier) await ringForAdmins(tx, 'help_customers', { kind: 'messages_held', text: notices[cap] }, now)
}
