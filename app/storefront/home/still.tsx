import { type StillHtml, type StillPart, still_parts } from './still-parts.ts'

/**
 * A static part of the page. The server renders it and the browser keeps the document's HTML, so that its words are in
 * no script that a phone would have to load. `html` holds it for a visitor who comes from another page without loading
 * a document.
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
