import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { checkouts } from '../checkout/tables.ts'
import { messages } from '../notifications/tables.ts'
import { order_moves } from '../orders/lifecycle.ts'
import { order_history, orders } from '../orders/tables.ts'
import {
  bank_settlements,
  journal_entries,
  payments,
  provider_events,
  refunds,
  review_cases,
} from '../payments/tables.ts'
import { payout_transfers, payouts } from '../payouts/tables.ts'
import { chargeback_invariants } from './chargeback-invariants.ts'
import { claim_invariants } from './claim-invariants.ts'
import { delivery_invariants } from './delivery-invariants.ts'
import { group_invariants } from './group-invariants.ts'
import { hand_over_invariants } from './hand-over-invariants.ts'
import { margin_invariants } from './margin-invariants.ts'
import { outsideLifecycle } from './outside-lifecycle.ts'
import { payout_invariants } from './payout-invariants.ts'
import { promotion_invariants } from './promotion-invariants.ts'
import { refund_invariants } from './refund-invariants.ts'
import { review_invariants } from './review-invariants.ts'
import { run_invariants } from './run-invariants.ts'
import { tip_invariants } from './tip-invariants.ts'

/**
 * The eight money invariants (docs/promises.md#money), one query each. A row is a violation; all of them empty means
 * that every kobo is where it belongs.
 */
