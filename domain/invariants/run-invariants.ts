import { sql } from 'drizzle-orm'
import { checkouts } from '../checkout/tables.ts'
import { run_shares, runs } from '../orders/runs/tables.ts'
import { orders } from '../orders/tables.ts'
import { refunds } from '../payments/tables.ts'

/** What went back of an order's fee, and what of that because others share its ride. */
const fee_back = sql`(select coalesce(sum(r.delivery_fee), 0) from ${refunds} r where r.order_id = s.order_id)`
const shared_back = sql`(select coalesce(sum(r.delivery_fee), 0) from ${refunds} r
  where r.order_id = s.order_id and r.reason = 'shared_ride')`

/** What the invariants say about shared rides (docs/promises.md#money; docs/decisions/123-hostel-runs.md). */
export const run_invariants = {
  /** A share is what its checkout was promised, of the way that it is for. */
  I2: sql`
    select s.order_id::text, 'its share of a ride is not what its checkout says'
    from ${run_shares} s join ${runs} u on u.id = s.run_id
    join ${orders} o on o.id = s.order_id join ${checkouts} c on c.id = o.checkout_id
    where c.run_id is distinct from s.run_id or c.run_single_fee is distinct from s.single_fee
      or s.paid_fee <> coalesce(o.own_delivery_fee, o.delivery_fee) or s.paid_fee > s.single_fee
      or u.vendor_id <> o.vendor_id or u.slot_from is distinct from o.slot_from or u.place_id <> c.place_id
    union all
    select c.id::text, 'paid, but without its share of a ride'
    from ${checkouts} c where c.run_id is not null and c.status = 'Paid' and not exists (
      select 1 from ${run_shares} s join ${orders} o on o.id = s.order_id where o.checkout_id = c.id)
    union all
    select s.order_id::text, 'shares a ride though its checkout has another order'
    from ${run_shares} s join ${orders} o on o.id = s.order_id
    join ${orders} other on other.checkout_id = o.checkout_id and other.id <> o.id`,
  /** In the end everybody has paid what was promised, or less; what went back for it went back once. */
  I4: sql`
    select s.order_id::text, 'what went back of a shared ride is not what its share says'
    from ${run_shares} s where s.back <> ${shared_back}
    union all
    select s.order_id::text, 'paid more for a shared ride than was promised in the end'
    from ${run_shares} s join ${runs} u on u.id = s.run_id
    join ${orders} o on o.id = s.order_id join ${checkouts} c on c.id = o.checkout_id
    where s.final_fee is not null and not o.free_delivery and s.paid_fee - ${fee_back} - c.waived > s.final_fee
    union all
    select s.order_id::text, 'has more of a shared ride back than was paid beyond its end'
    from ${run_shares} s join ${orders} o on o.id = s.order_id join ${checkouts} c on c.id = o.checkout_id
    where s.back > 0 and s.paid_fee - c.waived - s.back < s.final_fee
    union all
    select s.order_id::text, 'a shared ride that costs in the end what nobody promised'
    from ${run_shares} s join ${runs} u on u.id = s.run_id
    where s.final_fee <> least(s.paid_fee, case when s.sharers < 2 then s.single_fee else
      ceil(s.single_fee * (u.percents ->> least(s.sharers - 2, jsonb_array_length(u.percents) - 1))::int) / 100 end)`,
  /** A closed run has a time, and what is settled is of a closed one. */
  I6: sql`
    select u.id::text, 'a ride that is closed without a time, or open with one'
    from ${runs} u where (u.status = 'Closed') <> (u.closed_at is not null)
    union all
    select s.order_id::text, 'a share that is settled while its ride gathers, or half settled'
    from ${run_shares} s join ${runs} u on u.id = s.run_id
    where (s.settled_at is not null and u.status <> 'Closed')
      or (s.final_fee is not null and s.settled_at is null) or (s.final_fee is null) <> (s.sharers is null)`,
} as const
