import { spawnSync } from 'node:child_process'
import { project } from './stage.ts'

let is_built = false

/** Builds the product as it is now on the disk; once for a whole run. Throws when it cannot be built. */
export function buildOnce(): void {
  if (is_built) return
  const build = spawnSync(process.execPath, ['scripts/test.mjs', '--only=build'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (build.status !== 0) throw new Error('The product could not be built.')
  is_built = true
}
