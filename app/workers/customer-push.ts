import type { PushPayload } from '../../domain/notifications/outbox/push-forms.ts'
import type { PlaceQuestion } from '../ui/live/worker-messages.ts'
import { tellShown } from './tell-shown.ts'

// Tells a customer's phone of its order while no page is open (docs/decisions/125), and tells our server that it did,
// so that the text message with the same news can be saved.

const PATIENCE_TO_ANSWER_MS = 500

declare const self: ServiceWorkerGlobalScope

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

async function show({ title, body, url, tag, shown }: PushPayload): Promise<void> {
  const pages = await pagesOf(url)
  const is_seen = pages.some((page) => page.visibilityState === 'visible')
  const looks = { icon: '/icon-192.png', badge: '/icon-192.png' }
  // Whoever looks at the page reads it there; a browser wants to see a notification all the same.
  const rings = { silent: is_seen, renotify: !is_seen }
  await self.registration.showNotification(title, { body, tag, data: { url }, ...looks, ...rings })
  if (shown) await tellShown(shown)
}

/**
 * In the page that was opened there, wherever it stands by now; else in a new one. One that stands there still is not
 * loaded again: somebody may be writing in it, and it looks for news by itself when it is seen.
 */
async function open(url: string): Promise<WindowClient | null> {
  const [page] = await pagesOf(url)
  if (page && (await standsAt(page)) === url) return page.focus()
  const there = await page?.navigate(url).catch(() => null)
  return there ? there.focus() : self.clients.openWindow(url)
}

/** Its address as it is now: the browser tells only where it was opened. Null where it does not answer in time. */
function standsAt(page: WindowClient): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    page.postMessage({ kind: 'stands_at' } satisfies PlaceQuestion, [port2])
    setTimeout(() => resolve(null), PATIENCE_TO_ANSWER_MS)
  })
}

async function pagesOf(url: string): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter((page) => new URL(page.url).pathname === url)
}
