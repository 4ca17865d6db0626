import { tellTitles } from '../../ui/tell-titles.ts'
import { phoneOrders } from '../orders/phone-orders.ts'
import { isBusy } from './busy.ts'
import { showFavourites } from './favourites.ts'
import { type CustomerNews, isCustomersPage, tellsOfOrders } from './kept-pages.ts'

// What a page of the storefront does once it is awake and has nothing else to do (docs/decisions/118): it installs the
// worker that keeps such pages, says when the line dropped and came back, shows the hearts of favourites, and fetches
// what only some phones need: phone-news.ts, and what offers to tell this phone of an order. A script of its own, which
// no page waits for.

// What was touched since the page came, for phone-news.ts too.
declare global {
  var isBusyHere: (() => boolean) | undefined
}
globalThis.isBusyHere = isBusy

const LOOK_AT_PAGE_MS = 1000
/** Until what could not be fetched is asked for again. */
const AGAIN_MS = 5000
/** As long as a toast. */
const SHOWN_MS = 4000

/** order-push.ts; server/render.ts puts in its address. */
const offer_script = '/assets/order-push.js'
/** phone-news.ts; likewise. */
const news_script = '/assets/phone-news.js'

/** On the first visit the page and the worker would fetch its files both. */
const is_kept_already = navigator.serviceWorker?.controller != null
/** After a hard reload no worker answers, but there is one. */
let has_worker = is_kept_already
void navigator.serviceWorker?.getRegistration().then(
  (registration) => {
    has_worker ||= registration !== undefined
  },
  () => {},
)
const is_from_memory = document.getElementById('from-memory') !== null

if (isCustomersPage(location.pathname)) {
  void install()
  tellOfTheLine()
  followPages()
} else if (is_from_memory) followPages()

tellTitles()

/** React Router tells nobody outside React that another page stands there. */
function followPages(): void {
  let offers: Promise<unknown> | null = null
  let news: Promise<unknown> | null = null
  const look = () => {
    if (!offers && document.getElementById('order-push'))
      offers = import(/* @vite-ignore */ offer_script).catch(() => {})
    if (!document.hidden) showFavourites()
    if (!news && mayHaveNews()) {
      news = import(/* @vite-ignore */ news_script).catch(() => setTimeout(() => (news = null), AGAIN_MS))
    }
  }
  look()
  setInterval(look, LOOK_AT_PAGE_MS)
}

/** Only a worker keeps what could not be sent, only a phone with orders waits for one, few pages are from before. */
function mayHaveNews(): boolean {
  if (has_worker || is_from_memory) return true
  return phoneOrders().length > 0 && !tellsOfOrders(location.pathname)
}

function tellOfTheLine(): void {
  const news = document.getElementById('page-news')
  if (!news) return
  let clearing: ReturnType<typeof setTimeout> | undefined
  const tell = (text: string) => {
    clearTimeout(clearing)
    news.textContent = text
    news.style.bottom = document.getElementById('under-way') ? '4rem' : ''
  }
  addEventListener('offline', () => {
    if (document.getElementById('from-memory')) return
    tell(`You have been offline since ${campusTime()}. What you see is from before.`)
  })
  addEventListener('online', () => {
    const text = 'You are online again.'
    tell(text)
    clearing = setTimeout(() => news.textContent === text && tell(''), SHOWN_MS)
  })
}

function campusTime(): string {
  return new Date().toLocaleTimeString('en-GB', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' })
}

async function install(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/customer-sw.js')
    if (is_kept_already) return
    const { active } = await navigator.serviceWorker.ready
    const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    active?.postMessage({
      kind: 'keep_page',
      path: location.pathname + location.search,
      files: files.filter(({ origin }) => origin === location.origin).map(({ pathname }) => pathname),
    } satisfies CustomerNews)
  } catch {
    // Without it everything works as long as there is a line.
  }
}
