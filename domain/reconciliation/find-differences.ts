import { type SQL, sql } from 'drizzle-orm'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import { DAY_MS } from '../clock.ts'
import type { Announce, AnnouncingDeps } from '../events.ts'
import { kobo as asKobo } from '../money.ts'

/** A webhook or the poller usually brings the last minutes' charges, so they are no difference yet. */
const TOO_FRESH_MS = 10 * 60 * 1000

/**
 * Compares the mirror with our books since the day `from`, read as of `started_at`, and writes down every difference: a
 * known one is updated (an ignored one reopens when its figures changed), and one that is gone is closed by the system.
 * Older open cases are checked too. A transfer that we do not know is announced, once: after a restore it may have paid
 * what would be paid again (docs/operations.md#payouts-after-a-restore). The first day is only a margin, because the
 * provider's time zone is not known.
 */
export async function findDifferences(
  { db, announce }: Pick<AnnouncingDeps, 'db' | 'announce'>,
  provider: string,
  period: { from: Date; started_at: Date; now: Date },
): Promise<void> {
  const { started_at, now } = period
  const since = new Date(period.from.getTime() + DAY_MS)
  const until = new Date(started_at.getTime() - TOO_FRESH_MS)
  const isOpenCase = (number: unknown, kind: string) => sql`exists (
    select 1 from reconciliation_cases c where c.provider = ${provider} and c.status = 'Open'
      and c.provider_number = ${number} and c.kind = ${kind})`
  const t_id = sql`t.provider_transaction_id`
  const in_period = sql`t.created_at between ${since} and ${until}`
  const charge_ours = sql`jsonb_build_object('amount_kobo', (p.amount * 100)::bigint, 'currency', p.currency,
    'fee_kobo', (p.provider_fee * 100)::bigint, 'status', 'successful')`
  const charge_theirs = sql`jsonb_build_object('amount_kobo', (t.amount * 100)::bigint, 'currency', t.currency,
    'fee_kobo', (t.provider_fee * 100)::bigint, 'status', t.status)`
  const charges = (kind: string, differs: unknown) => sql`
    select ${t_id}, ${kind}::text, t.tx_ref, case when p.id is not null then ${charge_ours} end, ${charge_theirs}
    from provider_transactions t
    left join payments p on p.provider = t.provider and p.provider_transaction_id = t.provider_transaction_id
    where t.provider = ${provider} and (${in_period} or ${isOpenCase(t_id, kind)}) and ${differs}`
  const kobo = (column: unknown, status: unknown) =>
    sql`jsonb_build_object('amount_kobo', (${column} * 100)::bigint, 'status', ${status})`
  const found = sql.join(
    [
      charges('missing_here', sql`t.status = 'successful' and p.id is null`),
      charges('amount', sql`p.amount <> t.amount`),
      charges('currency', sql`p.currency <> t.currency`),
      charges('status', sql`p.id is not null and t.status <> 'successful'`),
      charges('fee', sql`t.provider_fee <> p.provider_fee`),
      sql`
    select p.provider_transaction_id, 'missing_there', p.tx_ref, ${charge_ours}, null
    from payments p
    left join provider_transactions t
      on t.provider = p.provider and t.provider_transaction_id = p.provider_transaction_id
    where p.provider = ${provider}
      and ((coalesce(p.provider_created_at, p.recorded_at) between ${since} and ${until}
          and (t.id is null or t.seen_at < ${started_at}))
        or (${isOpenCase(sql`p.provider_transaction_id`, 'missing_there')} and t.id is null))`,
      refundsOf('refund_missing_here', sql`o.id is null and r.status <> 'failed'`),
      refundsOf('refund_amount', sql`o.amount <> r.amount`),
      // One that we still ask about becomes Done by itself.
      refundsOf(
        'refund_status',
        sql`r.status = 'done' and case o.status
          when 'Failed' then true
          when 'Sent' then o.provider_refund_id <> r.provider_refund_id
          when 'Done' then o.bank_reference is not null or o.covered_by is not null
            or o.provider_refund_id <> r.provider_refund_id
        end`,
        sql`${kobo(
          sql`o.amount`,
          sql`case when o.covered_by is not null then 'Given back by the bank'
            when o.bank_reference is not null then 'Paid by hand' else o.status end`,
        )}
          || jsonb_build_object('provider_refund_id', o.provider_refund_id)`,
      ),
      sql`
    select o.provider_refund_id, 'refund_missing_there', p.tx_ref, ${kobo(sql`o.amount`, sql`o.status`)}, null
    from refunds o join payments p on p.id = o.payment_id
    left join provider_refunds r on r.provider = p.provider and r.provider_refund_id = o.provider_refund_id
    where p.provider = ${provider} and o.status = 'Done' and o.provider_refund_id is not null and r.provider is null
      and (o.done_at between ${since} and ${until}
        or ${isOpenCase(sql`o.provider_refund_id`, 'refund_missing_there')})`,
      // One that was entered as paid by hand under its reference is known, too.
      sql`
    select m.provider_transfer_id, 'transfer_missing_here', m.reference, null, ${kobo(sql`m.amount`, sql`m.status`)}
    from provider_transfers m
    where m.provider = ${provider} and m.status <> 'failed'
      and (m.created_at between ${since} and ${until}
        or ${isOpenCase(sql`m.provider_transfer_id`, 'transfer_missing_here')})
      and not exists (select 1 from payout_transfers o where o.reference = m.reference)
      and not exists (select 1 from payouts o where o.bank_reference = m.reference)`,
    ],
    sql` union all `,
  )

  function refundsOf(kind: string, differs: unknown, ours: unknown = kobo(sql`o.amount`, sql`o.status`)) {
    return sql`
    select r.provider_refund_id, ${kind}::text, p.tx_ref,
      case when o.id is not null then ${ours} end, ${kobo(sql`r.amount`, sql`r.status`)}
    from provider_refunds r
    left join payments p on p.provider = r.provider and p.provider_transaction_id = r.provider_transaction_id
    left join refunds o on o.payment_id = p.id
      and (o.provider_refund_id = r.provider_refund_id or o.earlier_refund_ids @> to_jsonb(r.provider_refund_id)
        or starts_with(r.comment, o.id::text))
    where r.provider = ${provider}
      and (r.created_at between ${since} and ${until} or ${isOpenCase(sql`r.provider_refund_id`, kind)})
      and ${differs}`
  }

  await db.transaction((tx) => writeDown(tx, announce, { provider, found, now }))
}

