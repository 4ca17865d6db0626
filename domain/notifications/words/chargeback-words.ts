import { formatCampusDateTime } from '../../clock.ts'

/** What the bell says when a customer's bank asks money back. */
export const chargebackNotice = (amount: string, order_id: number | null, due_at: Date | null): string =>
  `A bank asks ${amount} back${order_id === null ? '' : ` for order ${order_id}`}. ` +
  (due_at
    ? `Answer at the provider by ${formatCampusDateTime(due_at)}, or it is lost.`
    : 'Answer at the provider, or it is lost.')
