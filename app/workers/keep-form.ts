import { sendUnsent, UNSENT_SYNC } from '../storefront/offline/send-unsent.ts'
import { dropReplacedBy, putUnsent, readUnsent } from '../storefront/offline/unsent-store.ts'
import { type Fields, whatIsSent } from '../storefront/offline/what-is-sent.ts'

declare const self: ServiceWorkerGlobalScope

/** A photo is shrunk before it is sent (ui/pictures/shrink-photo.ts); what is larger is not kept. */
const LARGEST_FILE_BYTES = 4_000_000

/** The forms of a customer's order: what else is sent says by itself what became of it. */
export const isKeptForm = (pathname: string) => /^\/track\/[^/]+(\/problem)?\/?$/.test(pathname)

/**
 * Sends a form. Without a line it is kept on the phone, and the page that comes then says so; where the phone keeps
 * nothing the browser says that there is no line, as without a worker.
 */
export async function sendForm({ request }: FetchEvent): Promise<Response> {
  const { pathname } = new URL(request.url)
  const copy = request.clone()
  const sent_at = Date.now()
  let answer: Response
  try {
    answer = await fetch(request)
  } catch (error) {
    try {
      await keep(pathname, fieldsOf(await copy.formData()), sent_at)
    } catch {
      throw error
    }
    return Response.redirect(pathname, 303)
  }
  if (answer.ok || answer.type === 'opaqueredirect') await dropOlder(pathname, copy)
  return answer
}

/** What waits and was said anew by a form that our server took shall not come after it. */
async function dropOlder(path: string, copy: Request): Promise<void> {
  if (!(await readUnsent()).some((one) => one.path === path)) return
  try {
    const fields = fieldsOf(await copy.formData())
    await dropReplacedBy({ ...whatIsSent(fields), path, fields })
  } catch {
    // Then it comes, and our server refuses an older note and takes the same for the same.
  }
}

const fieldsOf = (form: FormData): Fields =>
  [...form].filter(([, value]) => typeof value === 'string' || value.size > 0)

async function keep(path: string, fields: Fields, sent_at: number): Promise<void> {
  const sent = whatIsSent(fields)
  const is_kept =
    sent.goes_for_ms !== null &&
    fields.every(([, value]) => typeof value === 'string' || value.size <= LARGEST_FILE_BYTES)
  const id = crypto.randomUUID()
  await putUnsent({ ...sent, id, path, fields: is_kept ? fields : [], sent_at, refused: null })
  try {
    const { sync } = self.registration as { sync?: { register(tag: string): Promise<void> } }
    await sync?.register(UNSENT_SYNC)
  } catch {
    // Where it does not exist or is forbidden, the page sends it when it is open.
  }
}

/** An open page sends by itself and tells what was refused; after a throw the browser tries again later. */
export async function sendWithoutPage(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' })
  if (pages.length > 0) return
  const { is_left } = await sendUnsent(alertIn)
  if (is_left) throw new Error('Not all that waits was sent')
}

/** What our server says in the page that it answers with; a worker has no parser of pages. */
function alertIn(html: string): string | null {
  const [, said = ''] = /role="alert"[^>]*>([^<]+)</.exec(html) ?? []
  return said.trim() || null
}
