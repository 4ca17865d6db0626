import { and, eq, exists, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import { uploads } from '../catalog/tables.ts'
import { chat_lines } from '../chat/tables.ts'
import { group_orders } from '../checkout/group-orders/tables.ts'
import { checkouts } from '../checkout/tables.ts'
import { CLAIM_DAYS } from '../claims/claim-rules.ts'
import { claim_words, claims } from '../claims/tables.ts'
import { deliveries, incidents, riders } from '../delivery/tables.ts'
import { note_changes } from '../orders/tables.ts'
import { ratings } from '../ratings/tables.ts'
import type { KeptFor } from './kept-rule.ts'

/** What proves a hand-over: banks take a payment back within some 120 days, and then ask and decide for weeks. */
const PROOF_DAYS = 180

const found = (column: PgColumn, value: PgColumn) =>
  exists(
    new QueryBuilder()
      .select({ found: column })
      .from(column.table)
      .where(and(eq(column, value), isNotNull(column))),
  )
const belongsTo = (owner: PgColumn) => found(owner, uploads.user_id)
const isShownBy = (photo: PgColumn) => found(photo, uploads.address)

/** How long words and photos about an order are kept, which are no part of the books (`kept_for`). */
export const kept_of_orders: readonly KeptFor[] = [
  {
    table: claims,
    since: claims.created_at,
    days: CLAIM_DAYS,
    says: 'The photo of what was wrong with an order',
    leaves: { photo: null },
    only: isNotNull(claims.photo),
  },
  {
    table: uploads,
    since: uploads.kept_since,
    days: CLAIM_DAYS,
    // Its claim says so.
    says: null,
    // The clean-up of pictures takes its file.
    leaves: { let_go_at: sql`now()` },
    only: and(isNull(uploads.let_go_at), belongsTo(checkouts.id)),
  },
  {
    table: claim_words,
    since: claim_words.said_at,
    days: CLAIM_DAYS,
    says: 'What you wrote about something that was wrong with an order',
  },
  {
    table: deliveries,
    since: deliveries.closed_at,
    days: PROOF_DAYS,
    says: 'The photo of where a rider left an order, or of what stood in the way of it',
    leaves: { no_pin_photo: null },
    only: isNotNull(deliveries.no_pin_photo),
  },
  {
    table: incidents,
    since: incidents.happened_at,
    days: PROOF_DAYS,
    says: 'What a rider or we noted about what stood in the way',
    leaves: { photo: null, words: null },
    only: or(isNotNull(incidents.photo), isNotNull(incidents.words)),
  },
  {
    table: uploads,
    since: uploads.kept_since,
    days: PROOF_DAYS,
    // Its delivery or incident says so.
    says: null,
    leaves: { let_go_at: sql`now()` },
    only: and(
      isNull(uploads.let_go_at),
      belongsTo(riders.user_id),
      not(isShownBy(riders.profile_photo)),
      not(isShownBy(deliveries.no_pin_photo)),
      not(isShownBy(incidents.photo)),
    ),
  },
  {
    table: ratings,
    since: ratings.rated_at,
    days: 365,
    says: 'The line that you wrote with your stars',
    leaves: { line: null },
    only: isNotNull(ratings.line),
  },
  {
    table: note_changes,
    since: note_changes.changed_at,
    days: 90,
    says: 'What you changed in the note of an order',
  },
  {
    table: chat_lines,
    since: chat_lines.written_at,
    days: 90,
    says: 'What you, your rider and we wrote each other about an order',
  },
  {
    table: group_orders,
    // Its members and their dishes go with it.
    since: group_orders.choose_until,
    days: 7,
    says: 'Who was in a group order, by first names, and what they chose',
  },
]
