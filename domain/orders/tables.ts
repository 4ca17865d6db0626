import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { historyColumns, instantColumn, koboColumn } from '../../db/columns.ts'
import type { CartLine } from '../catalog/menu/cart-line.ts'
import type { MoverRole } from '../lifecycle.ts'
import { koboFromNaira, nairaNumber } from '../money.ts'
import type { IfMissing, MissingOutcome, OrderStatus, OrderVerb } from './lifecycle.ts'

/** `instead_of` names the dish that was ordered, where its customer swapped it for this one. */
export type OrderItem = Omit<CartLine, 'vendor_id'> & { instead_of?: string }

/** A list of name, price, quantity, and the choices. Prices are naira in the table and kobo in code, as everywhere. */
const orderItemsColumn = customType<{ data: readonly OrderItem[]; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (items) =>
    JSON.stringify(items.map(({ price_kobo, ...item }) => ({ ...item, price: nairaNumber(price_kobo) }))),
  fromDriver: (value) =>
    (value as (Omit<OrderItem, 'price_kobo'> & { price: number })[]).map(({ price, ...item }) => ({
      ...item,
      price_kobo: koboFromNaira(price),
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
    /** The customer fetches it at the kitchen: it has no delivery and no rider. */
    collects: boolean('collects').notNull().default(false),
    /** When the slot begins for which it was ordered; null for as soon as possible. */
    slot_from: instantColumn('slot_from'),
    /** When its kitchen should begin, so that it is there when the slot begins; null for at once. */
    begin_at: instantColumn('begin_at'),
    customer_note: text('customer_note'),
    /** Where the customer is; null when not known. */
    customer_latitude: doublePrecision('customer_latitude'),
    customer_longitude: doublePrecision('customer_longitude'),
    /** The gate or meeting point to which the customer comes for it; null where it is brought to the address. */
    meet_at: text('meet_at'),
    items: orderItemsColumn('items').notNull(),
    total_price: koboColumn('total_price').notNull(),
    /**
     * The fee of the whole cart on every row (docs/product.md#delivery-fee); the ledger has it once, so sums use that.
     */
    delivery_fee: koboColumn('delivery_fee').notNull(),
    /** What of the cart's fee was paid for this order's own way; null where the fee was one for the whole cart. */
    own_delivery_fee: koboColumn('own_delivery_fee'),
    /** What of the cart's fee a small order cost besides, on every row as the fee; it is for no way. */
    small_order_fee: koboColumn('small_order_fee').notNull().default(0),
    /** What of the checkout's tip is for the rider of this order. */
    tip: koboColumn('tip').notNull().default(0),
    /** What a promotion took off its food, and whether one paid the fee of the whole cart (decision 117). */
    discount: koboColumn('discount').notNull().default(0),
    free_delivery: boolean('free_delivery').notNull().default(false),
    /**
     * What of its promotions its vendor bears now, of the discount and of the fee, and whether the discount is its
     * (decision 130).
     */
    vendor_promotion: koboColumn('vendor_promotion').notNull().default(0),
    vendor_bears_discount: boolean('vendor_bears_discount').notNull().default(false),
    /**
     * Minutes to ride and to walk from the kitchen to the customer, by the campus's ways when it was ordered; null when
     * unknown.
     */
    way_minutes: doublePrecision('way_minutes'),
    walk_minutes: doublePrecision('walk_minutes'),
    grand_total: koboColumn('grand_total').notNull(),
    created_at: instantColumn('created_at').notNull(),
    status: text('status').$type<OrderStatus>().notNull().default('Pending'),
    payment_reference: text('payment_reference').notNull(),
    /** What the platform keeps of it, at the vendor's rate when it was paid. */
    commission: koboColumn('commission').notNull().default(0),
    /** What the vendor is owed for it now: `total_price` less commission and its promotions and refunds. */
    vendor_share: koboColumn('vendor_share').notNull(),
    /** When the vendor promised to have it ready; null until it is accepted. */
    ready_by: instantColumn('ready_by'),
    /** What it was before the kitchen asked for more time last, for as long as that can be taken back. */
    ready_by_before: instantColumn('ready_by_before'),
    /**
     * When the rejection that its kitchen has just asked for is carried out (`carryOutRejections`), why, and whose it
     * is; null while there is none. Every move of the order drops it.
     */
    reject_at: instantColumn('reject_at'),
    reject_reason: text('reject_reason'),
    reject_by: uuid('reject_by'),
    /** What its customer wants done with a dish that is out, unless they choose in time. */
    if_missing: text('if_missing').$type<IfMissing>().notNull().default('leave_out'),
    /**
     * In how many packs its kitchen packed it, and why that is not one for each portion; null where it said nothing.
     */
    packs: integer('packs'),
    packs_reason: text('packs_reason'),
    /** The payout that claims it; null if none does. Points at payouts (0000_baseline.sql). */
    payout_id: bigint('payout_id', { mode: 'number' }),
    /**
     * By what it is searched: the names of its dishes, then its customer's on the last line, without accents and
     * capitals (decision 180).
     */
    words: text('words').generatedAlwaysAs(sql`order_words(items, customer_name)`),
  },
  (table) => [
    index('orders_checkout').on(table.checkout_id),
    index('orders_vendor_newest').on(table.vendor_id, sql`${table.id} desc`),
    index('orders_vendor_created').on(table.vendor_id, table.created_at),
    index('orders_slot').on(table.vendor_id, table.slot_from).where(sql`${table.slot_from} is not null`),
    index('orders_created').on(table.created_at, table.id),
    index('orders_status').on(table.status, table.id),
    // What a kitchen or a rider has still to do is counted for every quote.
    index('orders_open').on(table.vendor_id).where(sql`${table.status} in ('Pending', 'Accepted', 'Completed')`),
    index('orders_customer_phone').on(table.customer_phone, sql`${table.id} desc`),
    index('orders_customer_mail').on(sql`lower(${table.user_email})`, sql`${table.id} desc`),
    index('orders_rejecting').on(table.reject_at).where(sql`${table.reject_at} is not null`),
    index('orders_by_words').using('gin', sql`${table.words} gin_trgm_ops`),
    index('orders_payout').on(table.payout_id).where(sql`${table.payout_id} is not null`),
    index('orders_unpaid')
      .on(table.vendor_id)
      .where(
        sql`${table.status} in ('Delivered', 'Cancelled') and ${table.payout_id} is null and ${table.vendor_share} > 0`,
      ),
  ],
)

/** Every move of the lifecycle: who, when, why. */
export const order_history = pgTable(
  'order_history',
  {
    ...historyColumns<OrderVerb | 'place', OrderStatus>(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
  },
  (table) => [
    index('order_history_order').on(table.order_id),
    index('order_history_recorded').on(table.recorded_at, table.verb),
  ],
)

/** What a customer changed in the note of an order, after it was paid (decision 116). */
export const note_changes = pgTable(
  'note_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    /** Null for none. */
    before: text('before'),
    after: text('after'),
    changed_at: instantColumn('changed_at').notNull(),
  },
  (table) => [index('note_changes_order').on(table.order_id)],
)

/** A dish that a kitchen did not have for an order: until when its customer may choose, and what came of it. */
export const missing_dishes = pgTable(
  'missing_dishes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .references(() => orders.id),
    /** Its place in the order's items, how many of it are missing, and what one of them cost. */
    item: integer('item').notNull(),
    quantity: integer('quantity').notNull(),
    price: koboColumn('price').notNull(),
    /** Its name on the menu, and the one with its choices. */
    dish: text('dish').notNull(),
    name: text('name').notNull(),
    marked_by: uuid('marked_by').notNull(),
    marked_at: instantColumn('marked_at').notNull(),
    answer_by: instantColumn('answer_by').notNull(),
    /** Null while its customer may choose. */
    outcome: text('outcome').$type<MissingOutcome>(),
    closed_at: instantColumn('closed_at'),
    closed_role: text('closed_role').$type<MoverRole>(),
    closed_by: uuid('closed_by'),
    /** What comes instead, with its choices, and what one of it costs. */
    swap_name: text('swap_name'),
    swap_price: koboColumn('swap_price'),
    /** What went back for it, where the order goes on. */
    back: koboColumn('back').notNull().default(0),
  },
  (table) => [
    index('missing_dishes_order').on(table.order_id),
    index('missing_dishes_waiting').on(table.answer_by).where(sql`${table.outcome} is null`),
  ],
)

/** What was done about a paid order that no vendor accepted in time (`escalateUnaccepted`); most orders have no row. */
export const order_escalations = pgTable('order_escalations', {
  order_id: bigint('order_id', { mode: 'number' })
    .primaryKey()
    .references(() => orders.id),
  /** When the kitchen was reminded, or took back its answer after that (`waitAnew`). */
  reminded_at: instantColumn('reminded_at'),
  called_at: instantColumn('called_at'),
  /** When the kitchen was told that it is time to begin what was ordered for later. */
  begun_told_at: instantColumn('begun_told_at'),
})

/**
 * The figures of a campus day, written once it is over (`closeDays`), so that the dashboard's totals stay as cheap in
 * ten years. Every figure can be counted again from the history and the books.
 */
export const daily_figures = pgTable('daily_figures', {
  day: date('day', { mode: 'string' }).primaryKey(),
  orders: integer('orders').notNull(),
  revenue: koboColumn('revenue').notNull(),
  own_revenue: koboColumn('own_revenue').notNull(),
})
