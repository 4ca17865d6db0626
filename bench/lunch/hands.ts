import type { Locator, Page } from 'playwright-core'

/** One thing that somebody did at a screen: what it took, and until the screen showed that it is done. */
type Done = { taps: number; fields: number; seconds: number }

/** What a person at a screen does; each is counted. */
type Hands = {
  tap(target: Locator): Promise<void>
  /** A field that somebody types into or takes a photo for. */
  fill(target: Locator, text: string): Promise<void>
  photo(target: Locator, picture: Buffer): Promise<void>
  /** Opens a list and chooses from it: two taps. */
  choose(target: Locator, option: string): Promise<void>
}

/** Longer than this nobody waits for a screen; then the job is tried again from what the screen shows. */
const PATIENCE_MS = 60_000

/** Counts what each job takes over the whole hour; `faltered` is what had to be tried again. */
export function openNotebook() {
  const jobs = new Map<string, Done[]>()
  const faltered: string[] = []
  return {
    jobs,
    faltered,
    /** Plays a job until `seen` shows up on the screen. False where the screen had moved on meanwhile. */
    async does(job: string, act: (hands: Hands) => Promise<void>, seen: () => Promise<unknown>): Promise<boolean> {
      const done: Done = { taps: 0, fields: 0, seconds: 0 }
      const began = performance.now()
      try {
        await act(handsThatCount(done))
        await seen()
      } catch (error) {
        faltered.push(job)
        console.error(`Once more: ${job}: ${String(error)}`)
        return false
      }
      done.seconds = (performance.now() - began) / 1000
      jobs.set(job, [...(jobs.get(job) ?? []), done])
      return true
    },
  }
}

export type Notebook = ReturnType<typeof openNotebook>

function handsThatCount(done: Done): Hands {
  const timeout = PATIENCE_MS
  return {
    async tap(target) {
      done.taps++
      await target.click({ timeout })
    },
    async fill(target, text) {
      done.fields++
      await target.fill(text, { timeout })
    },
    async photo(target, buffer) {
      done.fields++
      await target.setInputFiles({ name: 'food.jpg', mimeType: 'image/jpeg', buffer }, { timeout })
    },
    async choose(target, option) {
      done.taps += 2
      await target.selectOption(option, { timeout })
    },
  }
}

export const button = (on: Page | Locator, name: string): Locator => on.getByRole('button', { name, exact: true })
export const gone = (target: Locator): Promise<void> => target.waitFor({ state: 'detached', timeout: PATIENCE_MS })
export const there = (target: Locator): Promise<void> => target.waitFor({ timeout: PATIENCE_MS })
