import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { Header } from './compression.ts'

const zstd = promisify(zstdCompress)

/** What begins an answer that is packed with a dictionary; the dictionary's hash follows (RFC 9842 §5). */
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex')

/** Under two milliseconds for a page, and within 6 % of the smallest. */
const LEVEL = 9

/** Some 350 pages, as phones of the last days have them. */
const MOST_BYTES = 32 * 2 ** 20

/** How long browsers may keep a page as a dictionary, in seconds. */
const LASTS_SECONDS = 7 * 86_400

/**
 * Asked again each time, as by `no-cache`, and yet kept as a dictionary for a week, which browsers do with nothing that
 * is outdated at once. None answers a visitor from an outdated page; what the storefront's worker asks, it asks anew.
 */
const ASKED_ANEW = `max-age=0, stale-while-revalidate=${LASTS_SECONDS}`

export type Dictionary = { hash: Buffer; body: Buffer }
export type Dictionaries = ReturnType<typeof createDictionaries>

/**
 * Pages for everybody, by the hash under which browsers remember them. A page on the way after another one carries the
 * same style sheet, scripts and frame again, and a menu that changed is nearly the one that the phone has: packed with
 * what it read last, a page takes a quarter of its bytes (docs/decisions/186). What is not known any more is packed
 * without; the longest unused go first.
 */
export function createDictionaries(most_bytes = MOST_BYTES) {
  const kept = new Map<string, Dictionary>()
  let bytes = 0
  return {
    remember(body: Buffer): void {
      const hash = createHash('sha256').update(body).digest()
      const name = hash.toString('base64')
      if (!kept.has(name)) bytes += body.length
      kept.delete(name)
      kept.set(name, { hash, body })
      for (const [oldest, { body: old }] of kept) {
        if (bytes <= most_bytes) break
        kept.delete(oldest)
        bytes -= old.length
      }
    },

    /** What a browser says that it has and can unpack with; null where that is nothing we know. */
    find(header: Header): Dictionary | null {
      const [, name] = /^:([A-Za-z0-9+/]{43}=):$/.exec(header('available-dictionary') ?? '') ?? []
      if (!name || !/\bdcz\b(?!\s*;\s*q=0)/.test(header('accept-encoding') ?? '')) return null
      const found = kept.get(name)
      if (!found) return null
      kept.delete(name)
      kept.set(name, found)
      return found
    },
  }
}

/** A body as `dcz` (RFC 9842 §5), for who has this dictionary. */
export async function packWith({ hash, body: dictionary }: Dictionary, body: Buffer): Promise<Buffer> {
  const packed = await zstd(body, { dictionary, params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })
  return Buffer.concat([MAGIC, hash, packed])
}

/** How a page for everybody may be kept: as a dictionary by browsers that can do so (only those tell `sec-ch-ua`). */
export function keepingHeaders(is_dictionary: boolean, header: Header): Record<string, string> {
  const vary = 'accept-encoding, available-dictionary'
  if (!is_dictionary || !header('sec-ch-ua')) return { vary, 'cache-control': 'no-cache' }
  return { vary, 'cache-control': ASKED_ANEW, 'use-as-dictionary': 'match="/*"' }
}
