import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { TestRunner } from 'vitest'
import { chromium_path, quick_chromium_path } from './ensure-chromium.ts'
import { believed_key } from './over-http2.ts'

/** The two screens on which every journey is walked. */
export const screens = [
  { name: '360 px', viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  { name: '1280 px', viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
] as const
/** And the one on which a kitchen works. */
export const every_screen = [
  ...screens,
  { name: '820 px', viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
] as const

export type Screen = Pick<(typeof screens)[number], 'hasTouch' | 'isMobile'> & {
  viewport: { width: number; height: number }
}

/** A journey that needs `notifications` walks in Chromium itself, which takes three times as long. */
export function launchBrowser({ notifications = false } = {}): Promise<Browser> {
  return chromium.launch({
    executablePath: notifications ? chromium_path() : quick_chromium_path(),
    args: [
      // As root Chromium has no sandbox of its own; the pages are ours.
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-quic',
      '--no-first-run',
      `--ignore-certificate-errors-spki-list=${believed_key}`,
      // A page of a test is gone before code that is made faster for it pays.
      '--js-flags=--no-opt --no-maglev',
    ],
  })
}

export type Visitor = { page: Page; context: BrowserContext; complaints: string[]; leave(): Promise<void> }

/**
 * A new person with an empty browser. Whatever the browser reports (errors, hydration, blocked scripts) is collected;
 * `expected` names complaints that belong to the journey, e.g. an answer of 422 to a form that is refused.
 */
export async function newVisitor(browser: Browser, screen: Screen, expected: RegExp[] = []): Promise<Visitor> {
  const { viewport, hasTouch, isMobile } = screen
  const context = await browser.newContext({
    viewport,
    hasTouch,
    isMobile,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
  })
  await context.addInitScript(() => {
    addEventListener('awake', () => document.documentElement.setAttribute('data-awake', ''))
    // Chromium takes a busy machine for a slow line, on which a page sleeps until it is touched.
    const { connection } = navigator as { connection?: object }
    if (connection) Object.defineProperty(connection, 'effectiveType', { value: '4g', configurable: true })
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  // A journey that passes on a fast machine only hides a race: CPU_RATE=6 walks it on a slow telephone.
  const rate = Number(process.env.CPU_RATE ?? 1)
  if (rate > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate })
  const complaints: string[] = []
  const note = (text: string) => {
    if (!expected.some((pattern) => pattern.test(text))) complaints.push(text)
  }
  page.on('pageerror', (error) => note(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(message.text())
  })
  const leave = async () => {
    await tellWhatWasShown(page, complaints)
    await context.close()
  }
  return { page, context, complaints, leave }
}

/** A wait that ran out says only what did not come. Its failure also tells what was there instead. */
async function tellWhatWasShown(page: Page, complaints: string[]): Promise<void> {
  const [failure] = TestRunner.getCurrentTest()?.result?.errors ?? []
  if (!failure || page.isClosed()) return
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch(() => 'nothing that could be read')
  const complained = complaints.map((complaint) => `\nThe browser complained: ${complaint}`).join('')
  console.error(`${page.url()} showed:\n${shown.slice(0, 6000)}${complained}`)
}

/** Waits until the page listens: to its buttons, to its stream, and to whether it is online. */
export const isAwake = (page: Page) => page.locator('html[data-awake]').waitFor()
