import { createContext, useContext, useState } from 'react'

/** HTML of the document by its name, for React on the server (app/entry.server.tsx). */
export const StillHtml = createContext<Readonly<Record<string, string>>>({})

type StillProps<Part extends string> = {
  part: Part
  parts: Readonly<Record<Part, string>> | null
  className?: string
}

/** A part that no script needs (still-parts.server.ts), where it stands. React leaves the document's HTML as it is. */
export function Still<Part extends string>({ part, parts, className }: StillProps<Part>) {
  const of_document = useContext(StillHtml)
  // Read once: what is drawn into it later, as the hearts of favourites, is no news to React.
  const [stood] = useState(() => parts?.[part] ?? of_document[part] ?? standing(part))
  return (
    <div
      className={className}
      data-still={part}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
      dangerouslySetInnerHTML={{ __html: parts?.[part] ?? stood }}
    />
  )
}

/** What stands on the page: where React has to draw a document once more, it has no other. The server has it all. */
const standing = (part: string) => document.querySelector(`[data-still=${part}]`)?.innerHTML ?? ''
