import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { type QueuedStep, queued_step_form } from '../forms.ts'
import { NOBODY_AT_KITCHEN } from '../incidents/lifecycle.ts'
import { oweProvenHandOver, type ProvenHandOver } from '../incidents/pay-ended-way.ts'
import type { DeliveryStatus } from '../lifecycle.ts'
import { deliveries } from '../tables.ts'
import { isSigned } from './is-signed.ts'
import { recorded_steps } from './tables.ts'
import { pauseIfEmpty, type StepRefusal, takeStep } from './take-step.ts'
import { provenAfterEnd, provenAfterLoss } from './told-late.ts'

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
 * that steps after a `not_ready` wait too. A hand-over for the right PIN of an order that was given up or taken from
 * its rider meanwhile changes nothing of the order; what that rider is owed waits for an admin, and admins are told. At
 * most 50 at once; the rest waits.
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
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, step.delivery_id))
  if (!delivery || actor.role !== 'rider') return { id, outcome: 'not_found', details: null }
  const is_own = delivery.rider_id === actor.user_id
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
  const told = { step, happened, now }
  const taken =
    is_own && isSigned(step, delivery.step_key)
      ? await takeOwnStep(tx, announce, actor, told, delivery)
      : ((await provenAfterLoss(tx, told, actor.user_id)) ?? unproven(is_own))
  if (taken.ok) {
    if (!taken.value) return { id, outcome: 'done', details: null }
    await tx.update(recorded_steps).set({ outcome: 'told_late', details: null }).where(eq(recorded_steps.id, id))
    await oweProvenHandOver(tx, taken.value)
    const { happened_at, lost } = taken.value
    const proven = { order_id: delivery.order_id, happened: happened_at, was_taken: lost !== null, by: actor }
    await announce(tx, { kind: 'hand_over_told_late', ...proven }, now)
    return { id, outcome: 'told_late', details: null }
  }
  const outcome: StepOutcome = isAheadOfPickUp(step, taken) ? 'held_up' : taken.reason
  const answer = { outcome, details: taken.details ?? null }
  await (passing.includes(outcome)
    ? tx.delete(recorded_steps).where(eq(recorded_steps.id, id))
    : tx.update(recorded_steps).set(answer).where(eq(recorded_steps.id, id)))
  return { id, ...answer }
}

/** What a rider's own step leads to: null where it is done, else what it proves of what was decided otherwise. */
async function takeOwnStep(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  { step, happened, now }: { step: QueuedStep; happened: Date; now: Date },
  delivery: typeof deliveries.$inferSelect,
): Promise<Accepted<ProvenHandOver | null> | StepRefusal> {
  const taken = await takeStep(tx, announce, actor, { ...proofOf(step), at: happened, now })
  if (taken.ok) return accepted(null)
  // It was taken away at this moment.
  if (taken.reason === 'not_found') return (await provenAfterLoss(tx, { step, happened, now }, actor.user_id)) ?? taken
  if (taken.reason !== 'not_allowed') return taken
  return (await provenAfterEnd(tx, { step, happened, now }, delivery)) ?? taken
}

/** A stranger's delivery is as none, and so is one that was taken away and about which nothing was proven. */
const unproven = (is_own: boolean) => refused(is_own ? 'bad_signature' : 'not_found')

/** The time that a phone claims, within what a calendar has and never in the future. */
function claimedTime(claimed_ms: number, now: Date): Date {
  return new Date(Math.min(Math.max(claimed_ms, 0), now.getTime()))
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
