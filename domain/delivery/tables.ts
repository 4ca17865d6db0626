import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { historyColumns, instantColumn, koboColumn } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { orders } from '../orders/tables.ts'
import type { IncidentReason, WayOut } from './incidents/lifecycle.ts'
import type {
  DeliveryStatus,
  DeliveryVerb,
  LaterReason,
  OfferStatus,
  RiderStatus,
  ToldBefore,
  Vehicle,
} from './lifecycle.ts'
import type { PromiseBasis, Speeds } from './windows/speeds.ts'

/** Delivery partners, with what others know them by. */
export const riders = pgTable(
  'riders',
  {
    user_id: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The order in which they joined, by which lists are sorted. */
    id: bigint('id', { mode: 'number' }).notNull().unique().generatedAlwaysAsIdentity(),
    email: text('email').notNull(),
    status: text('status').$type<RiderStatus>().notNull().default('Pending'),
    created_at: instantColumn('created_at').notNull(),
    name: text('name'),
    /** E.164; the customer may call it while the food is on its way. */
    phone: text('phone'),
    vehicle: text('vehicle').$type<Vehicle>(),
    profile_photo: text('profile_photo'),
    /** Where they usually wait; stands in while no position is known. */
    landmark: text('landmark'),
    bank_name: text('bank_name'),
    bank_code: text('bank_code'),
    account_number: text('account_number'),
    account_name: text('account_name'),
    /** When the bank account changed; payouts wait until an admin has checked it. */
    bank_changed_at: instantColumn('bank_changed_at'),
    /** When the registration was sent in and locked; null before that and after an admin sent it back. */
    submitted_at: instantColumn('submitted_at'),
    /** What an admin asks to be corrected; null if nothing. */
    rejected_reason: text('rejected_reason'),
    /** Why an admin suspended the rider; null while nobody did. */
    suspended_reason: text('suspended_reason'),
    /** Since when offers are taken; null while off duty. */
    on_duty_since: instantColumn('on_duty_since'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    located_at: instantColumn('located_at'),
    /** When a page of theirs was last open and connected (app/endpoints/back-office-live.ts). */
    seen_at: instantColumn('seen_at'),
  },
  (table) => [index('riders_on_duty').on(table.vehicle, table.user_id).where(sql`${table.on_duty_since} is not null`)],
)

/** What only an order's customer holds: the tracking link, and the PIN for the hand-over. Made at payment. */
export const order_keys = pgTable('order_keys', {
  order_id: bigint('order_id', { mode: 'number' })
    .primaryKey()
    .references(() => orders.id),
  /** The unguessable part of `/track/…`. */
  track_token: text('track_token').notNull().unique(),
  /** Four digits. Only the customer's page and message and the hand-over read it. */
  pin: text('pin').notNull(),
  /** Wrong PINs so far, in all. */
  pin_failures: integer('pin_failures').notNull().default(0),
  pin_paused_until: instantColumn('pin_paused_until'),
})

/** The delivery of an order: at most one per order, and so at most one rider (invariant I5). */
export const deliveries = pgTable(
  'deliveries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: bigint('order_id', { mode: 'number' })
      .notNull()
      .unique()
      .references(() => orders.id),
    status: text('status').$type<DeliveryStatus>().notNull().default('Waiting'),
    /** Who carries it; null if nobody does. */
    rider_id: uuid('rider_id').references(() => riders.user_id),
    /** The open offer that holds it, while it is Offered. Points at offers (migration). */
    offer_id: bigint('offer_id', { mode: 'number' }),
    /** What its rider earns (decision 042); null until a rider was found. */
    pay: koboColumn('pay'),
    /** What its rider got of the customer's tip besides, when it was handed over. */
    tip: koboColumn('tip').notNull().default(0),
    created_at: instantColumn('created_at').notNull(),
    /** When the admins were told that it has no rider, in the present wait. */
    alarmed_at: instantColumn('alarmed_at'),
    assigned_at: instantColumn('assigned_at'),
    at_vendor_at: instantColumn('at_vendor_at'),
    picked_up_at: instantColumn('picked_up_at'),
    /** When its rider said that they are at the gate with it, since the last pick-up (decision 156). */
    at_gate_at: instantColumn('at_gate_at'),
    /** When it was Delivered or Cancelled. */
    closed_at: instantColumn('closed_at'),
    /** How many packs the rider counted at the vendor. */
    packs: integer('packs'),
    /** What stands or stood in the way of handing it over, while it says where the food is. Points at incidents. */
    incident_id: bigint('incident_id', { mode: 'number' }),
    /** Signs the steps of this assignment on the rider's phone; another assignment gets another key (decision 041). */
    step_key: text('step_key'),
    /** Why it was handed over without the PIN, and the photo of it. */
    no_pin_reason: text('no_pin_reason'),
    no_pin_photo: text('no_pin_photo'),
    /** When an admin checked that; until then no payout claims it. */
    no_pin_seen_at: instantColumn('no_pin_seen_at'),
    /** The payout that claims it; null if none does. Points at payouts (migration). */
    payout_id: bigint('payout_id', { mode: 'number' }),
  },
  (table) => [
    index('deliveries_open').on(table.id).where(sql`${table.status} not in ('Delivered', 'Cancelled')`),
    index('deliveries_rider').on(table.rider_id, sql`${table.id} desc`),
    index('deliveries_unpaid')
      .on(table.rider_id)
      .where(sql`${table.status} = 'Delivered' and ${table.payout_id} is null`),
    index('deliveries_delivered').on(table.closed_at).where(sql`${table.status} = 'Delivered'`),
    index('deliveries_without_pin')
      .on(table.closed_at)
      .where(sql`${table.no_pin_reason} is not null and ${table.no_pin_seen_at} is null`),
    index('deliveries_photos').on(table.closed_at).where(sql`${table.no_pin_photo} is not null`),
    index('deliveries_offer').on(table.offer_id).where(sql`${table.offer_id} is not null`),
    index('deliveries_payout').on(table.payout_id).where(sql`${table.payout_id} is not null`),
  ],
)

