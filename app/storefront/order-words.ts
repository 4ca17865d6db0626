import type { OrderStatus } from '../../domain/orders/lifecycle.ts'

/** Where an order stands, as its customer reads it on the tracking page and on the receipt. */
export const headlines: Readonly<Record<OrderStatus, string>> = {
  Pending: 'Waiting for the kitchen',
  Accepted: 'The kitchen is cooking',
  Completed: 'Ready for the rider',
  'Picked up': 'On the way to you',
  Delivered: 'Delivered. Enjoy your meal!',
  Cancelled: 'Cancelled',
}
