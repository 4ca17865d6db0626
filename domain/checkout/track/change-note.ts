import { and, eq, gt } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import { anyOf } from '../../../db/columns.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { mayChangeNote } from '../../orders/lifecycle.ts'
import { lockOrdersOfCheckout } from '../../orders/refunds/refundable.ts'
import { note_changes, orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { order_note } from '../forms.ts'
import { checkoutOfTrackToken } from './tracked-orders.ts'

/** Each change rings a kitchen and a rider; whoever needs more should call. */
export const MOST_NOTE_CHANGES = 5

export type ChangeNoteRefusal = Refused<
  'not_found' | 'bad_note' | 'too_late' | 'too_often' | 'changed_since',
  undefined
>

/**
 * A customer changes the note of their checkout's orders that are not picked up yet: having a link of it proves that
 * they are theirs. An empty text takes the note out. Nothing else of an order changes: no place, no fee and no pay.
 * Safe to repeat; of a rider who picks up at the same moment and the customer, each order has one winner. Refused for
 * an unknown link, a text that the checkout would refuse, where every order is further, after `MOST_NOTE_CHANGES`, and
 * where the note was changed while this one waited on a phone (`waited_ms`): the newer one stands.
 */
export async function changeNote(
  { db, clock, announce }: AnnouncingDeps,
  track_token: string,
  text: string,
  waited_ms = 0,
): Promise<Accepted<{ order_ids: number[] }> | ChangeNoteRefusal> {
  const checkout = await checkoutOfTrackToken(db, track_token)
  if (!checkout) return refused('not_found')
  const read = order_note.safeParse(text)
  if (!read.success) return refused('bad_note')
  const after = read.data || null
  const now = clock.now()
  return db.transaction(async (tx) => {
    await lockOrdersOfCheckout(tx, checkout.checkout_id)
    const all = await tx.select().from(orders).where(eq(orders.checkout_id, checkout.checkout_id)).orderBy(orders.id)
    const open = all.filter(mayChangeNote)
    if (open.length === 0) return refused('too_late')
    const changing = open.filter(({ customer_note }) => customer_note !== after)
    if (changing.length === 0) return accepted({ order_ids: [] })
    if (waited_ms > 0) {
      const since = gt(note_changes.changed_at, new Date(now.getTime() - waited_ms))
      const of_these = anyOf(
        note_changes.order_id,
        open.map(({ id }) => id),
      )
      if ((await tx.$count(note_changes, and(of_these, since))) > 0) return refused('changed_since')
    }
    const order_ids = changing.map(({ id }) => id)
    for (const order_id of order_ids) {
      const changes = await tx.$count(note_changes, eq(note_changes.order_id, order_id))
      if (changes >= MOST_NOTE_CHANGES) return refused('too_often')
    }
    await tx.update(orders).set({ customer_note: after }).where(anyOf(orders.id, order_ids))
    await tx
      .insert(note_changes)
      .values(
        changing.map(({ id, customer_note }) => ({ order_id: id, before: customer_note, after, changed_at: now })),
      )
    for (const order of changing) {
      noteOrder(tx, order.id)
      await announce(tx, { kind: 'note_changed', order: { ...order, customer_note: after } }, now)
    }
    return accepted({ order_ids })
  })
}
