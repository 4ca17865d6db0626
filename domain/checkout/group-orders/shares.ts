import { type Kobo, kobo, splitKobo, sumKobo } from '../../money.ts'
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
  /** Of whom no dish is left; nobody where left out. */
  is_all_back?: readonly boolean[]
}

/**
 * What each member owes where one pays (decision 131): the own dishes, less their part of what comes off, and an even
 * part of delivery and tip, to the kobo; who joined first has the odd ones. Who chose nothing owes nothing, and nobody
 * owes what went back. The parts sum to what is paid and has not gone back.
 *
 * What comes off is split among members, but what a dish brings back is reckoned of the whole order, so that both
 * differ by kobo: what is left of all dishes is split by what is left of each member's, which takes that up.
 */
export function partsOf(
  foods: readonly Kobo[],
  { even_kobo, off_kobo, own_back_kobo, back_kobo, is_all_back = [] }: BesidesDishes,
) {
  if (foods.every((food) => food === 0)) return foods.map(() => kobo(0))
  const off = splitKobo(off_kobo, foods)
  const left = foods.map((food, place) =>
    is_all_back[place] ? 0 : Math.max(food - (off[place] ?? 0) - (own_back_kobo[place] ?? 0), 0),
  )
  const all_left = kobo(sumKobo(foods) - off_kobo - sumKobo(own_back_kobo) - back_kobo)
  const dishes = splitKobo(all_left, left)
  const even = splitKobo(
    even_kobo,
    foods.map((food) => (food > 0 ? 1 : 0)),
  )
  return dishes.map((dish, place) => kobo(dish + (even[place] ?? 0)))
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
