import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Counts what Node.js itself is asked. */
const counting = `
  import { registerHooks } from 'node:module'
  globalThis.asked = 0
  registerHooks({ resolve: (specifier, context, next) => (globalThis.asked++, next(specifier, context)) })`

/** Prints what each import of the app leads to. */
const program = `
  import { registerHooks } from 'node:module'
  const found = {}
  registerHooks({
    resolve(specifier, context, next) {
      const { url, format } = next(specifier, context)
      if (context.conditions.includes('import')) found[specifier + ' of ' + context.parentURL] = url + ' ' + format
      return { url, format, shortCircuit: true }
    },
  })
  await import('./server/app.ts')
  await import('./build/server/index.js')
  process.stdout.write(JSON.stringify({ found, asked: globalThis.asked }), () => process.exit())`

function importsWith(...options: string[]): { found: Record<string, string>; asked: number } {
  const first = `--import=data:text/javascript,${encodeURIComponent(counting)}`
  const args = [first, ...options, '--input-type=module', '--eval', program]
  // Without what the tests give to every process.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 }))
}

test('every import leads to where Node.js would go, and to modules of the same kind, for fewer questions', () => {
  const by_node = importsWith()
  const quick = importsWith('--import=./server/quick-imports.ts')
  expect(Object.keys(by_node.found).length).toBeGreaterThan(3000)
  expect(quick.found).toEqual(by_node.found)
  expect(quick.asked).toBeLessThan((by_node.asked * 3) / 4)
})
