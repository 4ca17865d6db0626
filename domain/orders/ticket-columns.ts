import { type SQL, sql } from 'drizzle-orm'
import { goes_with } from './runs/rides.ts'
import { note_changes, orders } from './tables.ts'

/** When its customer changed the note last; null for never. */
const note_changed_at = sql<Date | null>`(select max(changed.changed_at) from note_changes changed
  where changed.order_id = orders.id)`.mapWith(note_changes.changed_at) as SQL<Date | null>

/** What a kitchen reads of an order, on its board and on a ticket. */
export const ticket_columns = {
  id: orders.id,
  customer_name: orders.customer_name,
  items: orders.items,
  total_price: orders.total_price,
  status: orders.status,
  customer_note: orders.customer_note,
  note_changed_at,
  collects: orders.collects,
  slot_from: orders.slot_from,
  begin_at: orders.begin_at,
  created_at: orders.created_at,
  ready_by: orders.ready_by,
  reject_at: orders.reject_at,
  packs: orders.packs,
  packs_reason: orders.packs_reason,
  /** The other orders of its shared ride that were not cancelled, by their numbers; null for none. */
  goes_with,
}
