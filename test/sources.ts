import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
/** Where the sources are, as a glob has it. */
export const folders = 'adapters,app,bench,db,demo,deploy,domain,sandbox,scripts,server,simulate,test,torture'

export type Import = { from: string; types_only: boolean }
export type Source = { path: string; text: string; imports: Import[] }

export const sources: Source[] = globSync(`{${folders}}/**/*.{ts,tsx,mjs,css}`, { cwd: root })
  .concat(globSync('*.ts', { cwd: root }))
  .sort()
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, imports: importsOf(path, text) }
  })

/** What a file imports: a path from the project's root where it is relative, else the name of a package. */
export function importsOf(path: string, text: string): Import[] {
  const statements = text.matchAll(
    /^(?:import|export)\s+(type\s+)?((?:[\w$]+\s*,\s*)?(?:\{[^}]*\}|\*(?:\s+as\s+[\w$]+)?)|[\w$]+)\s+from\s+'([^']+)'/gm,
  )
  const bare = text.matchAll(/^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  const resolved = (from: string) => (from.startsWith('.') ? join(dirname(path), from) : from)
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from: resolved(from),
      types_only: type !== undefined || onlyTypes(names),
    })),
    ...[...bare].map(([, named, awaited]) => ({ from: resolved(named ?? awaited ?? ''), types_only: false })),
  ]
}

/** `{ type A, type B }` imports nothing that runs. */
function onlyTypes(names: string): boolean {
  const inside = /^\{([^}]*)\}$/.exec(names.trim())?.[1]
  const list = inside?.split(',').map((name) => name.trim()) ?? []
  return inside !== undefined && list.every((name) => name === '' || name.startsWith('type '))
}
