import type { OpenRide } from '../../domain/checkout/quote/rides-at-place.ts'
import { formatTimeOrDate } from '../../domain/clock.ts'
import { formatNaira, type Kobo } from '../../domain/money.ts'
import { slotText } from '../../domain/orders/acceptance/begun-at.ts'
import { sharedFee } from '../../domain/orders/runs/ride-fee.ts'
import { feesWithMore, type Ride, type RideOfOrder } from '../../domain/orders/runs/rides.ts'

/** "2 more to Jibowu Hall before 13:10: delivery ₦150." for each step that makes it cheaper; empty where none does. */
export function moreToCome(ride: Omit<Ride, 'run_id'>, single_kobo: Kobo, sharers: number, now: Date): string {
  if (!ride.closes_at) return ''
  const until = `to ${ride.place_name} before ${formatTimeOrDate(ride.closes_at, now)}`
  return feesWithMore(single_kobo, ride, sharers)
    .map(
      ({ more, fee_kobo }, place) =>
        `${more} more${place === 0 ? ` ${until}` : ''}: delivery ${formatNaira(fee_kobo)}.`,
    )
    .join(' ')
}

/** Of a ride that somebody has paid for, on a menu and in a cart. */
export function rideToJoin({ ride, single_kobo, fee_kobo }: OpenRide, now: Date) {
  const { vendor_id, slot_from, standing, percents } = ride
  const in_end = sharedFee(single_kobo, percents, standing + 1)
  const paid_first =
    fee_kobo > in_end ? ` You pay ${formatNaira(fee_kobo)}: ${ifTheyStay(ride)} the rest comes back.` : ''
  const text =
    `Share the ride ${slotText(slot_from, now)} and delivery is ${formatNaira(in_end)}, ` +
    `not ${formatNaira(single_kobo)}.${paid_first} ${moreToCome(ride, single_kobo, standing + 1, now)}`
  return { vendor_id, text: text.trimEnd() }
}

/** Whose customers can still leave makes nothing cheaper before the ride is closed. */
export const ifTheyStay = ({ standing }: Pick<Ride, 'standing'>) =>
  standing === 1 ? 'if the order that goes there stays,' : 'if the orders that go there stay,'

const ordersIn = (count: number) => (count === 1 ? 'Yours is the only order so far' : `${count} orders so far`)

/** What a receipt and a tracking page say of the ride that an order shares; a promotion may pay the delivery. */
export function rideNote(ride: RideOfOrder, free_delivery: boolean, now: Date): string {
  const { single_fee, paid_fee, final_fee, sharers, place_name, standing } = ride
  const is_closed = final_fee !== null && sharers !== null
  const who = sharers === 1 ? 'Nobody else shared' : `${sharers} orders share`
  if (free_delivery) {
    return is_closed
      ? `${who} the ride to ${place_name}: a promotion paid the delivery.`
      : `You share the ride to ${place_name}. ${ordersIn(standing)}; a promotion pays the delivery.`
  }
  if (is_closed) {
    const instead = final_fee < single_fee ? ` instead of ${formatNaira(single_fee)}` : ''
    return `${who} the ride to ${place_name}: your delivery costs ${formatNaira(final_fee)}${instead}.`
  }
  const more = moreToCome(ride, single_fee, standing, now)
  const back = ride.closes_at
    ? 'What you paid beyond that comes back by itself when the restaurant begins.'
    : 'Nobody can join any more. What you paid too much comes back by itself once the restaurant has answered all ' +
      'orders.'
  const paid = `you paid ${formatNaira(paid_fee)} for delivery`
  const said = `You share the ride to ${place_name}. ${ordersIn(standing)}; ${paid}.`
  return more === '' ? `${said} ${back}` : `${said} ${more} ${back}`
}
