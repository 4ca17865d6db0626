import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { fingerprint } from '../../accounts/secrets.ts'
import { HOUR_MS } from '../../clock.ts'
import { order_keys } from '../../delivery/tables.ts'
import { begun_at } from '../../orders/acceptance/begun-at.ts'
import { orders } from '../../orders/tables.ts'
import { kitchen_texts } from '../tables.ts'
import { type KitchenWish, kitchenWish, LOOKS_LIKE_A_CODE } from './kitchen-words.ts'

/** Orders come in while a cook writes the code of the newest. */
const NEWEST = 5
/** So many texts with a code count in an hour: there are nine hundred. */
const MOST_CODES_AN_HOUR = 10

/** Three digits that only our answer tells, which goes to the kitchen's own telephone, whoever wrote in its name. */
const codeOf = (track_token: string) => {
  const digest = fingerprint('kitchen text', track_token)
  return String(100 + (Number.parseInt(digest.slice(0, 8), 16) % 900))
}

type Meant = { id: number; vendor_id: string }

/** The order of this number, if it is one of theirs; without a number the one that has waited longest. */
export async function orderMeant(db: Db, vendor_ids: string[], order_id: number | null): Promise<Meant | null> {
  const [order] = await db
    .select({ id: orders.id, vendor_id: orders.vendor_id })
    .from(orders)
    .where(
      and(
        inArray(orders.vendor_id, vendor_ids),
        order_id === null ? eq(orders.status, 'Pending').inlineParams() : eq(orders.id, order_id),
      ),
    )
    // One for later has not waited at all before it is to be begun.
    .orderBy(asc(begun_at), asc(orders.id))
    .limit(1)
  return order ?? null
}

/** The order that is to be rejected: that of the code, else that of the number, else the one that waits longest. */
export async function orderToReject(db: Db, vendor_ids: string[], numbers: readonly string[]): Promise<Meant | null> {
  const [number, second] = numbers
  if (number === undefined) return orderMeant(db, vendor_ids, null)
  if (second === undefined && LOOKS_LIKE_A_CODE.test(number)) {
    const waiting = await db
      .select({ id: orders.id, vendor_id: orders.vendor_id, track_token: order_keys.track_token })
      .from(orders)
      .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
      .where(and(inArray(orders.vendor_id, vendor_ids), eq(orders.status, 'Pending').inlineParams()))
      .orderBy(asc(begun_at), asc(orders.id))
    const of_code = waiting.find(({ track_token }) => codeOf(track_token) === number)
    if (of_code) return of_code
    // A wrong code is asked for once more.
    return (await orderMeant(db, vendor_ids, Number(number))) ?? orderMeant(db, vendor_ids, null)
  }
  return orderMeant(db, vendor_ids, Number(number))
}

/** The code that the text lacks, by which an order that waits is rejected; null where it lacks none. */
export async function codeToReject(db: Db, order_id: number, numbers: readonly string[]): Promise<string | null> {
  const [order] = await db
    .select({ track_token: order_keys.track_token })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .where(and(eq(orders.id, order_id), eq(orders.status, 'Pending').inlineParams()))
  const code = order && codeOf(order.track_token)
  return code && code !== numbers.at(-1) ? code : null
}

/** The code that the text lacks, by which the kitchens are paused; null where it lacks none, and of new kitchens. */
export async function codeToPause(db: Db, vendor_ids: string[], said: string | null): Promise<string | null> {
  const newest = await db
    .select({ track_token: order_keys.track_token })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .where(inArray(orders.vendor_id, vendor_ids))
    .orderBy(desc(orders.id))
    .limit(NEWEST)
  const codes = newest.map(({ track_token }) => codeOf(track_token))
  return said !== null && codes.includes(said) ? null : (codes[0] ?? null)
}

/** Whether the texts of the last hour brought more codes than a kitchen has use for, this one counted. */
export async function triesCodes(db: Db, vendor_ids: string[], now: Date): Promise<boolean> {
  const texts = await db
    .select({ text: kitchen_texts.text })
    .from(kitchen_texts)
    .where(
      and(
        inArray(kitchen_texts.vendor_id, vendor_ids),
        gt(kitchen_texts.received_at, new Date(now.getTime() - HOUR_MS)),
      ),
    )
  return texts.filter(({ text }) => hasCode(kitchenWish(text))).length > MOST_CODES_AN_HOUR
}

/** Whether a text brings what may be a code. */
export function hasCode(wish: KitchenWish): boolean {
  if (wish.kind === 'pause') return wish.code !== null
  return wish.kind === 'reject' && LOOKS_LIKE_A_CODE.test(wish.numbers.at(-1) ?? '')
}
