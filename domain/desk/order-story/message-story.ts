import { and, asc, eq, inArray, like, or } from 'drizzle-orm'
import { anyOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/handle.ts'
import { masked } from '../../notifications/outbox/list-messages.ts'
import type { PushPayload } from '../../notifications/outbox/push-forms.ts'
import { messages } from '../../notifications/tables.ts'
import { MOST_OF_AN_ORDER } from './delivery-story.ts'

/** Everything of an order that a message can be about, by which the outbox knows it (`dedupe_key`). */
export type ToldOf = {
  order_id: number
  checkout_id: string
  customer_phone: string
  /** Never shown; null for an order older than PINs. */
  pin: string | null
  refund_ids: readonly string[]
  claim_ids: readonly string[]
  missing_ids: readonly number[]
  incident_ids: readonly number[]
  offer_ids: readonly number[]
  line_ids: readonly number[]
}

const of_checkout = ['paid_sms', 'place_closed_sms', 'receipt']
const of_order = [
  ...['new_order', 'unaccepted_sms', 'accepted_sms', 'ready_sms', 'on_the_way_sms', 'delivered_sms', 'collected_sms'],
  ...['not_collected_sms', 'rider_found_sms', 'later_sms', 'refund_sms:order', 'refund_mail:order'],
]
const of_refund = ['refund_sms', 'refund_mail', 'refund_done_sms', 'refund_done_mail']
const of_claim = ['claim_refused_sms', 'claim_refused_mail', 'claim_confirmed_sms', 'claim_confirmed_mail']
const of_incident = ['waits', 'leave', 'again', 'bring_back', 'hand_on', 'write_off', 'back'].map(
  (step) => `incident_${step}_sms`,
)

const keysOf = (kinds: readonly string[], ids: readonly (string | number)[]) =>
  ids.flatMap((id) => kinds.map((kind) => `${kind}:${id}`))

/**
 * The text messages and mails about an order and what its customer's phones were told by push, oldest first, at most
 * `MOST_OF_AN_ORDER`. What rings accounts is not among them.
 */
export async function messageStory(db: Db, of: ToldOf) {
  const keys = [
    ...keysOf(of_checkout, [of.checkout_id]),
    ...keysOf(of_order, [of.order_id]),
    ...keysOf(of_refund, of.refund_ids),
    ...keysOf(of_claim, of.claim_ids),
    ...keysOf(['dish_missing_sms'], of.missing_ids),
    ...keysOf(of_incident, of.incident_ids),
    ...keysOf(['offer_sms'], of.offer_ids),
    ...keysOf(['chat_sms'], of.line_ids),
  ]
  // Found by the number, which has an index. Each may be sent twice for one order: a kitchen asks for more time twice,
  // two riders are at the gate, an admin writes twice.
  const several = and(
    eq(messages.recipient, of.customer_phone),
    or(
      like(messages.dedupe_key, `more\\_time\\_sms:${of.order_id}:%`),
      like(messages.dedupe_key, `at\\_gate\\_sms:${of.order_id}:%`),
      like(messages.dedupe_key, `message\\_to\\_customer\\_sms:${of.order_id}:%`),
    ),
  )
  const several_pushes = inArray(messages.beside, db.select({ key: messages.dedupe_key }).from(messages).where(several))
  const rows = await db
    .select({
      id: messages.id,
      channel: messages.channel,
      dedupe_key: messages.dedupe_key,
      recipient: messages.recipient,
      subject: messages.subject,
      body: messages.body,
      status: messages.status,
      created_at: messages.created_at,
      sent_at: messages.sent_at,
    })
    .from(messages)
    .where(or(anyOf(messages.dedupe_key, keys), anyOf(messages.beside, keys), several, several_pushes))
    .orderBy(asc(messages.created_at), asc(messages.id))
    .limit(MOST_OF_AN_ORDER)
  return rows.map((row) => ({
    ...row,
    recipient: row.recipient && (row.channel === 'push' ? 'a phone of the customer' : masked(row.recipient)),
    body: row.channel === 'push' ? wordsOfPush(row.body) : withoutKeys(row.body, of.pin),
  }))
}

/** What the phone showed; the link is left out. */
function wordsOfPush(body: string): string {
  if (body === '') return ''
  const { title, body: text } = JSON.parse(body) as PushPayload
  return `${title}. ${text}`
}

/**
 * A message's words without what opens a door: the PIN, and the unguessable end of a link. Whoever reads them at the
 * desk must not be able to take the customer's place.
 */
export function withoutKeys(body: string, pin: string | null): string {
  const without_links = body.replace(
    /(https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)?)(\S*)/g,
    (link, start: string, end: string) => (end === '' ? link : `${start}/…`),
  )
  return pin ? without_links.replace(new RegExp(`(?<!\\d)${pin}(?!\\d)`, 'g'), '••••') : without_links
}
