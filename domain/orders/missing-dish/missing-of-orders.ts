import { and, eq, exists, inArray, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Mover } from '../../lifecycle.ts'
import type { MissingOutcome } from '../lifecycle.ts'
import { missing_dishes, orders } from '../tables.ts'

export type MissingDish = typeof missing_dishes.$inferSelect

/** What was out of these orders, in the sequence in which their kitchens said so. */
export async function missingOfOrders(db: Db | Tx, order_ids: readonly number[]): Promise<MissingDish[]> {
  if (order_ids.length === 0) return []
  return db
    .select()
    .from(missing_dishes)
    .where(inArray(missing_dishes.order_id, [...order_ids]))
    .orderBy(missing_dishes.id)
}

/** Whether something of an order waits for its customer's choice. */
export async function awaitsChoice(tx: Tx, order_id: number): Promise<boolean> {
  return (await tx.$count(missing_dishes, and(eq(missing_dishes.order_id, order_id), is_open))) > 0
}

const is_open = isNull(missing_dishes.outcome)

/** The same for the orders of a query. */
export const awaitingChoice = (db: Db | Tx) =>
  exists(
    db
      .select({ id: missing_dishes.id })
      .from(missing_dishes)
      .where(and(eq(missing_dishes.order_id, orders.id), is_open)),
  )

/** "2 Jollof Rice (Large)", or the name alone. */
export function missingText({ quantity, name }: Pick<MissingDish, 'quantity' | 'name'>): string {
  return quantity > 1 ? `${quantity} ${name}` : name
}

/** A line of an order's history: a dish was said to be out, or what came of that. */
export type MissingLine = {
  id: string
  what: 'out' | Exclude<MissingOutcome, 'overtaken'>
  missing: MissingDish
  by: Mover
  at: Date
}

/** What happened with missing dishes, for histories that are sorted by time. */
export function missingLines(all: readonly MissingDish[]): MissingLine[] {
  return all.flatMap((missing) => {
    const { id, marked_by, marked_at, outcome, closed_at, closed_role, closed_by } = missing
    const marked: Mover = { role: 'vendor', user_id: marked_by }
    const out = { id: `out ${id}`, what: 'out' as const, missing, by: marked, at: marked_at }
    if (outcome === null || closed_at === null || closed_role === null || outcome === 'overtaken') return [out]
    return [
      out,
      { id: `closed ${id}`, what: outcome, missing, by: { role: closed_role, user_id: closed_by }, at: closed_at },
    ]
  })
}
