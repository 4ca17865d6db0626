import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the style of public pages leaves out what is on no public page, and nothing else', () => {
  const style = readFileSync(join(root, 'app/storefront/storefront.css'), 'utf8')
  const left_out = [...style.matchAll(/@source not "(.+?)";/g)].flatMap(([, pattern = '']) =>
    globSync(join('app/storefront', pattern), { cwd: root }),
  )
  const shown = reachableFrom(publicScreens())
  const parts = globSync('app/{ui,account}/**/*.tsx', { cwd: root }).filter((path) => !path.includes('.server.'))
  expect(left_out.sort()).toEqual(parts.filter((path) => !shown.has(path)).sort())
})

/** The screens in the storefront's frame: those of its own table of routes, and those to which no script leads. */
function publicScreens(): string[] {
  const routes = readFileSync(join(root, 'app/routes.ts'), 'utf8')
  const groups = [...routes.matchAll(/layout\('storefront\/layout\.tsx', (?:\{.*?\}, )?\[([\s\S]*?)\n {2}\]\)/g)]
  const files = groups.flatMap(([, screens = '']) =>
    [...screens.matchAll(/'([\w/-]+\.tsx)'/g)].map(([, file]) => `app/${file}`),
  )
  expect(files).toEqual(expect.arrayContaining(['app/account/login.tsx', 'app/vendor/join/join.tsx']))
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
