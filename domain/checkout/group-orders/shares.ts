import { type Kobo, kobo, splitKobo } from '../../money.ts'
import { type Percents, sharedFee } from '../../orders/runs/ride-fee.ts'

/** What the delivery is for one payer, where so many pay. */
export type FeeWith = { payers: number; fee_kobo: Kobo }

/**
 * What each member owes where one pays (decision 131): the own dishes, and an even part of what the delivery costs, to
 * the kobo; who joined first has the odd ones. Who chose nothing owes nothing. The parts sum to dishes and fee.
 */
export function partsOf(foods: readonly Kobo[], fee_kobo: Kobo): Kobo[] {
  if (foods.every((food) => food === 0)) return foods.map(() => kobo(0))
  const fees = splitKobo(
    fee_kobo,
    foods.map((food) => (food > 0 ? 1 : 0)),
  )
  return foods.map((food, place) => kobo(food + (fees[place] ?? 0)))
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
