import { type PoolOptions, type PoolWorker, ThreadsPoolWorker, type WorkerRequest } from 'vitest/node'

/** A thread is begun anew after so many runs: what a change left in its memory does not stay for long. */
const MOST_RUNS = 50

type Listener = (argument: unknown) => void
let kept: { thread: ThreadsPoolWorker; runs: number } | undefined

/**
 * A worker of Vitest whose thread outlives the run. Stryker has one run for each change, and in a thread of its own
 * each loaded three hundred packages again, which took ten times as long as its tests.
 */
class LastingWorker implements PoolWorker {
  readonly name = 'lasting'
  readonly #options: PoolOptions
  readonly #listeners: [string, Listener][] = []

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get #thread(): ThreadsPoolWorker {
    kept ??= { thread: new ThreadsPoolWorker(this.#options), runs: 0 }
    return kept.thread
  }

  start = () => this.#thread.start()

  /** A thread that is told to stop listens to nobody any more: so it is not told, and Vitest hears that it has. */
  send(message: WorkerRequest): void {
    if (message.type !== 'stop') {
      this.#thread.send(message)
      return
    }
    const stopped = { type: 'stopped', __vitest_worker_response__: true }
    queueMicrotask(() => {
      for (const [event, listener] of this.#listeners) if (event === 'message') listener(stopped)
    })
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener])
    this.#thread.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    this.#thread.off(event, listener)
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.off(event, listener)
    if (!kept || ++kept.runs < MOST_RUNS) return
    const { thread } = kept
    kept = undefined
    await thread.stop()
  }

  deserialize = (data: unknown) => data
}

export const lasting = { name: 'lasting', createPoolWorker: (options: PoolOptions) => new LastingWorker(options) }
