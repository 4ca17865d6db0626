import { createContext, type RouterContextProvider } from 'react-router'

/** HTML of this document that no script needs, by its name; filled by loaders, read by the server's rendering. */
export const still_context = createContext<Readonly<Record<string, string>>>({})

/**
 * Parts of a page as HTML, which a document holds once and no script repeats: for the data of a document they are null.
 * A visitor who comes from another page without loading a document gets them as data.
 */
export function stillParts<Part extends string>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  parts: Readonly<Record<Part, string>>,
): Readonly<Record<Part, string>> | null {
  if (new URL(request.url).pathname.endsWith('.data')) return parts
  context.set(still_context, { ...context.get(still_context), ...parts })
  return null
}
