const STORAGE_KEY = 'newest-answer'

/** When our server said the newest thing that this phone has heard, by its clock, and when it came, by the phone's. */
type Newest = { said_ms: number; came_ms: number }

/** What one page knows of it. */
export function createServerClock() {
  let remembered: Newest | null = null

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
  return {
    /**
     * How long ago our server said something, by the pace of the phone's clock, because its time may be wrong. What is
     * newer than all before has just come; anything else was kept, or shown before.
     */
    ageMs(said_ms: number): number {
      const newest = newestAnswer()
      if (newest && said_ms <= newest.said_ms) {
        return Math.max(0, Date.now() - newest.came_ms + newest.said_ms - said_ms)
      }
      remembered = { said_ms, came_ms: Date.now() }
      try {
        localStorage.setItem(STORAGE_KEY, JSON.stringify(remembered))
      } catch {
        // Private windows may refuse; then it is known as long as the page.
      }
      return 0
    },
  }
}

export const { ageMs } = createServerClock()

function isNewest(stored: unknown): stored is Newest {
  const { said_ms, came_ms } = (stored ?? {}) as Partial<Newest>
  return Number.isFinite(said_ms) && Number.isFinite(came_ms)
}
