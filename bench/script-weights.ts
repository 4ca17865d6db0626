import { gzipSync } from 'node:zlib'
import { createBuilder, type Rolldown } from 'vite'
import type { HttpClient } from './http-client.ts'
import { project } from './stage.ts'

/** The size of a page's scripts in bytes (gzip, as they are sent). */
export type ScriptWeight = { floor: number; ours: number }

/** React, React DOM and React Router with their dependencies: what a page needs before our own code. */
const floor = /node_modules\/(react|react-dom|react-router|scheduler)\//

/** The module script of a page, which app/page/document.ts keeps inert until it is wanted. */
const page_script = /<script type="text\/plain" id="page-script"[^>]*>([\s\S]*?)<\/script>/
const address = /"(\/assets\/[^"]+\.js)"/g
const static_import = /(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g

/** Weighs what pages load once their script starts: everything it imports, directly or not. */
export async function scriptScale(client: HttpClient, app_url: string) {
  const shares = await floorShares()
  const known = new Map<string, Promise<{ bytes: number; imports: string[] }>>()

  const load = (path: string) => {
    const loading = known.get(path) ?? fetchScript(client, app_url, path)
    known.set(path, loading)
    return loading
  }
  return async (html: string): Promise<ScriptWeight> => {
    const script = page_script.exec(html)?.[1] ?? ''
    const waiting = [...script.matchAll(address)].map((match) => match[1] ?? '')
    if (waiting.length === 0) throw new Error('A page without scripts: has app/page/document.ts changed?')
    const seen = new Set<string>()
    const weight = { floor: 0, ours: gzipSync(script).length }
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const { bytes, imports } = await load(path)
      const share = shares.get(path) ?? 0
      weight.floor += bytes * share
      weight.ours += bytes * (1 - share)
      waiting.push(...imports)
    }
    return weight
  }
}

async function fetchScript(client: HttpClient, app_url: string, path: string) {
  const packed = await client.get(app_url + path, { 'accept-encoding': 'gzip' })
  const plain = await client.get(app_url + path)
  if (packed.status !== 200) throw new Error(`${path}: HTTP ${packed.status}`)
  const imports = [...plain.body.toString().matchAll(static_import)].map((match) => `/assets/${match[1]}`)
  return { bytes: packed.body.length, imports }
}

/**
 * The framework's share of each script (0 to 1). Builds the scripts once more, in memory, to learn their modules; names
 * carry a hash of the content, so they are those of the served build.
 */
async function floorShares(): Promise<ReadonlyMap<string, number>> {
  process.env['NODE_ENV'] = 'production'
  const builder = await createBuilder({
    root: project,
    logLevel: 'error',
    build: { write: false, emptyOutDir: false },
  })
  const client = builder.environments['client']
  if (!client) throw new Error('The build has no scripts for the browser')
  const built = (await builder.build(client)) as Rolldown.RolldownOutput
  return new Map(
    built.output.flatMap((output) =>
      output.type === 'chunk' ? [[`/${output.fileName}`, floorShare(output.modules)] as const] : [],
    ),
  )
}

function floorShare(modules: Rolldown.OutputChunk['modules']): number {
  let of_floor = 0
  let all = 0
  for (const [id, { renderedLength }] of Object.entries(modules)) {
    all += renderedLength
    // Modules whose name begins with a zero byte are the bundler's own code.
    if (floor.test(id) || id.startsWith('\0')) of_floor += renderedLength
  }
  return all === 0 ? 0 : of_floor / all
}
