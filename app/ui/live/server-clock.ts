import { SILENT_MS } from './silent-stream.ts'

const STORAGE_KEY = 'newest-answer'

/** When our server said the newest thing that this phone has heard, by its clock, and when it came, by the phone's. */
type Newest = { said_ms: number; came_ms: number }

/** The parts of a page are made within this time. */
const ONE_PAGE_MS = 1000

/** What one page knows of it. */
export function createServerClock() {
  let remembered: Newest | null = null
  let is_opened = false

  /** The one that any window of this phone has heard. */
  const newestAnswer = () => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
      if (isNewest(stored) && stored.said_ms >= (remembered?.said_ms ?? 0)) remembered = stored
    } catch {
      // Nobody may look, or somebody else wrote there.
    }
    return remembered
  }
  const remember = (newest: Newest) => {
    remembered = newest
    try {
      localStorage.setItem(STORAGE_KEY, JSON.stringify(newest))
    } catch {
      // Private windows may refuse; then it is known as long as the page.
    }
    return newest
  }
  return {
    /**
     * How long ago our server said something, by the pace of the phone's clock, because its time may be wrong. What is
     * newer than all before has just come, but on a page that was kept before anybody opened it
     * (app/workers/kept-dashboard.ts); anything else was kept, or shown before.
     */
    ageMs(said_ms: number): number {
      const kept_ms = is_opened ? 0 : Number(document.body.dataset['kept'] ?? 0)
      is_opened = true
      const known = newestAnswer()
      const newest =
        known && said_ms <= known.said_ms
          ? known
          : remember(kept_ms ? { said_ms: said_ms + ONE_PAGE_MS, came_ms: kept_ms } : { said_ms, came_ms: Date.now() })
      return Math.max(0, Date.now() - newest.came_ms + newest.said_ms - said_ms)
    },
    /**
     * Hears what our server's clock shows right now. Where that was put back, what it said before counts no more: all
     * that comes next would seem to be as old.
     */
    hearTime(now_ms: number): void {
      const newest = newestAnswer()
      // No stream is so late; 0 is said by a server from before it told the time.
      if (newest && now_ms > 0 && now_ms < newest.said_ms - SILENT_MS) {
        remember({ said_ms: now_ms, came_ms: Date.now() })
      }
    },
  }
}

export const { ageMs, hearTime } = createServerClock()

function isNewest(stored: unknown): stored is Newest {
  const { said_ms, came_ms } = (stored ?? {}) as Partial<Newest>
  return Number.isFinite(said_ms) && Number.isFinite(came_ms)
}
