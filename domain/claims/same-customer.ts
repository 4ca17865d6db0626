import { and, eq, gt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '../../db/handle.ts'
import { orders } from '../orders/tables.ts'
import { claims } from './tables.ts'

type Order = Pick<
  typeof orders.$inferSelect,
  'checkout_id' | 'customer_phone' | 'user_email' | 'customer_address' | 'created_at'
>

/** Without what a hurried thumb leaves out or puts in. */
const folded = (address: unknown) => sql`regexp_replace(lower(${address}), '[^[:alnum:]]', '', 'g')`

/**
 * Orders of whoever made this one: two of phone, mail and address are theirs. One alone proves nothing: anybody may
 * type the number of somebody else, and anybody may have another number.
 */
export function isOfSameCustomer({ customer_phone, user_email, customer_address }: Order): SQL {
  const same = [
    eq(orders.customer_phone, customer_phone),
    sql`lower(${orders.user_email}) = lower(${user_email})`,
    sql`(${customer_address} <> '' and ${folded(orders.customer_address)} = ${folded(customer_address)})`,
  ]
  // The first is what an index finds; without phone and mail, the address would be alone.
  return sql`(${or(same[0], same[1])} and ${sql.join(
    same.map((one) => sql`(${one})::int`),
    sql` + `,
  )} >= 2)`
}

/** How many claims this customer made since then. */
export async function claimsSince(tx: Tx, order: Order, since: Date): Promise<number> {
  const own = await tx
    .select({ id: claims.id })
    .from(claims)
    .innerJoin(orders, eq(orders.id, claims.order_id))
    .where(and(isOfSameCustomer(order), gt(claims.created_at, since)))
  return own.length
}

/**
 * Whether this customer had an order before, of another cart, that was delivered and that they did not complain about.
 */
export async function isKnownCustomer(tx: Tx, order: Order): Promise<boolean> {
  const complaint = tx.select().from(claims).where(eq(claims.order_id, orders.id))
  const [before] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isOfSameCustomer(order),
        ne(orders.checkout_id, order.checkout_id),
        eq(orders.status, 'Delivered'),
        notExists(complaint),
      ),
    )
    .limit(1)
  return before !== undefined
}