/** Keeps what was found as cases, announces transfers that are new among it, and closes what is gone. */
async function writeDown(
  tx: Tx,
  announce: Announce,
  { provider, found, now }: { provider: string; found: SQL; now: Date },
): Promise<void> {
  const { rows } = await tx.execute<{ reference: string; amount_kobo: number }>(sql`
    with kept as (insert into reconciliation_cases
      (provider, provider_number, kind, tx_ref, ours, theirs, found_at, seen_at)
    select distinct on (f.number, f.kind) ${provider}, f.number, f.kind, f.tx_ref, f.ours, f.theirs, ${now}, ${now}
    from (${found}) f (number, kind, tx_ref, ours, theirs)
    order by f.number, f.kind, f.ours
    on conflict (provider, provider_number, kind) do update set
      seen_at = excluded.seen_at, ours = excluded.ours, theirs = excluded.theirs, tx_ref = excluded.tx_ref,
      ${reopened('status', sql`'Open'`)}, ${reopened('closed_at', sql`null`)},
      ${reopened('closed_role', sql`null`)}, ${reopened('closed_by', sql`null`)}, ${reopened('outcome', sql`null`)}
    returning kind, found_at, tx_ref, theirs)
    select tx_ref as reference, (theirs ->> 'amount_kobo')::float8 as amount_kobo from kept
    where kind = 'transfer_missing_here' and found_at = ${now}`)
  for (const { reference, amount_kobo } of rows) {
    await announce(tx, { kind: 'transfer_unknown', reference, amount: asKobo(amount_kobo) }, now)
  }
  await tx.execute(sql`
    update reconciliation_cases set status = 'Resolved', closed_at = ${now}, closed_role = 'system',
      outcome = 'Both sides say the same now.'
    where provider = ${provider} and status = 'Open' and seen_at < ${now}`)
  noteAdmins(tx)
}

/** The column's new value, unless an ignored case is unchanged: that one keeps its old value. */
function reopened(column: string, value: unknown) {
  const here = sql.raw(`reconciliation_cases.${column}`)
  return sql`${sql.raw(column)} = case when reconciliation_cases.status = 'Ignored'
    and reconciliation_cases.ours is not distinct from excluded.ours
    and reconciliation_cases.theirs is not distinct from excluded.theirs then ${here} else ${value} end`
}
