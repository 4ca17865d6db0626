import { sql } from 'drizzle-orm'
import { chargebacks } from '../payments/chargebacks/tables.ts'
import { journal_entries, journals, payments, refunds } from '../payments/tables.ts'

/** Those of a payment in naira: the books hold no others. */
const in_books = sql`${chargebacks} c join ${payments} p on p.id = c.payment_id and p.currency = 'NGN'`

/** What the invariants say about money that banks took back (docs/promises.md#money; docs/decisions/189). */
export const chargeback_invariants = {
  /** What it took from what the provider holds; part of the sum of `provider_clearing`. */
  held: sql`select c.provider, -c.amount from ${in_books} where c.status <> 'won'`,
  I3: sql`
    select 'chargebacks', 'differs from what banks took back'
    where coalesce((select sum(e.amount) from ${journal_entries} e where e.account = 'chargebacks'), 0)
      <> coalesce((select sum(c.amount) from ${in_books} where c.status <> 'won'), 0)
        - coalesce((select sum(r.amount) from ${refunds} r where r.covered_by is not null), 0)
    union all
    select c.provider_chargeback_id, 'a chargeback is booked otherwise than it stands'
    from ${in_books}
    left join (
      select split_part(j.subject, ':', 2) as id, count(*) as booked from ${journals} j
      where j.kind in ('chargeback', 'chargeback_returned') group by 1
    ) b on b.id = c.id::text
    where c.bookings <> coalesce(b.booked, 0) or (c.bookings % 2 = 1) <> (c.status <> 'won')`,
  I4: sql`
    select r.id::text, 'covered by a chargeback that is not of its payment'
    from ${refunds} r left join ${chargebacks} c on c.id = r.covered_by
    where r.covered_by is not null
      and (c.payment_id is distinct from r.payment_id or r.status <> 'Done' or r.bank_reference is not null)
    union all
    select c.provider_chargeback_id, 'covers more than it took back'
    from ${chargebacks} c join ${refunds} r on r.covered_by = c.id
    group by c.id, c.provider_chargeback_id, c.amount having sum(r.amount) > c.amount`,
} as const
