import { and, desc, eq, exists, gt, inArray, isNull, lte, not, or, type SQL } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import { kitchen_staff } from '../../accounts/tables.ts'
import { worksNow } from '../../accounts/works-now.ts'
import { takesOrders } from '../../catalog/availability.ts'
import type { Vendor } from '../../catalog/own-vendor.ts'
import type { ServiceHours } from '../../catalog/service-hours.ts'
import { kitchen_screens, vendors } from '../../catalog/tables.ts'
import { parsePhone } from '../../phone.ts'
import { kitchen_texts, messages, push_subscriptions, sms_submissions } from '../tables.ts'

/** More text messages than a kitchen gets while we wait for a sign of it. */
const MOST_MESSAGES = 50

/**
 * Active kitchens that were open to orders since `since` as far as pauses go, whose screen was not seen since then, and
 * where nobody has a device that rings.
 */
export function withoutScreenOrPush(db: Db | Tx, since: Date, which?: SQL): Promise<Vendor[]> {
  const screen = db
    .select({ vendor_id: kitchen_screens.vendor_id })
    .from(kitchen_screens)
    .where(and(eq(kitchen_screens.vendor_id, vendors.user_id), gt(kitchen_screens.screen_seen_at, since)))
  const own_device = db
    .select({ id: push_subscriptions.id })
    .from(push_subscriptions)
    .where(eq(push_subscriptions.user_id, vendors.user_id))
  const device_of_staff = db
    .select({ id: push_subscriptions.id })
    .from(kitchen_staff)
    .innerJoin(push_subscriptions, eq(push_subscriptions.user_id, kitchen_staff.user_id))
    .where(and(eq(kitchen_staff.vendor_id, vendors.user_id), worksNow()))
  return db
    .select()
    .from(vendors)
    .where(
      and(
        eq(vendors.status, 'Active').inlineParams(),
        or(isNull(vendors.paused_until), lte(vendors.paused_until, since)),
        or(isNull(vendors.opened_at), lte(vendors.opened_at, since)),
        not(exists(screen)),
        not(exists(own_device)),
        not(exists(device_of_staff)),
        which,
      ),
    )
}

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
