import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../db/columns.ts'
import type { AdminRole } from '../admin-roles.ts'
import type { KitchenRole } from '../kitchen-roles.ts'

/** What a link in a mail is for: it opens nothing else. */
export const link_purposes = ['new_password', 'confirm_mail', 'sign_in'] as const
export type LinkPurpose = (typeof link_purposes)[number]

// The first five tables are better-auth's, under our names (adapters/accounts/better-auth.ts maps them).

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** In lower case, so that one mailbox is one account. */
  email: text('email').notNull().unique(),
  name: text('name').notNull().default(''),
  /** One of `roles` for every account made here; a login with any other value is refused with that reason. */
  role: text('role'),
  /** What an admin may do; null for everybody else. */
  admin_role: text('admin_role').$type<AdminRole>(),
  email_verified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  two_factor_enabled: boolean('two_factor_enabled').notNull().default(false),
  /** Since when nobody may be signed in to this account; null while all is well. */
  suspended_at: instantColumn('suspended_at'),
  created_at: instantColumn('created_at').notNull(),
  updated_at: instantColumn('updated_at').notNull(),
})

const userColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * Who works in which kitchen. An account that never agreed to a row here registered a kitchen of its own, which has the
 * account's id, and is its owner; it has a row for that one too as soon as it works in another.
 */
export const kitchen_staff = pgTable(
  'kitchen_staff',
  {
    vendor_id: uuid('vendor_id').notNull(),
    user_id: userColumn(),
    role: text('role').$type<KitchenRole>().notNull(),
    invited_by: uuid('invited_by').notNull(),
    invited_at: instantColumn('invited_at').notNull(),
    /** Since when they work there no more, and who said so; null while they do. */
    ended_at: instantColumn('ended_at'),
    ended_by: uuid('ended_by'),
    /** Until when somebody who had an account before may agree; null once they have, or where nobody has to. */
    asked_until: instantColumn('asked_until'),
  },
  (table) => [primaryKey({ columns: [table.vendor_id, table.user_id] }), index('kitchen_staff_user').on(table.user_id)],
)

/** Whom a kitchen invited by text message: whoever has the link may join, with a login of theirs or a new one. */
export const kitchen_invitations = pgTable(
  'kitchen_invitations',
  {
    vendor_id: uuid('vendor_id').notNull(),
    phone: text('phone').notNull(),
    /** What who invited calls them. */
    name: text('name').notNull(),
    role: text('role').$type<KitchenRole>().notNull(),
    invited_by: uuid('invited_by').notNull(),
    /** When the first text of a day went, and how many did since then. */
    invited_at: instantColumn('invited_at').notNull(),
    texts: integer('texts').notNull(),
    sent_at: instantColumn('sent_at').notNull(),
    /** SHA-256 of the token in the latest text: no older one works. */
    token_hash: text('token_hash').notNull().unique(),
    expires_at: instantColumn('expires_at').notNull(),
    /** When somebody joined by it, said no, or the kitchen took it back; null while none did. */
    joined_at: instantColumn('joined_at'),
    joined_id: uuid('joined_id'),
    declined_at: instantColumn('declined_at'),
    withdrawn_at: instantColumn('withdrawn_at'),
  },
  (table) => [primaryKey({ columns: [table.vendor_id, table.phone] })],
)

/** With what somebody says that they are at their kitchen's tablet. */
export const kitchen_pins = pgTable(
  'kitchen_pins',
  {
    vendor_id: uuid('vendor_id').notNull(),
    user_id: userColumn(),
    /** A salted scrypt hash; and of how many figures it is, null for older ones. */
    pin_hash: text('pin_hash').notNull(),
    pin_length: integer('pin_length'),
    /** Wrong ones in a row, wrong ones since `counted_from`, and until when it is refused after too many. */
    failures: integer('failures').notNull().default(0),
    failures_of_day: integer('failures_of_day').notNull().default(0),
    counted_from: instantColumn('counted_from'),
    paused_until: instantColumn('paused_until'),
    set_by: uuid('set_by').notNull(),
    set_at: instantColumn('set_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.vendor_id, table.user_id] })],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: userColumn(),
    token: text('token').notNull().unique(),
    expires_at: instantColumn('expires_at').notNull(),
    ip_address: text('ip_address'),
    user_agent: text('user_agent'),
    created_at: instantColumn('created_at').notNull(),
    updated_at: instantColumn('updated_at').notNull(),
    /**
     * The kitchen that an admin acts for with this session, and until when; or, of somebody who works in several, the
     * one that is in front of them.
     */
    acts_for: uuid('acts_for'),
    acts_until: instantColumn('acts_until'),
  },
  (table) => [index('sessions_user').on(table.user_id), index('sessions_expiry').on(table.expires_at)],
)

/**
 * The sessions that are a kitchen's tablet, for everybody there. Such a session has a token that no cookie of a login
 * has, so that an older release, which does not know of tablets, finds nobody logged in by it.
 */
export const kitchen_tablets = pgTable('kitchen_tablets', {
  session_id: uuid('session_id')
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  vendor_id: uuid('vendor_id').notNull(),
  /** Who said with a PIN that they are there, and until when it believes them. */
  present_id: uuid('present_id'),
  present_until: instantColumn('present_until'),
  /**
   * Wrong PINs since `counted_from`, but those whose person then had the right one, and until when it takes none after
   * too many.
   */
  failures: integer('failures').notNull().default(0),
  counted_from: instantColumn('counted_from'),
  paused_until: instantColumn('paused_until'),
})

export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: userColumn(),
    provider_id: text('provider_id').notNull(),
    account_id: text('account_id').notNull(),
    /** A salted scrypt hash. */
    password: text('password'),
    created_at: instantColumn('created_at').notNull(),
    updated_at: instantColumn('updated_at').notNull(),
  },
  (table) => [index('credentials_user').on(table.user_id)],
)

