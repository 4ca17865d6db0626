import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryOutcome } from '../../adapters/messages/message-gateway.ts'
import { instantColumn, koboColumn } from '../../db/columns.ts'
import { sessions, users } from '../accounts/tables.ts'
import { checkouts } from '../checkout/tables.ts'
import type { CapName, CountedAs, MessageChannel, MessageStatus } from './lifecycle.ts'

/** The outbox: written in the commit that a message is about, sent by the worker. */
export const messages = pgTable(
  'messages',
  {
    /** Also the gateway's `ext_ref` (ext-ref.ts) and the mail's Message-ID, so that a repeated send has one effect. */
    id: uuid('id').primaryKey().defaultRandom(),
    channel: text('channel').$type<MessageChannel>().notNull(),
    /** What it says and about whom, e.g. `paid_sms:<checkout id>`; unique, so that it is written once. */
    dedupe_key: text('dedupe_key').notNull().unique(),
    /** Of a push to a customer: the `dedupe_key` of the text message with the same news (decision 125). */
    beside: text('beside'),
    /** Emptied together with the words when they are no longer needed (domain/retention/kept-for.ts). */
    recipient: text('recipient').notNull(),
    subject: text('subject'),
    body: text('body').notNull(),
    html: text('html'),
    /**
     * Its reader can do without it: a cap may hold it, and people who asked for quiet do not get it as a text message.
     */
    dispensable: boolean('dispensable').notNull().default(false),
    status: text('status').$type<MessageStatus>().notNull().default('Queued'),
    attempts: integer('attempts').notNull().default(0),
    /**
     * Counts up when an admin restarts a message that no gateway has, so that it is not taken for the earlier sending.
     */
    round: integer('round').notNull().default(1),
    next_attempt_at: instantColumn('next_attempt_at'),
    /** For text messages: the gateway that may have it, and so the only one to be asked again (decision 043). */
    gateway: text('gateway'),
    /** The gateway that will never take it; the other one may. */
    refused_by: text('refused_by'),
    gateway_message_id: text('gateway_message_id'),
    last_error: text('last_error'),
    created_at: instantColumn('created_at').notNull(),
    sent_at: instantColumn('sent_at'),
    /** When the caps admitted it: from then on it counts once, however often it is tried. */
    admitted_at: instantColumn('admitted_at'),
    /** When and by which cap it was last held (or expired); both stay after an admin's decision. */
    held_at: instantColumn('held_at'),
    held_by: text('held_by').$type<CapName>(),
    /** From when on it is useless; null if late is better than never. */
    expires_at: instantColumn('expires_at'),
  },
  (table) => [
    // Starts with the channel, since each has its own lane: a hanging gateway's backlog does not slow the other lanes.
    index('messages_due').on(table.channel, table.next_attempt_at).where(sql`${table.status} = 'Queued'`),
    index('messages_newest').on(sql`${table.created_at} desc`, sql`${table.id} desc`),
    index('messages_failed').on(table.created_at).where(sql`${table.status} = 'Failed'`),
    index('messages_held').on(table.created_at).where(sql`${table.status} = 'Held'`),
    index('messages_held_at').on(table.held_at).where(sql`${table.held_at} is not null`),
    index('messages_admitted').on(table.channel, table.admitted_at),
    index('messages_to_empty').on(table.created_at).where(sql`${table.recipient} <> ''`),
    // Named as `holds_link` has them, so that only links are found by it and not all words of a month.
    index('messages_links')
      .on(table.expires_at)
      .where(
        sql`${table.body} <> '' and (${table.channel} = 'mail' or (${table.channel} = 'sms'
          and split_part(${table.dedupe_key}, ':', 1) in ('new_password', 'confirm_mail', 'sign_in', 'invitation')))`,
      ),
    index('messages_to').on(table.recipient, table.admitted_at),
    index('messages_beside').on(table.beside).where(sql`${table.beside} is not null`),
  ],
)

/**
 * How many messages of a channel the caps admitted in a minute: an hour of them would be long to count at a peak. Mails
 * to addresses that nobody has confirmed count as a channel of their own.
 */
export const message_counts = pgTable(
  'message_counts',
  {
    channel: text('channel').$type<CountedAs>().notNull(),
    minute: instantColumn('minute').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.channel, table.minute] })],
)

/** A text message that a gateway took: what it cost, and what the gateway reported of it (decision 049). */
export const sms_submissions = pgTable(
  'sms_submissions',
  {
    message_id: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    round: integer('round').notNull(),
    gateway: text('gateway').notNull(),
    gateway_message_id: text('gateway_message_id'),
    submitted_at: instantColumn('submitted_at').notNull(),
    segments: integer('segments').notNull(),
    /** By our price list, until the gateway tells the real one. */
    cost: koboColumn('cost').notNull(),
    cost_told: boolean('cost_told').notNull().default(false),
    outcome: text('outcome').$type<DeliveryOutcome>(),
    /** In the gateway's own words. */
    reason: text('reason'),
    reported_at: instantColumn('reported_at'),
    /** When to ask the gateway next for the outcome; null for never. */
    ask_at: instantColumn('ask_at'),
  },
  (table) => [
    primaryKey({ columns: [table.message_id, table.round, table.gateway] }),
    index('sms_submissions_by_gateway_id').on(table.gateway, table.gateway_message_id),
    index('sms_submissions_to_ask').on(table.gateway, table.ask_at).where(sql`${table.ask_at} is not null`),
    index('sms_submissions_by_day').on(table.submitted_at),
  ],
)

