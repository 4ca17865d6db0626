import { leavesFrom, type Move } from '../lifecycle.ts'

/** The statuses of a delivery, from an accepted order to the food in the customer's hands. */
export const delivery_statuses = [
  'Waiting',
  'Offered',
  'Assigned',
  'At vendor',
  'Picked up',
  'Delivered',
  'Cancelled',
] as const
export type DeliveryStatus = (typeof delivery_statuses)[number]

const alive = ['Waiting', 'Offered', 'Assigned', 'At vendor', 'Picked up'] as const

/**
 * The only ways in which a delivery's status changes. Buttons, verbs, history checks and documents read this table.
 * `system` is the dispatcher, and the clock that ends its offers. `deliver` and `cancel` follow the order, whoever
 * moved it; when a rider goes off duty, what was not picked up is passed on. A kitchen that takes its yes back cancels
 * the delivery, and reopens it with another yes; an admin reopens it to deliver what has none. What leads out of Picked
 * up without a hand-over, and out of a kitchen where nobody is, is decided by incidents/lifecycle.ts.
 */
export const delivery_moves = {
  offer: { from: ['Waiting'], to: 'Offered', who: ['system'] },
  expire: { from: ['Offered'], to: 'Waiting', who: ['system'] },
  withdraw: { from: ['Offered'], to: 'Waiting', who: ['admin', 'rider'] },
  decline: { from: ['Offered'], to: 'Waiting', who: ['rider'] },
  accept: { from: ['Offered'], to: 'Assigned', who: ['rider'] },
  give_back: { from: ['Assigned', 'At vendor'], to: 'Waiting', who: ['rider'] },
  arrive: { from: ['Assigned'], to: 'At vendor', who: ['rider', 'admin'] },
  pick_up: { from: ['Assigned', 'At vendor'], to: 'Picked up', who: ['rider', 'admin'] },
  hand_over: { from: ['Picked up'], to: 'Delivered', who: ['rider'] },
  leave: { from: ['Picked up'], to: 'Delivered', who: ['rider', 'admin'] },
  not_taken: { from: ['Picked up'], to: 'Delivered', who: ['rider', 'admin', 'vendor'] },
  hand_on: { from: ['Picked up'], to: 'Waiting', who: ['rider', 'admin'] },
  come_back: { from: ['Picked up'], to: 'Waiting', who: ['rider', 'admin', 'vendor'] },
  fail: { from: ['At vendor', 'Picked up'], to: 'Cancelled', who: ['rider', 'admin', 'vendor'] },
  assign: { from: ['Waiting'], to: 'Assigned', who: ['admin'] },
  unassign: { from: ['Assigned', 'At vendor'], to: 'Waiting', who: ['admin', 'rider'] },
  deliver: { from: alive, to: 'Delivered', who: ['admin'] },
  cancel: { from: alive, to: 'Cancelled', who: ['vendor', 'admin', 'system', 'customer'] },
  reopen: { from: ['Cancelled'], to: 'Waiting', who: ['vendor', 'system', 'admin'] },
} as const satisfies Record<string, Move<DeliveryStatus>>

export type DeliveryVerb = keyof typeof delivery_moves

/** Whether the lifecycle table allows `verb` from `status`. */
export function canMoveDelivery(verb: DeliveryVerb, status: DeliveryStatus): boolean {
  return leavesFrom<DeliveryStatus, keyof typeof delivery_moves>(delivery_moves, verb, status)
}

/** With one of these statuses a delivery has a rider and counts as carried. */
export const carried_statuses = ['Assigned', 'At vendor', 'Picked up'] as const satisfies DeliveryStatus[]

export const rider_statuses = ['Pending', 'Active', 'Inactive'] as const
export type RiderStatus = (typeof rider_statuses)[number]

/**
 * How an admin changes what a rider may do. `reject` sends a registration back to be corrected. A suspended rider who
 * never sent one in comes back by `readmit`.
 */
export const rider_moves = {
  activate: { from: ['Pending'], to: 'Active', who: ['admin'] },
  reject: { from: ['Pending'], to: 'Pending', who: ['admin'] },
  suspend: { from: ['Pending', 'Active'], to: 'Inactive', who: ['admin'] },
  restore: { from: ['Inactive'], to: 'Active', who: ['admin'] },
  readmit: { from: ['Inactive'], to: 'Pending', who: ['admin'] },
} as const satisfies Record<string, Move<RiderStatus>>

export type RiderVerb = keyof typeof rider_moves

export const vehicles = ['on foot', 'bicycle', 'motorbike', 'car'] as const
export type Vehicle = (typeof vehicles)[number]

export const offer_statuses = ['Open', 'Accepted', 'Declined', 'Expired', 'Withdrawn'] as const
export type OfferStatus = (typeof offer_statuses)[number]

/** What a rider does with a delivery, on the phone, with or without a network. */
export const rider_steps = ['arrive', 'pick_up', 'hand_over'] as const satisfies DeliveryVerb[]
export type RiderStep = (typeof rider_steps)[number]

/** What a rider says with a phone, in the same way, when a delivery cannot simply be fetched or handed over. */
export const incident_steps = ['give_back', 'wait', 'way_out', 'back'] as const
export type IncidentStep = (typeof incident_steps)[number]

/** After this many wrong PINs comes a pause; after this many pauses, only a reason with a photo. */
export const PIN_TRIES = 5
export const PIN_PAUSE_MINUTES = 15
export const PIN_TRIES_IN_ALL = 15

/** Whether a reason for having no PIN is at least some words: an admin reads it and decides by it. */
export function saysWhy(reason: string): boolean {
  return reason.trim().length >= 10 && /\p{L}{2}[^\p{L}]+\p{L}{2}/u.test(reason)
}

/** `Waiting`: the registrations that an admin has to decide about. */
export const rider_filters = ['All', 'Waiting', 'Active', 'Inactive'] as const
export type RiderFilter = (typeof rider_filters)[number]

/** What a phone signs of a step. Times are ISO, by the phone's own clock. */
export type StepToSign = {
  id: string
  delivery_id: number
  verb: RiderStep | IncidentStep
  happened_at: string
  packs?: number | undefined
  packs_reason?: string | undefined
  pin?: string | undefined
  no_pin_reason?: string | undefined
  photo?: string | undefined
  /** What stands in the way, what is done about it, where, in the rider's words; and whether the kitchen was closed. */
  incident?: {
    reason?: string | undefined
    way_out?: string | undefined
    place?: string | undefined
    words?: string | undefined
    kitchen_closed?: boolean | undefined
  }
}

/** The words of a step that its signature covers, the same on the phone and on the server. */
export function stepMessage(step: StepToSign): string {
  const { id, delivery_id, verb, happened_at, packs, packs_reason, pin, no_pin_reason, photo, incident } = step
  const proof = [packs ?? null, pin ?? null, no_pin_reason ?? null, photo ?? null]
  const { reason, way_out, place, words, kitchen_closed } = incident ?? {}
  const said = incident ? [[reason, way_out, place, words, kitchen_closed].map((part) => part ?? null)] : []
  // Only added where given: phones still hold steps that were signed before these fields existed.
  return JSON.stringify([
    id,
    delivery_id,
    verb,
    happened_at,
    ...proof,
    ...(packs_reason ? [packs_reason] : []),
    ...said,
  ])
}

/** What an order waits for that comes later than it was promised. */
export type LaterReason = 'kitchen' | 'nobody_on_duty' | 'riders_busy'

/** What a customer was told of a window; times are ISO. */
export type ToldBefore = { told_until: string | null; told_later_at: string | null; later_because: LaterReason | null }
