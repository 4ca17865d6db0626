import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { CartLine } from '../../catalog/menu/cart-line.ts'
import type { Clock } from '../../clock.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { linesOf } from './change-lines.ts'
import { type Asking, type GroupOrder, type GroupRefusal, isOpen, lockGroup, paymentOf } from './find-group.ts'
import { startNewEdition } from './group-checkouts.ts'
import { group_lines } from './tables.ts'

/** What stands in the place of a press for a line that was taken along, with how many there were. */
const TAKEN = 'taken along: '

/**
 * Takes the own lines out of it, for an order of one's own, once nobody chooses any more: whoever was to pay for all
 * has not, or it is too late for the ride. Answers them, as a cart. They stay with the group order as taken along, so
 * that whoever asks once more, because the answer was lost, has the same ones again (`again`); with nothing chosen nor
 * taken along the answer is empty. Refused sooner, for who pays for all, and once it is paid or that is under way.
 */
export async function leaveWithDishes(
  { db, clock }: { db: Db; clock: Clock },
  asking: Asking,
): Promise<Accepted<{ lines: readonly CartLine[]; again: boolean }> | GroupRefusal> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const asked = await lockGroup(tx, asking, now)
    if (!asked.ok) return asked
    const { group, me, ordered } = asked.value
    const own = (await linesOf(tx, group, [me.id])).map(({ line_id: _, member_id: __, ...line }): CartLine => line)
    const taken = await takenAlong(tx, group, me.id)
    if (own.length === 0 && taken.length > 0) return accepted({ lines: taken, again: true })
    if (me.is_starter && group.pays === 'one') return refused('not_yours')
    const payment = paymentOf(group, me, ordered)
    if (payment) return refused(payment)
    if (isOpen(group, now)) return refused('too_soon', { until: group.choose_until })
    if (own.length === 0) return accepted({ lines: [], again: false })
    await startNewEdition(tx, group, me)
    await tx.delete(group_lines).where(and(isOf(me.id), eq(group_lines.quantity, 0)))
    await tx
      .update(group_lines)
      .set({ quantity: 0, press: sql`${TAKEN}::text || ${group_lines.quantity}` })
      .where(isOf(me.id))
    return accepted({ lines: own, again: false })
  })
}

/** The lines that a member took along, as a cart, as they were then. */
export async function takenAlong(
  db: Db | Tx,
  { vendor_id }: Pick<GroupOrder, 'vendor_id'>,
  member_id: number,
): Promise<CartLine[]> {
  const rows = await db
    .select()
    .from(group_lines)
    .where(and(isOf(member_id), eq(group_lines.quantity, 0)))
    .orderBy(group_lines.id)
  return rows.flatMap(({ name, price, options, press }) => {
    const quantity = press.startsWith(TAKEN) ? Number(press.slice(TAKEN.length)) : 0
    if (!Number.isInteger(quantity) || quantity < 1) return []
    return [{ vendor_id, name, price_kobo: price, quantity, ...(options.length > 0 ? { options } : {}) }]
  })
}

const isOf = (member_id: number) => eq(group_lines.group_member_id, member_id)
