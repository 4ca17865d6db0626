import { useSyncExternalStore } from 'react'
import type { QueuedStep } from '../../../domain/delivery/forms.ts'
import { stepMessage } from '../../../domain/delivery/lifecycle.ts'
import { postSteps, STEPS_SYNC } from './post-steps.ts'
import { sendPhoto } from './send-photo.ts'
import { hmac } from './sign.ts'
import { dropStep, isWaiting, type PhoneStep, putStep, readSteps } from './step-store.ts'

export type NewStep = Pick<
  QueuedStep,
  'delivery_id' | 'verb' | 'packs' | 'packs_reason' | 'pin' | 'no_pin_reason' | 'incident'
> & {
  /** Its photo, small enough to wait here. */
  picture?: Blob
}

const nothing: readonly PhoneStep[] = []
let owner = ''
let steps = nothing
const listeners = new Set<() => void>()
/** The other pages of this phone. */
const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rider-steps')
others?.addEventListener('message', () => void look())

/** The signed-in rider's steps on this phone, oldest first. */
export function usePhoneSteps(): readonly PhoneStep[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => steps,
    () => nothing,
  )
}

/** Reads what this phone keeps for a rider; to be called before anything else here. */
export async function openQueue(rider: string): Promise<void> {
  owner = rider
  await look()
}

let queued: Promise<void> = Promise.resolve()

/**
 * Keeps a step with its real time, signed under the key of its assignment; `sendSteps` carries it to our server. Throws
 * where the phone refuses to keep anything. Pressed twice, it is one step; an earlier refusal of it is forgotten. What
 * says something else, or comes after another step, is one of its own: nobody at the kitchen, then nobody at the door.
 */
export function queueStep(step_key: string, taken: NewStep): Promise<void> {
  const kept = queued.then(() => keep(step_key, taken))
  queued = kept.catch(() => {})
  return kept
}

async function keep(step_key: string, { picture, ...taken }: NewStep): Promise<void> {
  const of_delivery = steps.filter(({ step }) => step.delivery_id === taken.delivery_id)
  const last = of_delivery.findLast(isWaiting)
  if (last && whatItSays(last.step) === whatItSays(taken)) return
  const whole = { ...taken, id: crypto.randomUUID(), happened_at: timeAfter(steps) }
  const { id } = whole
  // Our server hears first why food is back at its kitchen: the photo of that may still wait.
  const is_ahead = taken.verb === 'back' && of_delivery.some(({ unsigned }) => unsigned)
  if (picture || is_ahead) {
    const step = { ...whole, signature: '' }
    const unsigned = picture ? { photo: picture, step_key } : { step_key }
    await putStep({ id, owner, step, outcome: 'photo_unsent', details: null, unsigned })
  } else {
    await putStep({ id, owner, step: await signed(step_key, whole), outcome: null, details: null })
  }
  const refused = of_delivery.filter((one) => !isWaiting(one) && one.outcome !== 'done')
  for (const old of refused) if (old.step.verb === taken.verb) await dropStep(old.id)
  await changed()
  void askForSync()
}

/** All but its time and its photo. */
const whatItSays = ({ verb, packs, packs_reason, pin, no_pin_reason, incident }: NewStep) =>
  JSON.stringify([verb, packs, packs_reason, pin, no_pin_reason, incident])

async function signed(step_key: string, step: Omit<QueuedStep, 'signature'>): Promise<QueuedStep> {
  return { ...step, signature: await hmac(step_key, stepMessage(step)) }
}

/** Forgets a step, once its rider has read what became of it. */
export async function forgetStep(id: string): Promise<void> {
  await dropStep(id)
  await changed()
}

/** Forgets what was done before the page was as it is shown: a kept page may be older than its steps. */
export async function forgetDone(shown_at: number): Promise<void> {
  const done = steps.filter(({ outcome, answered_at = 0 }) => outcome === 'done' && answered_at <= shown_at)
  for (const { id } of done) await dropStep(id)
  if (done.length > 0) await changed()
}

let sending: Promise<boolean> | null = null
let is_asked_again = false

/**
 * Sends what waits, in its order, and writes down what became of it. Answers whether anything was done or refused. What
 * is added while others are under way goes right after them.
 */
export function sendSteps(): Promise<boolean> {
  is_asked_again = true
  sending ??= sendWhileAsked().finally(() => {
    sending = null
  })
  return sending
}

async function sendWhileAsked(): Promise<boolean> {
  let was_answered = false
  while (is_asked_again) {
    is_asked_again = false
    was_answered = (await send()) || was_answered
  }
  return was_answered
}

/** Signed steps go first: a photo may take its time on a bad connection. */
async function send(): Promise<boolean> {
  const was_answered = await sendSigned()
  if (!(await sendPhotos())) return was_answered
  return (await sendSigned()) || was_answered
}

/**
 * Uploads the waiting photos and signs their steps, and what waits for these. Answers whether there is one to be sent
 * now.
 */
async function sendPhotos(): Promise<boolean> {
  let is_any_signed = false
  const without_photo = new Set<number>()
  for (const { unsigned, ...kept } of (await readSteps(owner)).filter(isWaiting)) {
    if (!unsigned) continue
    const { signature: _none, ...step } = kept.step
    const photo = unsigned.photo && (await sendPhoto(unsigned.photo))
    if (unsigned.photo && photo === undefined) without_photo.add(step.delivery_id)
    if (photo === undefined && without_photo.has(step.delivery_id)) continue
    await putStep(
      photo === null
        ? { ...kept, outcome: 'bad_photo' }
        : { ...kept, step: await signed(unsigned.step_key, { ...step, ...(photo && { photo }) }), outcome: null },
    )
    await changed()
    is_any_signed ||= photo !== null
  }
  return is_any_signed
}

async function sendSigned(): Promise<boolean> {
  const answered = await post(await readSteps(owner))
  for (const one of answered) await putStep(one)
  if (answered.length > 0) await changed()
  return answered.some((one) => !isWaiting(one))
}

/** Our server's answers; none where it cannot be reached: what waits is sent again. */
async function post(kept: readonly PhoneStep[]): Promise<PhoneStep[]> {
  try {
    return await postSteps(kept)
  } catch {
    return []
  }
}

/** Asks the browser to send what is left once it is online, even if this page is closed by then. */
async function askForSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } }
    await sync?.register(STEPS_SYNC)
  } catch {
    // Where it does not exist or is forbidden, the page sends them when it is open.
  }
}

async function changed(): Promise<void> {
  await look()
  others?.postMessage('changed')
}

let looked: Promise<void> = Promise.resolve()

/** One look after the other: an older one never overtakes what a newer one has seen. */
function look(): Promise<void> {
  const seen = looked.then(async () => {
    steps = await readSteps(owner)
    for (const listener of listeners) listener()
  })
  looked = seen.catch(() => {})
  return seen
}

/** Now, but never earlier than the last step: the queue is in the order of its times, and a clock may be set back. */
function timeAfter(kept: readonly PhoneStep[]): string {
  const last_ms = kept.map(({ step }) => Date.parse(step.happened_at) + 1)
  return new Date(Math.max(Date.now(), ...last_ms)).toISOString()
}
