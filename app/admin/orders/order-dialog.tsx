import { Fragment } from 'react'
import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { lineTotal } from '../../../domain/catalog/cart-line.ts'
import { nameWithChoices } from '../../../domain/catalog/option-groups.ts'
import { formatNaira } from '../../../domain/money.ts'
import { DetailsDialog, Facts, History, Section } from '../../ui/details-dialog.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import { OrderActions } from './order-actions.tsx'
import type { OrderDetails } from './order-view.server.ts'

/** Customer, vendor, items, fee, total, status, reference; beside them what happened, what was paid and given back. */
export function OrderDialog({ order, close_to }: { order: OrderDetails; close_to: string }) {
  return (
    <DetailsDialog
      title={
        <>
          Order {order.id} <StatusChip status={order.status} />
        </>
      }
      close_to={close_to}
    >
      <Facts
        facts={[
          ['Customer Name', order.customer_name],
          ['Phone', <PhoneLink key="phone" number={order.customer_phone} />],
          ['Email', order.customer_email],
          order.collects ? ['Collects it', 'at the kitchen'] : ['Address', order.customer_address],
          ...(order.customer_note ? [['Note', order.customer_note] as const] : []),
          [
            'Vendor',
            order.vendor_name && (
              <>
                <Link className="text-link underline" to={`/admin/vendors?vendor=${order.vendor_id}` satisfies Address}>
                  {order.vendor_name}
                </Link>{' '}
                {order.vendor_phone && <PhoneLink number={order.vendor_phone} />}
              </>
            ),
          ],
          ['Ordered', order.date],
          ...(order.slot ? [['For', `${order.slot}, to begin ${order.begin_at}`] as const] : []),
          ...(order.ready_by ? [['Kitchen: ready by', order.ready_by] as const] : []),
          ...(order.promised_by ? [['Customer: promised by', order.promised_by] as const] : []),
          ...(order.expected_by ? [['Customer: expected by', order.expected_by] as const] : []),
        ]}
      />
      <Items order={order} />
      <Facts
        facts={[
          ['Status', order.status],
          ['Payment Reference', order.payment_reference],
          ...(order.siblings.length > 0 ? [['Paid together with', <Siblings key="s" order={order} />] as const] : []),
        ]}
      />
      <OrderActions order={order} />
      <History moves={order.history} />
      {order.margin && <Margin order={order} margin={order.margin} />}
      <Payments order={order} />
      {order.refunds.length > 0 && <Refunds order={order} />}
    </DetailsDialog>
  )
}

const purposes = {
  orders: 'paid for the orders',
  refund: 'goes back',
  review: 'waits on the review list',
} as const

function Items({ order }: { order: OrderDetails }) {
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
        <dt className="font-bold">Total</dt>
        <dd className="money text-right font-bold">{formatNaira(order.grand_total)}</dd>
        <dt className="text-sm text-ink-soft">The vendor earns</dt>
        <dd className="money text-right text-sm text-ink-soft">{formatNaira(order.vendor_share)}</dd>
      </dl>
    </Section>
  )
}

function Margin({ order, margin }: { order: OrderDetails; margin: NonNullable<OrderDetails['margin']> }) {
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

function Payments({ order }: { order: OrderDetails }) {
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

function Refunds({ order }: { order: OrderDetails }) {
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

function Siblings({ order }: { order: OrderDetails }) {
  return (
    <>
      {order.siblings.map((sibling, place) => (
        <span key={sibling.id}>
          {place > 0 && ', '}
          <Link className="text-link underline" to={`/admin/orders?order=${sibling.id}` satisfies Address}>
            order {sibling.id}
          </Link>{' '}
          ({sibling.vendor_name ?? 'N/A'}, {sibling.status})
        </span>
      ))}
      . The delivery fee was paid once for all of them.
    </>
  )
}
