import type { Logger } from './log.ts'

/** Works on what is due and answers how many rows that was. */
export type Task = {
  name: string
  run(): Promise<number>
  /** How long it rests when nothing was due and nobody woke it; a second unless somebody waits at a screen. */
  rest_ms?: number
  /** Waits for what `run` has begun and not waited for, before everything is closed. */
  finish?(): Promise<void>
}

const REST_MS = 1000
/** After an error, e.g. while the database restarts. */
const RECOVERY_MS = 5000

export type Worker = { wake(): void; stop(): Promise<void> }

/**
 * Runs every task over and over, each at its own pace: while rows are due without a pause, else after its rest or as soon as
 * it is woken. The rows are the queue (docs/decisions/004), so a killed worker loses nothing and several may run.
 */
export function startWorker(tasks: readonly Task[], log: Logger): Worker {
  let stopping = false
  const sleepers = new Set<() => void>()

  const sleep = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        sleepers.delete(done)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      sleepers.add(done)
    })
  const wake = () => {
    for (const done of [...sleepers]) done()
  }

  const loops = tasks.map(async (task) => {
    while (!stopping) {
      try {
        if ((await task.run()) === 0 && !stopping) await sleep(task.rest_ms ?? REST_MS)
      } catch (error) {
        log.error({ err: error, task: task.name }, 'a background task failed and will be tried again')
        if (!stopping) await sleep(RECOVERY_MS)
      }
    }
  })

  return {
    wake,
    async stop() {
      stopping = true
      wake()
      await Promise.all(loops)
      await Promise.all(tasks.map((task) => task.finish?.()))
    },
  }
}
