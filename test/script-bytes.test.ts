import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { UNSAFE_AssetsManifest as RouteTable } from 'react-router'
import { expect, test } from 'vitest'
import { routeTables } from '../app/page/route-tables.ts'

/**
 * What a page may weigh in bytes (gzip) without the hashes in the names of its files, which are about 300; with them
 * and the inline script that imports it all it comes to the promised 10,000.
 */
const MOST_BYTES = 9_450

/** Pages that weigh more. These figures may only become smaller. */
const heavier: Readonly<Record<string, number>> = {
  // What keeps a chosen place and its pin, and takes a free slot by its button; the list, the map, the position and the
  // window come later.
  'storefront/checkout/checkout': 11_430,
  // Its Pay is a form that leads to the provider's own page where there is no script.
  'storefront/order-summary/order-summary': 12_765,
  // Its forms keep their answer while the live page loads its data again.
  'storefront/track/track': 10_080,
  'account/login': 10_360,
  'account/register': 10_280,
  'account/update-password': 10_040,
}

const client = fileURLToPath(new URL('../build/client', import.meta.url))
const [manifest_file = ''] = globSync('assets/manifest-*.js', { cwd: client })
const all = JSON.parse(
  readFileSync(join(client, manifest_file), 'utf8')
    .replace(/^[^{]*/, '')
    .replace(/;\s*$/, ''),
) as RouteTable
const { table, script } = routeTables(all).storefront

const page_ids = Object.values(table.routes).flatMap((route) =>
  route?.parentId === 'storefront/layout' ? [route.id] : [],
)

test.each(page_ids)("our scripts of the page %s stay within what a customer's phone should load", (id) => {
  const modules = ['root', 'storefront/layout', id].flatMap((part) => table.routes[part]?.module ?? [])
  const files = withImports([table.entry.module, ...modules])
  const bytes = [...files].reduce((sum, file) => sum + packed(read(file)), 0)
  expect(bytes + packed(script)).toBeLessThanOrEqual(heavier[id] ?? MOST_BYTES)
})

// One other letter, and browsers keep and read the whole script in two bytes a letter.
test('scripts are plain ASCII', () => {
  const others = globSync('assets/*.js', { cwd: client }).filter((file) => /[^ -~\s]/.test(read(file)))
  expect(others).toEqual([])
})

/** What these scripts import, and what that imports, without the framework's own. */
function withImports(files: readonly string[], found = new Set<string>()): Set<string> {
  for (const file of files) {
    if (found.has(file) || /\/(framework|rolldown-runtime)-[^/]+$/.test(file)) continue
    found.add(file)
    const imports = read(file).matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.js)["']/g)
    withImports(
      [...imports].map(([, name]) => `/assets/${name}`),
      found,
    )
  }
  return found
}

/** Names of files hold a hash, which packs by chance: with each build a few bytes more or less. */
function packed(text: string): number {
  return gzipSync(text.replaceAll(/-[\w-]{8}\.(?=js|css)/g, '-named.'), { level: 9 }).length
}

function read(file: string): string {
  return readFileSync(join(client, file), 'utf8')
}
