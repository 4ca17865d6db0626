import { fillIn } from '../orders/fill-in.ts'
import { type OrderState, stateInWords } from '../orders/order-state.ts'
import { phoneOrders } from '../orders/phone-orders.ts'
import { tellsOfOrders } from './kept-pages.ts'

// A slim line at the end of the screen: the order that this phone waits for, on every page of the storefront; where it
// waits for none, what it ordered last, on the home page.

/** What is older was delivered, or for a slot that has come. */
const MOST_AGE_MS = 48 * 3_600_000
/** The state is under 300 bytes; even so it is asked for once in this time, on a slow line more seldom. */
const ASK_MS = 30_000
const ASK_SLOWLY_MS = 5 * 60_000
/** What storage knows it as. */
const KNOWN = 'orderUnderWay'

type Placed = { track_token: string; seen_at: string }
type Known = { track_token: string; state: OrderState[]; asked_at: number }

/** Shows it on the page that stands at `pathname`, or takes it away where there is nothing to show. */
export async function showOrderUnderWay(pathname: string): Promise<void> {
  // Whatever was forgotten under "Your orders" is forgotten here.
  if (recentOrders().length === 0) localStorage.removeItem(KNOWN)
  if (tellsOfOrders(pathname)) return draw(null)
  const show = () => {
    const order = awaited()
    draw(order ? lineOf(order) : lastOrder(pathname))
  }
  show()
  const most_age_ms = isSlow() ? ASK_SLOWLY_MS : ASK_MS
  // One that turns out to be over leads to the one before it.
  for (let order = awaited(); order; order = awaited()) {
    const known = knownOf(order)
    if (location.pathname !== pathname || (known && known.asked_at > Date.now() - most_age_ms)) break
    try {
      if (!(await ask(order))) break
    } catch {
      // Without a line it stays as it was known.
      break
    }
  }
  if (!awaited()) await fillInLast(pathname)
  if (location.pathname === pathname) show()
}

/** Keeps what the server says of the order; `false` where it did not say. */
async function ask({ track_token }: Placed): Promise<boolean> {
  const answer = await fetch(`/track/${track_token}/state` satisfies Address)
  if (!answer.ok && answer.status !== 404) return false
  const { o } = (await answer.json()) as { o?: OrderState[] }
  const recent = recentOrders().map((order) => order.track_token)
  const known: Known[] = [{ track_token, state: o ?? [], asked_at: Date.now() }]
  for (const one of knownOrders()) if (one.track_token !== track_token) known.push(one)
  localStorage.setItem(KNOWN, JSON.stringify(known.filter((one) => recent.includes(one.track_token))))
  return true
}

const isHome = (pathname: string) => /^\/(home\/?)?$/i.test(pathname)

/** On the home page, what this phone ordered last leads to where it can be had again. */
function lastOrder(pathname: string): Line | null {
  const [last] = isHome(pathname) ? phoneOrders() : []
  if (!last?.short) return null
  return {
    href: '/orders' satisfies Address,
    text: `Order again from ${last.vendors.join(', ')}: ${last.short.dishes}`,
  }
}

/** The last order for which the server was asked from this page. */
let asked_for = ''

async function fillInLast(pathname: string): Promise<void> {
  const [last] = isHome(pathname) ? phoneOrders() : []
  if (!last || last.short || last.track_token === asked_for) return
  asked_for = last.track_token
  await fillIn(last)
}

type Line = { href: string; text: string }

/** Nothing where nobody knows yet: the order may be over. */
function lineOf(order: Placed): Line | null {
  const { track_token } = order
  const open = knownOf(order)?.state.find(isOpen)
  if (!open) return null
  const href = `/track/${track_token}` satisfies Address
  return { href, text: `Order ${open[0]} is ${stateInWords(open)}` }
}

const isOpen = ([, status]: OrderState) => status !== 'Delivered' && status !== 'Cancelled'

/** The newest of the last two days that is not known to be over: a slot tonight outlasts a later lunch. */
const awaited = () => recentOrders().find((order) => knownOf(order)?.state.some(isOpen) ?? true)

const knownOf = ({ track_token }: Placed) => knownOrders().find((one) => one.track_token === track_token)
const knownOrders = () => listIn<Known>(KNOWN)
const recentOrders = () =>
  listIn<Placed>('myOrders').filter(
    ({ track_token, seen_at }) => track_token && Date.parse(seen_at) > Date.now() - MOST_AGE_MS,
  )

function draw(line: Line | null): void {
  const shown = document.getElementById('under-way')
  if (!line) {
    shown?.remove()
    return
  }
  const link = shown?.querySelector('a') ?? document.createElement('a')
  link.href = line.href
  link.textContent = `${line.text} ›`
  if (shown) return
  link.className = 'grid min-h-11 place-items-center px-4 text-center font-bold'
  const aside = document.createElement('aside')
  aside.id = 'under-way'
  aside.ariaLabel = 'Your order'
  aside.className = 'no-print bottom-0 z-30 bg-plantain text-[#1b2233] tall:sticky'
  aside.append(link)
  document.body.append(aside)
}

/** Storage may hold anything, and a browser may refuse it. */
function listIn<Value>(key: string): Value[] {
  try {
    const list = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(list) ? list.filter(Boolean) : []
  } catch {
    return []
  }
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData) || /2g|3g/.test(connection?.effectiveType ?? '')
}
