import type { BrowserContext, Page } from 'playwright-core'

type Watched = { streams: (EventSource & { hears: boolean })[]; beats: number }

/**
 * Watches what streams of news the pages of this browser open from now on. With `beats: false` they are like those of a
 * server from before it told pages of its beats.
 */
export async function watchStreams(context: BrowserContext, { beats } = { beats: true }) {
  await context.addInitScript((knows_beats) => {
    const watched = Object.assign(window as unknown as Watched, { streams: [], beats: 0 })
    window.EventSource = class extends EventSource {
      hears = true
      constructor(address: string | URL) {
        super(address)
        watched.streams.push(this)
      }
      override addEventListener(kind: string, listener: unknown) {
        super.addEventListener(kind, (event) => {
          if (!this.hears || (kind === 'beat' && !knows_beats)) return
          ;(listener as (event: Event) => void)(event)
          if (kind === 'beat') watched.beats++
        })
      }
    }
  }, beats)
  return {
    opened: (page: Page) => page.evaluate(() => (window as unknown as Watched).streams.length),
    /** How often it was told that the line is alive. */
    beats: (page: Page) => page.evaluate(() => (window as unknown as Watched).beats),
    isOpen: (page: Page) => page.evaluate(() => (window as unknown as Watched).streams.at(-1)?.readyState === 1),
    /** It ends, as that of a phone without a network: a browser made offline by a test holds on to it. */
    breaks: (page: Page) =>
      page.evaluate(() => {
        for (const stream of (window as unknown as Watched).streams) stream.close()
      }),
    /** From now on nothing comes through the one that is open, and it looks open as before. */
    fallsSilent: (page: Page) =>
      page.evaluate(() => {
        for (const stream of (window as unknown as Watched).streams) stream.hears = false
      }),
  }
}
