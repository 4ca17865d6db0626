import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { root } from './sources.ts'

export type RouteSources = {
  /** As app/routes.ts has it. */
  path: string
  /** Its own file, and that with what it imports of its folder and the folders below. */
  own: string
  all: string
}

/** Every address of the product with its sources; a layout has none of its own. */
export const route_sources: readonly RouteSources[] = sourcesOf(routes as RouteConfigEntry[])

function sourcesOf(entries: readonly RouteConfigEntry[], parent = ''): RouteSources[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent || '/'
    const inner = sourcesOf(entry.children ?? [], entry.path ? path : parent)
    if (entry.children && !entry.path) return inner
    const file = join(root, 'app', entry.file)
    return [{ path, own: readFileSync(file, 'utf8'), all: withImports(file) }, ...inner]
  })
}

function withImports(file: string, folder = dirname(file), seen = new Set<string>()): string {
  if (seen.has(file)) return ''
  seen.add(file)
  const own = readFileSync(file, 'utf8')
  const imported = [...own.matchAll(/from '(\.[^']+\.tsx?)'/g)].map(([, path = '']) => join(dirname(file), path))
  const inside = imported.filter((path) => path.startsWith(`${folder}/`))
  return [own, ...inside.map((path) => withImports(path, folder, seen))].join('\n')
}
