import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../db/columns.ts'
import type { CartLine } from '../catalog/menu/cart-line.ts'
import type { Kobo } from '../money.ts'
import { runs } from '../orders/runs/tables.ts'
import { places } from '../places/tables.ts'
import type { LeftOut } from '../promotions/left-out.ts'
import { group_members } from './group-orders/tables.ts'
import type { HandOver } from './hand-over/hand-over.ts'

/** A line as it was sold: the copy that receipts and orders are made from. */
export type CheckoutLine = CartLine & { vendor_name: string; food_id: number }

/**
 * A part of the delivery fee: a kitchen's way with the minutes it takes to ride and to walk (null where no way is
 * known), or what a small order costs besides (`vendor_id` null).
 */
export type FeeLine = {
  vendor_id: string | null
  fee_kobo: Kobo
  way_minutes: number | null
  /** Missing in checkouts from before it was noted. */
  walk_minutes?: number | null
}

export type OpenAttempt = {
  payment_type: string
  /** The account to transfer to, if the provider tells it; `expires_at` is an ISO time. */
  transfer: { account_number: string; bank_name: string; expires_at: string } | null
}

export const checkouts = pgTable(
  'checkouts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tx_ref: text('tx_ref').notNull().unique(),
    /** The unguessable part of the links to this checkout's summary and receipt. */
    link_token: text('link_token').notNull().unique(),
    /** Made by the browser for one press of Proceed: a press sent twice makes one checkout. */
    idempotency_key: text('idempotency_key').notNull().unique(),
    status: text('status').$type<'Open' | 'Paid' | 'Expired'>().notNull().default('Open'),
    first_name: text('first_name').notNull(),
    last_name: text('last_name').notNull(),
    email: text('email').notNull(),
    /** E.164, e.g. +2348031234567. */
    phone: text('phone').notNull(),
    /** As typed; empty where the customer collects the food and typed none. */
    address: text('address').notNull(),
    /** The customer fetches the food at the kitchens: nothing is delivered, and no fee is paid. */
    collects: boolean('collects').notNull().default(false),
    /** The place of the campus that the address means; null where nothing is delivered. */
    place_id: integer('place_id').references(() => places.id),
    /** When the slot begins for which it is ordered; null for as soon as possible. */
    slot_from: instantColumn('slot_from'),
    note: text('note'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    lines: jsonb('lines').$type<readonly CheckoutLine[]>().notNull(),
    subtotal: koboColumn('subtotal').notNull(),
    delivery_fee: koboColumn('delivery_fee').notNull(),
    /** What the fee is made of; null for checkouts from before it was noted. */
    fee_lines: jsonb('fee_lines').$type<readonly FeeLine[]>(),
    /**
     * Where it could be handed over when it was quoted, the door first (decision 151); it goes to that of `place_id`.
     * Null where only the door is offered.
     */
    hand_overs: jsonb('hand_overs').$type<readonly HandOver[]>(),
    /** The run that it shares, and what its way would have cost alone; null for none (decision 123). */
    run_id: bigint('run_id', { mode: 'number' }).references(() => runs.id),
    run_single_fee: koboColumn('run_single_fee'),
    /** When its payment first began: so long after it a place in the run is held. */
    run_held_from: instantColumn('run_held_from'),
    /** Whose part of a group order it is, or who orders for all of it; null for none (decision 131). */
    group_member_id: bigint('group_member_id', { mode: 'number' }).references(() => group_members.id, {
      onDelete: 'set null',
    }),
    /** The edition of what that member ordered (`group_members.edition`). */
    group_edition: integer('group_edition'),
    /** What the customer gives their riders besides, all of it theirs (decision 120). */
    tip: koboColumn('tip').notNull().default(0),
    /**
     * What its promotions take off; with `free_delivery` the delivery fee is a part of it (decisions 117, 130). The
     * code that was typed counts among them only where it takes off more than the offers without one.
     */
    discount: koboColumn('discount').notNull().default(0),
    promotion_code: text('promotion_code'),
    free_delivery: boolean('free_delivery').notNull().default(false),
    /** Its code is for friends of whoever has looked at it as theirs in the same browser (decision 166). */
    from_own_browser: boolean('from_own_browser').notNull().default(false),
    /** The offers that do not count for it though its customer may have read of them, and why; null for none. */
    offers_left_out: jsonb('offers_left_out').$type<readonly LeftOut[]>(),
    total: koboColumn('total').notNull(),
    /** What the platform paid so that a short payment counts as paid (an admin's decision). */
    waived: koboColumn('waived').notNull().default(0),
    currency: text('currency').notNull().default('NGN'),
    created_at: instantColumn('created_at').notNull(),
    /** When the customer last agreed to wait though nobody was on duty (`agreesToWait`); null where they did not. */
    wait_accepted_at: instantColumn('wait_accepted_at'),
    /** The windows that the page told with which its payment last began, times as ISO; null where none did. */
    told_windows: jsonb('told_windows').$type<readonly { vendor_id: string; from: string; until: string }[]>(),
    /** When the payment window was last opened; null until then. */
    payment_started_at: instantColumn('payment_started_at'),
    /** A charge that arrives after this goes back. */
    payable_until: instantColumn('payable_until'),
    /** The checkout that was ordered in its stead, by which alone it is paid; null for none (decision 179). */
    replaced_by: uuid('replaced_by').references((): AnyPgColumn => checkouts.id, { onDelete: 'set null' }),
    paid_at: instantColumn('paid_at'),
    /** When the poller asks the provider next; null when nothing is left to ask. */
    next_check_at: instantColumn('next_check_at'),
    checks: integer('checks').notNull().default(0),
    /** What the provider last said about an attempt that did not succeed. */
    last_charge_status: text('last_charge_status').$type<'pending' | 'failed'>(),
    /** What the customer must know of the pending attempt; null when the last one failed. */
    open_attempt: jsonb('open_attempt').$type<OpenAttempt>(),
  },
  (table) => [
    index('checkouts_due').on(table.next_check_at).where(sql`${table.next_check_at} is not null`),
    index('checkouts_slot').on(table.slot_from).where(sql`${table.slot_from} is not null`),
    index('checkouts_run').on(table.run_id).where(sql`${table.run_id} is not null`),
    index('checkouts_group_member').on(table.group_member_id).where(sql`${table.group_member_id} is not null`),
    index('checkouts_replaced').on(table.replaced_by).where(sql`${table.replaced_by} is not null`),
    index('checkouts_unpaid').on(table.created_at).where(sql`${table.status} <> 'Paid'`),
  ],
)
/** A link by which somebody else pays a checkout, and learns nothing more of it (decision 129). */
export const pay_links = pgTable('pay_links', {
  /** One for each checkout, and gone with it. */
  checkout_id: uuid('checkout_id')
    .primaryKey()
    .references(() => checkouts.id, { onDelete: 'cascade' }),
  /** The unguessable part of the link. Nothing of the checkout's own link can be told from it. */
  token: text('token').notNull().unique(),
  /** What the customer says to whoever pays; may be empty. */
  greeting: text('greeting').notNull(),
  made_at: instantColumn('made_at').notNull(),
})
