import { createContext } from 'react-router'

/** What a page says of itself to search engines and messengers beside what stands on it. */
export type Share = {
  /** The path of its own picture for a preview, 1200 by 630. */
  picture: string
  /** What it shows, in the words of schema.org. */
  structured: object
}

/** Set by the loader of a public page; app/entry.server.tsx puts it into the document. */
export const share_context = createContext<Share | null>(null)

/**
 * As a script that is data and never runs, so no Content-Security-Policy has to allow it. No text of a kitchen ends it,
 * whatever signs it has.
 */
export function structuredHtml(structured: object): string {
  const signs: Readonly<Record<string, string>> = { '<': '\\u003c', '>': '\\u003e', '&': '\\u0026' }
  const json = JSON.stringify(structured).replace(/[<>&]/g, (sign) => signs[sign] ?? '')
  return `<script type="application/ld+json">${json}</script>`
}
