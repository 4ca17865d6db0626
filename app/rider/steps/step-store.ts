import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueuedStep } from '../../../domain/delivery/forms.ts'
import type { StepOutcome } from '../../../domain/delivery/steps/record-steps.ts'

/** A step on this phone, kept until our server has decided about it and its rider knows the answer. */
export type PhoneStep = {
  id: string
  /** Whose it is: a phone may pass from one rider to another. */
  owner: string
  step: QueuedStep
  /**
   * Null until our server answers; `photo_unsent` while its photo has no address, without which it cannot be signed.
   */
  outcome: StepOutcome | 'photo_unsent' | null
  details: unknown
  /** When our server answered, by its own clock, in milliseconds. */
  answered_at?: number
  /**
   * Of a step that is `photo_unsent`: its photo, and the key that signs it once the photo has an address. Without one
   * it waits for the photo of a step before it.
   */
  unsigned?: { photo?: Blob; step_key: string }
}

/** After these outcomes the same step can still succeed, without its rider doing anything (decision 041). */
const waits_on: readonly PhoneStep['outcome'][] = [null, 'photo_unsent', 'not_ready', 'pin_paused', 'held_up']

/** Whether a step still has to reach our server; the others were done or refused for good. */
export function isWaiting({ outcome }: PhoneStep): boolean {
  return waits_on.includes(outcome)
}

interface StepSchema extends DBSchema {
  steps: { key: string; value: PhoneStep }
}

let opened: Promise<IDBPDatabase<StepSchema>> | null = null

/** The page and the worker of /rider share this database. Its name must stay: phones already have it. */
function database(): Promise<IDBPDatabase<StepSchema>> {
  opened ??= openDB<StepSchema>('rider-steps', 1, {
    upgrade: (made) => void made.createObjectStore('steps', { keyPath: 'id' }),
    // A phone that is short of memory closes it without being asked.
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

/** The next call opens it again. */
function forget(): void {
  opened = null
}

/** A rider's steps that this phone keeps, in the order in which they were done. */
export async function readSteps(owner: string): Promise<PhoneStep[]> {
  const steps = (await (await database()).getAll('steps')).filter((kept) => kept.owner === owner)
  return steps.sort((one, other) => one.step.happened_at.localeCompare(other.step.happened_at))
}

/** Resolves once the step is stored, not sooner: a battery may die in between. */
export async function putStep(step: PhoneStep): Promise<void> {
  await (await database()).put('steps', step)
}

export async function dropStep(id: string): Promise<void> {
  await (await database()).delete('steps', id)
}
