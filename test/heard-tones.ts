import type { BrowserContext, Page } from 'playwright-core'

type Counted = { tones_started: number }

/** Counts what pages of this browser let sound from now on; answers how many tones a page has begun. */
export async function hearTones(context: BrowserContext): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript(() => {
    const counted = window as unknown as Counted
    counted.tones_started = 0
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      counted.tones_started++
      start.call(this, when)
    }
  })
  return (page) => page.evaluate(() => (window as unknown as Counted).tones_started)
}
