import { and, count, eq, isNotNull, lte, min } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { vendors } from '../catalog/tables.ts'
import { escalationSettings } from '../orders/escalation-settings.ts'
import { orders } from '../orders/tables.ts'
import { refunds, review_cases } from '../payments/tables.ts'
import { payouts } from '../payouts/tables.ts'
import { messages } from './tables.ts'

export type Attention = {
  kind:
    | 'orders_unaccepted'
    | 'payments_on_review'
    | 'payouts_waiting'
    | 'vendors_pending'
    | 'refunds_failed'
    | 'messages_failed'
    | 'messages_held'
  count: number
  /** Since when the oldest of them waits. */
  since: Date | null
}

/**
 * What waits for an admin, each with how many and since when; nothing that does not wait is listed. An order waits for one
 * from the minute on at which the admins are called about it (decision 045).
 */
export async function needsAttention(db: Db, now: Date): Promise<Attention[]> {
  const { call_minutes } = await escalationSettings(db)
  const unaccepted_since = new Date(now.getTime() - call_minutes * 60_000)
  const asked: [Attention['kind'], PromiseLike<{ count: number; since: Date | null }[]>][] = [
    [
      'orders_unaccepted',
      db
        .select({ count: count(), since: min(orders.created_at) })
        .from(orders)
        .where(and(eq(orders.status, 'Pending').inlineParams(), lte(orders.created_at, unaccepted_since))),
    ],
    [
      'payments_on_review',
      db
        .select({ count: count(), since: min(review_cases.created_at) })
        .from(review_cases)
        .where(eq(review_cases.status, 'Open').inlineParams()),
    ],
    [
      'refunds_failed',
      db
        .select({ count: count(), since: min(refunds.created_at) })
        .from(refunds)
        .where(eq(refunds.status, 'Failed').inlineParams()),
    ],
    [
      'payouts_waiting',
      db
        .select({ count: count(), since: min(payouts.created_at) })
        .from(payouts)
        .where(eq(payouts.status, 'Pending').inlineParams()),
    ],
    [
      'vendors_pending',
      db
        .select({ count: count(), since: min(vendors.created_at) })
        .from(vendors)
        .where(and(eq(vendors.status, 'Pending').inlineParams(), isNotNull(vendors.name))),
    ],
    [
      'messages_failed',
      db
        .select({ count: count(), since: min(messages.created_at) })
        .from(messages)
        .where(eq(messages.status, 'Failed').inlineParams()),
    ],
    [
      'messages_held',
      db
        .select({ count: count(), since: min(messages.created_at) })
        .from(messages)
        .where(eq(messages.status, 'Held').inlineParams()),
    ],
  ]
  const answers = await Promise.all(asked.map(async ([kind, rows]) => ({ kind, ...(await rows)[0] })))
  return answers.flatMap(({ kind, count: waiting = 0, since = null }) =>
    waiting > 0 ? [{ kind, count: waiting, since }] : [],
  )
}
