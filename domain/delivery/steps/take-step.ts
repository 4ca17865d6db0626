import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { pauseSilentKitchen } from '../../orders/acceptance/pause-silent-kitchen.ts'
import { isReady, type OrderStatus } from '../../orders/lifecycle.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { orders } from '../../orders/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { carriedItems, linesGivenBack, packsToCount } from '../delivery-facts.ts'
import { delivery_pin, no_pin_reason, pack_count, rider_reason } from '../forms.ts'
import { comeBack } from '../incidents/come-back.ts'
import { NOBODY_AT_KITCHEN } from '../incidents/lifecycle.ts'
import { takeWayOut, type WayOutRefusal } from '../incidents/take-way-out.ts'
import { waitAtKitchen } from '../incidents/wait-at-kitchen.ts'
import { waitForCustomer } from '../incidents/wait-for-customer.ts'
import { canMoveDelivery, type IncidentStep, incident_steps, type RiderStep, type StepToSign } from '../lifecycle.ts'
import { giveBackWithin } from '../offers/give-back-delivery.ts'
import { keepNewPicture } from '../riders/keep-picture.ts'
import { deliveries } from '../tables.ts'
import { earliestAtDoor } from '../windows/earliest-at-door.ts'
import { checkPin, type PinRefusal } from './check-pin.ts'
import { type Delivery, type MoveDeliveryRefusal, moveDelivery } from './move-delivery.ts'
import { lockOwnDelivery } from './own-delivery.ts'

/** What a rider did according to the phone, with the proof. */
export type Step = {
  delivery_id: number
  verb: RiderStep | IncidentStep
  /** For `pick_up`: how many packs the rider counted, and why if the order has another number. */
  packs?: number
  packs_reason?: string
  /** For `hand_over`: the customer's PIN, or a reason with a photo (an upload of the rider's own, not shown before). */
  pin?: string
  no_pin_reason?: string
  photo?: string
  /** For `way_out` and `back`; its words for `give_back`. */
  incident?: StepToSign['incident']
}

export type StepRefusal =
  | MoveDeliveryRefusal
  | WayOutRefusal
  | PinRefusal
  /** The vendor has not marked the food as ready. */
  | Refused<'not_ready', { status: OrderStatus }>
  /** The order has `packs`; the rider counted another number and has not said why. */
  | Refused<'packs_differ', { packs: number }>
  /** Without the PIN, a hand-over counts no earlier than `from`. */
  | Refused<'too_soon', { from: Date }>
  | Refused<'bad_packs' | 'bad_pin' | 'no_proof' | 'bad_reason' | 'bad_photo' | 'blank_photo', undefined>

/** The rider is at the vendor. Refused with the delivery's status when this step is not possible. */
export function arriveAtVendor(deps: AnnouncingDeps, actor: Actor, delivery_id: number) {
  return takeStepNow(deps, actor, { delivery_id, verb: 'arrive' })
}

/**
 * The rider has the food, with the number of packs counted; the order is Picked up. Refused before it is ready, and
 * when the packs differ without a reason.
 */
export function pickUp(
  deps: AnnouncingDeps,
  actor: Actor,
  step: { delivery_id: number; packs: number; packs_reason?: string },
) {
  return takeStepNow(deps, actor, { ...step, verb: 'pick_up' })
}

/**
 * The customer has the food; the order is Delivered and the rider has earned the pay. The proof is the customer's PIN.
 * Without it, a reason of some words and a photo that shows something will do, but no sooner than anybody could be at
 * the door; the admins are told, and no payout claims it before one of them has checked it (`seeHandOver`). Refused for
 * a wrong PIN, and for a while after five of them.
 */
export function handOver(
  deps: AnnouncingDeps,
  actor: Actor,
  step: { delivery_id: number } & ({ pin: string } | { no_pin_reason: string; photo: string }),
) {
  return takeStepNow(deps, actor, { ...step, verb: 'hand_over' })
}

/** The rider is at the door and nobody comes: the customer is told that the rider waits, and until when. */
export function waitAtDoor(deps: AnnouncingDeps, actor: Actor, delivery_id: number) {
  return takeStepNow(deps, actor, { delivery_id, verb: 'wait' })
}

/** The rider is at the kitchen and nobody is there: the kitchen is told that the rider waits, and until when. */
export function waitAtEmptyKitchen(deps: AnnouncingDeps, actor: Actor, delivery_id: number) {
  return takeStepNow(deps, actor, { delivery_id, verb: 'wait', incident: { reason: NOBODY_AT_KITCHEN } })
}

