import { type StillHtml, type StillPart, still_parts } from './still-parts.ts'

/**
 * A part of the page that only stands there. The server renders it; the browser keeps what stands in the document
 * without knowing its words, so that none of them are in a script that a phone would have to load. `html` holds them
 * for a visitor who comes from another page without loading a document.
 */
export function Still({ part, html }: { part: StillPart; html: StillHtml | null }) {
  if (import.meta.env.SSR) {
    const Part = still_parts[part]
    return (
      <div>
        <Part />
      </div>
    )
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html?.[part] ?? '' }} />
}
