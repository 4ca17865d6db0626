import type { EventEmitter } from 'node:events'

const BEAT_MS = 1000
/** A process that runs and says nothing for so many beats hangs. */
export const SILENT_BEATS = 60
/** While it starts it loads its modules, which a busy machine may make long. */
const BEATS_TO_START = 600

/** Says once a second, from now on, that the loop of this process goes round. */
export function beat(tell: (news: { beat: true }) => unknown): void {
  setInterval(() => tell({ beat: true }), BEAT_MS).unref()
}

/**
 * Calls `hangs` once when nothing comes from a process any more; whatever it says counts, and with `port` it says that
 * it has started. Counted are beats of this process, not time: a machine that slept, or a container that was paused,
 * silences nobody. Answers how to stop.
 */
export function watchBeats(process: EventEmitter, hangs: () => void): () => void {
  let silent_beats = 0
  let most = BEATS_TO_START
  process.on('message', (message: { port?: number }) => {
    silent_beats = 0
    if (message.port !== undefined) most = SILENT_BEATS
  })
  const watch = setInterval(() => {
    silent_beats++
    if (silent_beats < most) return
    clearInterval(watch)
    hangs()
  }, BEAT_MS)
  watch.unref()
  return () => clearInterval(watch)
}
