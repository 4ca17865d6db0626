import { changeUnsent, dropUnsent, readUnsent, type Unsent } from './unsent-store.ts'

/** Under this tag a browser wakes the worker once it is online, even when the page is closed. */
export const UNSENT_SYNC = 'customer-unsent'

const NO_ANSWER_MS = 30_000
/** How long it waits after each time that it was sent in vain. */
const AGAIN_AFTER_MS = [10_000, 30_000, 2 * 60_000, 10 * 60_000] as const
const LONGEST_MS = 10 * 60_000

type ReasonIn = (html: string) => string | null
type Run = {
  /** The paths whose pages changed by it. */
  changed: string[]
  /** Whether something is still to go by itself. */
  is_left: boolean
}

/** Whether it goes by itself, now or soon. */
export function isWaiting({ fields, refused, sent_at, goes_for_ms }: Unsent, now: number): boolean {
  return fields.length > 0 && refused === null && goes_for_ms !== null && sent_at + goes_for_ms > now
}

/** Whether it may go right now. */
export function isDue(unsent: Unsent, now: number): boolean {
  return isWaiting(unsent, now) && (unsent.next_at ?? 0) <= now
}

/** As it is kept after it was sent in vain. */
export function afterTry(unsent: Unsent, now: number): Unsent {
  const tries = unsent.tries ?? 0
  return { ...unsent, tries: tries + 1, next_at: now + (AGAIN_AFTER_MS[tries] ?? LONGEST_MS) }
}

/**
 * Sends what is due, oldest first, each once more as its form did; our server hears for how long it waited, and takes
 * what it has already for the same. What is refused stays, with the server's reason, which `reasonIn` finds in its
 * page. What has no answer goes later again, and stops nothing else. Of several pages and the worker one sends.
 */
export async function sendUnsent(reasonIn: ReasonIn): Promise<Run> {
  // Older browsers have no locks.
  if (!('locks' in navigator)) return sendDue(reasonIn)
  return navigator.locks.request(UNSENT_SYNC, { ifAvailable: true }, (lock) =>
    lock ? sendDue(reasonIn) : { changed: [], is_left: false },
  )
}

async function sendDue(reasonIn: ReasonIn): Promise<Run> {
  const changed: string[] = []
  for (const { id } of await readUnsent()) {
    // Somebody may have thrown it away while another was sent.
    const unsent = (await readUnsent()).find((one) => one.id === id)
    if (!unsent || !isDue(unsent, Date.now())) continue
    const became = await sendOne(unsent, reasonIn)
    if (became) await changeUnsent(became)
    else {
      await dropUnsent(id)
      changed.push(unsent.path)
    }
  }
  return { changed, is_left: (await readUnsent()).some((one) => isWaiting(one, Date.now())) }
}

/** As it is kept from now on; null once our server has it. */
async function sendOne(unsent: Unsent, reasonIn: ReasonIn): Promise<Unsent | null> {
  try {
    const answer = await fetch(unsent.path, {
      method: 'POST',
      body: bodyOf(unsent),
      redirect: 'manual',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    })
    if (answer.type === 'opaqueredirect' || answer.ok) return null
    // Too much at once, or an error of ours: the next time may do.
    if (answer.status === 429 || answer.status >= 500) return afterTry(unsent, Date.now())
    return { ...unsent, fields: [], refused: reasonIn(await answer.text()) ?? 'Please call us about it.' }
  } catch {
    return afterTry(unsent, Date.now())
  }
}

function bodyOf({ fields, sent_at }: Unsent): FormData | URLSearchParams {
  // Never nothing: our server looks for it then.
  const waited = ['waited_s', String(Math.max(1, Math.ceil((Date.now() - sent_at) / 1000)))] as const
  const texts = fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  if (texts.length === fields.length) return new URLSearchParams([...texts, waited].map((pair) => [...pair]))
  const form = new FormData()
  for (const [name, value] of [...fields, waited]) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'photo.jpg')
  }
  return form
}
