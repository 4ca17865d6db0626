import { formatTimeOrDate } from '../../../domain/clock.ts'
import type { WaitingLine } from '../../../domain/desk/waiting-line.ts'
import { amountText } from '../../ui/amount-text.ts'
import { firmName } from '../firm-name.ts'

/** How the desk says that a bank asks money back, and waits for our answer or decides about it. */
export function waitingChargeback(line: WaitingLine, now: Date) {
  const { kind, amount = 0, currency = 'NGN', order_id, about, name = '', promised_until } = line
  const money = amountText(amount, currency)
  const of = order_id === undefined ? '' : ` for order ${order_id}`
  const before = promised_until ? ` before ${formatTimeOrDate(promised_until, now)}` : ''
  const said =
    kind === 'chargebacks_open'
      ? {
          what: `A bank asks ${money} back${of}: “${about || 'no reason given'}”`,
          detail: `Answer with proof of delivery at ${firmName(name)}${before}, or it is lost`,
        }
      : {
          what: `A bank decides about ${money} that it asked back${of}`,
          detail: 'Answered: nothing is to be done until it has',
        }
  const where =
    order_id === undefined
      ? { to: '/admin/reconciliation#chargebacks' as const, open: 'Look at it' }
      : { to: `/admin/orders/${order_id}` as const, open: 'Open the order' }
  return { ...said, ...where }
}
