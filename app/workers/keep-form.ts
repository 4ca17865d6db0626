import { sendUnsent, UNSENT_SYNC } from '../storefront/offline/send-unsent.ts'
import { putUnsent } from '../storefront/offline/unsent-store.ts'
import { whatIsSent } from '../storefront/offline/what-is-sent.ts'

declare const self: ServiceWorkerGlobalScope

/** A photo is shrunk before it is sent (ui/shrink-photo.ts); what is larger is not kept. */
const LARGEST_FILE_BYTES = 4_000_000

/** The forms of a customer's order: what else is sent says by itself what became of it. */
export const isKeptForm = (pathname: string) => /^\/track\/[^/]+(\/problem)?\/?$/.test(pathname)

/**
 * Sends a form. Without a line it is kept on the phone, and the page that comes then says so; where the phone keeps
 * nothing the browser says that there is no line, as without a worker.
 */
export async function sendForm({ request }: FetchEvent): Promise<Response> {
  const copy = request.clone()
  try {
    return await fetch(request)
  } catch (error) {
    const { pathname } = new URL(request.url)
    try {
      await keep(pathname, await copy.formData())
    } catch {
      throw error
    }
    return Response.redirect(pathname, 303)
  }
}

async function keep(path: string, form: FormData): Promise<void> {
  const fields = [...form].filter(([, value]) => typeof value === 'string' || value.size > 0)
  const sent = whatIsSent(fields)
  const is_kept =
    sent.goes_for_ms !== null &&
    fields.every(([, value]) => typeof value === 'string' || value.size <= LARGEST_FILE_BYTES)
  const id = crypto.randomUUID()
  await putUnsent({ ...sent, id, path, fields: is_kept ? fields : [], sent_at: Date.now(), refused: null })
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
  if (pages.length === 0) await sendUnsent(alertIn)
}

/** What our server says in the page that it answers with; a worker has no parser of pages. */
function alertIn(html: string): string | null {
  const [, said = ''] = /role="alert"[^>]*>([^<]+)</.exec(html) ?? []
  return said.trim() || null
}
