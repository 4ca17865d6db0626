// "Tell me here" on the receipt and the tracking page (docs/decisions/125). The browser asks its question only after
// that press. A phone that said yes hears of its next orders too, once their receipt was open, until it is switched off
// here. With the tracking link alone, as a friend has it, each order takes a press, and saves no text message.

import type { PlaceQuestion } from '../../ui/live/worker-messages.ts'

/** What storage knows the yes as. */
const WANTED = 'orderPush'
/** On the receipt, where it was reached from the tracking page: anybody who follows the order comes so. */
const FOLLOWED = '#followed'

const LOOK_MS = 1000

type Answer = { public_key: string; subscribed: boolean }

let offered: HTMLElement | null = null
const look = () => {
  const box = document.getElementById('order-push')
  if (!box || box === offered) return
  offered = box
  void offerPush(box)
}
look()
// React Router tells nobody outside React that another page stands there.
setInterval(look, LOOK_MS)
navigator.serviceWorker?.addEventListener('message', ({ data, ports }: MessageEvent<PlaceQuestion>) => {
  if (data?.kind === 'stands_at') ports[0]?.postMessage(location.pathname)
})

/** Shows the offer where this browser can be told; nothing is asked. */
async function offerPush(box: HTMLElement): Promise<void> {
  const can = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  const button = box.querySelector('button')
  const said = box.querySelector('[role=status]')
  const { token, receipt = '' } = box.dataset
  const own = location.hash === FOLLOWED ? '' : receipt
  if (!can || !button || !said || !token) return
  let is_on = false
  const address = `/track/${token}/push` satisfies Address
  const draw = (on: boolean, words = on ? 'This phone gets the news of your order.' : '') => {
    is_on = on
    button.textContent = on ? 'Stop telling me here' : 'Tell me here'
    said.textContent = words
  }
  const turn = async () => {
    button.disabled = true
    said.textContent = 'One moment…'
    try {
      if (is_on) {
        await turnOff(address)
        draw(false)
      } else {
        const blocked = await turnOn(address, own)
        draw(blocked === null, blocked ?? undefined)
      }
    } catch {
      draw(is_on, 'That did not work. Please check your connection and try again.')
    }
    button.disabled = false
  }
  button.addEventListener('click', () => void turn())
  try {
    if (Notification.permission === 'granted' && localStorage.getItem(WANTED) === 'yes') {
      draw(own ? (await turnOn(address, own)) === null : await isOn(address))
    }
  } catch {
    // It is offered by its button.
  }
  box.hidden = false
}

/** Answers what stands in the way, in words; null where this phone is told from now on. Called from a press. */
async function turnOn(address: string, receipt: string): Promise<string | null> {
  const permission = await Notification.requestPermission()
  if (permission === 'denied') {
    return 'Your browser blocks it. Allow notifications in the settings of this page (left of its address) first.'
  }
  if (permission !== 'granted') return 'Not switched on. The text messages come as before.'
  const { pushManager } = await ourWorker()
  const known = await pushManager.getSubscription()
  const { public_key } = await ask(address)
  if (known && !isFor(known, public_key)) await known.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  const { keys } = subscription.toJSON()
  const { endpoint } = subscription
  const given = { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' }
  await tell(address, { intent: 'subscribe', receipt, ...given })
  remember('yes')
  return null
}

/** Whether this phone hears of these orders already. */
async function isOn(address: string): Promise<boolean> {
  const { pushManager } = await ourWorker()
  const known = await pushManager.getSubscription()
  if (!known) return false
  const { public_key, subscribed } = await ask(`${address}?endpoint=${encodeURIComponent(known.endpoint)}`)
  return subscribed && isFor(known, public_key)
}

/** Our server is told first, so that nothing comes even where the browser keeps the subscription. */
async function turnOff(address: string): Promise<void> {
  remember('no')
  const { pushManager } = await ourWorker()
  const subscription = await pushManager.getSubscription()
  if (!subscription) return
  await tell(address, { intent: 'unsubscribe', endpoint: subscription.endpoint })
  await subscription.unsubscribe()
}

/** The worker of the storefront; riders and back offices have their own. */
async function ourWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/customer-sw.js')
  return navigator.serviceWorker.ready
}

/** A browser that does not tell its key is believed. */
function isFor(subscription: PushSubscription, public_key: string): boolean {
  const key = subscription.options?.applicationServerKey
  if (!key) return true
  const text = btoa(String.fromCharCode(...new Uint8Array(key)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === public_key
}

async function ask(address: string): Promise<Answer> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
  return answer.json()
}

async function tell(address: string, fields: Record<string, string>): Promise<void> {
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
  if (!answer.ok) throw new Error(`answered ${answer.status}`)
}

/** A browser may refuse to remember it; then each order has its own button. */
function remember(wanted: 'yes' | 'no'): void {
  try {
    localStorage.setItem(WANTED, wanted)
  } catch {
    // As said above.
  }
}
