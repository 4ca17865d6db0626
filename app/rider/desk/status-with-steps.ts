import { type DeliveryStatus, delivery_moves } from '../../../domain/delivery/lifecycle.ts'
import { isWaiting, type PhoneStep } from '../steps/step-store.ts'

/** A delivery's status, counting also the steps that wait on this phone or that the page has not heard of yet. */
export function statusWithSteps(status: DeliveryStatus, own: readonly PhoneStep[]): DeliveryStatus {
  return own
    .filter((kept) => kept.outcome === 'done' || isWaiting(kept))
    .reduce<DeliveryStatus>((before, { step }) => {
      const { from, to } = delivery_moves[step.verb]
      return (from as readonly DeliveryStatus[]).includes(before) ? to : before
    }, status)
}
