import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from './child.mjs'
import { Failure } from './failure.mjs'
import { progress } from './progress.mjs'
import { node, root } from './project.mjs'
import { wasInterrupted } from './signals.mjs'

/** Installs the packages of package-lock.json, unless they are there. `tools` are those for development. */
export async function installWhenNeeded({ tools }) {
  if (await isInstalled(tools)) return
  const first = !existsSync(join(root, 'node_modules'))
  const end = progress(`Installing the packages${first ? ' (first start only)' : ' (they have changed)'}…`)
  // A user's npm may be set to skip the packages' install scripts, one of which fetches Node.js.
  const args = ['ci', '--ignore-scripts=false', ...(tools ? ['--include=dev'] : [])]
  const { exit_code, output } = await run('npm', args, environmentOfNpm())
  if (exit_code === 0 && (await isInstalled(tools))) return end()
  end(wasInterrupted() ? 'stopped' : 'failed')
  throw new Failure('npm ci did not install the packages.', output)
}

/** Compares npm's notes in node_modules with package-lock.json, and tries the Node.js among the packages. */
async function isInstalled(tools) {
  const wanted = packagesIn('package-lock.json')
  const found = packagesIn('node_modules/.package-lock.json')
  if (!found) return false
  const complete = Object.entries(wanted).every(
    ([path, { version, optional, dev, devOptional }]) =>
      path === '' || found[path]?.version === version || (!found[path] && (optional || devOptional || (dev && !tools))),
  )
  if (!complete) return false
  // Packages of another system, as in a folder shared with a container, have a Node.js that does not run here.
  const { exit_code, output } = await run(node, ['--version'])
  return exit_code === 0 && output === `v${wanted['node_modules/node'].version}`
}

function packagesIn(lock_file) {
  try {
    return JSON.parse(readFileSync(join(root, lock_file), 'utf8')).packages
  } catch {
    return null
  }
}

/** Without the packages' own programs in PATH: npm must not run on a Node.js that it is about to remove. */
function environmentOfNpm() {
  const own = dirname(node)
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== own)
  return { ...process.env, PATH: path.join(delimiter) }
}
