import { sql } from 'drizzle-orm'
import { journal_entries, journals } from '../payments/tables.ts'
import { payout_moves } from '../payouts/lifecycle.ts'
import { payout_history, payout_transfers, payouts } from '../payouts/tables.ts'
import { outsideLifecycle } from './outside-lifecycle.ts'

/** What the invariants say about payouts (docs/promises.md#money). */
export const payout_invariants = {
  /** Money that went out is booked once, under the account it left. */
  I4: sql`
    select p.id::text, 'paid out, but not in the books'
    from ${payouts} p
    where p.status = 'Paid' and p.amount is distinct from (
      select sum(e.amount) from ${journals} j join ${journal_entries} e on e.journal_id = j.id
      where j.kind = 'payout_paid' and j.subject = 'payout:' || p.id
        and e.account = coalesce('vendor:' || p.vendor_id, 'rider:' || p.rider_id))
    union all
    select p.id::text, 'paid by hand, but not from the bank'
    from ${payouts} p
    where p.status = 'Paid' and p.paid_by = 'hand' and -p.amount is distinct from (
      select sum(e.amount) from ${journals} j join ${journal_entries} e on e.journal_id = j.id
      where j.kind = 'payout_paid' and j.subject = 'payout:' || p.id and e.account = 'bank')
    union all
    select j.subject, 'in the books as paid out, but not Paid'
    from ${journals} j
    where j.kind = 'payout_paid'
      and not exists (select 1 from ${payouts} p where 'payout:' || p.id = j.subject and p.status = 'Paid')
    union all
    select p.id::text, 'its transfers do not fit its status'
    from ${payouts} p
    where (p.status = 'Paid' and p.paid_by = 'transfer') <> exists (
        select 1 from ${payout_transfers} t where t.payout_id = p.id and t.status = 'Successful')
      or (p.status <> 'Pending' and exists (
        select 1 from ${payout_transfers} t where t.payout_id = p.id and t.status in ('Asked', 'Queued')))`,
  /** No payout is sent twice. */
  I5: sql`
    select t.reference, 'transfer reference twice' from ${payout_transfers} t group by t.reference having count(*) > 1
    union all
    select t.payout_id::text, 'sent twice' from ${payout_transfers} t
      where t.status <> 'Failed' group by t.payout_id having count(*) > 1`,
  I6: sql`
    ${outsideLifecycle({
      history: payout_history,
      id: 'payout_id',
      problem: 'a payout moved outside the lifecycle',
      moves: payout_moves,
      first: { verb: 'request', from: [], to: 'Pending', who: ['vendor', 'rider'] },
    })}
    union all
    select p.id::text, 'payout differs from its history' from ${payouts} p
    where p.status is distinct from (
      select h.to_status from ${payout_history} h where h.payout_id = p.id order by h.id desc limit 1)`,
} as const
