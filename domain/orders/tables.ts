import { sql } from 'drizzle-orm'
import { bigint, customType, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../db/columns.ts'
import { type Kobo, koboFromNaira, nairaNumber } from '../money.ts'
import type { OrderStatus } from './lifecycle.ts'

export type OrderItem = { name: string; price: Kobo; quantity: number }

/** Spec §3: a list of name, price, quantity. Prices are naira in the table and kobo in code, as everywhere. */
const orderItemsColumn = customType<{ data: readonly OrderItem[]; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (items) => JSON.stringify(items.map((item) => ({ ...item, price: nairaNumber(item.price) }))),
  fromDriver: (value) =>
    (value as { name: string; price: number; quantity: number }[]).map((item) => ({
      ...item,
      price: koboFromNaira(item.price),
    })),
})

/** One row per vendor in the cart. A row exists only once its payment is verified. */
export const orders = pgTable(
  'orders',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    vendor_id: uuid('vendor_id').notNull(),
    checkout_id: uuid('checkout_id').notNull(),
    user_email: text('user_email').notNull(),
    customer_name: text('customer_name').notNull(),
    customer_phone: text('customer_phone').notNull(),
    customer_address: text('customer_address').notNull(),
    customer_note: text('customer_note'),
    items: orderItemsColumn('items').notNull(),
    total_price: koboColumn('total_price').notNull(),
    /** The fee of the whole cart on every row (spec §9); money is counted in the ledger, where it stands once. */
    delivery_fee: koboColumn('delivery_fee').notNull(),
    grand_total: koboColumn('grand_total').notNull(),
    created_at: instantColumn('created_at').notNull(),
    status: text('status').$type<OrderStatus>().notNull().default('Pending'),
    payment_reference: text('payment_reference').notNull(),
    /** When the vendor promised to have it ready; null until it is accepted. */
    ready_by: instantColumn('ready_by'),
    /** The payout that claims it; null while none does. Points at payouts (migration 0002). */
    payout_id: bigint('payout_id', { mode: 'number' }),
  },
  (table) => [
    index('orders_checkout').on(table.checkout_id),
    index('orders_vendor_newest').on(table.vendor_id, sql`${table.id} desc`),
    index('orders_status').on(table.status, table.id),
    index('orders_payout').on(table.payout_id).where(sql`${table.payout_id} is not null`),
    index('orders_unpaid')
      .on(table.vendor_id)
      .where(sql`${table.status} = 'Delivered' and ${table.payout_id} is null`),
  ],
)

/** Every move of the lifecycle: who, when, why. */
export const order_history = pgTable(
  'order_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    verb: text('verb').notNull(),
    from_status: text('from_status').$type<OrderStatus>(),
    to_status: text('to_status').$type<OrderStatus>().notNull(),
    actor: text('actor').notNull(),
    reason: text('reason'),
    moved_at: instantColumn('moved_at').notNull(),
  },
  (table) => [index('order_history_order').on(table.order_id)],
)
