import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'

/**
 * Fills a scratch database with orders numbered `from` to `to`, and with their checkout, payment and provider's
 * transaction; some get a refund, payout, review case, difference and audit entry. The database itself writes them, a
 * hundred thousand at a time. None of it went through the verbs, so it is fit only for lists.
 */
export async function insertManyOrders(db: Db, from: number, to: number): Promise<void> {
  const STEP = 100_000
  for (let first = from; first <= to; first += STEP) {
    await insertOrders(db, first, Math.min(to, first + STEP - 1))
  }
}

/** A reference, a customer, an amount and a time for each number; half a million of them per year. */
const seeds = (first: number, last: number) => sql`
  select n, ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as uuid,
    'CHOW-' || (1700000000000 + n * 61) || '-' || substr(md5(n::text), 1, 12) as tx_ref,
    timestamptz '2025-01-01' + n * interval '63 seconds' as at,
    (array['Jollof Rice', 'Amala and Ewedu', 'Fried Rice', 'Suya', 'Pounded Yam'])[1 + n % 5] as dish,
    1500 + (n % 40) * 50 as price
  from generate_series(${first}::int, ${last}::int) n`

async function insertOrders(db: Db, first: number, last: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local statement_timeout = 0`)
    const some = seeds(first, last)
    await tx.execute(sql`
      insert into checkouts (id, tx_ref, link_token, idempotency_key, status, first_name, last_name, email, phone,
        address, lines, subtotal, delivery_fee, total, created_at, paid_at)
      select uuid, tx_ref, md5(n || 'link'), md5(n || 'key'), 'Paid', 'Ada', 'Obi ' || n % 1000,
        'ada' || n % 50000 || '@example.com', '+23480' || lpad((n % 50000)::text, 8, '0'), 'Room ' || n % 400, '[]',
        price, 600, price + 600, at, at from (${some}) s`)
    await tx.execute(sql`
      insert into payments (id, provider, provider_transaction_id, tx_ref, checkout_id, amount, currency, provider_fee,
        payment_type, purpose, provider_created_at, recorded_at)
      select uuid, 'flutterwave', (100000000 + n)::text, tx_ref, uuid, price + 600, 'NGN', 30, 'card',
        case when n % 500 = 0 then 'review' else 'orders' end, at, at from (${some}) s`)
    await tx.execute(sql`
      insert into orders (vendor_id, checkout_id, user_email, customer_name, customer_phone, customer_address, items,
        total_price, delivery_fee, grand_total, created_at, status, payment_reference, vendor_share)
      select (select array_agg(user_id order by id) from vendors)[1 + n % (select count(*) from vendors)], uuid,
        'ada' || n % 50000 || '@example.com', 'Ada Obi ' || n % 1000, '+23480' || lpad((n % 50000)::text, 8, '0'),
        'Room ' || n % 400,
        jsonb_build_array(jsonb_build_object('name', dish, 'price', price, 'quantity', 1)),
        price, 600, price + 600, at, (array['Delivered', 'Delivered', 'Delivered', 'Cancelled', 'Pending'])[1 + n % 5],
        tx_ref, price from (${some}) s order by n`)
    await tx.execute(sql`
      insert into order_history (order_id, verb, from_status, to_status, role, moved_at, recorded_at)
      select id, verb, from_status, to_status, 'system', created_at + later, created_at + later
      from orders cross join (values ('place', null, 'Pending', interval '0'),
        ('complete', 'Pending', 'Completed', interval '20 minutes')) moves (verb, from_status, to_status, later)
      where id between ${first} and ${last} order by id`)
    await tx.execute(sql`
      insert into provider_transactions (provider, provider_transaction_id, tx_ref, customer_email, amount, currency,
        status, provider_fee, payment_type, created_at, seen_at)
      select 'flutterwave', (100000000 + n)::text, tx_ref, 'ada' || n % 50000 || '@example.com', price + 600, 'NGN',
        (array['successful', 'failed', 'successful', 'abandoned'])[1 + n % 4], 30, 'card', at, at
      from (${some}) s order by n`)
    await tx.execute(sql`
      insert into refunds (id, payment_id, amount, reason, status, asked_role, created_at)
      select uuid, uuid, 100, 'excess', 'Done', 'worker', at from (${some}) s where n % 20 = 0`)
    await tx.execute(sql`
      insert into review_cases (payment_id, kind, status, decision, created_at, closed_at)
      select uuid, 'short', case when n % 50000 = 0 then 'Open' else 'Closed' end,
        case when n % 50000 = 0 then null else 'closed' end, at, at from (${some}) s where n % 500 = 0`)
    await tx.execute(sql`
      insert into reconciliation_cases (provider, provider_number, kind, status, tx_ref, found_at, seen_at)
      select 'flutterwave', (100000000 + n)::text, 'amount', case when n % 50000 = 0 then 'Open' else 'Resolved' end,
        tx_ref, at, at from (${some}) s where n % 100 = 0`)
    await tx.execute(sql`
      insert into payouts (vendor_id, amount, status, created_at, bank_name, account_number, account_name)
      select (select array_agg(user_id order by id) from vendors)[1 + n % (select count(*) from vendors)], price,
        (array['Paid', 'Paid', 'Cancelled'])[1 + n % 3], at, 'Access Bank', '0690000031', 'IYA TEST'
      from (${some}) s where n % 10 = 0 order by n`)
    await tx.execute(sql`
      insert into audit_log (actor, action, subject, after, acted_at)
      select 'admin' || n % 7 || '@example.com',
        (array['order_cancelled', 'payout_approved', 'vendor_suspended'])[1 + n % 3],
        'order:' || n, '{}', at from (${some}) s where n % 4 = 0 order by n`)
  })
}
