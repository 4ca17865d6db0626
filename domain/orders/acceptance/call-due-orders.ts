import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import { eachDue } from '../../lane.ts'
import type { OrderStatus } from '../lifecycle.ts'
import { order_escalations, orders } from '../tables.ts'

const still_to_cook = ['Pending', 'Accepted'] as const satisfies OrderStatus[]

/**
 * Tells each kitchen, once, that it is time to begin what was ordered for later: until then it stood in its list for
 * later and rang nowhere. Answers how many it told of.
 */
export async function callDueOrders({ db, announce }: { db: Db; announce: Announce }, now: Date): Promise<number> {
  const is_due = and(inArray(orders.status, [...still_to_cook]), lte(orders.begin_at, now))
  const due = await db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(order_escalations, eq(order_escalations.order_id, orders.id))
    .where(and(is_due, or(isNull(order_escalations.order_id), isNull(order_escalations.begun_told_at))))
    .orderBy(orders.id)
  return eachDue(due, ({ id }) =>
    db.transaction(async (tx) => {
      const [order] = await tx
        .select()
        .from(orders)
        .where(and(eq(orders.id, id), is_due))
        .for('no key update')
      if (!order) return 0
      const noted = await tx
        .insert(order_escalations)
        .values({ order_id: id, begun_told_at: now })
        .onConflictDoUpdate({
          target: order_escalations.order_id,
          set: { begun_told_at: now },
          setWhere: isNull(order_escalations.begun_told_at),
        })
        .returning()
      if (noted.length === 0) return 0
      noteOrder(tx, order.id)
      await announce(tx, { kind: 'order_due', order }, now)
      return 1
    }),
  )
}
