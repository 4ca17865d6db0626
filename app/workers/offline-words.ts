import { brand } from '../../domain/brand.ts'
import { FROM_MEMORY_LOOK, UNSENT_LINE_LOOK, UNSENT_LOOK } from '../page/notes-look.ts'
import type { Unsent } from '../storefront/offline/unsent-store.ts'
import { unsentWords } from '../storefront/offline/unsent-words.ts'
import { logo_drawing } from '../ui/logo-drawing.ts'
import type { KeptPage } from './kept-customer-pages.ts'

// What a customer reads without a line, in documents that no server made.

const day_and_time = { timeZone: 'Africa/Lagos', hour12: false, hour: '2-digit', minute: '2-digit' } as const
const time = new Intl.DateTimeFormat('en-GB', day_and_time)
const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', day: 'numeric', month: 'long' })

/** `12:40`, and on another day `12:40 on 22 November`. */
function whenText(at: Date, now: Date): string {
  return day.format(at) === day.format(now) ? time.format(at) : `${time.format(at)} on ${day.format(at)}`
}

type Moment = {
  now: Date
  /** Whether an answer could still come. A browser's own `onLine` is often wrong, so nobody asks it. */
  is_slow: boolean
  /** Whether it is from before what this phone sent last. */
  is_before: boolean
  /** What was not sent, as `unsentBox` says it. */
  unsent: string
}

/** A kept page that says from when it is. It is the first in the page, and React leaves it there. */
export function withNote({ html, kept_at, headers }: KeptPage, { now, is_slow, is_before, unsent }: Moment): Response {
  const why = is_slow ? 'Weak network' : 'You are offline'
  const before = is_before ? ', from before what you sent last' : ''
  const note =
    `<aside id="from-memory" data-at="${kept_at.getTime()}" aria-label="From memory" ` +
    `class="${FROM_MEMORY_LOOK}">${why}. This is as of ${whenText(kept_at, now)}${before}.</aside>`
  return new Response(
    html.replace(/<body[^>]*>/, (body) => body + unsent + note),
    { headers },
  )
}

/** What this phone could not send; the page makes more of it once it is awake (storefront/offline/show-unsent.ts). */
export function unsentBox(unsent: readonly Unsent[], now: Date): string {
  if (unsent.length === 0) return ''
  const lines = unsent.map((one) => `<p class="${UNSENT_LINE_LOOK}">${escaped(unsentWords(one, now.getTime()))}</p>`)
  return `<div id="not-sent" aria-label="Not sent" role="status" class="${UNSENT_LOOK}">${lines.join('')}</div>`
}

/** What stands in the place of every page that this phone has not kept, below what was not sent. */
export function offlinePage(path: string, kept: readonly { path: string; title: string }[], unsent: string): Response {
  const nonce = crypto.randomUUID()
  const links = kept.map((page) => `<li><a href="${escaped(page.path)}">${page.title}</a></li>`)
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#14275a"><title>You are offline - ${brand.name}</title>
<style nonce="${nonce}">${style}</style></head>
<body><header>${brand.name}</header>${unsent}<main><svg aria-hidden="true"
class="big" viewBox="0 0 64 64" fill="none" stroke-linecap="round">${logo_drawing}</svg><h1>You are offline</h1>
<p>${/^\/(checkout|cart)/.test(path) ? 'Your cart and what you typed are kept on this phone. ' : ''}This page comes by
itself when the network is back.</p><p><a class="button" href="${escaped(path)}">Try again</a></p>
${links.length > 0 ? `<h2>Kept on this phone</h2><ul>${links.join('')}</ul>` : ''}
<p class="soft">About an order you can always call <a href="tel:${brand.support_phone.replaceAll(' ', '')}">${
    brand.support_phone
  }</a>.</p></main>
<script nonce="${nonce}">${script}</script></body></html>`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'`
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  })
}

/** Phones without a working network often believe that they are online. */
const HEALTH = '/health' satisfies Address
const script =
  `let l=()=>document.hidden||fetch("${HEALTH}").then(()=>location.reload(),()=>{});` +
  'addEventListener("online",l);setInterval(l,5e3)'

const style = `:root{color-scheme:light dark;--page:#faf7f2;--ink:#1b2233;--soft:#596074;--link:#1d3a8a;--bar:#0d1b42;
--line:#e4dccf;--card:#fff}
@media (prefers-color-scheme:dark){:root{--page:#10141f;--ink:#f1eee8;--soft:#b3b8c6;--link:#a8c0ff;--bar:#0f1a38;
--line:#2f3850;--card:#181e2d}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:break-word}
header{background:var(--bar);color:#fff;padding:1rem;font-size:1.25rem;font-weight:800}
main{max-width:32rem;margin:auto;padding:2rem 1rem;text-align:center}
.big{width:4rem;height:4rem}
h1{font-size:1.5rem;margin:.5rem 0}
h2{font-size:1.125rem;margin:2.5rem 0 .75rem;text-align:left}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.button{display:inline-block;min-height:44px;padding:.6rem 1.5rem;border-radius:.75rem;background:#c8401a;color:#fff;
font-weight:700;text-decoration:none}
ul{list-style:none;margin:0;padding:0;text-align:left;border:1px solid var(--line);border-radius:1rem;
background:var(--card)}
li+li{border-top:1px solid var(--line)}
#not-sent{background:var(--card);border-bottom:1px solid var(--line);padding:.25rem 1rem;text-align:center;
font-weight:600}
li a{display:block;padding:.75rem 1rem;min-height:44px}
.soft{color:var(--soft);margin-top:2rem}`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
