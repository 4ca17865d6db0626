import type { Role } from '../../../domain/accounts/actor.ts'

/** The worker that rings for a role. Riders have one already; the other scope holds no page. */
const workers: Readonly<Record<Role, { script: string; scope: string }>> = {
  vendor: { script: '/push-worker.js', scope: '/back-office' },
  rider: { script: '/sw.js', scope: '/rider' },
  admin: { script: '/push-worker.js', scope: '/back-office' },
}

const ENDPOINT = '/back-office/push' satisfies Address

/** Whether this browser rings while the page is closed. */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Looks without asking for the permission. Throws where our server does not answer. */
export async function readPushState(role: Role): Promise<PushState> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'unsupported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await subscriptionOf(role)
  if (!subscription || Notification.permission !== 'granted') return 'off'
  const { public_key, subscribed, user_id } = await ask(subscription.endpoint)
  if (isFor(subscription, public_key)) return subscribed ? 'on' : 'off'
  // Our server's key has changed since this was switched on: what it sends is refused, and it may have dropped this
  // device for that.
  return subscribed || remembered.read() === user_id ? turnPushOn(role) : 'off'
}

/**
 * Asks for the permission where it is not given yet, so it must be called from a press. Throws where it cannot be done.
 */
export async function turnPushOn(role: Role): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off'
  const { public_key, user_id } = await ask()
  const { script, scope } = workers[role]
  const registration = await navigator.serviceWorker.register(script, { scope })
  await isActive(registration)
  const old = await registration.pushManager.getSubscription()
  if (old && !isFor(old, public_key)) await old.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: public_key,
  })
  const { keys } = subscription.toJSON()
  await tell({
    intent: 'subscribe',
    endpoint: subscription.endpoint,
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
  remembered.write(user_id)
  return 'on'
}

/**
 * Our server is told first, so that nothing rings even where the browser keeps the subscription. Throws where it cannot
 * be told.
 */
export async function turnPushOff(role: Role): Promise<PushState> {
  const subscription = await subscriptionOf(role)
  if (!subscription) return 'off'
  remembered.write('')
  await tell({ intent: 'unsubscribe', endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  return 'off'
}

/** Who switched it on here last: it comes back by itself for that user only. A browser may refuse to remember it. */
const remembered = {
  read(): string | null {
    try {
      return localStorage.getItem('push_for')
    } catch {
      return null
    }
  },
  write(user_id: string): void {
    try {
      localStorage.setItem('push_for', user_id)
    } catch {
      // It is switched on by hand then.
    }
  },
}

async function subscriptionOf(role: Role): Promise<PushSubscription | null> {
  const { scope } = workers[role]
  const registrations = await navigator.serviceWorker.getRegistrations()
  const ours = registrations.find((registration) => new URL(registration.scope).pathname === scope)
  return (await ours?.pushManager.getSubscription()) ?? null
}

function isActive(registration: ServiceWorkerRegistration): Promise<void> {
  return new Promise((resolve) => {
    const worker = registration.installing ?? registration.waiting
    if (registration.active || !worker) return resolve()
    worker.addEventListener('statechange', () => {
      if (worker.state !== 'installed' && worker.state !== 'installing') resolve()
    })
  })
}

/** A browser that does not tell its key is believed. */
function isFor(subscription: PushSubscription, public_key: string): boolean {
  const key = subscription.options?.applicationServerKey
  if (!key) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === public_key
}

async function ask(endpoint?: string): Promise<{ public_key: string; subscribed: boolean; user_id: string }> {
  const query = endpoint === undefined ? '' : `?${new URLSearchParams({ endpoint })}`
  const answer = await fetch(ENDPOINT + query)
  if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`)
  return answer.json()
}

async function tell(fields: Record<string, string>): Promise<void> {
  const answer = await fetch(ENDPOINT, { method: 'POST', body: new URLSearchParams(fields) })
  if (!answer.ok || answer.redirected) throw new Error(`answered ${answer.status}`)
}
