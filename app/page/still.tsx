import { createContext, useContext } from 'react'

/** HTML of the document by its name, for React on the server (app/entry.server.tsx). */
export const StillHtml = createContext<Readonly<Record<string, string>>>({})

/** A part that no script needs (still-parts.server.ts), where it stands. React leaves the document's HTML as it is. */
export function Still<Part extends string>(props: {
  part: Part
  parts: Readonly<Record<Part, string>> | null
  className?: string
}) {
  const of_document = useContext(StillHtml)
  const html = props.parts?.[props.part] ?? of_document[props.part] ?? ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, escaped by React on the server.
  return <div className={props.className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
}
