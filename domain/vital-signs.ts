import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '../db/handle.ts'
import { mail_links } from './accounts/tables.ts'
import { backups } from './backups/tables.ts'
import { checkouts } from './checkout/tables.ts'
import { deliveries, offers, riders } from './delivery/tables.ts'
import { invariant_checks } from './invariants/tables.ts'
import { messages, sms_submissions } from './notifications/tables.ts'
import { run_shares, runs } from './orders/runs/tables.ts'
import { missing_dishes, orders } from './orders/tables.ts'
import { payments, provider_events, refunds, review_cases } from './payments/tables.ts'
import { payout_transfers, payouts } from './payouts/tables.ts'
import { provider_lists } from './reconciliation/tables.ts'

/** One figure; `of` says which one, e.g. the lane or the status. */
export type VitalSign = { name: VitalSignName; of: string; value: number }

/** What a monitoring system sees, in addition to what the processes measure themselves. */
export const vital_signs = {
  due_rows: 'Rows that are due and wait for the worker',
  oldest_due_seconds: 'How long the oldest of them has been due',
  waiting_kobo: 'Money that waits: for a provider, for a person, or for a payout',
  waiting_cases: 'Charges that fit no order and wait for a person',
  open_orders: 'Orders that are not over, by status',
  waiting_deliveries: 'Food that nobody carries yet, by status of its delivery',
  oldest_waiting_delivery_seconds: 'How long the oldest of it has been waiting',
  riders_on_duty: 'Riders who may be asked',
  messages_of_the_day: 'Messages of the last 24 hours, by channel and status',
  backup_age_seconds: 'How old the last good backup is; +Inf where there is none and somebody wants one',
  archive_fails_seconds: 'How long the database has archived no log although it should, 0 while it does',
  broken_invariants: 'Violations of a money invariant; anything but 0 needs a person at once',
  invariants_age_seconds: 'How long ago the invariants were asked; +Inf where they never were',
  database_bytes: 'The size of the database',
  database_connections: 'Connections to this database, by what they do',
  database_connections_left: 'Connections that the database still takes from programs like the app',
} as const
export type VitalSignName = keyof typeof vital_signs

/**
 * The present figures, in one statement of some milliseconds: all but the day's messages read an index or a few rows.
 */
export async function readVitalSigns(
  db: Db,
  now: Date,
  { wants_backups } = { wants_backups: false },
): Promise<VitalSign[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const lane = (of: string, table: PgTable, only: string, due = 'next_attempt_at') => sql`
    select ${of}::text as lane, ${sql.raw(due)} as due from ${table}
    where ${sql.raw(only)} and ${sql.raw(due)} <= ${at}`
  const { rows } = await db.execute<{ name: VitalSignName; of: string; value: string | number }>(sql`
    with due as (
      ${lane('refunds', refunds, "status in ('Asked', 'Sent')")}
      union all ${lane('transfers', payout_transfers, "status in ('Asked', 'Queued')")}
      union all ${lane('transfer fees', payout_transfers, "status = 'Successful'")}
      union all ${lane('failed transfers', payout_transfers, "status = 'Failed'")}
      union all ${lane('provider events', provider_events, 'consumed_at is null')}
      union all ${lane('checkouts', checkouts, 'true', 'next_check_at')}
      union all select channel, next_attempt_at from ${messages} where status = 'Queued' and next_attempt_at <= ${at}
      -- The other gateway cannot be asked.
      union all ${lane('delivery reports', sms_submissions, "gateway = 'smarthive'", 'ask_at')}
      union all ${lane('mail links', mail_links, 'handled_at is null', 'asked_at')}
      union all ${lane('comparisons', provider_lists, 'true', 'next_compare_at')}
      union all ${lane('rejections', orders, 'true', 'reject_at')}
      union all ${lane('missing dishes', missing_dishes, 'outcome is null', 'answer_by')}
      union all ${lane('offers', offers, "status = 'Open'", 'expires_at')}
      -- What a kitchen has not answered is escalated by itself.
      union all select 'runs', r.closes_at from ${run_shares} s join ${runs} r on r.id = s.run_id
        where s.settled_at is null and r.closes_at <= ${at} and not exists (
          select from ${run_shares} other join ${orders} o on o.id = other.order_id
          where other.run_id = r.id and o.status = 'Pending')
    ), lanes (lane) as (
      values ('refunds'), ('transfers'), ('transfer fees'), ('failed transfers'), ('provider events'), ('checkouts'),
        ('sms'), ('mail'), ('push'), ('delivery reports'), ('mail links'), ('comparisons'), ('rejections'),
        ('missing dishes'), ('offers'), ('runs')
    )
    select 'due_rows' as name, lane as of, count(due)::bigint as value
      from lanes left join due using (lane) group by lane
    union all
    select 'oldest_due_seconds', lane, coalesce(extract(epoch from ${at} - min(due)), 0)
      from lanes left join due using (lane) group by lane
    union all
    select 'waiting_kobo', 'refunds', coalesce(sum(amount) * 100, 0) from ${refunds} where status in ('Asked', 'Sent')
    union all
    select 'waiting_kobo', 'failed refunds', coalesce(sum(amount) * 100, 0) from ${refunds} where status = 'Failed'
    union all
    select 'waiting_kobo', 'payouts', coalesce(sum(amount) * 100, 0) from ${payouts} where status = 'Pending'
    union all
    select 'waiting_kobo', 'review', coalesce(sum(amount) * 100, 0)
      from ${review_cases} c join ${payments} p on p.id = c.payment_id where c.status = 'Open' and p.currency = 'NGN'
    union all
    select 'waiting_cases', 'review', count(*) from ${review_cases} where status = 'Open'
    union all
    select 'open_orders', status, count(*) from ${orders}
      where status in ('Pending', 'Accepted', 'Completed') group by status
    union all
    select 'waiting_deliveries', status, count(*) from ${deliveries}
      where status in ('Waiting', 'Offered') group by status
    union all
    select 'oldest_waiting_delivery_seconds', '', coalesce(extract(epoch from ${at} - min(created_at)), 0)
      from ${deliveries} where status in ('Waiting', 'Offered')
    union all
    select 'riders_on_duty', '', count(*) from ${riders} where on_duty_since is not null
    union all
    select 'messages_of_the_day', channel || ' ' || status, count(*) from ${messages}
      where created_at > ${at} - interval '24 hours' group by channel, status
    union all
    select 'backup_age_seconds', '',
      coalesce(extract(epoch from ${at} - max(begun_at) filter (where verified_at is not null)), 'Infinity')
      from ${backups} having ${wants_backups}::boolean or count(*) > 0
    union all
    select 'archive_fails_seconds', '',
      case when last_failed_time > coalesce(last_archived_time, '-infinity')
        then greatest(0, extract(epoch from ${at} - coalesce(last_archived_time, stats_reset))) else 0 end
      from pg_stat_archiver
    union all
    select 'broken_invariants', '', broken from ${invariant_checks} where broken is not null
    union all
    select 'invariants_age_seconds', '', coalesce(extract(epoch from ${at} - max(checked_at)), 'Infinity')
      from ${invariant_checks}
    union all
    select 'database_bytes', '', pg_database_size(current_database())
    union all
    select 'database_connections', coalesce(state, 'other'), count(*) from pg_stat_activity
      where datname = current_database() group by state
    union all
    select 'database_connections_left', '',
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - (select count(*) from pg_stat_activity where backend_type = 'client backend')
  `)
  return rows.map(({ value, ...sign }) => ({ ...sign, value: Number(value) }))
}
