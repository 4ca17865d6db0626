import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/handle.ts'
import { lineTotal } from '../catalog/menu/cart-line.ts'
import { type Kobo, kobo, sumKobo } from '../money.ts'
import { feeParts } from '../orders/fee-parts.ts'
import { paidOfDishes, type Refundable, type RefundableOrder } from '../orders/refunds/refundable.ts'
import { type ClaimKind, isAboutDishes } from './lifecycle.ts'
import { claims } from './tables.ts'

type Claim = Pick<typeof claims.$inferSelect, 'order_id' | 'kind' | 'lines'>

/**
 * The most that can go back for a claim: what is left of the dishes that it is about, or of the whole order with what
 * it brought of the delivery fee. Nothing for a second payment: that goes back by itself, and is not in the order.
 */
export async function claimRoom(
  db: Db | Tx,
  room: Refundable,
  claim: Claim,
): Promise<{ food_kobo: Kobo; fee_kobo: Kobo }> {
  const place = room.orders.findIndex(({ order }) => order.id === claim.order_id)
  const of = room.orders[place]
  if (!of) throw new Error('A locked order disappeared')
  if (claim.kind === 'paid_twice') return { food_kobo: kobo(0), fee_kobo: kobo(0) }
  if (!isAboutDishes(claim.kind)) {
    const fee = feeParts(room.orders.map(({ order }) => order))[place]?.fee_kobo ?? kobo(0)
    const own_left = Math.max(fee - of.fee_given_kobo, 0)
    return { food_kobo: of.food_left_kobo, fee_kobo: kobo(Math.min(own_left, room.delivery_fee_left_kobo)) }
  }
  const claimed = paidForDishes(of, claim.lines)
  const left = await leftOfDishes(db, of, claim)
  return { food_kobo: kobo(Math.min(claimed, left, of.food_left_kobo)), fee_kobo: kobo(0) }
}

type Dishes = readonly { item: number; quantity: number }[]

/** What was paid for dishes of an order, as a refund of them gives it back; at most for as many as are left of each. */
function paidForDishes(of: RefundableOrder, dishes: Dishes): Kobo {
  const full = dishes.map(({ item, quantity }) => {
    const sold = of.order.items[item]
    return sold ? lineTotal({ ...sold, quantity: Math.min(quantity, of.items_left[item] ?? 0) }) : kobo(0)
  })
  return paidOfDishes(of, sumKobo(full)).food_kobo
}

/** Whether an amount is all that was paid for dishes, of which nothing went back before. */
export function isAllOfDishes(of: RefundableOrder, dishes: Dishes, food_kobo: Kobo): boolean {
  const are_left = dishes.every(({ item, quantity }) => quantity <= (of.items_left[item] ?? 0))
  return dishes.length > 0 && are_left && food_kobo === paidForDishes(of, dishes)
}

/**
 * What is left of all that was sold of the claimed dishes. An amount that went back for no dish in particular counts as
 * theirs, unless a claim about other dishes was its reason.
 */
async function leftOfDishes(db: Db | Tx, of: RefundableOrder, claim: Claim): Promise<number> {
  const items = claim.lines.map(({ item }) => item)
  const decided = await db
    .select({ refund_id: claims.refund_id, lines: claims.lines })
    .from(claims)
    .where(and(eq(claims.order_id, claim.order_id), isNotNull(claims.refund_id)))
  const elsewhere = decided
    .filter(({ lines }) => lines.length > 0 && lines.every(({ item }) => !items.includes(item)))
    .map(({ refund_id }) => refund_id)
  const given = of.undivided.filter(({ refund_id }) => !elsewhere.includes(refund_id))
  const worth = paidForDishes(
    of,
    items.map((item) => ({ item, quantity: Number.POSITIVE_INFINITY })),
  )
  return Math.max(worth - sumKobo(given.map(({ food_kobo }) => food_kobo)), 0)
}

/**
 * The kinds of claims whose bearer the kind itself suggests: the kitchen packs and cooks. Otherwise nobody can know.
 */
const likely_bearers: Partial<Record<ClaimKind, 'vendor'>> = {
  missing_item: 'vendor',
  spoiled: 'vendor',
  dearer: 'vendor',
}
export const likelyBearer = (kind: ClaimKind): 'vendor' | null => likely_bearers[kind] ?? null
