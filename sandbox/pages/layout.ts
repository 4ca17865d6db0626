import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const places = [
  ['/', 'Start'],
  ['/inbox', 'Inbox'],
  ['/control', 'Control'],
] as const

/** The frame of the sandbox's own pages. `live` reloads the main part when the page's version changes. */
export function page(options: { title: string; path: string; app_url: string; live?: boolean; body: Html }): Html {
  const { title, path, app_url, body } = options
  const live = options.live ? html`<script type="module" src="/pages/live.ts"></script>` : ''
  return html`<!doctype html>
<html lang="en-NG">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${title} – Sandbox</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/sandbox.css" />
    ${live}
  </head>
  <body>
    <header class="bar">
      <p class="strip">Sandbox – no real money, no real messages</p>
      <nav aria-label="Sandbox">
        ${places.map(
          ([href, name]) => html`<a href="${href}" ${href === path ? html`aria-current="page"` : ''}>${name}</a>`,
        )}
        <a href="${app_url}">The product</a>
      </nav>
    </header>
    <main>
      <h1>${title}</h1>
      ${body}
    </main>
  </body>
</html>`
}

const lagos = new Intl.DateTimeFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'medium',
  timeStyle: 'medium',
})

export const timeOf = (ms: number): Html =>
  html`<time datetime="${new Date(ms).toISOString()}">${lagos.format(ms)}</time>`

const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })

export const nairaOf = (kobo: number): string => naira.format(kobo / 100)
