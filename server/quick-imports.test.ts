import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

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
  process.stdout.write(JSON.stringify(found), () => process.exit())`

function importsWith(...options: string[]): Record<string, string> {
  const args = [...options, '--input-type=module', '--eval', program]
  // Without what the tests give to every process.
  const env = { ...process.env, NODE_OPTIONS: '' }
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  return JSON.parse(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 }))
}

test('every import leads to where Node.js would go, and to modules of the same kind', () => {
  const by_node = importsWith()
  expect(Object.keys(by_node).length).toBeGreaterThan(3000)
  expect(importsWith('--import=./server/quick-imports.ts')).toEqual(by_node)
})
