import { and, eq, gte, sql } from 'drizzle-orm'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { audit_log } from '../../audit/tables.ts'
import { vendors } from '../../catalog/tables.ts'
import type { Deps } from '../../events.ts'
import { keyset, type Page, type Place } from '../../keyset.ts'
import { type Kobo, koboFromNaira } from '../../money.ts'
import { matchesContact, readContact } from '../../orders/match-contact.ts'
import { orders } from '../../orders/tables.ts'
import { refunds } from '../../payments/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { checkouts } from '../tables.ts'
import { readName } from './customer-names.ts'

const ORDERS_PER_PAGE = 25
/** How long an admin sees a customer before the look-up must be made, and logged, again. */
const SEEN_MINUTES = 30
const ACTION = 'customer_looked_up'

/** Answers for the same text always the same, from which nobody without the server's secret finds the text again. */
export type Pseudonyms = { pseudonymOf(text: string): string }

/** Whom an entry of the audit log is about, without the contact: there are so few numbers that all can be tried. */
export const customerSubject = ({ pseudonymOf }: Pseudonyms, contact: string) => `customer:${pseudonymOf(contact)}`

/** What the audit log shows of a contact; nothing of a name. */
export function maskedContact(contact: string): string {
  if (contact.startsWith('+')) return `…${contact.slice(-2)}`
  return contact.includes('@') ? `${contact.slice(0, 1)}…@…` : 'a name'
}

/**
 * An admin looks a customer up by phone number or mail address, or customers by words of a name. Goes into the audit
 * log, since it is personal data. Answers the contact as orders hold it, or the words. Refused for everybody else, and
 * for what is no number, no address and too short for a name.
 */
export async function lookUpCustomer(
  deps: Deps & Pseudonyms,
  actor: Actor,
  text: string,
): Promise<Accepted<string> | Refused<'not_found' | 'bad_contact', undefined>> {
  if (!may(actor, 'help_customers')) return refused('not_found')
  const contact = readContact(text) ?? readName(text)
  if (contact === null) return refused('bad_contact')
  await deps.db.transaction((tx) =>
    recordAudit(tx, {
      actor,
      action: ACTION,
      subject: customerSubject(deps, contact),
      after: { contact: maskedContact(contact) },
      now: deps.clock.now(),
    }),
  )
  return accepted(contact)
}

const row = {
  id: orders.id,
  vendor_name: vendors.name,
  customer_name: orders.customer_name,
  items: orders.items,
  total_price: orders.total_price,
  grand_total: orders.grand_total,
  status: orders.status,
  created_at: orders.created_at,
  link_token: checkouts.link_token,
  refunded: sql<Kobo>`coalesce((select sum(${refunds.amount}) from ${refunds}
    where ${refunds.order_id} = ${orders.id}), 0)`.mapWith(koboFromNaira),
}

export type CustomerOrder = Pick<
  typeof orders.$inferSelect,
  'id' | 'customer_name' | 'items' | 'total_price' | 'grand_total' | 'status' | 'created_at'
> & { vendor_name: string | null; link_token: string; refunded: Kobo }

export type CustomerOrders = {
  page: Page<CustomerOrder>
  /**
   * Of all of them: how many, what was paid (kobo, the delivery fee once per checkout, without what was missing of a
   * short payment), and what went back.
   */
  orders: number
  paid: Kobo
  refunded: Kobo
}

/**
 * A customer's orders, newest first, for an admin who looked this contact up in the last half hour (`lookUpCustomer`);
 * null otherwise.
 */
export async function customerOrders(
  deps: Deps & Pseudonyms,
  actor: Actor,
  text: string,
  place: Place | null,
): Promise<CustomerOrders | null> {
  const contact = readContact(text)
  if (contact === null || !(await hasLookedUp(deps, actor, contact))) return null
  const theirs = matchesContact(contact)
  const walk = keyset<CustomerOrder>(
    [{ column: orders.id, kind: 'number', of: (order) => order.id }],
    place,
    ORDERS_PER_PAGE,
  )
  const [found, { rows: totals }] = await Promise.all([
    deps.db
      .select(row)
      .from(orders)
      .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
      .leftJoin(vendors, eq(vendors.user_id, orders.vendor_id))
      .where(and(theirs, walk.where))
      .orderBy(...walk.order)
      .limit(walk.limit),
    deps.db.execute<{ orders: number; paid: string; refunded: string }>(sql`
      with theirs as (select * from ${orders} where ${theirs})
      select (select count(*) from theirs)::int as orders,
        coalesce((select sum(total_price + tip - discount) from theirs), 0) + coalesce((select sum(fee) from
          (select max(case when free_delivery then 0 else delivery_fee end) as fee
            from theirs group by checkout_id) fees), 0) - coalesce((select sum(${checkouts.waived}) from ${checkouts}
          where ${checkouts.id} in (select checkout_id from theirs)), 0) as paid,
        coalesce((select sum(${refunds.amount}) from ${refunds}
          where ${refunds.order_id} in (select id from theirs)), 0) as refunded`),
  ])
  return {
    page: walk.page(found),
    orders: totals[0]?.orders ?? 0,
    paid: koboFromNaira(totals[0]?.paid ?? '0'),
    refunded: koboFromNaira(totals[0]?.refunded ?? '0'),
  }
}

/** Whether this admin looked exactly this contact or name up in the last half hour. */
export async function hasLookedUp(deps: Deps & Pseudonyms, actor: Actor, contact: string): Promise<boolean> {
  if (!may(actor, 'help_customers')) return false
  const since = new Date(deps.clock.now().getTime() - SEEN_MINUTES * 60_000)
  const [seen] = await deps.db
    .select({ id: audit_log.id })
    .from(audit_log)
    .where(
      and(
        eq(audit_log.subject, customerSubject(deps, contact)),
        eq(audit_log.action, ACTION),
        eq(audit_log.user_id, actor.user_id),
        gte(audit_log.acted_at, since),
      ),
    )
    .limit(1)
  return seen !== undefined
}
