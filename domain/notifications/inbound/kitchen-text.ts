import { and, asc, desc, eq, gt, inArray, isNull, not, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { writerOf } from '../../accounts/actor.ts'
import { pauseAtLeast, resumeOrders } from '../../catalog/hours/change-service.ts'
import { NEW_KITCHEN } from '../../catalog/staff/own-kitchens.ts'
import { vendors } from '../../catalog/tables.ts'
import { HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { AnnouncingDeps } from '../../events.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { orders } from '../../orders/tables.ts'
import { parsePhone } from '../../phone.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { kitchen_texts } from '../tables.ts'
import {
  acceptedAnswer,
  againAnswer,
  badMinutesAnswer,
  beingRejectedAnswer,
  codeToPauseAnswer,
  codeToRejectAnswer,
  helpAnswer,
  nothingWaitsAnswer,
  notPossibleAnswer,
  openAnswer,
  pausedAnswer,
  rejectedAnswer,
  tooManyCodesAnswer,
} from '../words/kitchen-answers.ts'
import { smsWords } from '../words/message-words.ts'
import { type KitchenWish, kitchenWish } from './kitchen-words.ts'
import { codeToPause, codeToReject, hasCode, orderMeant, orderToReject, triesCodes } from './order-meant.ts'

/** How long "9" pauses. */
const PAUSE_MINUTES = 60
/** What the customer and the history read. */
const WHY_REJECTED = 'The kitchen cannot cook it right now'
/** A kitchen's telephone that answers us by itself must not talk to us for ever. */
const MOST_TEXTS_AN_HOUR = 60
const LONGEST_TEXT = 500

type Kitchen = { user_id: string; name: string; email: string; phone: string; preparation_minutes: number }
type Text = typeof kitchen_texts.$inferSelect

/**
 * Does what a kitchen asks for in a text message, and answers it by one: accept, reject, pause, open again
 * (`kitchenWish`). What stops orders takes the code of our answer, so that nobody does it who only writes under the
 * kitchen's number. Where a number has several kitchens, a pause is meant for all of them, "8" ends what was paused by
 * text or by us, "8 all" what somebody paused at a screen too, and an order may be any one's: the answer names them.
 * `id` is the gateway's for this text; without one the same words within a minute are the same text. It is not done
 * again, and the order that it means is settled when it first comes; where another one waits, the answer says how to
 * name it, since the words may have been meant for that (docs/product.md#by-text-message). A pause, and the end of one,
 * is done again where another text came in between. Answers false for a number that is no active kitchen's: nothing
 * happens then.
 */
export async function takeKitchenText(
  deps: AnnouncingDeps,
  { from, text, id }: { from: string; text: string; id: string | null },
): Promise<boolean> {
  const kitchens = await kitchensOf(deps.db, from)
  if (kitchens.length === 0) return false
  const wish = kitchenWish(text)
  const noted = await noteText(deps, kitchens, { id, text: text.slice(0, LONGEST_TEXT), wish })
  if (!noted) return true
  if (noted.answer !== null) {
    if (id === null) await answerAgain(deps, kitchens, noted, wish)
    return true
  }
  const kitchen = kitchens.find(({ user_id }) => user_id === noted.vendor_id)
  if (!kitchen) return true
  const answer = await fulfil(deps, { kitchens, kitchen, wish, order_id: noted.order_id })
  await answerText(deps, kitchen, noted, answer)
  return true
}

/** The active kitchens with this number; several, where one owner has several. */
async function kitchensOf(db: Db, from: string): Promise<Kitchen[]> {
  const phone = parsePhone(from)
  if (!phone) return []
  const active = await db
    .select({
      user_id: vendors.user_id,
      name: vendors.name,
      email: vendors.email,
      phone: vendors.phone,
      preparation_minutes: vendors.preparation_minutes,
    })
    .from(vendors)
    .where(eq(vendors.status, 'Active'))
    .orderBy(asc(vendors.id))
  const theirs = active.filter((vendor) => parsePhone(vendor.phone ?? '') === phone)
  return theirs.map(({ name, ...vendor }) => ({ ...vendor, name: name || NEW_KITCHEN, phone }))
}

/**
 * Keeps a text with the order that it is about, once; answers it as it was kept first. Null when this kitchen has
 * written too much.
 */
async function noteText(
  { db, clock }: AnnouncingDeps,
  kitchens: readonly Kitchen[],
  { id, text, wish }: { id: string | null; text: string; wish: KitchenWish },
): Promise<Text | null> {
  const now = clock.now()
  const [first] = kitchens
  if (!first) return null
  const ids = kitchens.map(({ user_id }) => user_id)
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const inMinute = (at: number) => `${first.phone} ${at} ${text}`
  let gateway_id = id ?? inMinute(minute)
  const known = await keptText(db, id === null ? [gateway_id, inMinute(minute - 1)] : [gateway_id])
  if (known) {
    const last = id === null && opensOrPauses(wish) ? await lastText(db, ids) : known
    if (!last || last.text === text) return last ?? known
    // "9", "8" and "9" within a minute: what was written last is meant.
    gateway_id = `${gateway_id} ${last.id}`
  }
  const recent = await db.$count(
    kitchen_texts,
    and(inArray(kitchen_texts.vendor_id, ids), gt(kitchen_texts.received_at, new Date(now.getTime() - HOUR_MS))),
  )
  if (recent >= MOST_TEXTS_AN_HOUR) return null
  const order =
    wish.kind === 'accept'
      ? await orderMeant(db, ids, wish.order_id)
      : wish.kind === 'reject'
        ? await orderToReject(db, ids, wish.numbers)
        : null
  await db
    .insert(kitchen_texts)
    .values({
      gateway_id,
      vendor_id: order?.vendor_id ?? first.user_id,
      order_id: order?.id ?? null,
      text,
      received_at: now,
    })
    .onConflictDoNothing()
  return keptText(db, [gateway_id])
}

const opensOrPauses = ({ kind }: KitchenWish) => kind === 'pause' || kind === 'resume'

async function lastText(db: Db, vendor_ids: string[]): Promise<Text | null> {
  const [last] = await db
    .select()
    .from(kitchen_texts)
    .where(inArray(kitchen_texts.vendor_id, vendor_ids))
    .orderBy(desc(kitchen_texts.id))
    .limit(1)
  return last ?? null
}

async function keptText(db: Db, gateway_ids: string[]): Promise<Text | null> {
  const [kept] = await db.select().from(kitchen_texts).where(inArray(kitchen_texts.gateway_id, gateway_ids))
  return kept ?? null
}

type Meant = {
  /** All of the number, and the one whose order it is, or the oldest. */
  kitchens: readonly Kitchen[]
  kitchen: Kitchen
  wish: KitchenWish
  order_id: number | null
}

/** Does it, and answers what the kitchen reads. */
async function fulfil(deps: AnnouncingDeps, { kitchens, kitchen, wish, order_id }: Meant): Promise<string> {
  const actor = writerOf(kitchen)
  const vendor_ids = kitchens.map(({ user_id }) => user_id)
  if (wish.kind === 'help') return helpAnswer()
  if (wish.kind === 'resume') return openAgain(deps, kitchens, wish)
  // A text message can be sent under any number; our answer goes to the kitchen's own telephone.
  if (hasCode(wish) && (await triesCodes(deps.db, vendor_ids, deps.clock.now()))) return tooManyCodesAnswer()
  if (wish.kind === 'pause') {
    const code = await codeToPause(deps.db, vendor_ids, wish.code)
    return code === null ? pauseAll(deps, kitchens) : codeToPauseAnswer(code)
  }
  if (order_id === null) return nothingWaitsAnswer(wish.kind === 'accept' ? wish.order_id : numberIn(wish))
  const of = kitchens.length > 1 ? kitchen.name : null
  const code = wish.kind === 'reject' ? await codeToReject(deps.db, order_id, wish.numbers) : null
  if (code !== null) return codeToRejectAnswer(order_id, code, of)
  const done =
    wish.kind === 'accept'
      ? await acceptOrder(deps, actor, { order_id, minutes: wish.minutes ?? kitchen.preparation_minutes })
      : await rejectOrder(deps, actor, { order_id, reason: WHY_REJECTED })
  if (!done.ok) {
    if (done.reason === 'bad_minutes') return badMinutesAnswer(order_id, of)
    if (done.reason === 'being_rejected') return beingRejectedAnswer(order_id, of)
    return notPossibleAnswer(order_id, done.reason === 'not_allowed' ? done.details.status : null, of)
  }
  const waiting = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.vendor_id, vendor_ids), eq(orders.status, 'Pending').inlineParams()))
    .orderBy(asc(orders.id))
  const ids = waiting.map(({ id }) => id)
  return wish.kind === 'accept' ? acceptedAnswer(done.value, ids, of) : rejectedAnswer(done.value, ids, of)
}