/** What stood in the way of a hand-over, what was done, and its rider's pay for it (decision 106): in the books. */
export const incidents = pgTable(
  'incidents',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    delivery_id: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id),
    /** Who had the food. */
    rider_id: uuid('rider_id')
      .notNull()
      .references(() => riders.user_id),
    reason: text('reason').$type<IncidentReason>().notNull(),
    happened_at: instantColumn('happened_at').notNull(),
    /** Until when the rider waits for an absent customer. */
    waits_until: instantColumn('waits_until'),
    /** What is done about it; null while the rider waits. */
    way_out: text('way_out').$type<WayOut>(),
    /** The place of the campus where the food was left, or waits for the next rider. */
    place: text('place'),
    words: text('words'),
    photo: text('photo'),
    kitchen_closed: boolean('kitchen_closed').notNull().default(false),
    /** What the rider is to get for a way without a hand-over; null for nothing, or as long as nothing is known. */
    pay: koboColumn('pay'),
    /** When an admin said that it is paid, which books it, or why it is not. Until then no payout claims it. */
    booked_at: instantColumn('booked_at'),
    refused_because: text('refused_because'),
    /** The payout that claims it. Points at payouts (migration). */
    payout_id: bigint('payout_id', { mode: 'number' }),
  },
  (table) => [
    index('incidents_delivery').on(table.delivery_id),
    index('incidents_rider').on(table.rider_id, sql`${table.id} desc`),
    index('incidents_unseen')
      .on(table.happened_at)
      .where(sql`${table.pay} is not null and ${table.booked_at} is null and ${table.refused_because} is null`),
    index('incidents_to_empty')
      .on(table.happened_at)
      .where(sql`${table.photo} is not null or ${table.words} is not null`),
    index('incidents_payout').on(table.payout_id).where(sql`${table.payout_id} is not null`),
  ],
)

