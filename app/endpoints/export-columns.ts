import { exportVendors } from '../../domain/catalog/export-vendors.ts'
import { vendor_status_filters } from '../../domain/catalog/lifecycle.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { type Kobo, nairaDecimal } from '../../domain/money.ts'
import { exportOrders } from '../../domain/orders/export-orders.ts'
import { admin_filters } from '../../domain/orders/lifecycle.ts'
import { exportLedger } from '../../domain/payments/export-ledger.ts'
import { exportPayouts } from '../../domain/payouts/export-payouts.ts'
import { payout_statuses } from '../../domain/payouts/lifecycle.ts'
import type { AppServices } from '../services.ts'

type Columns<Row> = {
  heading: readonly string[]
  portions: AsyncGenerator<Row[]>
  cells(row: Row): string[]
}
type Send = <Row>(columns: Columns<Row>) => Response
type Asked = { status: string; since: Date; before: Date }

const date = (instant: Date | null) => (instant ? formatCampusDateTime(instant) : '')
/** In and out stand in columns of their own, so that no figure begins with a minus, which the file's guard would quote. */
const positive = (kobo: Kobo) => (kobo > 0 ? nairaDecimal(kobo) : '')
/** Enough to tell two accounts apart, not enough to use one. */
const masked = (account_number: string | null) => (account_number ? `******${account_number.slice(-4)}` : '')

/** The admin's lists as files, by their names in the address. An unknown status is no filter. */
export const admin_exports: Readonly<
  Record<string, (send: Send, db: AppServices['db'], asked: Asked) => Response>
> = {
  orders: (send, db, { status, ...range }) =>
    send({
      heading: [
        'Order',
        'Date',
        'Status',
        'Vendor',
        'Customer',
        'Phone',
        'Items',
        'Food (NGN)',
        'Delivery fee (NGN)',
        'Total (NGN)',
        'Commission (NGN)',
        'Vendor earns (NGN)',
        'Payment reference',
        'Payout',
      ],
      portions: exportOrders(db, { filter: keyOf(admin_filters, status), ...range }),
      cells: (row) => [
        String(row.id),
        date(row.created_at),
        row.status,
        row.vendor_name ?? '',
        row.customer_name,
        // Digits alone: a plus would be taken for a formula.
        row.customer_phone.replace(/^\+/, ''),
        row.items.map((item) => `${item.quantity} x ${item.name}`).join('; '),
        nairaDecimal(row.total_price),
        nairaDecimal(row.delivery_fee),
        nairaDecimal(row.grand_total),
        nairaDecimal(row.commission),
        nairaDecimal(row.vendor_share),
        row.payment_reference,
        String(row.payout_id ?? ''),
      ],
    }),
  payouts: (send, db, { status, ...range }) =>
    send({
      heading: [
        'Payout',
        'Asked for',
        'Closed',
        'Status',
        'Vendor',
        'Amount (NGN)',
        'Bank',
        'Account',
        'Account name',
        'Paid by',
        'Bank reference',
      ],
      portions: exportPayouts(db, {
        status: payout_statuses.find((option) => option === status) ?? null,
        ...range,
      }),
      cells: (row) => [
        String(row.id),
        date(row.created_at),
        date(row.closed_at),
        row.status,
        row.vendor_name ?? '',
        nairaDecimal(row.amount),
        row.bank_name,
        masked(row.account_number),
        row.account_name,
        row.paid_by ?? '',
        row.bank_reference ?? '',
      ],
    }),
  ledger: (send, db, { since, before }) =>
    send({
      heading: ['Entry', 'Journal', 'Date', 'What', 'Subject', 'Account', 'Debit (NGN)', 'Credit (NGN)'],
      portions: exportLedger(db, { since, before }),
      cells: (row) => [
        String(row.id),
        String(row.journal_id),
        date(row.recorded_at),
        row.kind,
        row.subject,
        row.account,
        positive(row.amount),
        positive(-row.amount),
      ],
    }),
  vendors: (send, db, { status, ...range }) =>
    send({
      heading: [
        'Vendor',
        'Name',
        'Status',
        'Email',
        'Phone',
        'Landmark',
        'Address',
        'Category',
        'Rating',
        'Commission (%)',
        'Bank',
        'Account',
        'Account name',
        'Since',
      ],
      portions: exportVendors(db, { filter: keyOf(vendor_status_filters, status), ...range }),
      cells: (row) => [
        String(row.id),
        row.name ?? '',
        row.status,
        row.email,
        (row.phone ?? '').replace(/^\+/, ''),
        row.landmark ?? '',
        row.address ?? '',
        row.category ?? '',
        String(row.rating ?? ''),
        String(row.commission_percent ?? ''),
        row.bank_name ?? '',
        masked(row.account_number),
        row.account_name ?? '',
        date(row.created_at),
      ],
    }),
}

function keyOf<Filters extends Readonly<Record<string, unknown>>>(
  filters: Filters,
  status: string,
): keyof Filters & string {
  return (status in filters ? status : 'All') as keyof Filters & string
}
