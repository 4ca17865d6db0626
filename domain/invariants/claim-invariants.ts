import { sql } from 'drizzle-orm'
import { claims } from '../claims/tables.ts'
import { orders } from '../orders/tables.ts'
import { refunds } from '../payments/tables.ts'

/** What the invariants say about money that went back for a claim (docs/decisions/114). */
export const claim_invariants = {
  /** A report that dishes were dearer is confirmed also where nothing is left to go back. */
  I1: sql`
    select c.id::text, 'decided otherwise than its money went'
    from ${claims} c left join ${refunds} r on r.id = c.refund_id
    where (c.status = 'Open') <> (c.decided_role is null)
      or (c.status = 'Approved') <> (r.id is not null) and not (c.status = 'Approved' and c.kind = 'dearer')
      or (r.id is not null and (r.order_id <> c.order_id or r.reason <> 'complaint' or r.request_key <> c.id::text))`,
  I4: sql`
    select c.id::text, 'a claim gave back more than its order brought'
    from ${claims} c join ${refunds} r on r.id = c.refund_id join ${orders} o on o.id = c.order_id
    where r.amount - r.delivery_fee > o.total_price or r.delivery_fee > o.delivery_fee
    union all
    select c.id::text, 'a claim gave back more than its dishes'
    from ${claims} c join ${refunds} r on r.id = c.refund_id
    where c.kind <> 'not_arrived' and (r.delivery_fee > 0 or r.amount * 100 >
      (select coalesce(sum((line->>'amount_kobo')::numeric), 0) from jsonb_array_elements(c.lines) line))
    union all
    select r.request_key, 'two refunds of one claim'
    from ${claims} c join ${refunds} r on r.request_key = c.id::text
    group by r.request_key having count(*) > 1`,
} as const
