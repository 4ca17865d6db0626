import type { DeliveryStatus } from '../../../domain/delivery/lifecycle.ts'
import type { PhoneStep } from '../steps/step-store.ts'
import type { DeliveryView } from './desk-view.server.ts'
import { type Held, incidentWithSteps, statusWithSteps } from './status-with-steps.ts'

export type InHandView = {
  delivery: DeliveryView
  own: readonly PhoneStep[]
  status: DeliveryStatus
  held: Held
  /** Its rider has nothing more to do with it. */
  is_done: boolean
  /** What else is to be fetched at the same kitchen on the same trip. */
  fetched_with: readonly DeliveryView[]
}

/**
 * What is in hand in the sequence in which it is done, counting also the steps that wait on this phone: trip by trip,
 * first all that is to be fetched, then the doors as they were planned, those to try again last, and at the end what
 * goes back.
 */
export function inSequence(deliveries: readonly DeliveryView[], steps: readonly PhoneStep[]): InHandView[] {
  const all = deliveries.map((delivery) => {
    const own = steps.filter(({ step }) => step.delivery_id === delivery.delivery_id)
    const status = statusWithSteps(delivery.status, own)
    const is_done = status === 'Delivered' || status === 'Cancelled' || status === 'Waiting'
    return { delivery, own, status, held: incidentWithSteps(delivery, own), is_done }
  })
  return all
    .map((one) => ({
      ...one,
      fetched_with: all
        .filter(({ delivery, status }) => status === 'Assigned' && fetchedTogether(delivery, one.delivery))
        .map(({ delivery }) => delivery),
    }))
    .sort((left, right) => placeOf(left) - placeOf(right))
}

const fetchedTogether = (left: DeliveryView, right: DeliveryView) =>
  left !== right && left.trip === right.trip && !left.handed_on_by && !right.handed_on_by

/** More than a trip can have places. */
const OF_A_TRIP = 10

function placeOf({ delivery, status, held, is_done }: Omit<InHandView, 'fetched_with'>): number {
  if (is_done) return Number.POSITIVE_INFINITY
  const of_trip = status !== 'Picked up' ? 0 : held.is_coming_back ? 3 : held.is_put_off && !held.wait ? 2 : 1
  return delivery.trip * OF_A_TRIP + of_trip
}
