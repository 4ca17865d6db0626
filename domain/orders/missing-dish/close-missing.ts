import { and, eq, isNull } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Announce } from '../../events.ts'
import type { Mover } from '../../lifecycle.ts'
import { type Kobo, kobo } from '../../money.ts'
import type { MissingOutcome } from '../lifecycle.ts'
import { missing_dishes } from '../tables.ts'
import type { MissingDish } from './missing-of-orders.ts'

type Ending = {
  outcome: MissingOutcome
  by: Mover
  swap?: { name: string; price_kobo: Kobo }
  back_kobo?: Kobo
  now: Date
}

/** Writes down what came of a missing dish of an order, or of all of it that wait; under the lock of the order. */
export async function closeMissing(
  tx: Tx,
  announce: Announce,
  { order_id, missing_id }: { order_id: number; missing_id?: number },
  { outcome, by, swap, back_kobo = kobo(0), now }: Ending,
): Promise<MissingDish[]> {
  const closed = await tx
    .update(missing_dishes)
    .set({
      outcome,
      closed_at: now,
      closed_role: by.role,
      closed_by: by.user_id,
      swap_name: swap?.name ?? null,
      swap_price: swap?.price_kobo ?? null,
      back: back_kobo,
    })
    .where(
      and(
        eq(missing_dishes.order_id, order_id),
        missing_id === undefined ? undefined : eq(missing_dishes.id, missing_id),
        isNull(missing_dishes.outcome),
      ),
    )
    .returning()
  if (closed.length === 0) return closed
  noteOrder(tx, order_id)
  await announce(tx, { kind: 'missing_dish_closed', order_id, missing_ids: closed.map(({ id }) => id) }, now)
  return closed
}
