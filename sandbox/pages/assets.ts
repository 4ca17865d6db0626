import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { Hono } from 'hono'

const served: Record<string, string> = {
  '/sandbox.css': 'pages/sandbox.css',
  '/pages/live.ts': 'pages/live.ts',
}

/** Style and scripts of the sandbox's pages, read from disk once. */
export function assetRoutes() {
  const routes = new Hono()
  for (const [path, file] of Object.entries(served)) {
    const source = file.endsWith('.ts') ? browserScript(file) : readFileSync(join(import.meta.dirname, '..', file))
    const type = file.endsWith('.ts') ? 'text/javascript' : 'text/css'
    routes.get(path, (c) => c.body(source, 200, { 'content-type': `${type}; charset=utf-8` }))
  }
  return routes
}

/** A browser script from TypeScript, with its types blanked out, as Node does with our own files. */
export function browserScript(file: string): string {
  const source = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const known = stripped.get(source) ?? withoutWarning(() => stripTypeScriptTypes(source))
  stripped.set(source, known)
  return known
}

const stripped = new Map<string, string>()

/** Node warns that this function may still change; Node's version is pinned, so the warning is useless. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
