import { plainText } from '../domain/plain-text.ts'

/** U+FFFD, as an address writes it. */
const REPLACEMENT = '%EF%BF%BD'

/**
 * The address without what no address of ours holds: null where its path cannot be read or has a NUL in it, which is
 * nobody's page; in the query a NUL becomes the sign for what cannot be shown, so that an id with one stays no id.
 */
export function plainAddress(address: string): string | null {
  const url = new URL(address)
  try {
    if (plainText(decodeURIComponent(url.pathname)) !== decodeURIComponent(url.pathname)) return null
  } catch {
    return null
  }
  url.search = url.search.replace(/%00/g, REPLACEMENT)
  return url.href
}
