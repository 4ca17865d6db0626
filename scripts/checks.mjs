import { buildWhenNeeded } from './build.mjs'
import { run } from './child.mjs'
import { Failure } from './failure.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { command, node } from './project.mjs'

/** The checks that are not tests, by their names for `--only`. Each throws a Failure. */
export const checks = {
  async types() {
    await tool('react-router', 'typegen')
    await tool('tsc', '--noEmit')
    await tool('tsc', '--noEmit', '--project', 'app/workers')
  },
  lint: () => tool('biome', 'ci', '--colors=off', '.'),
  'dead-code': () => tool('knip'),
  build: () => oneAtATime(() => buildWhenNeeded({ quiet: true })),
  /** The first seeds; `npm run simulate` plays more of them. */
  async simulation() {
    const { exit_code, output } = await run(node, ['simulate/main.ts', '--seeds=200'])
    if (exit_code !== 0) throw new Failure('npm run simulate -- --seeds=200', output)
  },
  async chromium() {
    const { exit_code, output } = await run(node, ['test/ensure-chromium.ts', '--install'])
    if (exit_code !== 0) throw new Failure('There is no Chromium for the journeys.', output)
  },
}

async function tool(name, ...args) {
  const { exit_code, output } = await run(node, [command(name), ...args])
  if (exit_code !== 0) throw new Failure(`${name} ${args.join(' ')}`, output)
}
