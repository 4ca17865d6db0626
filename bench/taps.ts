import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { seededRandom } from '../domain/seeded-random.ts'
import { chromium_path } from '../test/ensure-chromium.ts'
import { figure, table, verdict } from './markdown.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { median, percentile } from './statistics.ts'
import { firstTap, tellWhatIsFelt } from './taps/felt.ts'
import { isLineError, OWN_PAGE, type Step, visitsOf } from './taps/visits.ts'
import { openWeakLine, type WeakLine } from './taps/weak-line.ts'

/** So many that the machine is not what they wait for. */
const PHONES = 3
const LINE = { bits_per_second: 400_000, round_trip_ms: 400, loss: 0.05 }
const DOWN_SECONDS = 10
/** What has not happened by then counts as lost. */
const LOST_AFTER_MS = 120_000
/** Who sees nothing at all for that long loads the page anew. */
const WHITE_SECONDS = 20
const PROMISED_FEEDBACK_MS = 100
const PROMISED_DIALOG_MS = 2500
const FIRST_TAPS = 7
const SLOWER_PROCESSOR = 6

type Tally = {
  taps: number
  lost: string[]
  felt_ms: number[]
  downs: number
  error_pages: number
  /** Pages of whose answer no more came than its head: they stand white. */
  white_pages: number
  /** Dishes that went on to their own page, and taps before that whose effect nobody saw then. */
  own_pages: number
  left_behind: number
  visits: number
}

/** Taps of visitors on a connection that loses packets and breaks, and how long the first dialog of a dish takes. */
export async function measureTaps(stage: Stage, { taps }: { taps: number }): Promise<Section> {
  const browser = await chromium.launch({
    executablePath: chromium_path(),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  try {
    await warmUp(browser, stage)
    const first_taps = await timeFirstTaps(browser, stage)
    const tally: Tally = {
      taps: 0,
      lost: [],
      felt_ms: [],
      downs: 0,
      error_pages: 0,
      white_pages: 0,
      own_pages: 0,
      left_behind: 0,
      visits: 0,
    }
    await Promise.all(
      Array.from({ length: PHONES }, async (_, phone) => {
        const random = seededRandom(phone + 1)
        while (tally.taps < taps) await visit(browser, stage, tally, random)
      }),
    )
    return { name: 'taps', text: tell(tally, first_taps), failed: tally.lost.length > 0 }
  } finally {
    await browser.close()
  }
}

/** The server compresses files when they are first requested. */
async function warmUp(browser: Browser, { app_url, campus }: Stage): Promise<void> {
  const page = await browser.newPage()
  for (const path of ['/', '/restaurants', `/restaurant/${campus.largest_vendor_id}`]) {
    await page.goto(app_url + path, { waitUntil: 'networkidle' })
  }
  await page.context().close()
}

async function visit(browser: Browser, stage: Stage, tally: Tally, random: () => number): Promise<void> {
  const line = await openWeakLine(Number(new URL(stage.app_url).port), LINE, random)
  const phone = await comesWith(browser, line, tally.felt_ms)
  try {
    const choose = <Item>(from: readonly Item[]) => from[Math.floor(random() * from.length)] as Item
    const { path, early, later } = choose(visitsOf(stage.campus, phone.page, LOST_AFTER_MS, choose))()
    await phone.page.goto(stage.app_url + path, { waitUntil: 'commit', timeout: LOST_AFTER_MS })
    await phone.page.locator('footer').waitFor({ timeout: LOST_AFTER_MS })
    const done = new AbortController()
    const fate = goesDown(phone, line, random, done.signal).then((went) => {
      tally.downs += Number(went)
    })
    const reloads = reloadsWhiteOnes(phone.page, tally, done.signal)
    for (const step of early) await takes(step, tally, phone.page)
    for (const step of later) {
      if (!(await takes(step, tally, phone.page))) break
      // Where its script kept it waiting, a dish has led to its own page, which needs none.
      if (!OWN_PAGE.test(phone.page.url())) continue
      tally.own_pages++
      tally.left_behind += later.slice(later.indexOf(step) + 1).filter(({ tap }) => !tap).length
      break
    }
    done.abort()
    await Promise.all([fate, reloads])
    tally.visits++
  } finally {
    await phone.context.close()
    line.close()
  }
}

/** False when the tap had no effect: then the rest of the visit cannot be played. */
async function takes({ name, tap, happens }: Step, tally: Tally, page: Page): Promise<boolean> {
  try {
    if (tap) tally.taps++
    await tap?.()
    await happens?.().catch(async (error) => {
      if (!isLineError(error)) throw error
      if (await isErrorPage(page)) await pressesReload(page, tally)
      return happens()
    })
    return true
  } catch (error) {
    const what = `${name}: ${error}, at ${page.url()}`
    console.error(`lost: ${what}`)
    tally.lost.push(what)
    return false
  }
}

/** In half of the visits the connection breaks once: unnoticed by the browser, with all connections cut, or noticed. */
async function goesDown(
  { context }: Phone,
  line: WeakLine,
  random: () => number,
  signal: AbortSignal,
): Promise<boolean> {
  const [goes, at, how] = [random() < 0.5, random() * 8000, random() * 3]
  if (!goes) return false
  try {
    await sleep(at, undefined, { signal })
    line.goDown(DOWN_SECONDS, how > 1)
    if (how > 2) {
      await context.setOffline(true)
      await sleep(DOWN_SECONDS * 1000, undefined, { signal })
      await context.setOffline(false)
    }
  } catch {
    return false
  }
  return true
}

/** Not where another page overtook the one that did not come. */
const isErrorPage = (page: Page) =>
  page.waitForURL(/^chrome-error:/, { timeout: 2000, waitUntil: 'commit' }).then(
    () => true,
    () => false,
  )

/** A link whose answer was cut off ends on the browser's own error page, which people reload until something comes. */
async function pressesReload(page: Page, tally: Tally): Promise<void> {
  tally.error_pages++
  for (const until = Date.now() + LOST_AFTER_MS; ; await sleep(5000)) {
    try {
      return void (await page.reload({ timeout: LOST_AFTER_MS, waitUntil: 'commit' }))
    } catch (error) {
      // Also where the error page is just being replaced.
      if (Date.now() > until) throw error
    }
  }
}

/** A connection that is cut off behind the head of an answer leaves a page with nothing in it, not even our script. */
async function reloadsWhiteOnes(page: Page, tally: Tally, signal: AbortSignal): Promise<void> {
  for (let seconds = 0; !signal.aborted; seconds++) {
    const isWhite = () => document.readyState === 'loading' && !document.body
    const is_white = await page.evaluate(isWhite).catch(() => false)
    if (!is_white) seconds = 0
    if (seconds === WHITE_SECONDS) {
      seconds = 0
      tally.white_pages++
      await page.reload({ timeout: LOST_AFTER_MS, waitUntil: 'commit' }).catch(() => {})
    }
    await sleep(1000, undefined, { signal }).catch(() => {})
  }
}

type Phone = { context: BrowserContext; page: Page }

async function comesWith(browser: Browser, line: WeakLine, felt_ms: number[]): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    proxy: { server: `http://127.0.0.1:${line.port}` },
  })
  await context.exposeFunction('felt', (ms: number) => felt_ms.push(ms))
  await context.addInitScript(tellWhatIsFelt)
  // The browser cannot know how weak the bench's connection is, so it is told.
  await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }))
  return { context, page: await context.newPage() }
}

