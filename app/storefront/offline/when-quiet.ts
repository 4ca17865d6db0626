import { isBusy } from './busy.ts'
import { showFavourites } from './favourites.ts'
import { type CustomerNews, isCustomersPage } from './kept-pages.ts'
import { mayReload } from './may-reload.ts'
import { showOrderUnderWay } from './order-under-way.ts'
import { showUnsent } from './show-unsent.ts'

// What a page of the storefront does once it is awake and has nothing else to do (docs/decisions/118): it installs the
// worker that keeps such pages, has a page that was shown from memory come anew, says when the line dropped and came
// back, shows the order that is under way and the hearts of favourites, and offers to tell this phone of it. A script
// of its own, which no page waits for.

/**
 * An answer that takes longer is from a line on which the page might come from memory again: the worker may wait only a
 * second for it (app/workers/patience.ts).
 */
const QUICK_MS = 700
const LOOK_MS = 5000
const LOOK_AT_PAGE_MS = 1000
/** Whether the order under way is to be asked for again. */
const LOOK_AT_ORDER_MS = 10_000
/** As long as a toast. */
const SHOWN_MS = 4000

/** order-push.ts; server/render.ts puts in its address. */
const offer_script = '/assets/order-push.js'

const note = document.getElementById('from-memory')
const opened = location.pathname

if (isCustomersPage(opened)) {
  void install()
  tellOfTheLine()
  followPages()
  showUnsent()
}
if (note) lookAgain(note)

/** React Router tells nobody outside React that another page stands there. */
function followPages(): void {
  let shown = ''
  let looked_at = 0
  let offers: Promise<unknown> | null = null
  const look = () => {
    const { pathname } = location
    if (!offers && document.getElementById('order-push'))
      offers = import(/* @vite-ignore */ offer_script).catch(() => {})
    if (!document.hidden) showFavourites()
    if (document.hidden || (pathname === shown && looked_at > Date.now() - LOOK_AT_ORDER_MS)) return
    shown = pathname
    looked_at = Date.now()
    // Storage may hold what nobody here wrote.
    showOrderUnderWay(pathname).catch(() => {})
  }
  look()
  setInterval(look, LOOK_AT_PAGE_MS)
  document.addEventListener('visibilitychange', () => {
    shown = ''
    look()
  })
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
    const is_kept_already = navigator.serviceWorker.controller !== null
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

/** A page from memory comes anew once our server answers quickly, unless somebody is in the middle of something. */
function lookAgain(memory: HTMLElement): void {
  const look = async () => {
    // What is said of the first page says nothing of the next.
    if (location.pathname !== opened) memory.remove()
    if (!memory.isConnected || document.hidden || isBusy()) return
    // An answer that comes late is awaited all the same: it warms the line for the next.
    const asked_at = Date.now()
    const answer = await fetch('/health' satisfies Address, { signal: AbortSignal.timeout(LOOK_MS) }).catch(() => null)
    if (!answer?.ok || Date.now() - asked_at > QUICK_MS) return
    if (memory.isConnected && !isBusy() && mayReload()) location.reload()
  }
  addEventListener('online', look)
  setInterval(look, LOOK_MS)
}
