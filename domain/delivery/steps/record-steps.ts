import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { type QueuedStep, queued_step_form } from '../forms.ts'
import { NOBODY_AT_KITCHEN } from '../incidents/lifecycle.ts'
import { oweProvenHandOver } from '../incidents/pay-ended-way.ts'
import { type DeliveryStatus, type DeliveryVerb, stepMessage } from '../lifecycle.ts'
import { deliveries, delivery_history, recorded_steps } from '../tables.ts'
import { checkPin } from './check-pin.ts'
import { pauseIfEmpty, type StepRefusal, takeStep } from './take-step.ts'

const MOST_STEPS = 50

export type StepOutcome =
  | 'done'
  | StepRefusal['reason']
  /** It cannot be read, or its signature is not this assignment's. */
  | 'malformed'
  | 'bad_signature'
  /** An earlier step of the same delivery has to be sent again, so this one too. */
  | 'held_up'
  /** It was handed over for the right PIN, and until our server learned it, it had been decided otherwise. */
  | 'told_late'
export type StepAnswer = { id: string; outcome: StepOutcome; details: unknown }

/** Refusals after which the same step may succeed later; every other answer is final and stored. */
const passing: readonly StepOutcome[] = ['not_found', 'not_ready', 'pin_paused', 'bad_photo', 'held_up']

/**
 * Takes steps that a phone recorded without a network, in the order in which they were done. Each step has an id, so
 * sending it again gives the first answer; a signature under the assignment's key; and the phone's own time, corrected
 * by `sent_at`, the phone's time of sending, because cheap phones are often wrong by hours. If the clock was set right
 * in between, a time may be impossible: the step then counts at the nearest possible one (`takeStep`), and the phone's
 * time is kept beside it. Each step has its own commit and answer. A refused step does not hold up the others, except
 * that steps after a `not_ready` wait too. A hand-over for the right PIN of an order that was given up meanwhile
 * changes nothing of the order; what its rider is owed waits for an admin, and the admins are told. At most 50 at once;
 * the rest waits.
 */
export async function recordSteps(
  deps: AnnouncingDeps,
  actor: Actor,
  queue: { sent_at: string; steps: readonly unknown[] },
): Promise<StepAnswer[]> {
  const now = deps.clock.now()
  const phone_ahead_ms = Date.parse(queue.sent_at) - now.getTime()
  const answers: StepAnswer[] = []
  const held_up = new Set<number>()
  for (const raw of queue.steps.slice(0, MOST_STEPS)) {
    const step = queued_step_form.safeParse(raw)
    if (!step.success || Number.isNaN(phone_ahead_ms)) {
      answers.push({ id: idOf(raw), outcome: 'malformed', details: null })
      continue
    }
    const { id, delivery_id, happened_at } = step.data
    if (held_up.has(delivery_id)) {
      answers.push({ id, outcome: 'held_up', details: null })
      continue
    }
    const happened = claimedTime(Date.parse(happened_at) - phone_ahead_ms, now)
    const answer = await deps.db.transaction((tx) =>
      recordStep(tx, deps.announce, actor, { step: step.data, happened, now }),
    )
    if (answer.outcome === 'not_ready') held_up.add(delivery_id)
    if (answer.outcome === 'done') await pauseIfEmpty(deps, step.data)
    answers.push(answer)
  }
  return answers
}

