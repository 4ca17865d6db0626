import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { OrderStatus } from '../../../domain/orders/lifecycle.ts'
import type { OrderItem } from '../../../domain/orders/tables.ts'

type Order = {
  id: number
  items: readonly OrderItem[]
  total_price: number
  status: OrderStatus
  created_at: Date
  ready_by: Date | null
  customer_note: string | null
}

/** An order as a screen shows it, with its times in words, so that server and browser cannot disagree about them. */
export function orderView(order: Order) {
  const { id, items, total_price, status, customer_note } = order
  return {
    id,
    items,
    total_price,
    status,
    customer_note,
    date: formatCampusDateTime(order.created_at),
    ready_by: order.ready_by && status === 'Accepted' ? formatCampusDateTime(order.ready_by).slice(-5) : null,
  }
}

export type OrderView = ReturnType<typeof orderView>