/** The number of the order that a text names. */
const numberIn = ({ numbers: [number] }: { numbers: readonly string[] }) =>
  number === undefined ? null : Number(number)

async function pauseAll(deps: AnnouncingDeps, kitchens: readonly Kitchen[]): Promise<string> {
  const paused: { name: string; until: Date }[] = []
  for (const one of kitchens) {
    const done = await pauseAtLeast(deps, writerOf(one), PAUSE_MINUTES)
    if (done.ok) paused.push({ name: one.name, until: done.value })
  }
  return pausedAnswer(paused)
}

/** Of several kitchens one that somebody paused at a screen stays so, unless the text says "all". */
async function openAgain(
  deps: AnnouncingDeps,
  kitchens: readonly Kitchen[],
  { all }: { all: boolean },
): Promise<string> {
  const of_text = kitchens.map(({ user_id }) => user_id)
  const is_paused = gt(vendors.paused_until, deps.clock.now())
  const rows = await deps.db
    .select({
      user_id: vendors.user_id,
      at_screen: not(or(vendors.paused_by_text, vendors.paused_for_lapses, vendors.paused_for_silence) ?? sql`true`),
    })
    .from(vendors)
    .where(and(inArray(vendors.user_id, of_text), is_paused))
  const stays = (one: Kitchen) =>
    kitchens.length > 1 && !all && rows.some(({ user_id, at_screen }) => user_id === one.user_id && at_screen)
  const opened = kitchens.filter((one) => !stays(one))
  for (const one of opened) await resumeOrders(deps, writerOf(one))
  return openAnswer(namesOf(opened), namesOf(kitchens.filter(stays)))
}

