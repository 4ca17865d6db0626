import { asc, eq } from 'drizzle-orm'
import { anyOf } from '../../../db/columns.ts'
import type { Db } from '../../../db/handle.ts'
import { moverNames } from '../../accounts/mover-names.ts'
import { audit_log } from '../../audit/tables.ts'
import { chatOfOrder } from '../../chat/chat-lists.ts'
import { wordsOf } from '../../claims/claim-lists.ts'
import { claims } from '../../claims/tables.ts'
import { order_keys, order_promises } from '../../delivery/tables.ts'
import { promiseOutcome } from '../../delivery/windows/kept-promises.ts'
import type { OrderFile } from '../../orders/order-file.ts'
import { ridesOfOrders } from '../../orders/runs/rides.ts'
import { note_changes, order_escalations } from '../../orders/tables.ts'
import { ratings } from '../../ratings/tables.ts'
import { deliveryStory, MOST_OF_AN_ORDER } from './delivery-story.ts'
import { messageStory } from './message-story.ts'
import { moneyStory } from './money-story.ts'

/**
 * What happened around an order besides its own file (`orderFile`), for its page at the desk: delivery, money, claims,
 * messages, what was promised, rated, and decided by admins. Each source is asked once and is bounded
 * (`MOST_OF_AN_ORDER`); the words of messages come without PIN and links (`withoutKeys`).
 */
export async function orderStory(db: Db, { order, payments, refunds, missing }: OrderFile) {
  const refund_ids = refunds.map(({ id }) => id)
  const [delivery, money, complaints, keys, promise, escalation, rating, notes, rides, chat, outcome] =
    await Promise.all([
      deliveryStory(db, order.id),
      moneyStory(db, {
        checkout_id: order.checkout_id,
        tx_ref: order.payment_reference,
        payment_ids: payments.map(({ id }) => id),
      }),
      claimStory(db, order.id),
      db.select({ pin: order_keys.pin }).from(order_keys).where(eq(order_keys.order_id, order.id)),
      db.select().from(order_promises).where(eq(order_promises.order_id, order.id)),
      db.select().from(order_escalations).where(eq(order_escalations.order_id, order.id)),
      db.select().from(ratings).where(eq(ratings.order_id, order.id)),
      db.select().from(note_changes).where(eq(note_changes.order_id, order.id)).orderBy(asc(note_changes.id)),
      ridesOfOrders(db, [order.id]),
      chatOfOrder(db, order.id),
      promiseOutcome(db, order.id),
    ])
  const [told, decisions, nameOf] = await Promise.all([
    messageStory(db, {
      order_id: order.id,
      checkout_id: order.checkout_id,
      customer_phone: order.customer_phone,
      pin: keys[0]?.pin ?? null,
      refund_ids,
      claim_ids: complaints.map(({ claim }) => claim.id),
      missing_ids: [...new Set(missing.map((line) => line.missing.id))],
      incident_ids: delivery?.incidents.map(({ incident }) => incident.id) ?? [],
      line_ids: chat.map(({ line }) => line.id),
      offer_ids: delivery?.offers.map(({ offer }) => offer.id) ?? [],
    }),
    decisionStory(db, [
      ...(delivery ? [`delivery:${delivery.delivery.id}`] : []),
      ...(delivery?.offers.map(({ offer }) => `offer:${offer.id}`) ?? []),
      ...refund_ids.map((id) => `refund:${id}`),
      `rating:${order.id}`,
    ]),
    moverNames(db, [
      ...(delivery?.moves.map(({ move }) => move) ?? []),
      ...complaints.flatMap(({ claim }) =>
        claim.decided_role ? [{ role: claim.decided_role, user_id: claim.decided_by }] : [],
      ),
      ...money.reviews.map(({ decided_by }) => ({ role: 'admin' as const, user_id: decided_by })),
    ]),
  ])
  return {
    delivery,
    ...money,
    claims: complaints,
    messages: told,
    notes,
    chat,
    decisions,
    promise: promise[0] ?? null,
    /** What came of the promise; null while that is open. */
    outcome,
    escalation: escalation[0] ?? null,
    rating: rating[0] ?? null,
    ride: rides.get(order.id) ?? null,
    nameOf,
  }
}

export type OrderStory = Awaited<ReturnType<typeof orderStory>>

/** The claims of an order with what its customer wrote, oldest first. */
async function claimStory(db: Db, order_id: number) {
  const found = await db
    .select()
    .from(claims)
    .where(eq(claims.order_id, order_id))
    .orderBy(asc(claims.created_at))
    .limit(MOST_OF_AN_ORDER)
  if (found.length === 0) return []
  const said = await wordsOf(
    db,
    found.map(({ id }) => id),
  )
  return found.map((claim) => ({ claim, words: said.filter(({ claim_id }) => claim_id === claim.id) }))
}

/** What admins decided about any of these subjects, oldest first. */
async function decisionStory(db: Db, subjects: readonly string[]) {
  return db
    .select()
    .from(audit_log)
    .where(anyOf(audit_log.subject, subjects))
    .orderBy(asc(audit_log.id))
    .limit(MOST_OF_AN_ORDER)
}
