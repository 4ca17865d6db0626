import type { PushPayload } from '../../domain/notifications/outbox/push-forms.ts'
import type { BellQuestion } from '../ui/live/worker-messages.ts'
import { tellShown } from './tell-shown.ts'

// Rings a device whose page is closed (docs/decisions/044). Riders have it inside rider-worker.ts; for vendors and
// admins it stands alone, with a scope in which no page lies. It keeps nothing and answers no request, and
// tells our server what it showed: a kitchen's devices count only while they do (decision 173).

declare const self: ServiceWorkerGlobalScope

const PATIENCE_TO_ANSWER_MS = 500

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNews(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data.url))
})

let in_turn = Promise.resolve()
/** The report that is on its way, which keeps this worker awake. */
let told = Promise.resolve()

/** In the order in which they came, because the newest of a tag is the one that stays. */
function showNews(news: PushPayload): Promise<void> {
  const asked = isSeen()
  const next = in_turn.then(async () => show(news, await asked))
  in_turn = next.catch(() => {})
  return next.then(() => told)
}

/** Whether somebody looks at a back office. */
async function isSeen(): Promise<boolean> {
  const visible = (await openPages()).filter((page) => page.visibilityState === 'visible')
  return (await backOffices(visible)).length > 0
}

/** A page that is seen rings by itself; a browser wants to see a notification all the same. */
async function show({ title, body, url, tag, shown }: PushPayload, is_seen: boolean): Promise<void> {
  const looks = { icon: '/icon-192.png', badge: '/icon-192.png' }
  const rings = { silent: is_seen, renotify: !is_seen }
  await self.registration.showNotification(title, { body, tag, data: { url }, ...looks, ...rings })
  // The next notification does not wait for the line.
  if (shown) told = tellShown(shown)
}

async function goTo(url: string): Promise<WindowClient | null> {
  const [page] = await backOffices(await openPages())
  if (page && (await answers(page, { kind: 'go_to', url }))) return page.focus()
  return self.clients.openWindow(url)
}

/**
 * Those of the pages that have a bell, in the same order. All are asked at once, because one without a bell never
 * answers.
 */
async function backOffices(pages: readonly WindowClient[]): Promise<WindowClient[]> {
  const answered = await Promise.all(pages.map((page) => answers(page, { kind: 'has_bell' })))
  return pages.filter((_, place) => answered[place])
}

/** Whether a page hears it (app/ui/live/use-push-target.ts); one of the storefront or of the login does not answer. */
function answers(page: WindowClient, question: BellQuestion): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    page.postMessage(question, [port2])
    setTimeout(() => resolve(false), PATIENCE_TO_ANSWER_MS)
  })
}

/** The one that was looked at last comes first. */
function openPages(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
