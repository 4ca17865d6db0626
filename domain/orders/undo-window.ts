import { and, asc, gt, inArray } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { type OrderVerb, UNDO_SECONDS } from './lifecycle.ts'
import { order_history, type orders } from './tables.ts'

type Line = Pick<typeof order_history.$inferSelect, 'verb' | 'from_status' | 'role' | 'moved_at'>
type UndoVerb = Extract<OrderVerb, `undo_${string}`>

/** What can be taken back of an order, and until when. */
export type Undoable = { what: 'accept' | 'more_time' | 'complete' | 'reject'; until: Date }

/** By which a button names what it takes back: two who give more time one after the other differ too. */
export const undoKey = ({ what, until }: Undoable): string => `${what} ${until.toISOString()}`

/** Until when something that was pressed at `now` can be taken back. */
export function undoneUntil(now: Date): Date {
  return new Date(now.getTime() + UNDO_SECONDS * 1000)
}

/** What was pressed after that can be taken back at `now`. */
export function undoableSince(now: Date): Date {
  return new Date(now.getTime() - UNDO_SECONDS * 1000)
}

/** The move that takes back the newest line of an order's history; null for one that stays. */
export function undoOf(line: Line): UndoVerb | null {
  if (line.role !== 'vendor') return null
  if (line.verb === 'accept') return 'undo_accept'
  if (line.verb === 'more_time') return 'undo_more_time'
  if (line.verb !== 'complete') return null
  return line.from_status === 'Pending' ? 'undo_complete_new' : 'undo_complete'
}

/** The newest line of an order's history as what can be taken back, if in time; null for one that stays. */
export function undoableOf(line: Line): Undoable | null {
  return undoOf(line) && { what: line.verb as Undoable['what'], until: undoneUntil(line.moved_at) }
}

/** What can be taken back of each of these orders `now`; most are missing. */
export async function undoables(
  db: Db | Tx,
  shown: readonly Pick<typeof orders.$inferSelect, 'id' | 'reject_at'>[],
  now: Date,
): Promise<ReadonlyMap<number, Undoable>> {
  const found = new Map<number, Undoable>()
  if (shown.length === 0) return found
  const recent = await db
    .select()
    .from(order_history)
    .where(
      and(
        inArray(
          order_history.order_id,
          shown.map(({ id }) => id),
        ),
        gt(order_history.moved_at, undoableSince(now)),
      ),
    )
    .orderBy(asc(order_history.id))
  for (const line of recent) {
    const undoable = undoableOf(line)
    if (undoable) found.set(line.order_id, undoable)
    else found.delete(line.order_id)
  }
  for (const { id, reject_at } of shown) {
    if (reject_at && reject_at > now) found.set(id, { what: 'reject', until: reject_at })
  }
  return found
}
