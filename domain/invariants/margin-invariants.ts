import { sql } from 'drizzle-orm'
import { deliveries, incidents } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'
import { accounts, paid_kinds } from '../payments/ledger.ts'
import { journal_entries, journals, refunds } from '../payments/tables.ts'

/** Kobo of an even part of `naira` for order `place` of `count`, as `splitKobo` splits it. */
const evenPart = (naira: ReturnType<typeof sql>) => sql`
  (ceil(${naira} * 100 * place / count) - ceil(${naira} * 100 * (place - 1) / count)) / 100`

/**
 * What the invariants say about the fee of a delivered order (docs/promises.md#money; docs/decisions/101-margin.md).
 */
export const margin_invariants = {
  /** fee = rider + margin + subsidy; what the platform adds is below zero, as it brings nothing. */
  I8: sql`
    with brought as (
      select id, status, coalesce(own_delivery_fee, 0) as way,
        delivery_fee - coalesce(sum(own_delivery_fee) over cart, 0) as rest, count(*) over cart as count,
        row_number() over (partition by checkout_id order by id) as place,
        case when own_delivery_fee is null then delivery_fee - small_order_fee else 0 end as one_way_fee
      from ${orders} window cart as (partition by checkout_id)
    ), booked as (
      select coalesce(e.order_id, d.order_id, substring(j.subject from '^order:([0-9]+)')::bigint) as order_id,
        coalesce(-sum(e.amount) filter (where e.account = ${accounts.delivery_fees}), 0) as margin,
        coalesce(-sum(e.amount) filter (where e.account = ${accounts.rider_top_ups}), 0) as subsidy,
        coalesce(sum(e.amount) filter (where e.account = ${accounts.delivery_fees}
          and j.kind = 'delivery_done' and e.order_id is not null), 0) as out_of_fee,
        bool_or(j.kind in ${paid_kinds}) as is_known
      from ${journal_entries} e join ${journals} j on j.id = e.journal_id
      left join ${deliveries} d on j.kind = 'delivery_done' and j.subject = 'delivery:' || d.id
      group by 1
    ), fees as (
      select o.id, o.way + ${evenPart(sql`o.one_way_fee`)} as way,
        o.way + ${evenPart(sql`o.one_way_fee`)} + ${evenPart(sql`(o.rest - o.one_way_fee)`)} as fee,
        o.margin, o.subsidy, o.out_of_fee,
        coalesce((select sum(r.delivery_fee + r.free_fee) from ${refunds} r where r.order_id = o.id), 0) as given_back,
        coalesce((select d.pay from ${deliveries} d where d.order_id = o.id and d.rider_id is not null), 0)
          + coalesce((select sum(i.pay) from ${incidents} i join ${deliveries} d on d.id = i.delivery_id
            where d.order_id = o.id and i.booked_at is not null), 0) as rider
      from (select * from brought join booked on booked.order_id = brought.id) o
      where o.status = 'Delivered' and o.is_known
    )
    select id::text as subject, 'its fee is not what rider, margin and subsidy are' as problem
    from fees where fee - given_back <> rider + margin + subsidy
    union all
    select id::text, 'its rider got more out of the fee than was paid for its way' from fees where out_of_fee > way
    union all
    select id::text, 'a subsidy that was earned' from fees where subsidy > 0`,
} as const
