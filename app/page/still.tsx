import { createContext, useContext, useState } from 'react'

/** HTML of the document by its name, for React on the server (app/entry.server.tsx). */
export const StillHtml = createContext<Readonly<Record<string, string>>>({})

/** A part that no script needs (still-parts.server.ts), where it stands. React leaves the document's HTML as it is. */
export function Still<Part extends string>(props: {
  part: Part
  parts: Readonly<Record<Part, string>> | null
  className?: string
}) {
  const of_document = useContext(StillHtml)
  // Read once: what is drawn into it later, as the hearts of favourites, is no news to React.
  const [stood] = useState(() => (props.parts ? '' : standing(props.part)))
  const html = props.parts?.[props.part] ?? of_document[props.part] ?? stood
  return (
    <div
      className={props.className}
      data-still={props.part}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

/** What stands on the page: where React has to draw a document once more, it has no other. */
function standing(part: string): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector(`[data-still=${part}]`)?.innerHTML ?? ''
}
