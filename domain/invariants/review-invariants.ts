import { sql } from 'drizzle-orm'
import { checkouts } from '../checkout/tables.ts'
import { accounts } from '../payments/ledger.ts'
import { journal_entries, journals, payments, refunds, review_cases } from '../payments/tables.ts'

/** What the invariants say about money that an admin decided about (docs/decisions/034). */
export const review_invariants = {
  I1: sql`
    select c.id::text, 'decided otherwise than its money went'
    from ${review_cases} c join ${payments} p on p.id = c.payment_id
    where (c.status = 'Open') <> (c.decision is null)
      or (c.decision = 'accepted') <> (p.purpose = 'orders')
      or (c.decision = 'refunded') <> exists (
        select 1 from ${refunds} r where r.payment_id = p.id and r.reason = 'review')`,
  I3: sql`
    select account, 'differs from what was decided'
    from (values
      ('shortfalls', (select coalesce(sum(c.waived), 0) from ${checkouts} c)),
      ('held_for_review', (select -coalesce(sum(p.amount), 0)
        from ${review_cases} c join ${payments} p on p.id = c.payment_id
        where p.currency = 'NGN' and c.decision is distinct from 'refunded' and c.decision is distinct from 'accepted'))
    ) as known(account, balance)
    where known.balance <> coalesce((
      select sum(e.amount) from ${journal_entries} e where e.account = known.account), 0)
    union all
    select p.id::text, 'a provider''s fee that is no order''s, though orders were paid'
    from ${payments} p
    join ${journals} j on j.subject = 'payment:' || p.id
    join ${journal_entries} e on e.journal_id = j.id
    where p.purpose = 'orders'
    group by p.id
    -- What was paid before entries named their order names none.
    having coalesce(sum(e.amount) filter (where e.account = ${accounts.provider_fees} and e.order_id is null), 0) <> 0
      and bool_or(e.order_id is not null)`,
} as const
