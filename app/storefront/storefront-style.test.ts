import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('what the style of public pages leaves out is on no public page', () => {
  const style = readFileSync(join(root, 'app/storefront/storefront.css'), 'utf8')
  const left_out = [...style.matchAll(/@source not "(.+?)";/g)].flatMap(([, pattern = '']) =>
    globSync(join('app/storefront', pattern), { cwd: root }),
  )
  expect(left_out.length).toBeGreaterThan(0)
  const shown = reachableFrom(publicScreens())
  expect(left_out.filter((path) => shown.has(path))).toEqual([])
})

/** The screens under the storefront's layout, which is the first of app/routes.ts. */
function publicScreens(): string[] {
  const routes = readFileSync(join(root, 'app/routes.ts'), 'utf8')
  const [, screens = ''] = /layout\('storefront\/layout\.tsx', \[([\s\S]*?)\n {2}\]\)/.exec(routes) ?? []
  const files = [...screens.matchAll(/'([\w/-]+\.tsx)'/g)].map(([, file]) => `app/${file}`)
  expect(files).toContain('app/account/login.tsx')
  return ['app/root.tsx', 'app/storefront/layout.tsx', ...files]
}

function reachableFrom(paths: string[], found = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (found.has(path) || !existsSync(join(root, path))) continue
    found.add(path)
    // What is imported for its types alone is no part of a page.
    const text = readFileSync(join(root, path), 'utf8').replace(/^import type [^']*'[^']*'/gm, '')
    const imports = text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)
    reachableFrom(
      [...imports].map(([, from = '']) => join(dirname(path), from)),
      found,
    )
  }
  return found
}
