import { and, eq, gte, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { anyOf } from '../../../db/columns.ts'
import type { Tx } from '../../../db/handle.ts'
import { leaseUntil } from '../../due.ts'
import type { Deps } from '../../events.ts'
import { ringForAdmins } from '../bell/admins.ts'
import type { CapName, MessageChannel } from '../lifecycle.ts'
import { messages } from '../tables.ts'
import { campusDayStart, countAdmitted, overCaps, type Restraints, readRestraints } from './message-caps.ts'
import { moveMessages } from './move-messages.ts'
import { body_without_link } from './secret-links.ts'

type Message = typeof messages.$inferSelect

/** Two workers that admit at the same time would each miss the other's count. */
const ADMISSION_LOCK = 7_130_003

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
      .select({
        id: messages.id,
        channel: messages.channel,
        dedupe_key: messages.dedupe_key,
        recipient: messages.recipient,
        dispensable: messages.dispensable,
        gateway: messages.gateway,
        admitted_at: messages.admitted_at,
        // Taken with the first row that is due, and so before it is counted what was admitted.
        locked: sql`(select pg_advisory_xact_lock(${ADMISSION_LOCK}))`,
      })
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
    const restraints = await readRestraints(tx, due, now)
    const [unwanted, wanted] = [due.filter(isUnwanted(restraints)), due.filter((one) => !isUnwanted(restraints)(one))]
    await keepQuiet(tx, unwanted)
    const over = overCaps(wanted.filter(isFresh), restraints)
    await stop(tx, over, now)
    const claimed = wanted.filter(({ id }) => !over.has(id))
    return {
      claimed: claimed.length === 0 ? [] : await lease(tx, claimed, now),
      kept_back: due.length - claimed.length,
    }
  })
}

type Due = Pick<Message, 'id' | 'channel' | 'dedupe_key' | 'recipient' | 'dispensable' | 'gateway' | 'admitted_at'>

/** Counted by no cap yet. */
const isFresh = ({ admitted_at }: Due) => admitted_at === null

async function lease(tx: Tx, claimed: readonly Due[], now: Date): Promise<Message[]> {
  const fresh = claimed.filter(isFresh)
  const counted = fresh.length > 0 ? [tx.$with('counted').as(countAdmitted(tx, fresh, now))] : []
  return tx
    .with(...counted)
    .update(messages)
    .set({
      next_attempt_at: leaseUntil(now),
      attempts: sql`${messages.attempts} + 1`,
      admitted_at: sql`coalesce(${messages.admitted_at}, ${now.toISOString()}::timestamptz)`,
    })
    .where(
      anyOf(
        messages.id,
        claimed.map(({ id }) => id),
      ),
    )
    .returning()
}

/** Its recipient asked not to get it; one that a gateway may already have goes on. */
const isUnwanted =
  ({ quiet }: Restraints) =>
  ({ channel, dispensable, gateway, recipient }: Due) =>
    channel === 'sms' && dispensable && gateway === null && quiet.has(recipient)

async function keepQuiet(tx: Tx, unwanted: readonly Due[]): Promise<void> {
  if (unwanted.length === 0) return
  const ids = unwanted.map(({ id }) => id)
  await moveMessages(tx, {
    verb: 'keep_quiet',
    by: 'worker',
    where: anyOf(messages.id, ids),
    set: { next_attempt_at: null },
  })
}

/**
 * Holds messages over a cap, and tells the admins of the day's first. A message with an expiry would be too late after
 * an admin's decision, so it expires at once.
 */
async function stop(tx: Tx, over: ReadonlyMap<string, CapName>, now: Date): Promise<void> {
  for (const cap of new Set(over.values())) {
    const ids = [...over].flatMap(([id, by]) => (by === cap ? [id] : []))
    await tellOfFirstHeld(tx, cap, now)
    const stopped = { held_at: now, held_by: cap, next_attempt_at: null }
    await moveMessages(tx, {
      verb: 'hold',
      by: 'worker',
      where: and(inArray(messages.id, ids), isNull(messages.expires_at)),
      set: stopped,
    })
    await moveMessages(tx, {
      verb: 'expire',
      by: 'worker',
      where: and(inArray(messages.id, ids), isNotNull(messages.expires_at)),
      // A link that opens something is never sent now.
      set: { ...stopped, last_error: 'Over a cap', body: body_without_link, html: null },
    })
  }
}

const notices: Readonly<Record<CapName, string>> = {
  recipient_day:
    'A number got as many text messages today as we allow. The next ones are held: send or drop them under Messages.',
  marketplace_hour:
    'More messages in an hour than we allow. The next ones are held: send or drop them under Messages. Offers and ' +
    'rings are not sent.',
  confirmations_hour:
    'More mails in an hour to addresses that nobody has confirmed than we send. The next ones are not sent, and ' +
    'their owners can ask later. Many of them may be one machine.',
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
