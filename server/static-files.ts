import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { type Encodings, encodeForKeeping } from '../app/page/compression.ts'
import type { Dictionaries } from '../app/page/dictionaries.ts'
import { packedFor } from '../app/page/packed-for.ts'
import { isKnown } from '../app/page/page-cache.ts'
import { REQUEST_ID_HEADER } from '../app/request/request-id.ts'

const content_types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
}

type StaticFile = {
  body: Buffer
  headers: Readonly<Record<string, string>>
  etag: string
  encodings: Promise<Encodings> | null
  packed: Map<string, Promise<Buffer>>
}

const no_dictionary: Pick<Dictionaries, 'find'> = { find: () => null }

/** As the build names what never changes. */
const ASSET = /^\/assets\/([\w-][\w.-]*)$/

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The built scripts, styles and icons, read once and kept in memory, compressed on first use. Names under /assets carry
 * a hash of their content and never change. `scripts` are those without a file, by their URLs; browsers check the
 * workers again each time and get 304 while they are unchanged.
 *
 * `kept` holds the files that pages of other builds ask for, older or newer ones (docs/decisions/085).
 */
export function createStaticFiles(folder: string, scripts: ReadonlyMap<string, string>, kept?: string) {
  const files = new Map<string, StaticFile>()
  const add = (url: string, body: Buffer, kept: string) => {
    const type = content_types[extname(url)] ?? 'application/octet-stream'
    // A weak one, because it is the same for every encoding.
    const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`
    const lasts = url.startsWith('/assets/')
    const vary = isStyle(url) ? 'accept-encoding, available-dictionary' : 'accept-encoding'
    const headers = { 'content-type': type, 'cache-control': lasts ? FOREVER : kept, vary }
    files.set(url, { body, headers: lasts ? headers : { ...headers, etag }, etag, encodings: null, packed: new Map() })
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    add(`/${relative(folder, path).replaceAll('\\', '/')}`, readFileSync(path), 'public, max-age=3600')
  }
  for (const [url, script] of scripts) add(url, Buffer.from(script), 'no-cache')

  const addKept = async (url: string) => {
    const [, name] = url.match(ASSET) ?? []
    const body = kept && name ? await readFile(join(kept, name)).catch(nullWhereMissing) : null
    if (body) add(url, body, FOREVER)
  }

  /**
   * Answers a GET for a file; false when there is none with that name. A style is packed with the document that asks
   * for it, where its browser can do that: the document has half of its rules.
   */
  return async (
    request: IncomingMessage,
    response: ServerResponse,
    dictionaries: Pick<Dictionaries, 'find'> = no_dictionary,
  ): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const url = (request.url ?? '').split('?')[0] ?? ''
    if (!files.has(url)) await addKept(url)
    const file = files.get(url)
    if (!file) return false
    // A file is the same for everybody: no line of the log is looked up by its number.
    response.removeHeader(REQUEST_ID_HEADER)
    if (isKnown(request.headers['if-none-match'], file.etag)) {
      response.writeHead(304, file.headers).end()
      return true
    }
    file.encodings ??= encodeForKeeping(file.body).catch((error: unknown) => {
      // The next one tries again.
      file.encodings = null
      throw error
    })
    const header = (name: string) => request.headers[name]?.toString()
    const { body, encoding } = await packedFor(
      { encodings: await file.encodings, packed: file.packed },
      header,
      isStyle(url) ? dictionaries : no_dictionary,
    )
    response.writeHead(200, {
      ...file.headers,
      'content-length': body.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

const isStyle = (url: string) => url.endsWith('.css')

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENAMETOOLONG') return null
  throw error
}
