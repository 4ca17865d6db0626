import type { Browser } from 'playwright-core'
import type { Stage } from '../stage.ts'
import { type Notebook, there } from './hands.ts'
import { keysOfOrder } from './orders.ts'

const LOOK_MS = 2000

/** A customer whose order is there says that something is wrong with it. */
export async function complains(
  at: { stage: Stage; browser: Browser; notebook: Notebook; over: AbortSignal },
  order_id: number,
  isThere: () => Promise<boolean>,
): Promise<void> {
  while (!at.over.aborted && !(await isThere())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  if (at.over.aborted) return
  const { track_token } = await keysOfOrder(at.stage.database.db, order_id)
  const context = await at.browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto(`${at.stage.app_url}/track/${track_token}/problem`)
  await at.notebook.does(
    'customer: say what is wrong',
    async ({ tap, fill }) => {
      await tap(page.getByLabel('Something is missing or wrong'))
      await fill(page.getByLabel(/^Jollof Rice, of /), '1')
      await tap(page.getByRole('button', { name: 'Tell us' }))
    },
    () => there(page.getByText('We are looking at it, and tell you here and by SMS.')),
  )
  await context.close()
}

/** A customer with the tracking link open swaps the dish that is out for another one, as soon as the page asks. */
export async function swapsByLink(
  at: { stage: Stage; browser: Browser; notebook: Notebook; over: AbortSignal },
  order_id: number,
): Promise<void> {
  const { track_token } = await keysOfOrder(at.stage.database.db, order_id)
  const context = await at.browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.goto(`${at.stage.app_url}/track/${track_token}`)
  const zobo = page.getByRole('button', { name: /^Zobo instead/ })
  while (!at.over.aborted && (await zobo.count()) === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  if (at.over.aborted) return
  await at.notebook.does(
    'customer: swap a dish that is out',
    ({ tap }) => tap(zobo),
    () => there(page.getByText('Zobo comes instead of Ofada Rice')),
  )
  await context.close()
}
