import { goes_with } from './runs/rides.ts'
import { orders } from './tables.ts'

/** What a kitchen reads of an order, on its board and on a ticket. */
export const ticket_columns = {
  id: orders.id,
  customer_name: orders.customer_name,
  items: orders.items,
  total_price: orders.total_price,
  status: orders.status,
  customer_note: orders.customer_note,
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
