// Rings a device whose page is closed (docs/decisions/044). Riders have it inside public/sw.js; for vendors and admins it
// stands alone, with a scope in which no page lies. It keeps nothing and answers no request.

const PATIENCE_TO_ANSWER_MS = 500

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showNews(event.data.json()))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(event.notification.data.url))
})

/** A page that somebody looks at rings by itself; a browser wants to see a notification all the same. */
async function showNews({ title, body, url, tag }) {
  const seen = (await openPages()).some((page) => page.visibilityState === 'visible')
  const options = { body, tag, data: { url }, icon: '/icon-192.png', badge: '/icon-192.png' }
  await self.registration.showNotification(title, { ...options, silent: seen, renotify: !seen })
}

async function goTo(url) {
  for (const page of await openPages()) {
    if (await goesTo(page, url)) return page.focus()
  }
  return self.clients.openWindow(url)
}

/** Whether an open page goes there by itself (app/ui/use-push-target.ts); one of the storefront does not answer. */
function goesTo(page, url) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(true)
    page.postMessage({ kind: 'go_to', url }, [port2])
    setTimeout(() => resolve(false), PATIENCE_TO_ANSWER_MS)
  })
}

/** The one that was looked at last comes first. */
function openPages() {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true })
}
