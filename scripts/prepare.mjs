import { buildWhenNeeded } from './build.mjs'
import { runInFront } from './child.mjs'
import { Failure } from './failure.mjs'
import { installWhenNeeded } from './install.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { wasInterrupted } from './signals.mjs'

/** Prepares the folder. Returns true when it is ready; otherwise sets this process' exit code. */
export async function prepare({ tools, build }) {
  try {
    await oneAtATime(async () => {
      await installWhenNeeded({ tools })
      if (build && !wasInterrupted()) await buildWhenNeeded()
    })
  } catch (error) {
    process.exitCode = report(error)
    return false
  }
  if (wasInterrupted()) process.exitCode = 130
  return !wasInterrupted()
}

/** Prepares the folder and runs the server in it. Sets this process' exit code. */
export async function prepareAndServe({ tools, build, node_options, server_options }) {
  if (!(await prepare({ tools, build }))) return
  process.exitCode = await runInFront([...node_options, 'server/main.ts', ...server_options])
}

/** Prints why a command ends early. Returns its exit code. */
export function report(error) {
  if (wasInterrupted()) return 130
  if (!(error instanceof Failure)) throw error
  console.error(`${error.output}\n\n${error.message}`)
  return 1
}