type FirstTap = { shown_ms: number; dialog_ms: number }

/** The page is complete, its script is not fetched yet, and a dish is tapped on a slow phone. */
async function timeFirstTaps(browser: Browser, stage: Stage): Promise<FirstTap[]> {
  const times: FirstTap[] = []
  for (let phone = 0; phone < FIRST_TAPS; phone++) {
    const line = await openWeakLine(Number(new URL(stage.app_url).port), { ...LINE, loss: 0 }, Math.random)
    const { context, page } = await comesWith(browser, line, [])
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
    const path = `/restaurant/${stage.campus.largest_vendor_id}`
    await page.goto(stage.app_url + path, { waitUntil: 'networkidle', timeout: LOST_AFTER_MS })
    const dish = page.getByRole('button', { name: /^Add to Cart: / }).first()
    await dish.scrollIntoViewIfNeeded()
    const waited = page.evaluate(firstTap)
    await dish.click({ noWaitAfter: true })
    times.push(await waited)
    await context.close()
    line.close()
  }
  return times
}

function tell(tally: Tally, first_taps: readonly FirstTap[]): string {
  const { taps, lost, felt_ms, downs, error_pages, white_pages, own_pages, left_behind, visits } = tally
  const felt = [median(felt_ms), percentile(felt_ms, 0.99)] as const
  const shown_ms = median(first_taps.map((tap) => tap.shown_ms))
  const dialog_ms = median(first_taps.map((tap) => tap.dialog_ms))
  return [
    '## Taps on a weak line',
    '',
    [
      `Phones of 360 px in Chromium, ${LINE.bits_per_second / 1000} kbps, ${LINE.round_trip_ms} ms to the server and`,
      `back, ${LINE.loss * 100} % of packets lost; in half of the visits the line goes down for ${DOWN_SECONDS} s at a`,
      'random moment: unseen by the browser, with its connections cut, or with the browser told. Each visit begins',
      'with an empty browser, and most taps come before the page is awake. Lost is what has not happened two minutes',
      `later, or after a reload; a page that stands white is loaded anew after ${WHITE_SECONDS} seconds. A dish that`,
      'waits ten seconds for a script goes on to a page of its own, which needs none: what was tapped on the',
      'menu before is left behind. Something shows: from the click to a frame with a change. The first tap on a slow',
      'phone: a dish of a page that stands there in full and has fetched no script, no packets lost, a processor',
      `${SLOWER_PROCESSOR} times slower, until the browser says that a frame with the pressed dish is drawn.`,
    ].join(' '),
    '',
    table(
      ['', 'measured', 'promise'],
      [
        [`lost of ${figure(taps)} taps`, figure(lost.length), `0 ${verdict(lost.length === 0)}`],
        ['until something shows, median, ms', figure(felt[0]), ''],
        [
          'until something shows, 99 %, ms',
          figure(felt[1]),
          `${PROMISED_FEEDBACK_MS} ${verdict(felt[1] <= PROMISED_FEEDBACK_MS)}`,
        ],
        [
          'first tap on a slow phone, until it shows, median, ms',
          figure(shown_ms),
          `${PROMISED_FEEDBACK_MS} ${verdict(shown_ms <= PROMISED_FEEDBACK_MS)}`,
        ],
        [
          'and until its dialog, median, ms',
          figure(dialog_ms),
          `${figure(PROMISED_DIALOG_MS)} ${verdict(dialog_ms <= PROMISED_DIALOG_MS)}`,
        ],
        ['visits', figure(visits), ''],
        ['times the line went down', figure(downs), ''],
        ['links that ended on the browser’s error page', figure(error_pages), ''],
        ['pages of which nothing came but their head', figure(white_pages), ''],
        ['dishes that went on to their own page', figure(own_pages), ''],
        ['taps left behind by that', figure(left_behind), ''],
      ],
    ),
    ...(lost.length > 0 ? [''] : []),
    ...lost.map((what) => `- lost: ${what}`),
  ].join('\n')
}
