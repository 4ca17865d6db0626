import { and, eq, isNull } from 'drizzle-orm'
import { noteAdmins } from '../../db/after-commit.ts'
import type { Tx } from '../../db/handle.ts'
import type { Actor } from '../accounts/actor.ts'
import { may } from '../admin-roles.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deliveries, order_keys } from '../delivery/tables.ts'
import type { AnnouncingDeps, Deps } from '../events.ts'
import { orders } from '../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../refusal.ts'
import { type AddLineRefusal, addLine, type ChatLine, endedAt, lockOrder, readText } from './add-line.ts'
import { hasRider, isChatShown, mayWriteToDesk } from './chat-rules.ts'
import { type ChatPartner, chat_lines } from './tables.ts'

export type WriteRefusal = AddLineRefusal | Refused<'not_found' | 'closed' | 'no_rider' | 'has_pin', undefined>

type Answer = Promise<Accepted<ChatLine> | WriteRefusal>

/**
 * A customer writes to the rider who has their order, or to us: having the order's own link proves that it is theirs.
 * Refused for an unknown link, words that the form refuses, a PIN of their checkout (nobody is to have it before the
 * food is handed over; docs/product.md#tracking), a rider whom nobody is any more, once the time for it is over, and
 * for too many lines. A line that waited on the phone for a connection (`waited_ms`) may have come at its first try.
 */
export async function writeAsCustomer(
  { db, clock, announce }: AnnouncingDeps,
  track_token: string,
  { partner, waited_ms = 0, ...line }: { partner: ChatPartner; text: string; waited_ms?: number },
): Answer {
  const text = readText(line.text)
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [key] = await tx
      .select({ order_id: order_keys.order_id })
      .from(order_keys)
      .where(eq(order_keys.track_token, track_token))
    const order = key ? await lockOrder(tx, key.order_id) : null
    if (!order || !key) return refused('not_found')
    if (!text.ok) return text
    if (tellsPin(text.value, await pinsBeside(tx, order))) return refused('has_pin')
    const ended_at = await endedAt(tx, order)
    if (!mayWriteToDesk({ ended_at }, now)) return refused('closed')
    if (partner === 'rider' && !hasRider(await deliveryOf(tx, order.id))) return refused('no_rider')
    const from = { role: 'customer', id: null } as const
    return addLine(tx, announce, { order, partner, from, text: text.value, now, waited_ms })
  })
}

/** The PINs of all orders that were paid together: one rider may have several of them. */
async function pinsBeside(tx: Tx, { checkout_id }: { checkout_id: string }): Promise<string[]> {
  const rows = await tx
    .select({ pin: order_keys.pin })
    .from(order_keys)
    .innerJoin(orders, eq(orders.id, order_keys.order_id))
    .where(eq(orders.checkout_id, checkout_id))
  return rows.map(({ pin }) => pin)
}

/** Whatever is no letter and no digit parts no number, and a longer number that holds a PIN tells it, too. */
function tellsPin(text: string, pins: readonly string[]): boolean {
  const digits = text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')
  return pins.some((pin) => digits.includes(pin))
}

/**
 * A rider writes to the customer of an order that they have, from when they took it until it is handed over. Refused as
 * not found for every other order.
 */
export async function writeAsRider(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  line: { delivery_id: number; text: string },
): Answer {
  if (actor.role !== 'rider' || !Number.isSafeInteger(line.delivery_id)) return refused('not_found')
  const text = readText(line.text)
  const now = clock.now()
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ order_id: deliveries.order_id })
      .from(deliveries)
      .where(and(eq(deliveries.id, line.delivery_id), eq(deliveries.rider_id, actor.user_id)))
    const order = found ? await lockOrder(tx, found.order_id) : null
    const delivery = order && (await deliveryOf(tx, order.id))
    if (!order || !delivery || delivery.rider_id !== actor.user_id || !hasRider(delivery)) return refused('not_found')
    if (!text.ok) return text
    const from = { role: 'rider', id: actor.user_id } as const
    return addLine(tx, announce, { order, partner: 'rider', from, text: text.value, now })
  })
}

/**
 * An admin who helps customers writes to the customer of an order; what they had written to us is answered by that.
 * Refused once the page behind the link does not show it any more.
 */
export async function writeAsAdmin(
  { db, clock, announce }: AnnouncingDeps,
  actor: Actor,
  line: { order_id: number; text: string },
): Answer {
  if (!may(actor, 'help_customers') || !Number.isSafeInteger(line.order_id)) return refused('not_found')
  const text = readText(line.text)
  const now = clock.now()
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, line.order_id)
    if (!order) return refused('not_found')
    if (!text.ok) return text
    if (!isChatShown({ ended_at: await endedAt(tx, order) }, now)) return refused('closed')
    const from = { role: 'admin', id: actor.user_id } as const
    const added = await addLine(tx, announce, { order, partner: 'desk', from, text: text.value, now })
    if (added.ok) await answered(tx, order.id, now)
    return added
  })
}

/** An admin says that what a customer wrote to us needs no answer. Without effect where nothing waits. */
export async function closeTalk(
  { db, clock }: Deps,
  actor: Actor,
  order_id: number,
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  if (!may(actor, 'help_customers') || !Number.isSafeInteger(order_id)) return refused('not_found')
  const now = clock.now()
  return db.transaction(async (tx) => {
    if (!(await lockOrder(tx, order_id))) return refused('not_found')
    const lines = await answered(tx, order_id, now)
    if (lines === 0) return accepted(undefined)
    const subject = `order:${order_id}`
    await recordAudit(tx, { actor, action: 'chat_closed', subject, after: { lines }, now })
    return accepted(undefined)
  })
}

/** Nothing of what the customer wrote to us waits any more. */
async function answered(tx: Tx, order_id: number, now: Date): Promise<number> {
  const closed = await tx
    .update(chat_lines)
    .set({ read_at: now })
    .where(
      and(
        eq(chat_lines.order_id, order_id),
        eq(chat_lines.partner, 'desk'),
        eq(chat_lines.from_role, 'customer'),
        isNull(chat_lines.read_at),
      ),
    )
    .returning({ id: chat_lines.id })
  if (closed.length > 0) noteAdmins(tx)
  return closed.length
}

async function deliveryOf(tx: Tx, order_id: number) {
  const [delivery] = await tx
    .select({ status: deliveries.status, rider_id: deliveries.rider_id })
    .from(deliveries)
    .where(eq(deliveries.order_id, order_id))
  return delivery ?? { status: null, rider_id: null }
}
