import { dropUnsent, putUnsent, readUnsent, type Unsent } from './unsent-store.ts'

/** Under this tag a browser wakes the worker once it is online, even when the page is closed. */
export const UNSENT_SYNC = 'customer-unsent'

const NO_ANSWER_MS = 30_000

/** Whether it may go by itself now. */
export function isWaiting({ fields, refused, sent_at, goes_for_ms }: Unsent, now: number): boolean {
  return fields.length > 0 && refused === null && goes_for_ms !== null && sent_at + goes_for_ms > now
}

/**
 * Sends what waits, oldest first, each once more as its form did; our server hears for how long it waited, and takes
 * what it has already for the same. Answers the paths whose pages changed by it. What is refused stays, with the
 * server's reason, which `reasonIn` finds in its page. Throws where our server cannot be reached.
 */
export async function sendUnsent(reasonIn: (html: string) => string | null): Promise<string[]> {
  const changed: string[] = []
  for (const unsent of await readUnsent()) {
    if (!isWaiting(unsent, Date.now())) continue
    const answer = await fetch(unsent.path, {
      method: 'POST',
      body: bodyOf(unsent),
      redirect: 'manual',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(NO_ANSWER_MS),
    })
    // Too much at once, or an error of ours: the next time may do.
    if (answer.status === 429 || answer.status >= 500) continue
    if (answer.type === 'opaqueredirect' || answer.ok) {
      await dropUnsent(unsent.id)
      changed.push(unsent.path)
    } else {
      await putUnsent({ ...unsent, refused: reasonIn(await answer.text()) ?? 'Please call us about it.' })
    }
  }
  return changed
}

function bodyOf({ fields, sent_at }: Unsent): FormData | URLSearchParams {
  const waited = ['waited_s', String(Math.round((Date.now() - sent_at) / 1000))] as const
  const texts = fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  if (texts.length === fields.length) return new URLSearchParams([...texts, waited].map((pair) => [...pair]))
  const form = new FormData()
  for (const [name, value] of [...fields, waited]) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, 'photo.jpg')
  }
  return form
}
