import type { QueuedStep } from '../../../domain/delivery/forms.ts'
import type { StepOutcome } from '../../../domain/delivery/steps/record-steps.ts'

/** A step on this phone: kept until our server has given its last word about it and its rider knows it. */
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
  /** Of a step that is `photo_unsent`: its photo, and the key that signs it once the photo has an address. */
  unsigned?: { photo: Blob; step_key: string }
}

/** public/sw.js reads the same database when the line comes back to a closed page. */
const DATABASE = 'rider-steps'
const STORE = 'steps'

let opened: Promise<IDBDatabase> | null = null

/** All steps that this phone keeps, in the order in which they were done. */
export async function readSteps(): Promise<PhoneStep[]> {
  const steps = await ask<PhoneStep[]>('readonly', (store) => store.getAll())
  return steps.sort((one, other) => one.step.happened_at.localeCompare(other.step.happened_at))
}

export async function putStep(step: PhoneStep): Promise<void> {
  await ask('readwrite', (store) => store.put(step))
}

export async function dropStep(id: string): Promise<void> {
  await ask('readwrite', (store) => store.delete(id))
}

async function ask<Result>(
  mode: IDBTransactionMode,
  request: (store: IDBObjectStore) => IDBRequest,
): Promise<Result> {
  opened ??= open()
  const transaction = (await opened).transaction(STORE, mode)
  const asked = request(transaction.objectStore(STORE))
  return new Promise((resolve, reject) => {
    // Once it is on the disk, not sooner: a battery may die in between.
    transaction.oncomplete = () => resolve(asked.result as Result)
    transaction.onabort = () => reject(transaction.error ?? new Error('The step could not be kept'))
  })
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('This phone keeps nothing'))
  })
}
