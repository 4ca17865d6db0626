import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from './child.mjs'
import { Failure } from './failure.mjs'
import { progress } from './progress.mjs'
import { command, fingerprint, node, root } from './project.mjs'
import { wasInterrupted } from './signals.mjs'

const inputs = [
  'adapters',
  'app',
  'db',
  'domain',
  'package-lock.json',
  'public',
  'react-router.config.ts',
  'scripts/guard-browser-imports.ts',
  'scripts/keep-assets.ts',
  'server',
  'tsconfig.json',
  'vite.config.ts',
]
const stamp = join(root, 'build', '.stamp')

/** Builds the pages and scripts, unless the last build was made from the same files. */
export async function buildWhenNeeded({ quiet = false } = {}) {
  const wanted = fingerprint(inputs)
  const built = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null
  if (built === wanted) return
  const why = built ? 'the code has changed' : 'first start only'
  const end = quiet ? () => {} : progress(`Building the pages (${why})…`)
  // An interrupted build must not count as complete.
  rmSync(stamp, { force: true })
  const env = { ...process.env, NODE_ENV: 'production' }
  for (const step of [[command('react-router'), 'build'], [join(root, 'scripts', 'keep-assets.ts')]]) {
    const { exit_code, output } = await run(node, step, env)
    if (exit_code === 0) continue
    end(wasInterrupted() ? 'stopped' : 'failed')
    throw new Failure('The pages could not be built.', output)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
  end()
}
