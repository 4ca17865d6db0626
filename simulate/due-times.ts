import { sql } from 'drizzle-orm'
import type { World } from './world.ts'

/** Goes by the age of orders, not by a due time. */
export const by_age = 'escalate unaccepted orders'

/**
 * When each of the worker's tasks has something to do, by the rows that wait for it. Failed transfers of closed payouts
 * are asked about for a week, for which no seed waits.
 */
export async function dueTimes({ db, clock, posts }: World): Promise<{ task: string; at: Date }[]> {
  const soon = new Date(clock.now().getTime() + 60_000).toISOString()
  const { rows } = await db.execute<{ task: string; at: string }>(sql`
    select task, min(at)::text as at from (
      select 'consume provider events' as task, next_attempt_at as at from provider_events where consumed_at is null
      union all select 'check open checkouts', next_check_at from checkouts
      union all select 'send refunds', next_attempt_at from refunds where status in ('Asked', 'Sent')
      union all select 'send transfers', next_attempt_at from payout_transfers where status in ('Asked', 'Queued')
      union all select 'book transfer fees', next_attempt_at from payout_transfers where status = 'Successful'
      union all select 'send text messages', next_attempt_at from messages
        where ${posts} and status = 'Queued' and channel = 'sms'
      union all select 'send mails', next_attempt_at from messages
        where ${posts} and status = 'Queued' and channel = 'mail'
      union all select 'ask smarthive for delivery reports', ask_at from sms_submissions where ${posts}
      union all select 'dispatch', expires_at from offers where status = 'Open'
      union all select 'carry out rejections', reject_at from orders where reject_at is not null
      union all select 'decide for silent customers', answer_by from missing_dishes where outcome is null
      union all select ${by_age}, ${soon}::timestamptz
        from orders where status = 'Pending'
    ) waiting where at is not null group by task order by min(at), task`)
  return rows.map(({ task, at }) => ({ task, at: new Date(at) }))
}
