import type { OrderStatus } from '../../domain/orders/lifecycle.ts'

const ended_by: Readonly<Record<string, string>> = {
  not_collected: 'Not collected',
  not_taken: 'Not handed over',
  leave: 'Left for you',
}

/** Where an order stands, as its customer reads it on the tracking page and on the receipt. */
const headlines: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Waiting for the restaurant',
  Accepted: 'The restaurant is cooking',
  Completed: 'Ready for the rider',
  'Picked up': 'On the way to you',
  Delivered: 'Delivered. Enjoy your meal!',
  Cancelled: 'Cancelled',
}

const headlines_to_collect: Readonly<Record<OrderStatus, string>> = {
  ...headlines,
  Completed: 'Ready: collect it now',
  Delivered: 'Collected. Enjoy your meal!',
}

export function headlineOf(order: {
  status: OrderStatus
  collects: boolean
  /** Its rider said so; left out where nobody can have. */
  at_gate_at?: Date | null
  /** The move that ended it; null while it is open. */
  ended: { verb: string } | null
}): string {
  if (order.at_gate_at) return 'At the gate: please come out'
  return ended_by[order.ended?.verb ?? ''] ?? (order.collects ? headlines_to_collect : headlines)[order.status]
}
