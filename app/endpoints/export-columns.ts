import { exportVendors } from '../../domain/catalog/export-vendors.ts'
import { vendor_status_filters } from '../../domain/catalog/lifecycle.ts'
import { nameWithChoices } from '../../domain/catalog/menu/option-groups.ts'
import { formatCampusDateTime } from '../../domain/clock.ts'
import { rider_filters } from '../../domain/delivery/lifecycle.ts'
import { exportRiders } from '../../domain/delivery/riders/export-riders.ts'
import type { Taken } from '../../domain/keyset.ts'
import { type Kobo, kobo, nairaDecimal } from '../../domain/money.ts'
import { exportOrders } from '../../domain/orders/export-orders.ts'
import { admin_filters } from '../../domain/orders/lifecycle.ts'
import { exportLedger } from '../../domain/payments/export-ledger.ts'
import { exportPayouts } from '../../domain/payouts/export-payouts.ts'
import { payout_statuses } from '../../domain/payouts/lifecycle.ts'
import type { AppServices } from '../services.ts'

/** Its heading, and its cell for a row. */
type Column<Row> = readonly [heading: string, cell: (row: Row) => string]
type Send = <Row>(portions: AsyncGenerator<Row[]>, columns: readonly Column<Row>[]) => Response
type Asked = { status: string } & Taken

const date = (instant: Date | null) => (instant ? formatCampusDateTime(instant) : '')
/**
 * Money in and money out have columns of their own, so that no figure begins with a minus: the file's guard against
 * formulas would quote it.
 */
const positive = (kobo: Kobo) => (kobo > 0 ? nairaDecimal(kobo) : '')
/** Enough to tell two accounts apart, not enough to use one. */
const masked = (account_number: string | null) => (account_number ? `******${account_number.slice(-4)}` : '')

type Registered = { created_at: Date } & Readonly<
  Record<'bank_name' | 'account_number' | 'account_name', string | null>
>
/** The end of the line of whoever registered to be paid. */
const registered: readonly Column<Registered>[] = [
  ['Bank', (row) => row.bank_name ?? ''],
  ['Account', (row) => masked(row.account_number)],
  ['Account name', (row) => row.account_name ?? ''],
  ['Since', (row) => date(row.created_at)],
]

/** The admin's lists as files, by their names in the address. An unknown status is no filter. */
export const admin_exports: Readonly<Record<string, (send: Send, db: AppServices['db'], asked: Asked) => Response>> = {
  orders: (send, db, { status, ...range }) =>
    send(exportOrders(db, { filter: keyOf(admin_filters, status), ...range }), [
      ['Order', (row) => String(row.id)],
      ['Date', (row) => date(row.created_at)],
      ['Status', (row) => row.status],
      ['Vendor', (row) => row.vendor_name ?? ''],
      ['Customer', (row) => row.customer_name],
      // Digits alone: a plus would be taken for a formula.
      ['Phone', (row) => row.customer_phone.replace(/^\+/, '')],
      ['Items', (row) => row.items.map((item) => `${item.quantity} x ${nameWithChoices(item)}`).join('; ')],
      ['How', (row) => (row.collects ? 'Collected' : 'Delivered')],
      ['For', (row) => date(row.slot_from)],
      ['Food (NGN)', (row) => nairaDecimal(row.total_price)],
      ['Delivery fee (NGN)', (row) => nairaDecimal(row.delivery_fee)],
      ['Tip (NGN)', (row) => nairaDecimal(row.tip)],
      ['Promotion (NGN)', (row) => nairaDecimal(kobo(row.discount + (row.free_delivery ? row.delivery_fee : 0)))],
      ['Promotion by the vendor (NGN)', (row) => nairaDecimal(row.vendor_promotion)],
      ['Total (NGN)', (row) => nairaDecimal(row.grand_total)],
      ['Commission (NGN)', (row) => nairaDecimal(row.commission)],
      ['Vendor earns (NGN)', (row) => nairaDecimal(row.vendor_share)],
      ['Payment reference', (row) => row.payment_reference],
      ['Payout', (row) => String(row.payout_id ?? '')],
      ['Margin (NGN)', (row) => positive(row.margin_kobo ?? 0)],
      ['Loss (NGN)', (row) => positive(kobo(-(row.margin_kobo ?? 0)))],
    ]),
  payouts: (send, db, { status, ...range }) =>
    send(
      exportPayouts(db, {
        status: payout_statuses.find((option) => option === status) ?? null,
        ...range,
      }),
      [
        ['Payout', (row) => String(row.id)],
        ['Asked for', (row) => date(row.created_at)],
        ['Closed', (row) => date(row.closed_at)],
        ['Status', (row) => row.status],
        ['Payee', (row) => row.payee_name ?? ''],
        ['Amount (NGN)', (row) => nairaDecimal(row.amount)],
        ['Bank', (row) => row.bank_name],
        ['Account', (row) => masked(row.account_number)],
        ['Account name', (row) => row.account_name],
        ['Paid by', (row) => row.paid_by ?? ''],
        ['Bank reference', (row) => row.bank_reference ?? ''],
      ],
    ),
  ledger: (send, db, { since, before }) =>
    send(exportLedger(db, { since, before }), [
      ['Entry', (row) => String(row.id)],
      ['Journal', (row) => String(row.journal_id)],
      ['Date', (row) => date(row.recorded_at)],
      ['What', (row) => row.kind],
      ['Subject', (row) => row.subject],
      ['Account', (row) => row.account],
      ['Debit (NGN)', (row) => positive(row.amount)],
      ['Credit (NGN)', (row) => positive(kobo(-row.amount))],
      ['Order', (row) => String(row.order_id ?? '')],
    ]),
  vendors: (send, db, { status, ...range }) =>
    send(exportVendors(db, { filter: keyOf(vendor_status_filters, status), ...range }), [
      ['Vendor', (row) => String(row.id)],
      ['Name', (row) => row.name ?? ''],
      ['Status', (row) => row.status],
      ['Email', (row) => row.email],
      ['Phone', (row) => (row.phone ?? '').replace(/^\+/, '')],
      ['Landmark', (row) => row.landmark ?? ''],
      ['Address', (row) => row.address ?? ''],
      ['Category', (row) => row.category ?? ''],
      ['Rating', (row) => String(row.rating ?? '')],
      ['Commission (%)', (row) => String(row.commission_percent ?? '')],
      ...registered,
    ]),
  riders: (send, db, { status, ...range }) =>
    send(exportRiders(db, { filter: rider_filters.find((option) => option === status) ?? 'All', ...range }), [
      ['Rider', (row) => String(row.id)],
      ['Name', (row) => row.name ?? ''],
      ['Status', (row) => row.status],
      ['Email', (row) => row.email],
      ['Phone', (row) => (row.phone ?? '').replace(/^\+/, '')],
      ['Vehicle', (row) => row.vehicle ?? ''],
      ['Landmark', (row) => row.landmark ?? ''],
      ...registered,
    ]),
}

function keyOf<Filters extends Readonly<Record<string, unknown>>>(
  filters: Filters,
  status: string,
): keyof Filters & string {
  return (Object.hasOwn(filters, status) ? status : 'All') as keyof Filters & string
}
