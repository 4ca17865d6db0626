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

type Newest = { track_token: string; seen_at: string }
type Known = { track_token: string; state: OrderState[]; asked_at: number }

/** Shows it on the page that stands at `pathname`, or takes it away where there is nothing to show. */
export async function showOrderUnderWay(pathname: string): Promise<void> {
  const newest = newestOrder()
  // Whatever was forgotten under "Your orders" is forgotten here.
  if (!newest) localStorage.removeItem(KNOWN)
  if (tellsOfOrders(pathname)) return draw(null)
  let known = newest && read<Known>(KNOWN)
  if (known?.track_token !== newest?.track_token) known = null
  const show = () => draw(newest && !isOver(known) ? lineOf(newest, known) : lastOrder(pathname))
  show()
  const asked_at = Date.now()
  const is_fresh = known && known.asked_at > asked_at - (isSlow() ? ASK_SLOWLY_MS : ASK_MS)
  if (newest && !isOver(known) && !is_fresh) {
    try {
      const answer = await fetch(`/track/${newest.track_token}/state` satisfies Address)
      if (!answer.ok && answer.status !== 404) return
      const { o } = (await answer.json()) as { o?: OrderState[] }
      known = { track_token: newest.track_token, state: o ?? [], asked_at }
      if (newestOrder()?.track_token !== newest.track_token) return
      localStorage.setItem(KNOWN, JSON.stringify(known))
    } catch {
      // Without a line it stays as it was known.
      return
    }
  }
  if (newest && !isOver(known)) return location.pathname === pathname ? show() : undefined
  await fillInLast(pathname)
  if (location.pathname === pathname) show()
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
function lineOf({ track_token }: Newest, known: Known | null): Line | null {
  const open = known?.state.find(isOpen)
  if (!open) return null
  const href = `/track/${track_token}` satisfies Address
  return { href, text: `Order ${open[0]} is ${stateInWords(open, 'there by')}` }
}

const isOpen = ([, status]: OrderState) => status !== 'Delivered' && status !== 'Cancelled'
const isOver = (known: Known | null) => known !== null && !known.state.some(isOpen)

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
  aside.className = 'no-print sticky bottom-0 z-30 bg-plantain text-[#1b2233]'
  aside.append(link)
  document.body.append(aside)
}

function newestOrder(): Newest | null {
  const [newest] = read<Newest[]>('myOrders') ?? []
  return newest?.track_token && Date.parse(newest.seen_at) > Date.now() - MOST_AGE_MS ? newest : null
}

/** Storage may hold anything, and a browser may refuse it. */
function read<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return Boolean(connection?.saveData) || /2g|3g/.test(connection?.effectiveType ?? '')
}
