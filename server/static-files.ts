import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, relative } from 'node:path'
import { chooseEncoding, type Encodings, encodeForKeeping } from '../app/page/compression.ts'

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

type StaticFile = { body: Buffer; type: string; immutable: boolean; encodings: Encodings | null }

/**
 * The built scripts, styles and icons, read once and kept in memory, compressed when first asked for. Names under
 * /assets carry a hash of their content and never change. `scripts` are those that stand in no file, by their URLs.
 */
export function createStaticFiles(folder: string, scripts: ReadonlyMap<string, string>) {
  const files = new Map<string, StaticFile>()
  const add = (url: string, body: Buffer) =>
    files.set(url, {
      body,
      type: content_types[extname(url)] ?? 'application/octet-stream',
      immutable: url.startsWith('/assets/'),
      encodings: null,
    })
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.startsWith('.')) continue
    const path = join(entry.parentPath, entry.name)
    add(`/${relative(folder, path).replaceAll('\\', '/')}`, readFileSync(path))
  }
  for (const [url, script] of scripts) add(url, Buffer.from(script))

  /** Answers a GET for a file; false when there is none of that name. */
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false
    const file = files.get((request.url ?? '').split('?')[0] ?? '')
    if (!file) return false
    file.encodings ??= await encodeForKeeping(file.body)
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString())
    const body = file.encodings[encoding]
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': body.length,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}
