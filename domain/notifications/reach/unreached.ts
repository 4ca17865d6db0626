import { and, desc, eq, exists, gt, inArray, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { kitchen_staff } from '../../accounts/tables.ts'
import { worksNow } from '../../accounts/works-now.ts'
import { takesOrders } from '../../catalog/hours/availability.ts'
import type { ServiceHours } from '../../catalog/hours/service-hours.ts'
import type { Vendor } from '../../catalog/own-vendor.ts'
import { kitchen_screens, vendors } from '../../catalog/tables.ts'
import { parsePhone } from '../../phone.ts'
import { kitchen_texts, messages, push_subscriptions, sms_submissions } from '../tables.ts'

/** More text messages than a kitchen gets while we wait for a sign of it. */
const MOST_MESSAGES = 50

/** So long a device gets to say that it showed what its push service took. */
const ANSWER_MS = 2 * 60_000

/**
 * Active kitchens that were open to orders since `since` as far as pauses go, whose screen was not seen since then, and
 * none of whose devices is reached.
 */
export function withoutScreenOrPush(db: Db | Tx, since: Date, now: Date, which?: SQL): Promise<Vendor[]> {
  return withoutScreen(db, since, and(not(exists(devicesOf(db, isReached(db, since, now)))), which))
}

/** Such kitchens with a device of which nothing is known since then: it was told nothing that it could have shown. */
export function withUnknownDevice(db: Db | Tx, since: Date, now: Date): Promise<Vendor[]> {
  const quiet = and(not(isHeard(since)), not(exists(pushesTo(db, since, now))))
  return withoutScreen(db, since, exists(devicesOf(db, quiet)))
}

function withoutScreen(db: Db | Tx, since: Date, which: SQL | undefined): Promise<Vendor[]> {
  const screen = db
    .select({ vendor_id: kitchen_screens.vendor_id })
    .from(kitchen_screens)
    .where(and(eq(kitchen_screens.vendor_id, vendors.user_id), gt(kitchen_screens.screen_seen_at, since)))
  return db
    .select()
    .from(vendors)
    .where(
      and(
        eq(vendors.status, 'Active').inlineParams(),
        or(isNull(vendors.paused_until), lte(vendors.paused_until, since)),
        or(isNull(vendors.opened_at), lte(vendors.opened_at, since)),
        not(exists(screen)),
        which,
      ),
    )
}

/** The devices that ring for a kitchen: its founder's, and those of who works there. */
function devicesOf(db: Db | Tx, which: SQL | undefined) {
  const staff = db
    .select({ user_id: kitchen_staff.user_id })
    .from(kitchen_staff)
    .where(and(eq(kitchen_staff.vendor_id, vendors.user_id), worksNow()))
  const theirs = or(eq(push_subscriptions.user_id, vendors.user_id), inArray(push_subscriptions.user_id, staff))
  return db.select({ id: push_subscriptions.id }).from(push_subscriptions).where(and(theirs, which))
}

/** Somebody had it in hand since then, or it showed something. */
const isHeard = (since: Date) =>
  sql`(${gt(push_subscriptions.created_at, since)} or coalesce(${gt(push_subscriptions.shown_at, since)}, false))`

/** What its push service took since then, and it had time to show. */
function pushesTo(db: Db | Tx, since: Date, now: Date) {
  const of_device = sql`${messages.recipient} = ${push_subscriptions.id}::text`
  const took = and(eq(messages.channel, 'push').inlineParams(), eq(messages.status, 'Sent').inlineParams())
  const in_time = lte(messages.sent_at, new Date(now.getTime() - ANSWER_MS))
  return db
    .select({ id: messages.id })
    .from(messages)
    .where(and(of_device, took, gt(messages.sent_at, since), in_time))
}

/** A device is reached where it is heard, and where we know nothing else of it (decision 173). */
const isReached = (db: Db | Tx, since: Date, now: Date) => or(isHeard(since), not(exists(pushesTo(db, since, now))))

/** Whether a kitchen has taken orders without a break from `since` to `now`, by all hours that count. */
export function hasBeenOpen(vendor: Vendor, service: ServiceHours, since: Date, now: Date): boolean {
  const then = takesOrders(vendor, service, since)
  return then.open && (then.until === null || then.until > now) && takesOrders(vendor, service, now).open
}

/**
 * Whether a kitchen's telephone is known not to be reached: the last text message to it did not arrive, none arrived
 * since `since`, and it wrote us none meanwhile. What is not known counts as a telephone that works.
 */
export async function isKnownToBeMute(db: Db | Tx, vendor: Vendor, since: Date): Promise<boolean> {
  const phone = parsePhone(vendor.phone ?? '')
  if (!phone) return false
  const newest = await db
    .select({ outcome: sms_submissions.outcome, at: sms_submissions.submitted_at })
    .from(sms_submissions)
    .innerJoin(messages, eq(messages.id, sms_submissions.message_id))
    .where(and(eq(messages.recipient, phone), eq(messages.channel, 'sms')))
    .orderBy(desc(sms_submissions.submitted_at))
    .limit(MOST_MESSAGES)
  const [last] = newest
  if (last?.outcome !== 'Undelivered') return false
  if (newest.some(({ outcome, at }) => outcome === 'Delivered' && at > since)) return false
  // A text is kept under one kitchen, and means all that have its telephone.
  const with_phone = db
    .select({ id: vendors.user_id })
    .from(vendors)
    .where(inArray(vendors.phone, [phone, vendor.phone ?? phone]))
  const wrote = and(
    inArray(kitchen_texts.vendor_id, with_phone),
    gt(kitchen_texts.received_at, earlier(since, last.at)),
  )
  return (await db.$count(kitchen_texts, wrote)) === 0
}

const earlier = (one: Date, other: Date) => (one < other ? one : other)