export const invariants = {
  I1: sql`
    select p.id::text as subject, 'charge without a purpose' as problem
    from ${payments} p
    where case p.purpose
      when 'orders' then not exists (select 1 from ${orders} o where o.checkout_id = p.checkout_id)
        or exists (select 1 from ${review_cases} c where c.payment_id = p.id and c.decision is distinct from 'accepted')
      when 'review' then not exists (select 1 from ${review_cases} c where c.payment_id = p.id)
        or exists (select 1 from ${refunds} r where r.payment_id = p.id and r.reason <> 'review')
      when 'refund' then p.amount <> (select coalesce(sum(r.amount), 0) from ${refunds} r where r.payment_id = p.id)
        or exists (select 1 from ${review_cases} c where c.payment_id = p.id)
      else true
    end
    union all ${refund_invariants.I1}
    union all ${review_invariants.I1}
    union all ${claim_invariants.I1}`,
  I2: sql`
    select o.id::text as subject, 'order without its money' as problem
    from ${orders} o
    left join ${checkouts} c on c.id = o.checkout_id
    where c.id is null or c.status <> 'Paid' or o.payment_reference <> c.tx_ref
      or (select coalesce(sum(p.amount), 0) from ${payments} p
          where p.checkout_id = c.id and p.tx_ref = c.tx_ref and p.currency = 'NGN' and p.purpose = 'orders')
        + c.waived < c.total
      or (select sum(own.total_price) from ${orders} own where own.checkout_id = c.id) <> c.subtotal
      or (select sum(own.tip) from ${orders} own where own.checkout_id = c.id) <> c.tip
      or c.total <> c.subtotal + c.delivery_fee + c.tip - c.discount
    union all ${promotion_invariants.I2}
    union all ${run_invariants.I2}
    union all ${hand_over_invariants.I2}`,
  I3: sql`
    select 'journal ' || e.journal_id as subject, 'does not sum to zero' as problem
    from ${journal_entries} e group by e.journal_id having sum(e.amount) <> 0
    union all
    select 'ledger', 'does not sum to zero' from ${journal_entries} having coalesce(sum(amount), 0) <> 0
    union all
    select 'provider_clearing:' || known.provider, 'differs from the provider'
    from (
      select moved.provider, sum(moved.amount) as held from (
        select p.provider, p.amount - coalesce(p.provider_fee, 0) as amount from ${payments} p where p.currency = 'NGN'
        union all
        select p.provider, -r.amount from ${refunds} r join ${payments} p on p.id = r.payment_id
          where r.status = 'Done' and r.bank_reference is null and r.covered_by is null and p.currency = 'NGN'
        union all
        select t.provider, -p.amount - coalesce(t.fee, 0)
          from ${payout_transfers} t join ${payouts} p on p.id = t.payout_id
          where t.status = 'Successful'
        union all
        select s.provider, -s.amount from ${bank_settlements} s
        union all ${chargeback_invariants.held}
      ) moved group by moved.provider
    ) known
    where known.held <> coalesce((select sum(e.amount) from ${journal_entries} e
      where e.account = 'provider_clearing:' || known.provider), 0)
    union all
    select 'refunds_due', 'differs from the refunds that are open'
    where coalesce((select -sum(e.amount) from ${journal_entries} e where e.account = 'refunds_due'), 0)
      <> coalesce((select sum(r.amount) from ${refunds} r join ${payments} p on p.id = r.payment_id
        where r.status <> 'Done' and p.currency = 'NGN'), 0)
    union all ${delivery_invariants.I3}
    union all ${review_invariants.I3}
    union all ${refund_invariants.I3}
    union all ${refund_invariants.months}
    union all ${chargeback_invariants.I3}`,
  I4: sql`
    select p.id::text as subject, 'more refunded than paid' as problem
    from ${payments} p
    where (select coalesce(sum(r.amount), 0) from ${refunds} r where r.payment_id = p.id) > p.amount
    union all
    select p.id::text, 'payout differs from its orders'
    from ${payouts} p
    where p.status <> 'Cancelled' and p.vendor_id is not null
      and p.amount <> (select coalesce(sum(o.vendor_share), 0) from ${orders} o
        where o.payout_id = p.id and o.vendor_id = p.vendor_id and o.status in ('Delivered', 'Cancelled'))
    union all
    select o.id::text, 'claimed by a payout that is not its own'
    from ${orders} o join ${payouts} p on p.id = o.payout_id
    where p.status = 'Cancelled' or p.vendor_id is distinct from o.vendor_id
    union all
    select p.vendor_id::text, 'more paid out than earned'
    from ${payouts} p where p.status <> 'Cancelled' and p.vendor_id is not null
    group by p.vendor_id
    having sum(p.amount) > (select coalesce(sum(o.vendor_share), 0) from ${orders} o
      where o.vendor_id = p.vendor_id and o.status in ('Delivered', 'Cancelled'))
    union all
    select v.account, 'vendor''s account differs from its orders and payouts'
    from (
      select 'vendor:' || o.vendor_id as account, sum(o.vendor_share) - coalesce((
        select sum(p.amount) from ${payouts} p where p.vendor_id = o.vendor_id and p.status = 'Paid'), 0) as owed
      from ${orders} o group by o.vendor_id
    ) v
    where v.owed <> coalesce((select -sum(e.amount) from ${journal_entries} e where e.account = v.account), 0)
    union all ${payout_invariants.I4}
    union all ${delivery_invariants.I4}
    union all ${refund_invariants.I4}
    union all ${claim_invariants.I4}
    union all ${tip_invariants.I4}
    union all ${chargeback_invariants.I4}
    union all ${promotion_invariants.I4}
    union all ${run_invariants.I4}`,
  I5: sql`
    select tx_ref as subject, 'tx_ref twice' as problem from ${checkouts} group by tx_ref having count(*) > 1
    union all
    select provider_transaction_id, 'provider transaction twice' from ${payments}
      group by provider, provider_transaction_id having count(*) > 1
    union all
    select idempotency_key, 'idempotency key twice' from ${checkouts} group by idempotency_key having count(*) > 1
    union all
    select event_key, 'event twice' from ${provider_events} group by provider, event_key having count(*) > 1
    union all
    select checkout_id::text, 'one vendor twice in a checkout' from ${orders}
      group by checkout_id, vendor_id having count(*) > 1
    union all ${payout_invariants.I5}
    union all ${delivery_invariants.I5}
    union all ${group_invariants.I5}`,
  I6: sql`
    ${outsideLifecycle({
      history: order_history,
      id: 'order_id',
      problem: 'a move outside the lifecycle',
      moves: order_moves,
      first: { verb: 'place', from: [], to: 'Pending', who: ['customer'] },
    })}
    union all
    select o.id::text, 'status differs from its history' from ${orders} o
    where o.status is distinct from (
      select h.to_status from ${order_history} h where h.order_id = o.id order by h.id desc limit 1)
    union all
    select h.order_id::text, 'collected, but it was to be delivered, or the other way round'
    from ${order_history} h join ${orders} o on o.id = h.order_id
    where case when o.collects then h.verb in ('pick_up', 'hand_over') else h.verb in ('collect', 'not_collected') end
    union all
    select c.id::text, 'paid for a way that nobody goes' from ${checkouts} c
    where c.collects and (c.delivery_fee <> 0 or c.place_id is not null)
    union all
    select o.id::text, 'collected or not, unlike its checkout' from ${orders} o
    join ${checkouts} c on c.id = o.checkout_id where o.collects <> c.collects
    union all
    select c.id::text, 'paid but without orders' from ${checkouts} c
    where c.status = 'Paid' and not exists (select 1 from ${orders} o where o.checkout_id = c.id)
    union all ${refund_invariants.I6}
    union all ${payout_invariants.I6}
    union all ${delivery_invariants.I6}
    union all ${run_invariants.I6}`,
  I7: sql`
    select c.id::text as subject, 'paid, but no message to the customer' as problem
    from ${checkouts} c
    where c.status = 'Paid' and not exists (select 1 from ${messages} m where m.dedupe_key = 'receipt:' || c.id)
    union all
    select m.id::text, 'forgotten in the outbox' from ${messages} m
    where m.status = 'Queued' and m.next_attempt_at is null`,
  I8: sql`${margin_invariants.I8} union all ${tip_invariants.I8}`,
} as const

export type InvariantName = keyof typeof invariants
export type Violation = { invariant: InvariantName; subject: string; problem: string }

/** Of one invariant; where more is wrong, a person has to look anyway. */
const MOST_OF_ONE = 1000

/**
 * Runs all invariants in one snapshot and answers the violations, at most a thousand of each; we promise an empty list.
 * It reads whole tables, so no statement of it is ended for taking long.
 */
export async function findViolations(db: Db): Promise<Violation[]> {
  return db.transaction(
    async (tx) => {
      const found: Violation[] = []
      await tx.execute(sql`set local statement_timeout = 0`)
      for (const invariant of Object.keys(invariants) as InvariantName[]) {
        const { rows } = await tx.execute<{ subject: string; problem: string }>(
          sql`select * from (${invariants[invariant]}) broken limit ${MOST_OF_ONE}`,
        )
        found.push(...rows.map((row) => ({ invariant, subject: row.subject, problem: row.problem })))
      }
      return found
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
