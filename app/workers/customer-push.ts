import type { PushPayload } from '../../domain/notifications/outbox/push-forms.ts'
import { tellShown } from './tell-shown.ts'

// Tells a customer's phone of its order while no page is open (docs/decisions/125), and tells our server that it did,
// so that the text message with the same news can be saved.

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

/** In the page that was opened there, wherever it stands by now; else in a new one. */
async function open(url: string): Promise<WindowClient | null> {
  const [page] = await pagesOf(url)
  const there = await page?.navigate(url).catch(() => null)
  return there ? there.focus() : self.clients.openWindow(url)
}

async function pagesOf(url: string): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return pages.filter((page) => new URL(page.url).pathname === url)
}