/** The rider says why it cannot be handed over, and what becomes of it (`takeWayOut`). */
export function takeOwnWayOut(
  deps: AnnouncingDeps,
  actor: Actor,
  step: { delivery_id: number; incident: NonNullable<Step['incident']>; photo?: string },
) {
  return takeStepNow(deps, actor, { ...step, verb: 'way_out' })
}

/** The rider cannot take it to its customer and has not fetched it yet (`giveBackWithin`). */
export function giveBackDelivery(deps: AnnouncingDeps, actor: Actor, step: { delivery_id: number; reason: string }) {
  const { delivery_id, reason } = step
  return takeStepNow(deps, actor, { delivery_id, verb: 'give_back', incident: { words: reason } })
}

/** The rider is back at the kitchen with the food, or in front of a closed one (`comeBack`). */
export function bringBack(deps: AnnouncingDeps, actor: Actor, step: { delivery_id: number; kitchen_closed: boolean }) {
  const { delivery_id, kitchen_closed } = step
  return takeStepNow(deps, actor, { delivery_id, verb: 'back', incident: { kitchen_closed } })
}

async function takeStepNow(deps: AnnouncingDeps, actor: Actor, step: Step): Promise<Accepted<Delivery> | StepRefusal> {
  const now = deps.clock.now()
  const taken = await deps.db.transaction((tx) => takeStep(tx, deps.announce, actor, { ...step, at: now, now }))
  if (taken.ok) await pauseIfEmpty(deps, step)
  return taken
}

/**
 * One step in the caller's commit, which must be committed even after a refusal. `at` is when it happened; a time
 * before the previous step's counts as that step's time.
 */
export async function takeStep(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  step: Step & { at: Date; now: Date },
): Promise<Accepted<Delivery> | StepRefusal> {
  const { verb } = step
  if (!isIncidentStep(verb)) return takeStepToDoor(tx, announce, actor, { ...step, verb })
  return actor.role === 'rider' ? takeIncidentStep(tx, announce, actor, { ...step, verb }) : refused('not_found')
}

/**
 * A kitchen that rider after rider finds empty is paused, in a commit of its own after the step that says so, as one
 * that lets orders lapse: a process that ends in between leaves it to the next one.
 */
export async function pauseIfEmpty(
  deps: AnnouncingDeps,
  { verb, incident, delivery_id }: Pick<Step, 'verb' | 'incident' | 'delivery_id'>,
): Promise<void> {
  if (verb !== 'way_out' || incident?.reason !== NOBODY_AT_KITCHEN) return
  const [of] = await deps.db
    .select({ vendor_id: orders.vendor_id })
    .from(deliveries)
    .innerJoin(orders, eq(orders.id, deliveries.order_id))
    .where(eq(deliveries.id, delivery_id))
  if (of) await pauseSilentKitchen(deps, of.vendor_id)
}

const isIncidentStep = (verb: RiderStep | IncidentStep): verb is IncidentStep =>
  incident_steps.some((step) => step === verb)

/** Times before the last step count as that of it. */
async function takeIncidentStep(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  step: Step & { verb: IncidentStep; at: Date; now: Date },
): Promise<Accepted<Delivery> | StepRefusal> {
  const { delivery_id, incident = {}, photo, now } = step
  const [own] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id))
  const before = own?.picked_up_at ?? own?.at_vendor_at ?? own?.assigned_at
  const at = new Date(Math.max(step.at.getTime(), before?.getTime() ?? 0))
  switch (step.verb) {
    case 'give_back':
      return giveBackWithin(tx, announce, actor, { delivery_id, reason: incident.words ?? '', at, now })
    case 'wait': {
      const wait = incident.reason === NOBODY_AT_KITCHEN ? waitAtKitchen : waitForCustomer
      return wait(tx, announce, actor, { delivery_id, at, now })
    }
    case 'way_out': {
      const { reason = '', way_out = '', place, words } = incident
      return takeWayOut(tx, announce, actor, { delivery_id, reason, way_out, place, words, photo, at, now })
    }
    case 'back': {
      const { kitchen_closed = false, words } = incident
      return comeBack(tx, announce, actor, { delivery_id, kitchen_closed, words, at, now })
    }
  }
}

