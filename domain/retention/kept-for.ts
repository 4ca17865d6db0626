import { and, eq, exists, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import {
  account_lookups,
  kitchen_invitations,
  known_devices,
  mail_links,
  rate_limits,
  sessions,
  sign_in_attempts,
  used_codes,
  users,
  verifications,
} from '../accounts/tables.ts'
import { backups } from '../backups/tables.ts'
import { case_notes, cases } from '../cases/tables.ts'
import { kitchen_files, kitchen_history, registration_drafts, uploads } from '../catalog/tables.ts'
import { rider_duties } from '../delivery/riders/tables.ts'
import { shifts } from '../delivery/shifts/tables.ts'
import { recorded_steps } from '../delivery/steps/tables.ts'
import { riders } from '../delivery/tables.ts'
import type { MessageStatus } from '../notifications/lifecycle.ts'
import { emptied, holds_link } from '../notifications/outbox/secret-links.ts'
import {
  checkout_devices,
  kitchen_texts,
  message_counts,
  messages,
  notifications,
  push_subscriptions,
  sms_submissions,
} from '../notifications/tables.ts'
import { provider_events } from '../payments/tables.ts'
import { ADDRESS_KEPT_DAYS } from '../places/find-place.ts'
import { geocodes } from '../places/tables.ts'
import { provider_transactions } from '../reconciliation/tables.ts'
import { kept_of_orders } from './kept-of-orders.ts'
import type { KeptFor } from './kept-rule.ts'

/** Cases, what was noted about them and its photos. */
const CASE_DAYS = 365

/** A message that nobody can decide about any more expires. */
const over: MessageStatus = 'Expired'

/**
 * How long everything is kept: the one list that the worker, /privacy and its test read. It leaves out the books, data
 * that lives as long as an account, and what is cleared by rules of its own (unpaid checkouts, pictures).
 */
export const kept_for: readonly KeptFor[] = [
  {
    table: messages,
    since: messages.created_at,
    days: 30,
    says: 'The words of our messages, and whom they went to',
    // The row stays, to show that a customer was told, and what it cost.
    leaves: {
      ...emptied,
      recipient: '',
      subject: null,
      last_error: null,
      status: sql`case when ${inArray(messages.status, ['Failed', 'Held'])} then ${over} else ${messages.status} end`,
    },
    only: and(ne(messages.recipient, '').inlineParams(), ne(messages.status, 'Queued').inlineParams()),
  },
  {
    table: messages,
    since: messages.expires_at,
    days: 0,
    says: null,
    leaves: emptied,
    only: and(ne(messages.body, '').inlineParams(), holds_link),
  },
  // How many, of nobody.
  { table: message_counts, since: message_counts.minute, days: 1, says: null },
  {
    table: sms_submissions,
    since: sms_submissions.submitted_at,
    days: 180,
    says: 'What an SMS gateway reported of a message',
  },
  {
    table: kitchen_texts,
    since: kitchen_texts.received_at,
    days: 30,
    says: 'What a restaurant wrote us by text message',
  },
  {
    table: kitchen_history,
    since: kitchen_history.done_at,
    days: 400,
    says: 'Who changed what in a restaurant: menu, prices, hours, pauses, who works there',
  },
  {
    table: kitchen_invitations,
    since: kitchen_invitations.sent_at,
    days: 30,
    says: 'That a restaurant invited your number to work there',
  },
  {
    table: kitchen_files,
    since: kitchen_files.brought_at,
    days: 30,
    says: 'The list by which we took your restaurant in, with its phone number and dishes',
  },
  ...kept_of_orders,
  {
    table: uploads,
    since: uploads.kept_since,
    days: CASE_DAYS,
    // Its note says so.
    says: null,
    leaves: { let_go_at: sql`now()` },
    only: and(
      isNull(uploads.let_go_at),
      exists(
        new QueryBuilder()
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.id, uploads.user_id), eq(users.role, 'admin'))),
      ),
    ),
  },
  {
    table: case_notes,
    since: case_notes.written_at,
    days: CASE_DAYS,
    says: 'What we noted about something that somebody had to see to, and photos of it',
  },
  {
    table: cases,
    since: cases.closed_at,
    days: CASE_DAYS,
    says: 'What such a case is called, and the number it is about, once it is closed',
    // The row stays for the audit log.
    leaves: {
      title: '',
      subject_id: sql`case when ${eq(cases.subject_kind, 'customer')} then '' else ${cases.subject_id} end`,
    },
    only: and(eq(cases.status, 'Closed').inlineParams(), ne(cases.title, '').inlineParams()),
  },
  {
    table: push_subscriptions,
    // Of accounts they end with the session; of a customer's, the checkouts go along.
    since: push_subscriptions.created_at,
    days: 30,
    says: 'That your phone asked to be told of an order, and where its browser is told',
    only: isNull(push_subscriptions.user_id),
  },
  // The subscription says so.
  { table: checkout_devices, since: checkout_devices.asked_at, days: 30, says: null },
  { table: notifications, since: notifications.created_at, days: 90, says: 'News of the back offices’ bell' },
  {
    table: provider_events,
    since: provider_events.received_at,
    days: 30,
    says: 'What the payment provider called us about: the payment’s reference, nothing of you or your card',
    only: isNotNull(provider_events.consumed_at),
  },
  {
    table: provider_transactions,
    since: provider_transactions.created_at,
    days: 30,
    says: 'Your email in the provider’s list of payments, where a payment did not succeed',
    leaves: { customer_email: '' },
    only: and(
      ne(provider_transactions.customer_email, '').inlineParams(),
      ne(provider_transactions.status, 'successful').inlineParams(),
    ),
  },
  {
    table: geocodes,
    since: geocodes.fetched_at,
    days: ADDRESS_KEPT_DAYS,
    says: 'Addresses looked up on the map, without anybody’s name',
  },
  {
    table: riders,
    since: riders.located_at,
    days: 1,
    says: 'Where a rider was last',
    leaves: { latitude: null, longitude: null, located_at: null },
  },
  {
    table: recorded_steps,
    since: recorded_steps.recorded_at,
    days: 90,
    says: 'The steps that a rider’s phone sent',
  },
  {
    table: rider_duties,
    since: rider_duties.ended_at,
    days: 730,
    says: 'When a rider was on duty',
  },
  {
    table: shifts,
    since: shifts.ends_at,
    days: 180,
    says: 'Who had a shift as a rider, and came to it',
  },
  {
    table: registration_drafts,
    since: registration_drafts.updated_at,
    days: 90,
    says: 'A registration that was begun and not sent in',
  },
  {
    table: known_devices,
    since: known_devices.signed_in_at,
    days: 400,
    says: 'Which browsers somebody logged in with, counted from the last login',
  },
  {
    table: sign_in_attempts,
    since: sign_in_attempts.attempted_at,
    days: 30,
    says: 'Wrong passwords, without an address that could be read',
  },
  {
    table: account_lookups,
    since: account_lookups.asked_at,
    days: 1,
    says: 'The holder’s name of a bank account that was looked up',
  },
  {
    table: mail_links,
    since: mail_links.asked_at,
    days: 1,
    says: 'That somebody asked for a link by mail, to log in or to choose a password',
  },
  { table: backups, since: backups.begun_at, days: 400, says: null },
  { table: sessions, since: sessions.expires_at, days: 0, says: null },
  { table: verifications, since: verifications.expires_at, days: 0, says: null },
  { table: rate_limits, since: rate_limits.expire, days: 0, says: null },
  { table: used_codes, since: used_codes.forget_at, days: 0, says: null },
]