export type NotificationKind =
  | 'vendor_moved'
  | 'new_order'
  | 'order_for_later'
  | 'order_unaccepted'
  | 'kitchen_paused'
  | 'same_price_lost'
  | 'order_cancelled'
  | 'order_refunded'
  | 'offer'
  | 'offer_withdrawn'
  | 'no_rider'
  | 'more_time'
  | 'note_changed'
  | 'chat'
  | 'no_pin'
  | 'told_late'
  | 'incident'
  | 'food_comes_back'
  | 'rider_waits'
  | 'still_there'
  | 'rider_decided'
  | 'sent_off_duty'
  | 'stopped_riding'
  | 'called_off'
  | 'shift'
  | 'shift_begins'
  | 'payout'
  | 'messages_held'
  | 'case_yours'
  | 'chargeback'

/** What the bell shows: news for one user of the back office. */
export const notifications = pgTable(
  'notifications',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    user_id: uuid('user_id').notNull(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    text: text('text').notNull(),
    /** What it is about; acting on that marks it as read (`settleNews`). Null for news without an action. */
    order_id: bigint('order_id', { mode: 'number' }),
    offer_id: bigint('offer_id', { mode: 'number' }),
    created_at: instantColumn('created_at').notNull(),
    read_at: instantColumn('read_at'),
  },
  (table) => [
    index('notifications_latest').on(table.user_id, sql`${table.id} desc`),
    index('notifications_created').on(table.created_at),
    index('notifications_unread').on(table.user_id).where(sql`${table.read_at} is null`),
    index('notifications_unread_of_order')
      .on(table.order_id)
      .where(sql`${table.read_at} is null and ${table.order_id} is not null`),
    index('notifications_unread_of_offer')
      .on(table.offer_id)
      .where(sql`${table.read_at} is null and ${table.offer_id} is not null`),
    // An order may be refunded, lose its rider, get another note and be written about more than once; the rest is not.
    uniqueIndex('notifications_once')
      .on(table.user_id, table.kind, table.order_id)
      .where(sql`${table.kind} not in ('order_refunded', 'no_rider', 'note_changed', 'chat')`),
  ],
)

/** Numbers that asked to get only the indispensable text messages (decision 050). */
export const quiet_numbers = pgTable('quiet_numbers', {
  /** E.164, as messages hold it. */
  phone: text('phone').primaryKey(),
  since: instantColumn('since').notNull(),
  asked_by: text('asked_by').$type<QuietWay>().notNull(),
})

/** How somebody asked for quiet: by the switch on the tracking page, by a text message, or by calling an admin. */
export type QuietWay = 'track_page' | 'sms' | 'admin'

/**
 * Browsers that ring even while their page is closed: those of accounts, deleted together with the session that
 * subscribed, and those of customers, who have neither, for the checkouts in `checkout_devices`.
 */
export const push_subscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    user_id: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    session_id: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Everybody who knows it can ring this browser, so it is shown to nobody. */
    endpoint: text('endpoint').notNull().unique(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    created_at: instantColumn('created_at').notNull(),
    /** When its push service last took a message. */
    last_used_at: instantColumn('last_used_at'),
    /** When it last said itself that it showed one (`reportShown`). */
    shown_at: instantColumn('shown_at'),
  },
  (table) => [
    index('push_subscriptions_user').on(table.user_id),
    index('push_subscriptions_session').on(table.session_id),
  ],
)

/** Of which checkouts a customer's browser wants to hear (decision 125). */
export const checkout_devices = pgTable(
  'checkout_devices',
  {
    checkout_id: uuid('checkout_id')
      .notNull()
      .references(() => checkouts.id, { onDelete: 'cascade' }),
    subscription_id: uuid('subscription_id')
      .notNull()
      .references(() => push_subscriptions.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    asked_at: instantColumn('asked_at').notNull(),
    /** It showed the receipt's link too, as who ordered has it: only then may it save their text messages. */
    is_own: boolean('is_own').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.checkout_id, table.subscription_id] }),
    index('checkout_devices_of').on(table.subscription_id),
  ],
)

/** What active kitchens wrote us by text message, and what we answered (decision 103). */
export const kitchen_texts = pgTable(
  'kitchen_texts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The gateway's id of it, or one made from what it says: the same text again is not done again. */
    gateway_id: text('gateway_id').notNull().unique(),
    vendor_id: uuid('vendor_id').notNull(),
    /** The order that it means, settled when it came first; null for none. */
    order_id: bigint('order_id', { mode: 'number' }),
    text: text('text').notNull(),
    /** Null until it is done. */
    answer: text('answer'),
    received_at: instantColumn('received_at').notNull(),
  },
  (table) => [index('kitchen_texts_of').on(table.vendor_id, table.received_at)],
)
