import { type Kobo, kobo, sumKobo } from '../../money.ts'
import { type CampusGraph, type Mode, wayMetres } from '../../places/campus-graph.ts'
import { deliveryFee } from '../../places/delivery-fee.ts'
import type { Point } from '../../places/distance.ts'
import type { DeliverySettings, OrderRules } from '../../settings/definitions.ts'
import type { FeeLine } from '../tables.ts'
import { minutesRidden, type RiddenAt } from './ridden-at.ts'

/**
 * A kitchen of a cart, in the cart's order; `point` is null where nobody knows where it is. `ridden_at` is when its
 * food is ridden (`riddenFromKitchens`).
 */
export type CartKitchen = { vendor_id: string; point: Point | null; ridden_at: RiddenAt }

/**
 * What a delivery costs, line by line (docs/product.md#delivery-fee): the first kitchen's way by the formula, each
 * further kitchen a share of what its own way would cost, and what a small order costs besides. Without a customer's
 * place there is one default fee.
 */
export function feeLines(
  to: { kitchens: readonly CartKitchen[]; customer: Point | null; subtotal_kobo: Kobo },
  by: { delivery: DeliverySettings; rules: OrderRules; graph: CampusGraph },
): FeeLine[] {
  const { kitchens, customer, subtotal_kobo } = to
  const { delivery, rules, graph } = by
  const lines = kitchens.map(({ vendor_id, point, ridden_at }, place): FeeLine => {
    const way = point && customer ? { from: point, to: customer, ridden_at } : null
    const fees = wayFees({ point, ridden_at }, customer, { delivery, graph })
    const fee_kobo = place === 0 ? fees.first_kobo : fees.further_kobo
    const minutes = (mode: Mode) => way && minutesRidden(graph, way, mode)
    return { vendor_id, fee_kobo, way_minutes: minutes('ride'), walk_minutes: minutes('walk') }
  })
  const is_small = subtotal_kobo > 0 && subtotal_kobo < rules.small_order_below_kobo
  if (!is_small || rules.small_order_fee_kobo === 0) return lines
  return [...lines, { vendor_id: null, fee_kobo: rules.small_order_fee_kobo, way_minutes: null, walk_minutes: null }]
}

/** What the way of a kitchen costs, as the first of a cart and as a further one. */
export function wayFees(
  { point, ridden_at }: Pick<CartKitchen, 'point' | 'ridden_at'>,
  customer: Point | null,
  { delivery, graph }: { delivery: DeliverySettings; graph: CampusGraph },
): { first_kobo: Kobo; further_kobo: Kobo } {
  const time = ridden_at.from
  const is_measured = delivery.measured === 'ways' && point !== null && customer !== null
  const metres = is_measured ? wayMetres(graph, { from: point, to: customer }, { mode: 'ride', time }) : null
  const first_kobo = deliveryFee(point, customer, delivery, metres)
  return { first_kobo, further_kobo: shareOf(first_kobo, delivery.further_kitchen_percent) }
}

/** A share in whole naira, rounded up as the formula does. */
const shareOf = (fee: Kobo, percent: number) => kobo(Math.ceil((fee * percent) / 100_00) * 100)

/** What all lines cost. */
export function feeOf(lines: readonly FeeLine[]): Kobo {
  return sumKobo(lines.map(({ fee_kobo }) => fee_kobo))
}
