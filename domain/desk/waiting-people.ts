import { and, asc, count, eq, inArray, isNotNull, lte, min, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { vendors } from '../catalog/tables.ts'
import { waitingChats } from '../chat/chat-lists.ts'
import { MINUTE_MS } from '../clock.ts'
import { missedShifts, openShifts } from '../delivery/shifts/shift-lists.ts'
import { riders } from '../delivery/tables.ts'
import { messages } from '../notifications/tables.ts'
import { MOST_LINES, type WaitingLine } from './waiting-line.ts'

/** Vendors with a name that wait to be activated. */
export async function pendingVendors(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({ id: vendors.user_id, since: vendors.created_at, name: vendors.name, phone: vendors.phone })
    .from(vendors)
    .where(and(eq(vendors.status, 'Pending').inlineParams(), isNotNull(vendors.name)))
    .orderBy(asc(vendors.created_at))
    .limit(MOST_LINES)
  return rows.map(({ name, ...row }) => ({
    kind: 'vendors_pending',
    ...row,
    name: name ?? '',
    whose_phone: name ?? '',
  }))
}

/** Customers who wrote to us about an order, and nobody has answered. */
export async function unansweredChats(db: Db): Promise<WaitingLine[]> {
  const rows = await waitingChats(db, MOST_LINES)
  return rows.map(({ order_id, since, text, first_name, phone }) => ({
    kind: 'chats_waiting',
    ...{ id: order_id, order_id, since, phone, about: text },
    whose_phone: first_name,
  }))
}

/** Riders who sent their registration in. */
export async function pendingRiders(db: Db): Promise<WaitingLine[]> {
  const rows = await db
    .select({ id: riders.user_id, since: riders.submitted_at, name: riders.name, email: riders.email })
    .from(riders)
    .where(and(eq(riders.status, 'Pending').inlineParams(), isNotNull(riders.submitted_at)))
    .orderBy(asc(riders.submitted_at))
    .limit(MOST_LINES)
  return rows.flatMap(({ id, name, email, since }) =>
    since ? [{ kind: 'riders_pending' as const, id, name: name ?? email, since }] : [],
  )
}

/** Riders who have a shift now and did not come on duty. */
export async function missingRiders(db: Db, now: Date): Promise<WaitingLine[]> {
  const rows = await missedShifts(db, now)
  return rows.map(({ name, email, until, ...row }) => ({
    kind: 'shift_missed',
    ...row,
    name: name ?? email,
    whose_phone: name ?? email,
    expected_until: until,
  }))
}

/** So long before a shift begins, somebody has to find riders for it. */
const OPEN_SHIFT_HOURS = 3

/** Shifts that run or begin soon, with places that no rider has taken. */
export async function untakenShifts(db: Db, now: Date): Promise<WaitingLine[]> {
  const until = new Date(now.getTime() + OPEN_SHIFT_HOURS * 3_600_000)
  const rows = await openShifts(db, { now, until })
  return rows.map(({ id, planned_at, begins_at, ends_at, places }) => ({
    kind: 'shift_open',
    id,
    since: planned_at,
    promised_until: begins_at,
    expected_until: ends_at,
    about: counted(places),
  }))
}

const counted = (places: number) => (places === 1 ? '1 place' : `${places} places`)

/** So many that were refused for so long are no accident of one number: nothing goes out. */
const STANDING_MESSAGES = 3
const STANDING_MINUTES = 5

/**
 * Text messages, or mails, that a gateway has refused for minutes and that are tried on for a day: its account is
 * empty, or it is down. One line for each of the two; `about` is how many, `error` what the gateway said last.
 */
export async function standingMessages(db: Db, now: Date): Promise<WaitingLine[]> {
  const before = new Date(now.getTime() - STANDING_MINUTES * MINUTE_MS)
  const tried_last = sql`${messages.next_attempt_at} desc nulls last`
  const rows = await db
    .select({
      channel: messages.channel,
      count: count(),
      since: min(messages.created_at),
      error: sql<string>`(array_agg(${messages.last_error} order by ${tried_last}))[1]`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.status, 'Queued').inlineParams(),
        inArray(messages.channel, ['sms', 'mail']),
        isNotNull(messages.last_error),
        lte(messages.created_at, before),
      ),
    )
    .groupBy(messages.channel)
  return rows
    .filter((row) => row.count >= STANDING_MESSAGES)
    .map(({ channel, error, since, ...row }) => ({
      kind: 'messages_stand',
      ...{ id: channel, since: since ?? now, about: String(row.count), error },
    }))
}

/** Messages that could not be sent, and those that a cap holds. `about` is what they say and about whom. */
export async function stuckMessages(db: Db): Promise<WaitingLine[]> {
  const of = (status: 'Failed' | 'Held') =>
    db
      .select({ id: messages.id, since: messages.created_at, about: messages.dedupe_key, error: messages.last_error })
      .from(messages)
      .where(eq(messages.status, status).inlineParams())
      .orderBy(asc(messages.created_at))
      .limit(MOST_LINES)
  const [failed, held] = await Promise.all([of('Failed'), of('Held')])
  return [
    ...failed.map((row) => ({ kind: 'messages_failed' as const, ...row })),
    ...held.map((row) => ({ kind: 'messages_held' as const, ...row })),
  ]
}
