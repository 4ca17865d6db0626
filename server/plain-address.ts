import { plainText } from '../domain/plain-text.ts'

/** U+FFFD, as an address writes it. */
const REPLACEMENT = '%EF%BF%BD'

/**
 * The address without characters that none of ours has: null if its path cannot be read or has a NUL, since there is no
 * such page. In the query a NUL becomes U+FFFD, so that an id with one stays invalid.
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