const namesOf = (kitchens: readonly Kitchen[]) => kitchens.map(({ name }) => name)

/** Says which order still waits, once for each, to words that cannot be told from those before. */
async function answerAgain(
  { db, clock }: AnnouncingDeps,
  kitchens: readonly Kitchen[],
  noted: Text,
  wish: KitchenWish,
): Promise<void> {
  const names_none =
    (wish.kind === 'accept' && wish.order_id === null) || (wish.kind === 'reject' && wish.numbers.length === 0)
  if (!names_none) return
  const ids = kitchens.map(({ user_id }) => user_id)
  const waiting = await orderMeant(db, ids, null)
  const kitchen = kitchens.find(({ user_id }) => user_id === waiting?.vendor_id)
  if (!waiting || !kitchen || waiting.id === noted.order_id) return
  const answer = againAnswer(waiting.id, kitchens.length > 1 ? kitchen.name : null)
  const dedupe_key = `kitchen_again:${noted.id}:${waiting.id}`
  const text = smsWords('kitchen_answer', { answer })
  await db.transaction((tx) =>
    queueMessages(tx, [{ channel: 'sms', dedupe_key, to: kitchen.phone, text }], clock.now()),
  )
}

/** Answers a text, once; what is not understood at most once an hour. */
async function answerText({ db, clock }: AnnouncingDeps, kitchen: Kitchen, noted: Text, answer: string): Promise<void> {
  const now = clock.now()
  await db.transaction(async (tx) => {
    const [first] = await tx
      .update(kitchen_texts)
      .set({ answer })
      .where(and(eq(kitchen_texts.id, noted.id), isNull(kitchen_texts.answer)))
      .returning({ id: kitchen_texts.id })
    if (!first) return
    const dedupe_key =
      answer === helpAnswer()
        ? `kitchen_help:${kitchen.user_id}:${Math.floor(now.getTime() / HOUR_MS)}`
        : `kitchen_answer:${noted.id}`
    const text = smsWords('kitchen_answer', { answer })
    await queueMessages(tx, [{ channel: 'sms', dedupe_key, to: kitchen.phone, text }], now)
  })
}
