import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type StillHtml, still_parts } from './still-parts.ts'

const html = Object.fromEntries(
  Object.entries(still_parts).map(([part, Component]) => [part, renderToStaticMarkup(createElement(Component))]),
) as StillHtml

/** The static parts for a visitor who comes from another page by script; null for one who gets them in the document. */
export function stillHtmlFor(request: Request): StillHtml | null {
  return new URL(request.url).pathname.endsWith('.data') ? html : null
}
