import type { BrowserContext, Page } from 'playwright-core'

type Counted = { tones_started: number; heard: BaseAudioContext | null }

/** Counts what pages of this browser let sound from now on; answers how many tones a page has begun. */
export async function hearTones(context: BrowserContext): Promise<(page: Page) => Promise<number>> {
  await context.addInitScript(() => {
    const counted = window as unknown as Counted
    counted.tones_started = 0
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (when) {
      counted.tones_started++
      counted.heard = this.context
      start.call(this, when)
    }
  })
  return (page) => page.evaluate(() => (window as unknown as Counted).tones_started)
}

/** The device falls silent, and lets nothing be heard again before the next press. */
export async function sleeps(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const audio = (window as unknown as Counted).heard as AudioContext
    audio.resume = () => Promise.reject(new Error('silent'))
    await audio.suspend()
    window.addEventListener('pointerdown', () => Reflect.deleteProperty(audio, 'resume'), { once: true, capture: true })
  })
}
