import { sql } from 'drizzle-orm'
import { group_members, group_orders } from '../checkout/group-orders/tables.ts'
import { checkouts } from '../checkout/tables.ts'
import { orders } from '../orders/tables.ts'

/** What the invariants say about group orders (docs/promises.md#money; docs/decisions/131-group-orders.md). */
export const group_invariants = {
  /** What friends chose is ordered once: all of it where one pays, else each member's part. */
  I5: sql`
    select g.id::text, 'a group order, or a member''s part of one, that is ordered twice'
    from ${group_orders} g
    join ${group_members} m on m.group_order_id = g.id
    join ${checkouts} c on c.group_member_id = m.id and c.status = 'Paid'
    where exists (select 1 from ${orders} o where o.checkout_id = c.id and o.status <> 'Cancelled')
    group by g.id, case when g.pays = 'each' then m.id end
    having count(*) > 1`,
} as const
