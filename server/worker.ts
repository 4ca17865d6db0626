import { setTimeout as breathe } from 'node:timers/promises'
import type { DueKind } from '../db/after-commit.ts'
import type { Logger } from './log.ts'
import { failed_tasks } from './metrics.ts'

/** Works on what is due and answers how many rows that was. */
export type Task = {
  name: string
  run(): Promise<number>
  /** How long it rests when nothing was due and nobody woke it; a second unless somebody waits at a screen. */
  rest_ms?: number
  /** How long it rests after it found some work and has no more, so that what comes meanwhile is taken together. */
  pause_ms?: number
  /** Whether it left some for want of room. */
  isBehind?(): boolean
  /** What makes its work due at once; without any it goes by the clock alone and is never woken. */
  woken_by?: readonly DueKind[]
  /** Waits for what `run` started but did not await, before everything is closed. */
  finish?(): Promise<void>
}

const REST_MS = 1000
/** The least pause between two runs of a task, so that what becomes due meanwhile is taken together. */
const BREATH_MS = 50
/** After an error, e.g. while the database restarts. */
const RECOVERY_MS = 5000

export type Worker = {
  /** Something of these kinds is due; without any, everything may be. */
  wake(kinds?: readonly string[]): void
  stop(): Promise<void>
}

/**
 * Runs every task over and over, each at its own pace: with a short pause while rows are due, else after its rest or as
 * soon as something of its kind is due. The rows are the queue (docs/decisions/004), so a killed worker loses nothing
 * and several may run. No rest is shorter than `least_rest_ms`.
 */
export function startWorker(tasks: readonly Task[], log: Logger, { least_rest_ms = 0 } = {}): Worker {
  let stopping = false
  const over = new AbortController()
  /** A task that is woken while it runs must look once more. */
  const woken = new Set<Task>()
  const sleepers = new Map<Task, () => void>()

  const sleep = (task: Task, milliseconds: number) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer)
        sleepers.delete(task)
        resolve()
      }
      const timer = setTimeout(done, milliseconds)
      sleepers.set(task, done)
    })
  /** Ends early only where everything ends: whoever is woken meanwhile looks after it. */
  const pause = (milliseconds: number) => breathe(milliseconds, undefined, { signal: over.signal }).catch(() => {})
  const wake = (kinds?: readonly string[]) => {
    for (const task of tasks) {
      if (!task.woken_by?.some((kind) => !kinds || kinds.includes(kind))) continue
      woken.add(task)
      sleepers.get(task)?.()
    }
  }

  const loops = tasks.map(async (task) => {
    while (!stopping) {
      woken.delete(task)
      try {
        const worked_on = await task.run()
        const may_wait = worked_on > 0 && !task.isBehind?.()
        if (!stopping) await pause((may_wait && task.pause_ms) || BREATH_MS)
        const rest_ms = Math.max(task.rest_ms ?? REST_MS, least_rest_ms)
        if (worked_on === 0 && !woken.has(task) && !stopping) await sleep(task, rest_ms)
      } catch (error) {
        failed_tasks.inc({ task: task.name })
        log.error({ err: error, task: task.name }, 'a background task failed and will be tried again')
        if (!stopping) await sleep(task, RECOVERY_MS)
      }
    }
  })

  return {
    wake,
    async stop() {
      stopping = true
      over.abort()
      for (const done of sleepers.values()) done()
      await Promise.all(loops)
      await Promise.all(tasks.map((task) => task.finish?.()))
    },
  }
}
