import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import type { Purchase } from './customers.ts'

const SETTLE_MS = 120_000

export type Books = { lost: string[]; doubled: string[]; violations: string[] }

/** What of all that was confirmed to customers is not in the database, and what is in it twice. */
export async function compareBooks(db: Db, purchases: readonly Purchase[]): Promise<Books> {
  const { rows } = await db.execute<{ email: string; token: string; status: string; paid: number; orders: number }>(sql`
    select c.email, c.link_token as token, c.status,
      (select count(*) from payments p where p.tx_ref = c.tx_ref)::int as paid,
      (select count(*) from orders o where o.checkout_id = c.id)::int as orders
    from checkouts c`)
  const by_email = Map.groupBy(rows, ({ email }) => email)
  const lost: string[] = []
  const doubled: string[] = []
  for (const { email, token, cart, charged, is_confirmed } of purchases) {
    const found = by_email.get(email) ?? []
    const own = found.find((row) => row.token === token)
    const vendors = new Set(cart.map(({ vendor_id }) => vendor_id)).size
    const is_settled = own?.status === 'Paid' && own.paid > 0 && own.orders >= vendors
    if (token && !own) lost.push(`${email}: taken, and not there`)
    else if (is_confirmed && !is_settled) lost.push(`${email}: confirmed as paid, and is not`)
    else if (charged && !is_settled) lost.push(`${email}: charged, and has no order`)
    if (found.length > 1) doubled.push(`${email}: ${found.length} checkouts`)
    if (own && own.paid > 1) doubled.push(`${email}: ${own.paid} payments`)
    if (own && own.orders > vendors) doubled.push(`${email}: ${own.orders} orders for ${vendors} vendors`)
  }
  const violations = await findViolations(db)
  return {
    lost,
    doubled,
    violations: violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
  }
}

/** Gives workers time for what was paid; what they have not settled by then is found by `compareBooks`. */
export async function waitUntilSettled(db: Db, purchases: readonly Purchase[]): Promise<void> {
  const give_up_at_ms = performance.now() + SETTLE_MS
  while (!(await isSettled(db, purchases)) && performance.now() < give_up_at_ms) await sleep(500)
}

/** Every webhook was worked on, and everybody who was charged has an order. */
async function isSettled(db: Db, purchases: readonly Purchase[]): Promise<boolean> {
  const { rows } = await db.execute<{ waiting: number }>(
    sql`select count(*)::int as waiting from provider_events where consumed_at is null`,
  )
  if (rows[0]?.waiting !== 0) return false
  const charged = purchases.flatMap((purchase) => purchase.charged ?? [])
  const settled = await db.execute<{ tx_ref: string }>(sql`select tx_ref from checkouts where status = 'Paid'`)
  const paid = new Set(settled.rows.map(({ tx_ref }) => tx_ref))
  return charged.every((tx_ref) => paid.has(tx_ref))
}
