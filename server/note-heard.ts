import type { Db } from '../db/handle.ts'
import { noteHeard } from '../domain/catalog/heard.ts'
import type { Clock } from '../domain/clock.ts'
import type { Logger } from './log.ts'

const NOTED_EACH_MS = 30_000

/** Notes that somebody reached us, twice a minute at most: kitchens are judged by their silence (decision 133). */
export function heardNoter({ db, clock, log }: { db: Db; clock: Clock; log: Logger }): () => void {
  let noted_ms = Number.NEGATIVE_INFINITY
  return () => {
    const now = clock.now()
    if (Math.abs(now.getTime() - noted_ms) < NOTED_EACH_MS) return
    noted_ms = now.getTime()
    noteHeard(db, now).catch((err: unknown) => log.warn({ err }, 'it was not noted that somebody reached us'))
  }
}
