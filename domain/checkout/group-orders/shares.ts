import { type Kobo, kobo, splitKobo } from '../../money.ts'
import { type Percents, sharedFee } from '../../orders/runs/ride-fee.ts'

/** What the delivery is for one payer, where so many pay. */
export type FeeWith = { payers: number; fee_kobo: Kobo }

/** What a group order costs beside its dishes, and what does not have to be paid for them. */
export type BesidesDishes = {
  /** Delivery and tip, less a promotion that pays the delivery, and less what went back of both: for each the same. */
  even_kobo: Kobo
  /** What promotions take off the dishes. */
  off_kobo: Kobo
  /** What went back of dishes: of each member's, and of nobody's in particular. */
  own_back_kobo: readonly Kobo[]
  back_kobo: Kobo
}

/**
 * What each member owes where one pays (decision 131): the own dishes, less their part of what comes off, and an even
 * part of delivery and tip, to the kobo; who joined first has the odd ones. Who chose nothing owes nothing, and nobody
 * owes what went back. The parts sum to what is paid and has not gone back.
 */
export function partsOf(foods: readonly Kobo[], { even_kobo, off_kobo, own_back_kobo, back_kobo }: BesidesDishes) {
  if (foods.every((food) => food === 0)) return foods.map(() => kobo(0))
  const off = splitKobo(off_kobo, foods)
  const dishes = foods.map((food, place) => kobo(food - (off[place] ?? 0) - (own_back_kobo[place] ?? 0)))
  const back = splitKobo(back_kobo, dishes)
  const even = splitKobo(
    even_kobo,
    foods.map((food) => (food > 0 ? 1 : 0)),
  )
  return dishes.map((dish, place) => kobo(dish - (back[place] ?? 0) + (even[place] ?? 0)))
}

/**
 * What the delivery costs a member where each pays: alone, and with each number of payers up to the most in a ride that
 * makes it cheaper. The first is the most that they ever pay. `besides_kobo` is what a small order costs.
 */
export function feesByPayers(
  single_kobo: Kobo,
  { percents, most, besides_kobo }: { percents: Percents; most: number; besides_kobo: Kobo },
): FeeWith[] {
  const steps = Array.from({ length: most }, (_, place): FeeWith => {
    const payers = place + 1
    return { payers, fee_kobo: kobo(sharedFee(single_kobo, percents, payers) + besides_kobo) }
  })
  return steps.filter(({ fee_kobo }, place) => place === 0 || fee_kobo < (steps[place - 1]?.fee_kobo ?? 0))
}
