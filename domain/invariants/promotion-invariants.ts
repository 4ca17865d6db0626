import { sql } from 'drizzle-orm'
import { checkouts } from '../checkout/tables.ts'
import { orders } from '../orders/tables.ts'
import { accounts } from '../payments/ledger.ts'
import { journal_entries, payments, refunds } from '../payments/tables.ts'
import { promotion_uses, promotions, referrals } from '../promotions/tables.ts'

/** What the invariants say about promotions (docs/promises.md#money; docs/decisions/117-promotions.md). */
export const promotion_invariants = {
  /** What a checkout's promotion takes off is what its orders say, and its use. */
  I2: sql`
    select c.id::text, 'its promotion is not what its orders say'
    from ${checkouts} c
    where c.status = 'Paid' and (
      exists (select 1 from ${orders} o where o.checkout_id = c.id and o.free_delivery <> c.free_delivery)
      or (select sum(o.discount) from ${orders} o where o.checkout_id = c.id)
        <> c.discount - case when c.free_delivery then c.delivery_fee else 0 end)
    union all
    select c.id::text, 'its promotion is not what was held for it'
    from ${checkouts} c
    left join (${promotion_uses} u join ${promotions} p on p.id = u.promotion_id) on u.checkout_id = c.id
    group by c.id
    having c.discount <> coalesce(sum(u.discount), 0)
      or c.free_delivery <> coalesce(bool_or(p.kind = 'free_delivery'), false)
      or (c.free_delivery and c.delivery_fee <> sum(u.discount) filter (where p.kind = 'free_delivery'))
      or bool_or(p.code <> coalesce(c.promotion_code, ''))
      or bool_or((c.status = 'Paid') <> (u.status <> 'Held'))
      or count(*) filter (where p.kind = 'free_delivery') > 1
      or count(*) filter (where p.kind <> 'free_delivery') > 1`,
  /**
   * What promotions cost is what the platform and kitchens bore, each only of what is theirs; none is used more often,
   * or costs more, than it may.
   */
  I4: sql`
    select p.id::text, 'used more often, or dearer, than it may be'
    from ${promotions} p join ${promotion_uses} u on u.promotion_id = p.id and u.status <> 'Held'
    group by p.id
    having count(*) filter (where u.status = 'Used') > p.most_uses or sum(u.discount - u.returned) > p.budget
    union all
    select p.id::text, 'used more often by one phone than it may be'
    from ${promotions} p join ${promotion_uses} u on u.promotion_id = p.id and u.status = 'Used'
    group by p.id, u.phone
    having count(*) > case when p.first_order_only then 1 else p.most_uses_each end
    union all
    select u.phone, 'is brought as a friend more often than once'
    from ${promotions} p join ${promotion_uses} u on u.promotion_id = p.id and u.status = 'Used'
    where p.owner_phone is not null
    group by u.phone having count(*) > 1
    union all
    select p.id::text, 'used by a phone for which it is not'
    from ${promotions} p join ${promotion_uses} u on u.promotion_id = p.id and u.status = 'Used'
    where p.owner_phone = u.phone or p.for_phone <> u.phone
    union all
    select f.id::text, 'its reward is not what its state says, or somebody else''s'
    from ${referrals} f join ${promotions} p on p.id = f.promotion_id left join ${promotions} r on r.id = f.reward_id
    where (f.status = 'Rewarded' and r.id is null)
      or (f.status in ('Ordered', 'In review', 'Turned down') and r.id is not null)
      or r.for_phone <> p.owner_phone or p.owner_phone is null or f.friend_phone = p.owner_phone
    union all
    select p.id::text, 'a reward for no friend'
    from ${promotions} p where p.for_phone is not null
      and not exists (select 1 from ${referrals} f where f.reward_id = p.id)
    union all
    select u.checkout_id::text, 'what its promotion cost is not what the platform and its kitchens bore'
    from ${promotion_uses} u where u.status <> 'Held' group by u.checkout_id
    having sum(u.discount - u.returned) <> (
      select coalesce(sum(o.vendor_promotion), 0) from ${orders} o where o.checkout_id = u.checkout_id) + (
      select coalesce(sum(e.amount), 0) from ${orders} o join ${journal_entries} e on e.order_id = o.id
      where o.checkout_id = u.checkout_id and e.account = ${accounts.promotions})
    union all
    select o.id::text, 'its vendor bears a promotion that is not its own'
    from ${orders} o
    where (o.vendor_promotion <> 0 or o.vendor_bears_discount) and (
      o.vendor_promotion < 0
      or o.vendor_promotion > (select coalesce(sum(u.discount - u.returned), 0)
        from ${promotion_uses} u join ${promotions} p on p.id = u.promotion_id
        where u.checkout_id = o.checkout_id and p.vendor_id = o.vendor_id)
      or o.vendor_bears_discount <> exists (select 1
        from ${promotion_uses} u join ${promotions} p on p.id = u.promotion_id
        where u.checkout_id = o.checkout_id and p.vendor_id = o.vendor_id and p.kind <> 'free_delivery'))
    union all
    select o.id::text, 'a kitchen''s discount that the kitchen does not bear'
    from ${orders} o join ${promotion_uses} u on u.checkout_id = o.checkout_id
    join ${promotions} p on p.id = u.promotion_id and p.vendor_id is not null and p.kind <> 'free_delivery'
    where o.discount > 0 and not o.vendor_bears_discount
    union all
    select u.checkout_id::text, 'what came back to its promotion is not what its refunds say'
    from ${promotion_uses} u group by u.checkout_id
    having sum(u.returned) <> (select coalesce(sum(r.promotion + r.free_fee), 0)
      from ${refunds} r join ${payments} p on p.id = r.payment_id where p.checkout_id = u.checkout_id)`,
} as const
