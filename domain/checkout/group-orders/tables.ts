import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../../db/columns.ts'
import type { ChosenOption } from '../../catalog/menu/option-groups.ts'
import { places } from '../../places/tables.ts'

/** Who pays: its starter for all, or every member their own. */
export type Pays = 'one' | 'each'

/** A cart that friends fill together, of one kitchen and for one place (decision 131). */
export const group_orders = pgTable(
  'group_orders',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The unguessable part of its link. */
    link_token: text('link_token').notNull().unique(),
    vendor_id: uuid('vendor_id').notNull(),
    place_id: integer('place_id')
      .notNull()
      .references(() => places.id),
    pays: text('pays').$type<Pays>().notNull(),
    /** What the dishes of each friend may cost, where one pays; null for no limit. */
    most_each: koboColumn('most_each'),
    /** When the slot begins for which it is ordered; null for as soon as possible. */
    slot_from: instantColumn('slot_from'),
    choose_until: instantColumn('choose_until').notNull(),
    /** When its starter closed it, sooner than that; null while it is open. */
    closed_at: instantColumn('closed_at'),
    /** When a member took over to order and pay, because who paid before had not; null where nobody did. */
    taken_over_at: instantColumn('taken_over_at'),
    created_at: instantColumn('created_at').notNull(),
  },
  (table) => [index('group_orders_choose_until').on(table.choose_until)],
)

export const group_members = pgTable(
  'group_members',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    group_order_id: bigint('group_order_id', { mode: 'number' })
      .notNull()
      .references(() => group_orders.id, { onDelete: 'cascade' }),
    /** What their browser knows them by. */
    secret: text('secret').notNull().unique(),
    name: text('name').notNull(),
    is_starter: boolean('is_starter').notNull().default(false),
    /**
     * Goes up with each change of what they order: their own dishes, or everybody's where this is the one who pays. A
     * checkout of another edition can no longer be paid.
     */
    edition: integer('edition').notNull().default(0),
    joined_at: instantColumn('joined_at').notNull(),
    /** When the starter took them out; null while they are in it. */
    left_at: instantColumn('left_at'),
  },
  (table) => [
    uniqueIndex('group_members_name')
      .on(table.group_order_id, sql`lower(${table.name})`)
      .where(sql`${table.left_at} is null`),
  ],
)

export const group_lines = pgTable(
  'group_lines',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    group_member_id: bigint('group_member_id', { mode: 'number' })
      .notNull()
      .references(() => group_members.id, { onDelete: 'cascade' }),
    /** Dish and choices: what tells one line of a member from another. */
    dish_key: text('dish_key').notNull(),
    name: text('name').notNull(),
    /** Of one, with its choices, as its member saw it. */
    price: koboColumn('price').notNull(),
    /** 0 for what its member took along, who may ask for it once more; how many there were stands in `press`. */
    quantity: integer('quantity').notNull(),
    options: jsonb('options').$type<readonly ChosenOption[]>().notNull().default([]),
    /** The press that added last: sent twice it adds once. */
    press: text('press').notNull().default(''),
  },
  (table) => [unique('group_lines_once').on(table.group_member_id, table.dish_key)],
)
