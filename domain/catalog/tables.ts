import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../db/columns.ts'
import type { MoverRole } from '../lifecycle.ts'
import type { Deed } from './deed.ts'
import type { HoursException, OpenStretch, WeekHours } from './hours/opening-hours.ts'
import type { Allergen, Diet } from './menu/dish-contents.ts'
import type { OptionGroup } from './menu/option-groups.ts'

export const vendors = pgTable(
  'vendors',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** A vendor's id in URLs, carts and orders. */
    user_id: uuid('user_id').notNull().unique(),
    email: text('email').notNull(),
    /** What stands for it in the address of its page; null until it has a name. All that it had: `vendor_slugs`. */
    slug: text('slug'),
    /** Vendors without a name are hidden from lists. */
    name: text('name'),
    profile_photo: text('profile_photo'),
    landmark: text('landmark'),
    address: text('address'),
    phone: text('phone'),
    /** What people read; the server decides by `week_hours`. */
    opening_hours: text('opening_hours'),
    delivery_time: text('delivery_time'),
    /** The average of the food's stars in `ratings`, and their number; null when nobody rated. */
    rating: numeric('rating', { precision: 2, scale: 1, mode: 'number' }),
    rating_count: integer('rating_count').notNull().default(0),
    avg_price: koboColumn('avg_price'),
    category: text('category'),
    description: text('description'),
    bank_name: text('bank_name'),
    bank_code: text('bank_code'),
    account_number: text('account_number'),
    account_name: text('account_name'),
    status: text('status').$type<'Pending' | 'Active' | 'Inactive'>().notNull().default('Pending'),
    created_at: instantColumn('created_at').notNull().defaultNow(),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    week_hours: jsonb('week_hours').$type<WeekHours>(),
    /** Dates whose hours differ from those of the weekday. */
    hours_exceptions: jsonb('hours_exceptions').$type<HoursException[]>().notNull().default([]),
    /** Orders are not taken before this instant; the year 9999 stands for "until reopened". */
    paused_until: instantColumn('paused_until'),
    /** The pause is ours: it let several orders in a row lapse (`pauseSilentKitchen`). */
    paused_for_lapses: boolean('paused_for_lapses').notNull().default(false),
    /** The pause is ours: nothing reached it (`pauseUnreachedKitchens`). */
    paused_for_silence: boolean('paused_for_silence').notNull().default(false),
    /** Whose account paused it; null where nobody's did, or that is not known. */
    paused_by: uuid('paused_by'),
    /** The pause was asked for by a text message from its telephone. */
    paused_by_text: boolean('paused_by_text').notNull().default(false),
    /** When its owner last ended a pause, or an admin activated or restored it; null if that never happened. */
    opened_at: instantColumn('opened_at'),
    preparation_minutes: integer('preparation_minutes').notNull().default(15),
    /** How many orders it takes for one slot of those ordered for later; null for as many as come. */
    slot_orders: integer('slot_orders'),
    /** New orders are accepted by themselves while fewer than so many are cooked; null for never. */
    auto_accept_orders: integer('auto_accept_orders'),
    /** Only at this time of each day; null for whenever the vendor is open. */
    auto_accept_hours: jsonb('auto_accept_hours').$type<OpenStretch>(),
    /** Since when its dishes cost the same as at its counter, as it promises; null while it does not. */
    same_price_since: instantColumn('same_price_since'),
    /** When it last lost that promise, because it was broken; null for never. */
    same_price_lost_at: instantColumn('same_price_lost_at'),
    /** What the platform keeps of this vendor's sales; null means the setting for all (0 % by default). */
    commission_percent: numeric('commission_percent', { precision: 5, scale: 2, mode: 'number' }),
    /** When the bank account last changed after the first registration; holds payouts until an admin has checked it. */
    bank_changed_at: instantColumn('bank_changed_at'),
    /** Why an admin suspended the vendor; null while it is not suspended. */
    suspended_reason: text('suspended_reason'),
    /** Set by an admin who lets the owner correct legal and bank data; the next submission locks them again. */
    unlocked_at: instantColumn('unlocked_at'),
  },
  (table) => [
    index('vendors_listed').on(table.created_at).where(sql`${table.status} = 'Active' and ${table.name} is not null`),
    uniqueIndex('vendors_slug').on(sql`lower(${table.slug})`),
  ],
)

/** When a kitchen's screen was last seen, to the minute. A table of its own: a beat does not empty the page cache. */
export const kitchen_screens = pgTable('kitchen_screens', {
  vendor_id: uuid('vendor_id')
    .primaryKey()
    .references(() => vendors.user_id),
  screen_seen_at: instantColumn('screen_seen_at').notNull(),
})

