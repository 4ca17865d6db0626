import { isBusy } from './busy.ts'
import { isCustomersPage } from './kept-pages.ts'
import { mayReload } from './may-reload.ts'
import { showOrderUnderWay } from './order-under-way.ts'
import { showUnsent } from './show-unsent.ts'

// What this phone is to be told on every page of the storefront: the order that it waits for, what it could not send,
// and a page that was shown from memory anew. A script of its own, because on a first visit there is nothing of it;
// when-quiet.ts fetches it.

/**
 * An answer that takes longer is from a line on which the page might come from memory again: the worker may wait only a
 * second for it (app/workers/patience.ts).
 */
const QUICK_MS = 700
const LOOK_MS = 5000
const LOOK_AT_PAGE_MS = 1000
/** Whether the order under way is to be asked for again. */
const LOOK_AT_ORDER_MS = 10_000

const note = document.getElementById('from-memory')
const opened = location.pathname
let shown = ''
let looked_at = 0

if (note) lookAgain(note)
if (isCustomersPage(opened)) {
  showUnsent()
  followPages()
}

/** React Router tells nobody outside React that another page stands there. */
function followPages(): void {
  look()
  setInterval(look, LOOK_AT_PAGE_MS)
  document.addEventListener('visibilitychange', () => {
    shown = ''
    look()
  })
}

function look(): void {
  const { pathname } = location
  if (document.hidden || (pathname === shown && looked_at > Date.now() - LOOK_AT_ORDER_MS)) return
  shown = pathname
  looked_at = Date.now()
  // Storage may hold what nobody here wrote.
  showOrderUnderWay(pathname).catch(() => {})
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
