import puppeteer, { type Browser } from 'puppeteer-core'
import { firefox_path } from '../test/ensure-firefox.ts'
import { figure, table } from './markdown.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { type Step, walkIn } from './walk.ts'

const screens = [
  { name: '360 px', width: 360, height: 740, hasTouch: true, isMobile: false },
  { name: '1280 px', width: 1280, height: 900, hasTouch: false, isMobile: false },
] as const

type Walked = { screen: string; steps: Step[]; complaints: string[] }

/**
 * The main way in Debian's Firefox, which Playwright cannot drive: from home to the tracking page, paid at the sandbox.
 * Puppeteer speaks WebDriver BiDi with it. What fails, or what the browser complains of, fails the bench.
 */
export async function measureFirefox(stage: Stage): Promise<Section> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox_path(), headless: true })
  try {
    const walks: Walked[] = []
    for (const screen of screens) walks.push(await walk(browser, stage, screen))
    const complaints = walks.flatMap((one) => one.complaints.map((text) => `${one.screen}: ${text}`))
    return { name: 'firefox', text: tell(await browser.version(), walks, complaints), failed: complaints.length > 0 }
  } finally {
    await browser.close()
  }
}

async function walk(browser: Browser, stage: Stage, screen: (typeof screens)[number]): Promise<Walked> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (['error', 'warn'].includes(message.type())) complaints.push(message.text())
  })
  const { name, ...viewport } = screen
  await page.setViewport(viewport)
  const steps = await walkIn(page, stage, (step, error) => complaints.push(`${step}: ${String(error)}`))
  await context.close()
  return { screen: name, steps, complaints }
}

function tell(version: string, walks: readonly Walked[], complaints: readonly string[]): string {
  const names = walks.reduce<string[]>(
    (longest, { steps }) => (steps.length > longest.length ? steps.map(({ name }) => name) : longest),
    [],
  )
  const seconds = (step: Step | undefined) => (step ? figure(step.ms / 1000, 1) : '✗')
  return [
    '## The main way in Firefox',
    `${version} of Debian, without a window, driven over WebDriver BiDi by an empty browser each time: seconds until ` +
      'the screen showed what a step leads to, hands and eyes not counted.',
    table(
      ['step', ...walks.map(({ screen }) => screen)],
      names.map((name, place) => [name, ...walks.map(({ steps }) => seconds(steps[place]))]),
    ),
    complaints.length === 0
      ? 'Every step worked, and the browser complained of nothing.'
      : `What failed:\n\n${complaints.map((text) => `- ${text}`).join('\n')}`,
  ].join('\n\n')
}
