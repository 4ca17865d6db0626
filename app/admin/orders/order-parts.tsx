import { Fragment } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { lineTotal } from '../../../domain/catalog/menu/cart-line.ts'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { Section } from '../../ui/details-dialog.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import type { OrderDetails } from './order-view.server.ts'

/** The customer's number as this role may see it: to call, or masked. */
export function CustomerPhone({ order }: { order: OrderDetails }) {
  return order.can_call ? <PhoneLink number={order.customer_phone} /> : order.customer_phone
}

/** The kitchen, and how to call it. */
export function Kitchen({ order }: { order: OrderDetails }) {
  if (!order.vendor_name) return 'N/A'
  return (
    <>
      <Link className="text-link underline" to={`/admin/vendors?vendor=${order.vendor_id}` satisfies Address}>
        {order.vendor_name}
      </Link>{' '}
      {order.vendor_phone && <PhoneLink number={order.vendor_phone} />}
    </>
  )
}

const purposes = {
  orders: 'paid for the orders',
  refund: 'goes back',
  review: 'waits on the review list',
} as const

/** What was sold, at the prices that it was sold for, and what it comes to. */
export function Items({ order }: { order: OrderDetails }) {
  return (
    <Section name="Items">
      <ul className="divide-y divide-line">
        {order.items.map((item, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: what was ordered never changes its place.
            key={place}
            className="flex flex-wrap justify-between gap-x-4 py-1.5"
          >
            <span className="min-w-0 break-words">
              {nameWithChoices(item)}, {item.quantity} x {formatNaira(item.price_kobo)}
              {item.instead_of && <span className="block text-sm text-ink-soft">instead of {item.instead_of}</span>}
            </span>
            <span className="money">{formatNaira(lineTotal(item))}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t-2 border-line pt-2">
        <dt>Total Price</dt>
        <dd className="money text-right">{formatNaira(order.total_price)}</dd>
        <dt>Delivery Fee</dt>
        <dd className="money text-right">{formatNaira(order.delivery_fee)}</dd>
        {order.tip > 0 && (
          <>
            <dt>Tip for the rider</dt>
            <dd className="money text-right">{formatNaira(order.tip)}</dd>
          </>
        )}
        {order.taken_off_kobo < 0 && (
          <>
            <dt>Promotion{order.vendor_promotion > 0 && ` (${formatNaira(order.vendor_promotion)} by the vendor)`}</dt>
            <dd className="money text-right">{formatNaira(order.taken_off_kobo)}</dd>
          </>
        )}
        <dt className="font-bold">Total</dt>
        <dd className="money text-right font-bold">{formatNaira(order.grand_total)}</dd>
        <dt className="text-sm text-ink-soft">The vendor earns</dt>
        <dd className="money text-right text-sm text-ink-soft">{formatNaira(order.vendor_share)}</dd>
      </dl>
    </Section>
  )
}

/** What the order left the platform, line by line. */
export function Margin({ order, margin }: { order: OrderDetails; margin: NonNullable<OrderDetails['margin']> }) {
  const { is_over, fee_is_unknown } = order
  return (
    <Section name={is_over ? 'Margin' : 'Margin so far'}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {margin.lines.map(({ name, amount_kobo }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="money text-right">{formatNaira(amount_kobo)}</dd>
          </Fragment>
        ))}
        <dt className="border-t-2 border-line pt-1 font-bold">{brand.name} keeps</dt>
        <dd className="money border-t-2 border-line pt-1 text-right font-bold">{formatNaira(margin.margin_kobo)}</dd>
      </dl>
      {fee_is_unknown && <p className="text-sm text-ink-soft">The payment provider has not told its fee yet.</p>}
    </Section>
  )
}

/** What arrived for its checkout. */
export function Payments({ order }: { order: OrderDetails }) {
  return (
    <Section name="Payments">
      <ul className="grid gap-2">
        {order.payments.map((payment) => (
          <li key={payment.id}>
            <span className="money font-semibold">
              {payment.currency === 'NGN' ? formatNaira(payment.amount) : `${payment.amount / 100} ${payment.currency}`}
            </span>{' '}
            <span className="text-ink-soft">
              {purposes[payment.purpose]}, {payment.payment_type.replaceAll('_', ' ')}, {payment.provider}{' '}
              {payment.provider_transaction_id}, {payment.when}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** What goes back, for whom, and who bears it. */
export function Refunds({ order }: { order: OrderDetails }) {
  return (
    <Section name="Refunds">
      <ul className="grid gap-2">
        {order.refunds.map((refund) => (
          <li key={refund.id}>
            <span className="money font-semibold">{formatNaira(refund.amount)}</span>{' '}
            <StatusChip status={refund.status} />{' '}
            <span className="text-ink-soft">
              {refund.reason.replaceAll('_', ' ')}
              {refund.order_id !== null && refund.order_id !== order.id && ` of order ${refund.order_id}`}
              {refund.order_id !== null && `, borne by the ${refund.borne_by}`}, asked by {refund.asked_by},{' '}
              {refund.when}
            </span>
            {refund.lines && (
              <span className="block text-sm">
                {refund.lines.map((line) => `${line.quantity} x ${line.name}`).join(', ')}
              </span>
            )}
            {refund.explanation && <span className="block text-sm">{refund.explanation}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The other orders of its payment. */
export function Siblings({ order }: { order: OrderDetails }) {
  return (
    <>
      {order.siblings.map((sibling, place) => (
        <span key={sibling.id}>
          {place > 0 && ', '}
          <Link className="text-link underline" to={`/admin/orders/${sibling.id}` satisfies Address}>
            order {sibling.id}
          </Link>{' '}
          ({sibling.vendor_name ?? 'N/A'}, {sibling.status})
        </span>
      ))}
      . The delivery fee was paid once for all of them.
    </>
  )
}
