import { sql } from 'drizzle-orm'
import { deliveries } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'
import { accounts } from '../payments/ledger.ts'
import { journal_entries, refunds } from '../payments/tables.ts'

const given_back = sql`(select coalesce(sum(r.tip), 0) from ${refunds} r where r.order_id = o.id)`

/** What the invariants say about tips (docs/promises.md#money; docs/decisions/120-tips.md). */
export const tip_invariants = {
  /** A tip is its rider's, whole, or its customer's again. */
  I4: sql`
    select o.id::text, 'a tip that is neither its rider''s nor its customer''s'
    from ${orders} o left join ${deliveries} d on d.order_id = o.id
    where o.tip <> ${given_back} + case
      when o.status = 'Delivered' then coalesce(d.tip, 0)
      when o.status = 'Cancelled' then 0
      else o.tip end
    union all
    select d.id::text, 'a tip that nobody earned' from ${deliveries} d
    where d.tip <> 0 and (d.status <> 'Delivered' or d.rider_id is null)`,
  /** The platform's books hold a tip only while its order is under way. */
  I8: sql`
    select o.id::text, 'its tip in the books is not what is under way'
    from ${orders} o
    left join (select e.order_id, -sum(e.amount) as held from ${journal_entries} e
      where e.account = ${accounts.tips} group by e.order_id) b on b.order_id = o.id
    where coalesce(b.held, 0) <> case when o.status in ('Delivered', 'Cancelled') then 0 else o.tip end`,
} as const
