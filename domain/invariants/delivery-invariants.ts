import { sql } from 'drizzle-orm'
import { delivery_moves } from '../delivery/lifecycle.ts'
import { deliveries, delivery_history, incidents, offers, riders } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'
import { journal_entries, journals, refunds } from '../payments/tables.ts'
import { payouts } from '../payouts/tables.ts'
import { outsideLifecycle } from './outside-lifecycle.ts'

/** What the invariants say about deliveries and the riders' money (docs/promises.md#money). */
export const delivery_invariants = {
  /** A rider's pay is booked once, and the account holds what was earned less what was paid out and borne. */
  I3: sql`
    select d.id::text, 'delivered, but its pay is not in the books'
    from ${deliveries} d
    where d.status = 'Delivered' and d.rider_id is not null and d.pay + d.tip is distinct from (
      select coalesce(-sum(e.amount), 0)
      from ${journals} j left join ${journal_entries} e on e.journal_id = j.id and e.account = 'rider:' || d.rider_id
      where j.kind = 'delivery_done' and j.subject = 'delivery:' || d.id group by j.id)
    union all
    select j.subject, 'paid as a delivery, but not delivered'
    from ${journals} j
    where j.kind = 'delivery_done' and not exists (
      select 1 from ${deliveries} d
      where 'delivery:' || d.id = j.subject and d.status = 'Delivered' and d.rider_id is not null)
    union all
    select i.id::text, 'a way that is paid, but not in the books'
    from ${incidents} i
    where i.booked_at is not null and i.pay is distinct from (
      select -sum(e.amount) from ${journals} j join ${journal_entries} e on e.journal_id = j.id
      where j.kind = 'way_ridden' and j.subject = 'incident:' || i.id and e.account = 'rider:' || i.rider_id)
    union all
    select j.subject, 'paid as a way, but nobody agreed to it'
    from ${journals} j
    where j.kind = 'way_ridden' and not exists (
      select 1 from ${incidents} i
      where 'incident:' || i.id = j.subject and i.booked_at is not null and i.refused_because is null)`,
  I4: sql`
    select r.account, 'rider''s account differs from deliveries and payouts'
    from (
      select 'rider:' || ri.user_id as account,
        coalesce((select sum(d.pay + d.tip) from ${deliveries} d
          where d.rider_id = ri.user_id and d.status = 'Delivered'), 0)
        + coalesce((select sum(i.pay) from ${incidents} i where i.rider_id = ri.user_id and i.booked_at is not null), 0)
        - coalesce((select sum(p.amount) from ${payouts} p where p.rider_id = ri.user_id and p.status = 'Paid'), 0)
        - coalesce((select sum(f.amount - f.delivery_fee - f.tip)
            from ${refunds} f join ${deliveries} d on d.order_id = f.order_id
            where f.borne_by = 'rider' and d.rider_id = ri.user_id), 0) as owed
      from ${riders} ri
    ) r
    where r.owed <> coalesce((select -sum(e.amount) from ${journal_entries} e where e.account = r.account), 0)
    union all
    select p.id::text, 'payout differs from its deliveries'
    from ${payouts} p
    where p.status <> 'Cancelled' and p.rider_id is not null
      and p.amount + p.taken_off <> (select coalesce(sum(d.pay + d.tip), 0) from ${deliveries} d
        where d.payout_id = p.id and d.rider_id = p.rider_id and d.status = 'Delivered')
        + (select coalesce(sum(i.pay), 0) from ${incidents} i
        where i.payout_id = p.id and i.rider_id = p.rider_id and i.booked_at is not null)
    union all
    select ri.user_id::text, 'more taken off a rider''s payouts than the rider bears'
    from ${riders} ri
    where (select coalesce(sum(p.taken_off), 0)
        from ${payouts} p where p.rider_id = ri.user_id and p.status <> 'Cancelled')
      > (select coalesce(sum(f.amount - f.delivery_fee - f.tip), 0)
        from ${refunds} f join ${deliveries} d on d.order_id = f.order_id
        where f.borne_by = 'rider' and d.rider_id = ri.user_id)
    union all
    select p.id::text, 'takes a refund off that nobody bears'
    from ${payouts} p where p.taken_off < 0 or (p.vendor_id is not null and p.taken_off <> 0)
    union all
    select d.id::text, 'delivery claimed by a payout that is not its own'
    from ${deliveries} d join ${payouts} p on p.id = d.payout_id
    where p.status = 'Cancelled' or p.rider_id is distinct from d.rider_id
    union all
    select i.id::text, 'way claimed by a payout that is not its own'
    from ${incidents} i join ${payouts} p on p.id = i.payout_id
    where p.status = 'Cancelled' or p.rider_id is distinct from i.rider_id`,
  /** An order has one active rider. */
  I5: sql`
    select d.order_id::text, 'two deliveries of one order' from ${deliveries} d group by d.order_id having count(*) > 1
    union all
    select d.id::text, 'carried by nobody, or by somebody while it waits' from ${deliveries} d
    where (d.status in ('Assigned', 'At vendor', 'Picked up') and d.rider_id is null)
      or (d.status in ('Waiting', 'Offered') and d.rider_id is not null)
    union all
    select d.id::text, 'offered by no open offer' from ${deliveries} d
    where (d.status = 'Offered') <> exists (
      select 1 from ${offers} o where o.id = d.offer_id and o.status = 'Open')
    union all
    select o.rider_id::text, 'two open offers at once' from ${offers} o
    where o.status = 'Open' group by o.rider_id having count(*) > 1`,
  I6: sql`
    ${outsideLifecycle({
      history: delivery_history,
      id: 'delivery_id',
      problem: 'a delivery moved outside the lifecycle',
      moves: delivery_moves,
      first: { verb: 'make', from: [], to: 'Waiting', who: ['vendor', 'system'] },
    })}
    union all
    select d.id::text, 'delivery differs from its history' from ${deliveries} d
    where d.status is distinct from (
      select h.to_status from ${delivery_history} h where h.delivery_id = d.id order by h.id desc limit 1)
    union all
    select d.id::text, 'a delivery of what its customer collects'
    from ${deliveries} d join ${orders} o on o.id = d.order_id where o.collects
    union all
    select d.id::text, 'delivery and order do not stand together'
    from ${deliveries} d join ${orders} o on o.id = d.order_id
    where d.status <> o.status
      and (d.status in ('Delivered', 'Cancelled', 'Picked up') or o.status in ('Delivered', 'Cancelled'))
      -- Its kitchen took its yes back.
      and not (d.status = 'Cancelled' and o.status = 'Pending')`,
} as const
