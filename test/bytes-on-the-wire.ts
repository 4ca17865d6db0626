import type { Page } from 'playwright-core'

/** What a page fetched from `origin`: its address, its kind, and its bytes as they were sent, headers included. */
export type Fetched = { path: string; kind: string; bytes: number }

/**
 * Counts what this page fetches from now on, as it goes over the network: compressed, nothing for what the browser
 * kept, and without the help of its service worker. Answers what came since it was asked last; pictures are left out,
 * as in the promise of bytes (docs/promises.md#from-browsing-to-tracking).
 */
export async function bytesOnTheWire(page: Page, origin: string): Promise<() => Fetched[]> {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  // What the page's worker fetched would not be seen here.
  await client.send('Network.setBypassServiceWorker', { bypass: true })
  const asked = new Map<string, Fetched & { body_bytes: number }>()
  let fetched: Fetched[] = []
  client.on('Network.responseReceived', ({ requestId, response, type }) => {
    const is_picture = type === 'Image' || response.mimeType.startsWith('image/')
    if (is_picture || !response.url.startsWith(`${origin}/`)) return
    const one = {
      path: response.url.slice(origin.length),
      kind: type,
      bytes: response.encodedDataLength,
      body_bytes: Number(response.headers['content-length'] ?? 0),
    }
    asked.set(requestId, one)
    fetched.push(one)
  })
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  // The router leaves an answer when it has read what it wants of it, which is all: it was sent all the same.
  client.on('Network.loadingFailed', ({ requestId }) => {
    const one = asked.get(requestId)
    if (one) one.bytes += one.body_bytes
  })
  return () => {
    // What comes when a page has nothing else to do comes now or later: who goes on at once is there before it.
    const since = fetched.filter(({ path, bytes }) => bytes > 0 && !/^\/assets\/(when-quiet|order-push)-/.test(path))
    fetched = []
    return since
  }
}
