import type { Db } from '../../../db/handle.ts'
import { type Kobo, kobo } from '../../money.ts'
import { joinRun, type RideProblem } from '../../orders/runs/join-run.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { feeOf } from '../quote/fee-lines.ts'
import type { PricedCart, Quote } from '../quote/quote.ts'
import { beginAt } from '../slots/slots.ts'

/**
 * The same quote with a shared ride: one kitchen's way costs what holds for those who share it, what a small order
 * costs besides stays. Opens the run where there is none. Refused without a slot, for a cart of several kitchens, for a
 * way that costs nothing, and as `joinRun` refuses.
 */
export async function shareRide(
  db: Db,
  cart: { priced: Pick<PricedCart, 'vendors'>; quote: Quote; slot_from: Date | null; place_id: number },
  now: Date,
): Promise<Accepted<{ quote: Quote; ride: { run_id: number; single_kobo: Kobo } }> | RideProblem> {
  const { priced, quote, slot_from, place_id } = cart
  if (slot_from === null) return refused('cannot_share', { why: 'needs_slot' })
  const [kitchen, ...others] = priced.vendors
  const way = quote.fee_lines.find(({ vendor_id }) => vendor_id === kitchen?.user_id)
  if (!kitchen || !way || others.length > 0 || way.fee_kobo === 0) {
    return refused('cannot_share', { why: 'not_one_way' })
  }
  const begins_at = beginAt(slot_from, { ...kitchen, way_minutes: way.way_minutes, collects: false })
  const single_kobo = way.fee_kobo
  const which = { vendor_id: kitchen.user_id, place_id, slot_from }
  const joined = await joinRun(db, { ...which, begins_at, single_kobo }, now)
  if (!joined.ok) return joined
  const { run_id, fee_kobo } = joined.value
  const fee_lines = quote.fee_lines.map((line) => (line === way ? { ...line, fee_kobo } : line))
  const delivery_fee_kobo = feeOf(fee_lines)
  const total_kobo = kobo(quote.total_kobo - quote.delivery_fee_kobo + delivery_fee_kobo)
  return accepted({
    quote: { ...quote, fee_lines, delivery_fee_kobo, total_kobo },
    ride: { run_id, single_kobo },
  })
}
