import type { CDPSession, Page } from 'playwright-core'
import type { PushPayload } from '../domain/notifications/outbox/push-forms.ts'
import { sandboxDevice } from './pushes.ts'
import { registrationOf } from './service-worker.ts'

/**
 * This browser has no push service to subscribe at, so its subscription is the sandbox's: everything from the switch to
 * what our server sends is real, and so is what the service worker does with it.
 */
export async function giveSubscription(page: Page, sandbox: { url: string; port: number }) {
  const device = sandboxDevice(sandbox, `http://localhost:${sandbox.port}`)
  await page.addInitScript((address) => {
    if (!('PushManager' in window)) return
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    const subscription = (key: string) => ({
      endpoint: address.endpoint,
      options: { applicationServerKey: bytes(key).buffer },
      toJSON: () => ({ endpoint: address.endpoint, keys: { p256dh: address.p256dh, auth: address.auth } }),
      async unsubscribe() {
        localStorage.removeItem('subscribed')
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
        localStorage.setItem('subscribed', applicationServerKey)
        return subscription(applicationServerKey)
      },
      async getSubscription() {
        const key = localStorage.getItem('subscribed')
        return key && subscription(key)
      },
    })
  }, device.address)
  return device
}

/** Hands push messages to the service worker of a scope, as the browser's push service would. */
export async function deliveryTo(cdp: CDPSession, origin: string, scope: string) {
  const registrationId = await registrationOf(cdp, origin + scope)
  return (news: PushPayload) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(news),
    })
}

/** Runs in the service worker: presses the one notification that is shown, and answers where that led. */
export async function pressNotification(): Promise<string> {
  const worker = globalThis as unknown as {
    registration: ServiceWorkerRegistration
    clients: { openWindow: unknown }
    WindowClient: { prototype: { focus: unknown } }
    NotificationEvent: new (kind: string, given: { notification: Notification }) => Event
  }
  const [notification] = await worker.registration.getNotifications()
  if (!notification) throw new Error('nothing is shown')
  return new Promise((resolve) => {
    // A browser lets only a real press do either.
    worker.WindowClient.prototype.focus = async () => resolve('focus')
    worker.clients.openWindow = async (url: string) => resolve(`open ${url}`)
    globalThis.dispatchEvent(new worker.NotificationEvent('notificationclick', { notification }))
  })
}

export const howManyAreShown = async () =>
  (await (globalThis as unknown as { registration: ServiceWorkerRegistration }).registration.getNotifications()).length
