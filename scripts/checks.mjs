import { buildWhenNeeded } from './build.mjs'
import { run, runBounded } from './child.mjs'
import { Failure } from './failure.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { command, node } from './project.mjs'
import { wasInterrupted } from './signals.mjs'

/** The checks that are not tests, by their names for `--only`. Each throws a Failure. */
export const checks = {
  async types() {
    await tool('react-router', 'typegen')
    await typescript('--noEmit')
    await typescript('--noEmit', '--project', 'app/workers')
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
  expectSuccess(await run(node, [command(name), ...args]), name, args)
}

/** Four times what it needs here, of processor time: other programs on the machine do not count. */
const most_seconds = 240

/** TypeScript 7 sometimes never ends, and takes more and more memory. It is ended then, and tried once more. */
async function typescript(...args) {
  const attempt = () => runBounded(most_seconds, node, [command('tsc'), ...args])
  let result = await attempt()
  if (result.was_ended && !wasInterrupted()) {
    console.log(`tsc ${args.join(' ')} did not end within ${most_seconds} s of processor time: trying once more.`)
    result = await attempt()
  }
  expectSuccess(result, 'tsc', args)
}

function expectSuccess({ exit_code, output }, name, args) {
  if (exit_code !== 0) throw new Failure(`${name} ${args.join(' ')}`, output)
}