async function recordStep(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  { step, happened, now }: { step: QueuedStep; happened: Date; now: Date },
): Promise<StepAnswer> {
  const { id } = step
  const [known] = await tx.select().from(recorded_steps).where(eq(recorded_steps.id, id))
  if (known) {
    const own = known.rider_id === actor.user_id
    return own
      ? { id, outcome: known.outcome as StepOutcome, details: known.details }
      : { id, outcome: 'not_found', details: null }
  }
  const [delivery] = await tx
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, step.delivery_id), eq(deliveries.rider_id, actor.user_id)))
  if (!delivery || actor.role !== 'rider') return { id, outcome: 'not_found', details: null }
  const [first] = await tx
    .insert(recorded_steps)
    .values({
      id,
      delivery_id: delivery.id,
      rider_id: actor.user_id,
      verb: step.verb,
      happened_at: happened,
      recorded_at: now,
      outcome: 'done',
    })
    .onConflictDoNothing({ target: recorded_steps.id })
    .returning({ id: recorded_steps.id })
  // The same step came twice at once; the other one is committed by now.
  if (!first) return recordStep(tx, announce, actor, { step, happened, now })
  const taken = isSigned(step, delivery)
    ? await takeStep(tx, announce, actor, { ...proofOf(step), at: happened, now })
    : ({ ok: false, reason: 'bad_signature', details: null } as const)
  if (taken.ok) return { id, outcome: 'done', details: null }
  if (await isToldLate(tx, step, delivery, { refused: taken.reason, now })) {
    await tx.update(recorded_steps).set({ outcome: 'told_late', details: null }).where(eq(recorded_steps.id, id))
    await oweProvenHandOver(tx, delivery.id, happened)
    await announce(tx, { kind: 'hand_over_told_late', order_id: delivery.order_id, happened, by: actor }, now)
    return { id, outcome: 'told_late', details: null }
  }
  const outcome: StepOutcome = isAheadOfPickUp(step, taken) ? 'held_up' : taken.reason
  const answer = { outcome, details: taken.details ?? null }
  await (passing.includes(outcome)
    ? tx.delete(recorded_steps).where(eq(recorded_steps.id, id))
    : tx.update(recorded_steps).set(answer).where(eq(recorded_steps.id, id)))
  return { id, ...answer }
}

/** After these the books say that the customer has nothing. */
const ends_without_food: readonly DeliveryVerb[] = ['not_taken', 'fail', 'cancel']

/**
 * Whether a rider proves by the customer's PIN what an admin, who heard nothing of it, has decided otherwise. Tries are
 * counted as at the door, so that nobody finds the PIN by trying.
 */
async function isToldLate(
  tx: Tx,
  { verb, pin }: QueuedStep,
  { id, order_id }: typeof deliveries.$inferSelect,
  { refused, now }: { refused: string; now: Date },
): Promise<boolean> {
  if (verb !== 'hand_over' || refused !== 'not_allowed' || pin === undefined) return false
  const [last] = await tx
    .select({ verb: delivery_history.verb })
    .from(delivery_history)
    .where(eq(delivery_history.delivery_id, id))
    .orderBy(desc(delivery_history.id))
    .limit(1)
  if (!last || !ends_without_food.includes(last.verb as DeliveryVerb)) return false
  return (await checkPin(tx, { order_id, pin, now })).ok
}

/** The time that a phone claims, within what a calendar has and never in the future. */
function claimedTime(claimed_ms: number, now: Date): Date {
  return new Date(Math.min(Math.max(claimed_ms, 0), now.getTime()))
}

function isSigned(step: QueuedStep, { step_key }: typeof deliveries.$inferSelect): boolean {
  if (!step_key) return false
  const right = createHmac('sha256', step_key).update(stepMessage(step)).digest()
  return timingSafeEqual(right, Buffer.from(step.signature, 'hex'))
}

/** What comes after the pick-up arrived before it: a page and its service worker send the same queue. */
function isAheadOfPickUp(step: QueuedStep, taken: { reason: string; details: unknown }): boolean {
  if (step.verb === 'arrive' || step.verb === 'pick_up' || taken.reason !== 'not_allowed') return false
  if (step.incident?.reason === NOBODY_AT_KITCHEN) return false
  const { status } = taken.details as { status: DeliveryStatus }
  return status === 'Assigned' || status === 'At vendor'
}

function proofOf({ delivery_id, verb, packs, packs_reason, pin, no_pin_reason, photo, incident }: QueuedStep) {
  return {
    delivery_id,
    verb,
    ...(packs === undefined ? {} : { packs }),
    ...(packs_reason === undefined ? {} : { packs_reason }),
    ...(pin === undefined ? {} : { pin }),
    ...(no_pin_reason === undefined ? {} : { no_pin_reason }),
    ...(photo === undefined ? {} : { photo }),
    ...(incident === undefined ? {} : { incident }),
  }
}

function idOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw && typeof raw.id === 'string' ? raw.id : ''
}
