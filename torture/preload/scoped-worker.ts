import type { Logger } from '../../server/log.ts'
import { startWorker as start, type Task, type Worker } from '../../server/worker.ts'
import { isHeld, within } from './failpoints.ts'

/** The app's worker, each run of a task in a scope of its own. */
export function startWorker(tasks: readonly Task[], log: Logger): Worker {
  const scoped = tasks.map((task) => ({
    ...task,
    run: async () => (isHeld(task.name) ? 0 : within(task.name, () => task.run())),
  }))
  return start(scoped, log)
}