async function takeStepToDoor(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  step: Step & { verb: RiderStep; at: Date; now: Date },
): Promise<Accepted<Delivery> | StepRefusal> {
  const own = await lockOwnDelivery(tx, actor, step.delivery_id)
  if (!own) return refused('not_found')
  const { delivery, order_status } = own
  const { status } = delivery
  if (!canMoveDelivery(step.verb, status)) return refused('not_allowed', { status })
  const before = delivery.picked_up_at ?? delivery.at_vendor_at ?? delivery.assigned_at ?? step.at
  const at = new Date(Math.max(step.at.getTime(), before.getTime()))
  const proof = await proofOf(tx, actor, { ...step, at }, { delivery, order_status })
  if (!proof.ok) return proof
  const { reason, ...sets } = proof.value
  const moved = await moveDelivery(tx, announce, {
    delivery_id: delivery.id,
    verb: step.verb,
    by: actor,
    ...(reason ? { reason } : {}),
    at,
    now: step.now,
    sets,
  })
  // What the rider before had is on its way already.
  if (!moved.ok || step.verb === 'arrive' || (step.verb === 'pick_up' && order_status === 'Picked up')) return moved
  const order = await moveOrder(tx, announce, {
    order_id: delivery.order_id,
    verb: step.verb,
    by: actor,
    ...(reason ? { reason } : {}),
    at,
    now: step.now,
  })
  if (!order.ok) throw new Error(`Order ${delivery.order_id} did not follow its delivery: ${order.reason}`)
  return moved
}

type Proof = { reason?: string } & Partial<Pick<Delivery, 'packs' | 'no_pin_reason' | 'no_pin_photo'>>

/** The proof of a step, as the history and the delivery keep it. */
async function proofOf(
  tx: Tx,
  actor: Actor,
  step: Step & { verb: RiderStep; at: Date; now: Date },
  { delivery, order_status }: { delivery: Delivery; order_status: OrderStatus },
): Promise<Accepted<Proof> | StepRefusal> {
  if (step.verb === 'arrive') return accepted({})
  if (step.verb === 'pick_up') {
    const packs = pack_count.safeParse(step.packs)
    if (!packs.success) return refused('bad_packs')
    if (!isReady(order_status)) return refused('not_ready', { status: order_status })
    return packsInWords(tx, delivery.order_id, packs.data, step.packs_reason)
  }
  if (step.pin) {
    const pin = delivery_pin.safeParse(step.pin)
    if (!pin.success) return refused('bad_pin')
    const right = await checkPin(tx, { order_id: delivery.order_id, pin: pin.data, now: step.now })
    return right.ok ? accepted({ reason: 'with the PIN' }) : right
  }
  return proofWithoutPin(tx, actor, step, delivery)
}

/** The count, for the history. One that differs from the order's needs a reason, else it is asked for. */
async function packsInWords(
  tx: Tx,
  order_id: number,
  packs: number,
  why: string | undefined,
): Promise<Accepted<Proof> | StepRefusal> {
  const [order] = await tx
    .select({ items: orders.items, packs: orders.packs, given_back: linesGivenBack })
    .from(orders)
    .where(eq(orders.id, order_id))
  const ordered = order ? packsToCount({ ...order, items: carriedItems(order.items, order.given_back) }) : 0
  const counted = packs === 1 ? '1 pack' : `${packs} packs`
  if (packs === ordered) return accepted({ packs, reason: counted })
  const reason = rider_reason.safeParse(why)
  if (!reason.success) return refused('packs_differ', { packs: ordered })
  return accepted({ packs, reason: `${counted} instead of ${ordered}: ${reason.data}` })
}

async function proofWithoutPin(
  tx: Tx,
  actor: Actor,
  step: Step & { at: Date; now: Date },
  delivery: Delivery,
): Promise<Accepted<Proof> | StepRefusal> {
  if (!step.no_pin_reason && !step.photo) return refused('no_proof')
  const reason = no_pin_reason.safeParse(step.no_pin_reason)
  if (!reason.success) return refused('bad_reason')
  const from = await earliestAtDoor(tx, delivery)
  if (from && step.at < from) return refused('too_soon', { from })
  if (!step.photo) return refused('bad_photo')
  const photo = await keepNewPicture(tx, { shown: step.photo, owner: actor.user_id, now: step.now })
  if (photo !== 'kept') return refused(photo)
  return accepted({
    reason: `without the PIN: ${reason.data}`,
    no_pin_reason: reason.data,
    no_pin_photo: step.photo,
  })
}
