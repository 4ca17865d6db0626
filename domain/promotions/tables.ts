import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn, koboSumColumn } from '../../db/columns.ts'
import { vendors } from '../catalog/tables.ts'
import type { PromotionKind, PromotionStatus, UseStatus } from './lifecycle.ts'
import type { ReferralSign, ReferralStatus } from './referrals/lifecycle.ts'

/** Codes and offers that make an order cheaper, at the cost of the platform or of a kitchen (decisions 117, 130). */
export const promotions = pgTable(
  'promotions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The kitchen that bears it, and for whose dishes alone it counts; null where the platform does, for all. */
    vendor_id: uuid('vendor_id').references(() => vendors.user_id),
    /**
     * In capitals, without spaces; it is typed in any case and spacing (`plainCode`). Null for an offer, which applies
     * by itself.
     */
    code: text('code'),
    /**
     * Whose code for friends it is, by their phone (E.164), one for each; its terms are the settings' (decision 166).
     */
    owner_phone: text('owner_phone').unique(),
    /** Whom alone it is for: what somebody has earned by bringing a friend. Its code went to this phone. */
    for_phone: text('for_phone'),
    kind: text('kind').$type<PromotionKind>().notNull(),
    /** Of the dishes, where the kind is `percent`. */
    percent: integer('percent'),
    /** What comes off the dishes where the kind is `amount`, and the most where it is `percent`. */
    amount: koboColumn('amount'),
    /** What the dishes of an order must cost at least. */
    minimum: koboColumn('minimum').notNull().default(0),
    /** Only for the first order of a phone number. */
    first_order_only: boolean('first_order_only').notNull().default(false),
    /** The days of the week (0 = Monday) and the minutes of the campus's day in which it counts; null for all. */
    days: integer('days').array(),
    hours_from: integer('hours_from'),
    hours_until: integer('hours_until'),
    starts_at: instantColumn('starts_at').notNull(),
    /** The first instant at which it no longer counts; null where it has no end. */
    ends_at: instantColumn('ends_at'),
    /** What all of it may cost; null for no limit. */
    budget: koboSumColumn('budget'),
    /** How many orders may use it, in all and of one phone number; null for no limit. */
    most_uses: integer('most_uses'),
    most_uses_each: integer('most_uses_each'),
    status: text('status').$type<PromotionStatus>().notNull().default('Active'),
    created_by: uuid('created_by').notNull(),
    created_at: instantColumn('created_at').notNull(),
    ended_at: instantColumn('ended_at'),
  },
  (table) => [
    uniqueIndex('promotions_active_code').on(table.code).where(sql`${table.status} = 'Active'`),
    // Offers are looked for with every order.
    index('promotions_offers').on(table.for_phone).where(sql`${table.status} = 'Active' and ${table.code} is null`),
  ],
)

/**
 * One promotion on one checkout, which has at most one off its dishes and one off its delivery: held while it may be
 * paid, and counted for good once it is.
 */
export const promotion_uses = pgTable(
  'promotion_uses',
  {
    /** Points at checkouts, and goes with it (the migration). */
    checkout_id: uuid('checkout_id').notNull(),
    promotion_id: bigint('promotion_id', { mode: 'number' })
      .notNull()
      .references(() => promotions.id),
    /** E.164. */
    phone: text('phone').notNull(),
    /** What it takes off the checkout. */
    discount: koboColumn('discount').notNull(),
    /** What came back to it, because dishes of the checkout were called off. */
    returned: koboColumn('returned').notNull().default(0),
    status: text('status').$type<UseStatus>().notNull().default('Held'),
    /** Until when it counts though it is not paid. */
    held_until: instantColumn('held_until').notNull(),
    /** The window of the payment was opened with it. */
    is_being_paid: boolean('is_being_paid').notNull().default(false),
    used_at: instantColumn('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.checkout_id, table.promotion_id] }),
    index('promotion_uses_promotion').on(table.promotion_id, table.phone),
    index('promotion_uses_paying').on(table.phone).where(sql`${table.status} = 'Held' and ${table.is_being_paid}`),
  ],
)

/**
 * A friend's first paid order with the code of whoever brought them; at most one of a phone that has not fallen away
 * (decision 166).
 */
export const referrals = pgTable(
  'referrals',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The code, and with it whose it is. */
    promotion_id: bigint('promotion_id', { mode: 'number' })
      .notNull()
      .references(() => promotions.id),
    /** The friend's order; points at checkouts (the migration). */
    checkout_id: uuid('checkout_id').notNull().unique(),
    /** The friend's, E.164. */
    friend_phone: text('friend_phone').notNull(),
    status: text('status').$type<ReferralStatus>().notNull().default('Ordered'),
    /** Why an admin looks at it; null where nobody has to. */
    signs: text('signs').array().$type<ReferralSign[]>(),
    /** What the referrer has for it. */
    reward_id: bigint('reward_id', { mode: 'number' })
      .unique()
      .references(() => promotions.id),
    ordered_at: instantColumn('ordered_at').notNull(),
    moved_at: instantColumn('moved_at').notNull(),
  },
  (table) => [
    uniqueIndex('referrals_friend').on(table.friend_phone).where(sql`${table.status} <> 'Fell away'`),
    index('referrals_promotion').on(table.promotion_id, table.id),
    index('referrals_in_review').on(table.id).where(sql`${table.status} = 'In review'`),
  ],
)