/** Sign-ins that wait for their second step. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expires_at: instantColumn('expires_at').notNull(),
    created_at: instantColumn('created_at').notNull(),
    updated_at: instantColumn('updated_at').notNull(),
  },
  (table) => [index('verifications_identifier').on(table.identifier), index('verifications_value').on(table.value)],
)

export const two_factors = pgTable(
  'two_factors',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: userColumn(),
    /** Encrypted, as are the backup codes. */
    secret: text('secret').notNull(),
    backup_codes: text('backup_codes').notNull(),
    /** False until the first code was right. */
    verified: boolean('verified').notNull().default(false),
    failed_verification_count: integer('failed_verification_count').notNull().default(0),
    locked_until: instantColumn('locked_until'),
  },
  (table) => [index('two_factors_user').on(table.user_id)],
)

/** Second-step codes that were used: each lets somebody in once. */
export const used_codes = pgTable(
  'used_codes',
  {
    user_id: userColumn(),
    /** SHA-256 of the kind and the code. */
    code_hash: text('code_hash').notNull(),
    /** When an app may show these digits again; null for a backup code, which is never valid again. */
    forget_at: instantColumn('forget_at'),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.code_hash] })],
)

/** Browsers that signed in to an account. Each keeps a token of its own (known-devices.ts). */
export const known_devices = pgTable(
  'known_devices',
  {
    user_id: userColumn(),
    /** SHA-256 of the token. */
    device_hash: text('device_hash').notNull(),
    signed_in_at: instantColumn('signed_in_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.device_hash] })],
)

/** Questions to the bank about an account's holder, kept while they count towards a limit (name-bank-account.ts). */
export const account_lookups = pgTable(
  'account_lookups',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: userColumn(),
    /** A fingerprint; empty where it does not count. */
    address: text('address').notNull(),
    /** A fingerprint of the bank account that this owner asked about. */
    asked_for: text('asked_for').notNull(),
    /** The bank's answer, to give the same owner again. */
    account_name: text('account_name'),
    asked_at: instantColumn('asked_at').notNull(),
  },
  (table) => [index('account_lookups_asked_at').on(table.asked_at)],
)

/**
 * Links that somebody asked for by mail (mail-links.ts). Asking writes the same row whether or not the mail address is
 * known; the worker checks that later, so that neither the answer nor its duration tells.
 */
export const mail_links = pgTable(
  'mail_links',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    purpose: text('purpose', { enum: link_purposes }).notNull(),
    email: text('email').notNull(),
    asked_at: instantColumn('asked_at').notNull(),
    handled_at: instantColumn('handled_at'),
    user_id: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the mail: a reader of this table cannot use it. */
    token_hash: text('token_hash').unique(),
    expires_at: instantColumn('expires_at'),
    used_at: instantColumn('used_at'),
  },
  (table) => [
    index('mail_links_due').on(table.asked_at).where(sql`${table.handled_at} is null`),
    index('mail_links_email').on(table.email, table.asked_at),
  ],
)

/** Sign-ins tried since the last success, per account and address, both as fingerprints. */
export const sign_in_attempts = pgTable(
  'sign_in_attempts',
  {
    account: text('account').notNull(),
    address: text('address').notNull(),
    failures: integer('failures').notNull(),
    attempted_at: instantColumn('attempted_at').notNull(),
    blocked_until: instantColumn('blocked_until').notNull(),
    /** When this account last signed in from this address. */
    succeeded_at: instantColumn('succeeded_at'),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.address] }),
    index('sign_in_attempts_age').on(table.attempted_at),
  ],
)

/**
 * Attempts of the minute that ends at `expire`, under a key that names nobody. The library defines the columns
 * (server/rate-limit.ts). Unlogged: a crash may lose them.
 */
export const rate_limits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull(),
    expire: instantColumn('expire').notNull(),
  },
  (table) => [index('rate_limits_expire').on(table.expire)],
)
