import { Link } from 'react-router'
import { DetailsDialog, Facts, Section } from '../../ui/details-dialog.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PhoneLink } from '../phone-link.tsx'
import type { TransactionDetails } from './transaction-view.server.ts'

const link = 'text-link underline'

/** One of the provider's transactions, and what became of it here. */
export function TransactionDialog(props: { transaction: TransactionDetails; close_to: string }) {
  const { transaction, close_to } = props
  return (
    <DetailsDialog
      title={`Transaction ${transaction.provider_transaction_id}`}
      status={transaction.status}
      close_to={close_to}
    >
      <Facts
        facts={[
          [
            'Reference',
            <span key="r" className="break-all">
              {transaction.tx_ref}
            </span>,
          ],
          ['Amount', transaction.amount],
          ['Provider’s fee', transaction.provider_fee],
          ['Paid by', transaction.payment_type],
          ['Email', transaction.customer_email],
          ['Date', transaction.date],
        ]}
      />
      <WithUs transaction={transaction} />
      {(transaction.refunds.length > 0 || transaction.their_refunds.length > 0) && (
        <Refunds transaction={transaction} />
      )}
      {transaction.differences.length > 0 && <Differences transaction={transaction} />}
    </DetailsDialog>
  )
}

function WithUs({ transaction }: { transaction: TransactionDetails }) {
  const { checkout, payment } = transaction
  return (
    <Section name="With us">
      <Facts
        facts={[
          [
            'Payment',
            payment ? (
              <>
                {payment.what}, recorded {payment.recorded}.{' '}
                <Link className={link} to={`/admin/cases?about=payment:${payment.id}` satisfies Address}>
                  Cases
                </Link>
              </>
            ) : (
              'None recorded'
            ),
          ],
          [
            'Checkout',
            checkout ? (
              <>
                {checkout.status}, {checkout.total}.{' '}
                {checkout.link && (
                  <a className={link} href={checkout.link}>
                    Receipt
                  </a>
                )}
              </>
            ) : (
              'No checkout of ours has this reference'
            ),
          ],
          ...(checkout
            ? ([
                ['Customer', checkout.customer],
                ['Phone', <PhoneLink key="p" number={checkout.phone} />],
              ] as const)
            : []),
          [
            'Orders',
            transaction.orders.length > 0 &&
              transaction.orders.map((order) => (
                <span key={order.id} className="mr-3 inline-block">
                  <Link className={link} to={`/admin/orders/${order.id}` satisfies Address}>
                    Order {order.id}
                  </Link>{' '}
                  {order.total_price} <StatusChip status={order.status} />
                </span>
              )),
          ],
        ]}
      />
    </Section>
  )
}

function Refunds({ transaction }: { transaction: TransactionDetails }) {
  return (
    <Section name="Refunds">
      <ul className="grid gap-1">
        {transaction.refunds.map((refund) => (
          <li key={refund.id}>
            Ours: <span className="money font-semibold">{refund.amount}</span>, {refund.reason}{' '}
            <StatusChip status={refund.status} />
          </li>
        ))}
        {transaction.their_refunds.map((refund) => (
          <li key={refund.id}>
            The provider’s: <span className="money font-semibold">{refund.amount}</span>, {refund.status}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Differences({ transaction }: { transaction: TransactionDetails }) {
  return (
    <Section name="Differences">
      <ul className="grid gap-1">
        {transaction.differences.map((difference) => (
          <li key={difference.id}>
            <Link
              className={link}
              to={`/admin/reconciliation?status=${difference.status}&difference=${difference.id}` satisfies Address}
            >
              {difference.kind.replaceAll('_', ' ')}
            </Link>{' '}
            <StatusChip status={difference.status} />
          </li>
        ))}
      </ul>
    </Section>
  )
}
