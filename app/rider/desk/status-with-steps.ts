import { NOBODY_AT_KITCHEN, type WayOut } from '../../../domain/delivery/incidents/lifecycle.ts'
import { type DeliveryStatus, type DeliveryVerb, delivery_moves } from '../../../domain/delivery/lifecycle.ts'
import { isWaiting, type PhoneStep } from '../steps/step-store.ts'
import type { DeliveryView } from './desk-view.server.ts'

const moves_of_ways_out = {
  leave: 'leave',
  again: null,
  bring_back: null,
  hand_on: 'hand_on',
  write_off: 'fail',
} as const satisfies Record<WayOut, DeliveryVerb | null>

/** The move that a step makes, as far as its rider can see; null where the delivery stays in the same hands. */
function moveOf({ verb, incident }: PhoneStep['step']): DeliveryVerb | null {
  if (verb === 'wait') return null
  if (verb === 'back') return 'fail'
  return verb === 'way_out' ? (moves_of_ways_out[incident?.way_out as WayOut] ?? null) : verb
}

const counted = (own: readonly PhoneStep[]) => own.filter((kept) => kept.outcome === 'done' || isWaiting(kept))

/** A delivery's status, counting also the steps that wait on this phone or that the page has not heard of yet. */
export function statusWithSteps(status: DeliveryStatus, own: readonly PhoneStep[]): DeliveryStatus {
  return counted(own).reduce<DeliveryStatus>((before, { step }) => {
    const verb = moveOf(step)
    if (!verb) return before
    const { from, to } = delivery_moves[verb]
    return (from as readonly DeliveryStatus[]).includes(before) ? to : before
  }, status)
}

export type Held = {
  /** How long the rider still waits for an absent customer, and whether that one was told; null where nobody waits. */
  wait: { seconds_left: number; as_of?: number; is_told: boolean } | null
  /** The same for a rider who finds nobody at the kitchen. */
  kitchen_wait: Held['wait']
  /** It goes back to the kitchen. */
  is_coming_back: boolean
  /** It is tried again later. */
  is_put_off: boolean
}

/** What stands in the way, counting also the steps that wait on this phone or that the page has not heard of yet. */
export function incidentWithSteps(
  {
    incident,
    kitchen_wait,
    wait_minutes,
    is_put_off,
  }: Pick<DeliveryView, 'incident' | 'kitchen_wait' | 'wait_minutes' | 'is_put_off'>,
  own: readonly PhoneStep[],
): Held {
  const held: Held = {
    wait: incident?.wait ? { ...incident.wait, is_told: true } : null,
    kitchen_wait: kitchen_wait && { ...kitchen_wait, is_told: true },
    is_coming_back: incident?.way_out === 'bring_back',
    is_put_off,
  }
  for (const { step } of counted(own)) {
    // Not less than none: the phone's clock may have been put back since.
    const waited_seconds = Math.max(0, Date.now() - Date.parse(step.happened_at)) / 1000
    if (step.verb === 'wait') {
      const at_kitchen = step.incident?.reason === NOBODY_AT_KITCHEN
      const seconds_left = at_kitchen ? wait_minutes * 60 : Math.max(0, wait_minutes * 60 - waited_seconds)
      held[at_kitchen ? 'kitchen_wait' : 'wait'] ??= { seconds_left, is_told: false }
    }
    if (step.verb !== 'way_out') continue
    held.wait = null
    held.is_coming_back = step.incident?.way_out === 'bring_back'
    held.is_put_off = step.incident?.way_out === 'again'
  }
  return held
}
