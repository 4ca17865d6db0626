import { sql } from 'drizzle-orm'
import { checkouts } from '../checkout/tables.ts'
import { missing_dishes, orders } from '../orders/tables.ts'
import { account_months, bank_settlements, journal_entries, journals, refunds } from '../payments/tables.ts'
import { payouts } from '../payouts/tables.ts'

/** What the invariants say about money that goes back for an order (docs/promises.md#money; docs/decisions/031). */
export const refund_invariants = {
  I1: sql`
    select o.id::text, 'refunded, but not cancelled' from ${orders} o
    where o.status <> 'Cancelled'
      and exists (select 1 from ${refunds} r where r.order_id = o.id and r.reason in ('rejected', 'cancelled'))
    union all
    select o.id::text, 'cancelled, but not refunded' from ${orders} o
    where o.status = 'Cancelled' and not exists (select 1 from ${refunds} r where r.order_id = o.id)`,
  I3: sql`
    select account, 'differs from what was recorded'
    from (values
      ('bank', (select coalesce(sum(s.amount), 0) from ${bank_settlements} s)
        - (select coalesce(sum(r.amount), 0) from ${refunds} r where r.status = 'Done' and r.bank_reference is not null)
        - (select coalesce(sum(p.amount), 0) from ${payouts} p where p.status = 'Paid' and p.paid_by = 'hand')),
      ('commission', (select -coalesce(sum(o.commission), 0) from ${orders} o)),
      ('promotions', (
        select coalesce(sum(c.discount), 0) from ${checkouts} c where c.status = 'Paid')
        - (select coalesce(sum(r.promotion + r.free_fee), 0) from ${refunds} r)
        - (select coalesce(sum(o.vendor_promotion), 0) from ${orders} o)),
      ('platform_losses', (
        select coalesce(sum(r.amount - r.delivery_fee - r.tip), 0) from ${refunds} r where r.borne_by = 'platform'))
    ) as known(account, balance)
    where known.balance <> coalesce((
      select sum(e.amount) from ${journal_entries} e where e.account = known.account), 0)`,
  /** Closed months equal the sums of their journals. */
  months: sql`
    select coalesce(m.month, j.month) || ' ' || coalesce(m.account, j.account), 'closed month differs from its journals'
    from (
      select to_char(j.recorded_at at time zone 'Africa/Lagos', 'YYYY-MM') as month, e.account,
        coalesce(sum(e.amount) filter (where e.amount > 0), 0) as debits,
        coalesce(sum(e.amount) filter (where e.amount < 0), 0) as credits
      from ${journals} j join ${journal_entries} e on e.journal_id = j.id
      group by 1, 2
    ) j
    full join ${account_months} m on m.month = j.month and m.account = j.account
    where coalesce(m.month, j.month) <= (select max(month) from ${account_months})
      and (m.debits is distinct from j.debits or m.credits is distinct from j.credits)`,
  I4: sql`
    select o.id::text, 'more refunded than its price'
    from ${orders} o join ${refunds} r on r.order_id = o.id
    group by o.id having sum(r.amount - r.delivery_fee - r.tip) > o.total_price - o.discount
      or sum(r.promotion) > o.discount
    union all
    select o.checkout_id::text, 'delivery fee refunded twice'
    from ${orders} o join ${refunds} r on r.order_id = o.id
    group by o.checkout_id having sum(r.delivery_fee + r.free_fee) > min(o.delivery_fee)
      or (sum(r.delivery_fee) > 0 and bool_or(o.free_delivery))
    union all
    select o.id::text, 'more of an item refunded than sold'
    from ${orders} o join ${refunds} r on r.order_id = o.id
    cross join lateral jsonb_array_elements(r.lines) line
    group by o.id, line ->> 'item'
    having sum((line ->> 'quantity')::int) > coalesce(max((o.items -> (line ->> 'item')::int ->> 'quantity')::int), 0)
    union all
    select r.payment_id::text, 'two refunds are one at the provider'
    from ${refunds} r where r.provider_refund_id is not null
    group by r.payment_id, r.provider_refund_id having count(*) > 1
    union all
    select o.id::text, 'shares differ from its refunds'
    from ${orders} o
    where o.vendor_share + o.commission <> o.total_price - o.vendor_promotion
      - (select coalesce(sum(r.amount + r.promotion - r.delivery_fee - r.tip), 0)
      from ${refunds} r where r.order_id = o.id and r.borne_by = 'vendor')
    union all
    select o.id::text, 'what went back for missing dishes differs from its refunds'
    from ${orders} o
    where exists (select 1 from ${missing_dishes} m where m.order_id = o.id)
      and (select coalesce(sum(m.back), 0) from ${missing_dishes} m where m.order_id = o.id)
        <> (select coalesce(sum(r.amount), 0) from ${refunds} r where r.order_id = o.id and r.reason = 'missing_dish')
    union all
    select m.order_id::text, 'more went back for a missing dish than it cost, or it was swapped for a dearer one'
    from ${missing_dishes} m
    where m.back > (m.price - coalesce(m.swap_price, 0)) * m.quantity or m.swap_price > m.price`,
  I6: sql`
    select m.order_id::text, 'its customer is to choose, but it was moved on'
    from ${missing_dishes} m join ${orders} o on o.id = m.order_id
    where m.outcome is null and o.status not in ('Pending', 'Accepted')
    union all
    select m.order_id::text, 'cancelled for a missing dish, but it goes on'
    from ${missing_dishes} m join ${orders} o on o.id = m.order_id
    where m.outcome = 'cancelled' and o.status <> 'Cancelled'`,
} as const