/** What was done in a kitchen and stands in no order's history: by whom, and what was before and after (`Deed`). */
export const kitchen_history = pgTable(
  'kitchen_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    vendor_id: uuid('vendor_id')
      .notNull()
      .references(() => vendors.user_id),
    role: text('role').$type<MoverRole>().notNull(),
    user_id: uuid('user_id'),
    did: text('did').$type<Deed>().notNull(),
    about: text('about'),
    before: text('before'),
    after: text('after'),
    done_at: instantColumn('done_at').notNull(),
  },
  (table) => [index('kitchen_history_newest').on(table.vendor_id, sql`${table.id} desc`)],
)

/**
 * Since when people have been reaching the product's pages without a break, and when one did last; one row. What shows
 * that a kitchen's silence is not our own outage (decision 133).
 */
export const web_heard = pgTable('web_heard', {
  one: boolean('one').primaryKey().default(true),
  since: instantColumn('since').notNull(),
  last_at: instantColumn('last_at').notNull(),
})

/** Every slug that ever led to a kitchen, its present one too: what was shared once leads to nobody else. */
export const vendor_slugs = pgTable(
  'vendor_slugs',
  {
    slug: text('slug').primaryKey(),
    vendor_id: uuid('vendor_id')
      .notNull()
      .references(() => vendors.user_id),
  },
  (table) => [
    check('vendor_slugs_plain', sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(${table.slug}) <= 80`),
  ],
)

export const food = pgTable(
  'food',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    vendor_id: uuid('vendor_id')
      .notNull()
      .references(() => vendors.user_id),
    name: text('name').notNull(),
    description: text('description'),
    price: koboColumn('price').notNull(),
    food_image: text('food_image'),
    /** The heading of a dish on the menu. */
    section: text('section').notNull().default('Menu'),
    position: integer('position').notNull().default(0),
    sold_out_until: instantColumn('sold_out_until'),
    /** Size, protein, extras: what a customer chooses with the dish. Always read and written as a whole. */
    option_groups: jsonb('option_groups').$type<readonly OptionGroup[]>().notNull().default([]),
    /** Whom it suits, as its kitchen says. */
    diets: text('diets').array().$type<Diet[]>().notNull().default([]),
    /** What is in it that many must not eat; null where its kitchen has not said. */
    allergens: text('allergens').array().$type<Allergen[]>(),
    created_at: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    // A cart knows a dish by vendor and name, so no name may be on a menu twice.
    uniqueIndex('food_vendor_name').on(table.vendor_id, sql`lower(${table.name})`),
  ],
)

/** The owner's unfinished registration. A table of its own, so that typing does not empty the page cache. */
export const registration_drafts = pgTable('registration_drafts', {
  user_id: uuid('user_id').primaryKey(),
  /** The wizard's step, 0 to 3. */
  step: integer('step').notNull().default(0),
  fields: jsonb('fields').$type<Record<string, string>>().notNull(),
  updated_at: instantColumn('updated_at').notNull(),
})

/** What came of a file of kitchens so far: kitchens made, dishes added and changed, lines that stayed out. */
export type TakenIn = { kitchens: number; added: number; changed: number; left: number }

/** A file with which an admin takes in many kitchens and their menus (docs/product.md#many-kitchens-at-once). */
export const kitchen_files = pgTable(
  'kitchen_files',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** Who brought it. */
    user_id: uuid('user_id').notNull(),
    name: text('name').notNull(),
    text: text('text').notNull(),
    brought_at: instantColumn('brought_at').notNull(),
    /** Since when its kitchens are taken in, and since when all have been; null until then. */
    begun_at: instantColumn('begun_at'),
    done_at: instantColumn('done_at'),
    /** How many kitchens it names, and how many of them, in its sequence, have been seen to. */
    kitchens: integer('kitchens').notNull(),
    seen_to: integer('seen_to').notNull().default(0),
    taken_in: jsonb('taken_in').$type<TakenIn>().notNull(),
  },
  (table) => [index('kitchen_files_newest').on(sql`${table.brought_at} desc`)],
)

/** Every uploaded picture and its owner; one that no row shows any more is deleted after a day. */
export const uploads = pgTable(
  'uploads',
  {
    address: text('address').primaryKey(),
    user_id: uuid('user_id').notNull(),
    uploaded_at: instantColumn('uploaded_at').notNull(),
    /** Since when something above the catalog (a rider, a hand-over) has shown it, even if no longer: it stays. */
    kept_since: instantColumn('kept_since'),
    /** When such a picture was replaced or its time was over, so that the clean-up may take it. */
    let_go_at: instantColumn('let_go_at'),
    /** Whether it is one colour all over, e.g. black, and so proves nothing. */
    is_blank: boolean('is_blank').notNull().default(false),
  },
  (table) => [index('uploads_by_age').on(table.uploaded_at)],
)