/** Every move of a delivery's lifecycle: who, when, why. */
export const delivery_history = pgTable(
  'delivery_history',
  {
    ...historyColumns<DeliveryVerb | 'make', DeliveryStatus>(),
    delivery_id: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id),
    /** The rider who moved it, or who had it; where it was taken away, the key and the pay of that assignment. */
    ...{ rider_id: uuid('rider_id'), lost_step_key: text('lost_step_key'), lost_pay: koboColumn('lost_pay') },
  },
  (table) => [index('delivery_history_delivery').on(table.delivery_id)],
)

/** The window promised first, which never changes, and the one expected now; apart, so that no move locks the order. */
export const order_promises = pgTable(
  'order_promises',
  {
    order_id: bigint('order_id', { mode: 'number' })
      .primaryKey()
      .references(() => orders.id),
    /** Expected now; updated as things happen. */
    promised_from: instantColumn('promised_from').notNull(),
    promised_until: instantColumn('promised_until').notNull(),
    /** Promised at payment. Lateness and kept promises are measured by it; a trigger prevents changes. */
    first_promised_from: instantColumn('first_promised_from').notNull(),
    first_promised_until: instantColumn('first_promised_until').notNull(),
    /** Nobody was on duty at payment; the customer is told when somebody is (`renewPromises`). */
    made_without_rider: boolean('made_without_rider').notNull().default(false),
    /** What the first window was estimated from; null for orders older than that, and what nobody could estimate. */
    basis: jsonb('basis').$type<PromiseBasis>(),
    updated_at: instantColumn('updated_at').notNull(),
    /** The end of the window that the customer was told last in a message; null when it is the first one. */
    told_until: instantColumn('told_until'),
    /** When the customer was told that it comes later, which happens once, and why; null reason when nobody knows. */
    told_later_at: instantColumn('told_later_at'),
    later_because: text('later_because').$type<LaterReason>(),
    /** These three as they were before the kitchen asked for more time last, which it may take back. */
    told_before: jsonb('told_before').$type<ToldBefore>(),
    /** When it was judged whether the order is so late that its fee goes back (`judgeLateness`); null until then. */
    judged_at: instantColumn('judged_at'),
  },
  (table) => [index('order_promises_unjudged').on(table.first_promised_until).where(sql`${table.judged_at} is null`)],
)

/** What was learned of how long each vendor's orders take, by hour, size and load (`learnSpeeds`). */
export const learned_speeds = pgTable('learned_speeds', {
  vendor_id: uuid('vendor_id')
    .primaryKey()
    .references(() => vendors.user_id, { onDelete: 'cascade' }),
  speeds: jsonb('speeds').$type<Speeds>().notNull(),
  learned_at: instantColumn('learned_at').notNull(),
})

/** One or more deliveries offered to one rider, taken or declined as a whole. */
export const offers = pgTable(
  'offers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    rider_id: uuid('rider_id')
      .notNull()
      .references(() => riders.user_id),
    status: text('status').$type<OfferStatus>().notNull().default('Open'),
    offered_at: instantColumn('offered_at').notNull(),
    expires_at: instantColumn('expires_at').notNull(),
    answered_at: instantColumn('answered_at'),
  },
  (table) => [
    // A rider decides about one offer at a time.
    uniqueIndex('offers_one_open').on(table.rider_id).where(sql`${table.status} = 'Open'`),
    index('offers_rider').on(table.rider_id, sql`${table.id} desc`),
    index('offers_due').on(table.expires_at).where(sql`${table.status} = 'Open'`),
  ],
)

/** The deliveries of an offer, in the order of the rider's route. */
export const offer_deliveries = pgTable(
  'offer_deliveries',
  {
    offer_id: bigint('offer_id', { mode: 'number' })
      .notNull()
      .references(() => offers.id),
    delivery_id: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => deliveries.id),
    position: integer('position').notNull(),
    /** What the rider earns for this one. */
    pay: koboColumn('pay').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.offer_id, table.delivery_id] }),
    index('offer_deliveries_delivery').on(table.delivery_id),
  ],
)
