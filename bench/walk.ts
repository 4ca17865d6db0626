import type { Frame, Page } from 'puppeteer-core'
import type { Stage } from './stage.ts'

export type Step = { name: string; ms: number }

const PATIENCE_MS = 60_000

/**
 * A customer's main way: home, restaurants, a menu, a dish, cart, checkout, payment at the sandbox, receipt, tracking.
 * Answers the steps that worked; the first that did not ends the way, and is told to `failed`.
 */
export async function walkIn(
  page: Page,
  { app_url, campus }: Stage,
  failed: (step: string, error: unknown) => void,
): Promise<Step[]> {
  const [menu] = campus.menus.filter(({ vendor_id }) => vendor_id === campus.largest_vendor_id)
  const dish = menu?.dishes[3]?.name ?? ''
  const on = (within: Page | Frame) => ({
    role: (role: string, name: string) =>
      within.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(PATIENCE_MS),
    css: (selector: string) => within.locator(selector).setTimeout(PATIENCE_MS),
    text: (text: string) => within.locator(`::-p-text(${text})`).setTimeout(PATIENCE_MS),
  })
  const { role, css, text } = on(page)
  const payment = async () => {
    const window = await page.waitForSelector('iframe[name=checkout]', { timeout: PATIENCE_MS })
    const frame = await window?.contentFrame()
    if (!frame) throw new Error('There is no payment window')
    return on(frame)
  }
  const way: readonly (readonly [name: string, act: () => Promise<unknown>])[] = [
    ['home', async () => [await page.goto(app_url), await role('link', 'Order now').wait()]],
    [
      'the restaurants',
      async () => [await role('link', 'Order now').click(), await role('heading', 'Discover Restaurants').wait()],
    ],
    [
      'a menu',
      async () => {
        await page.goto(`${app_url}/restaurant/${campus.largest_vendor_id}`)
        await role('button', `Add to Cart: ${dish}`).wait()
      },
    ],
    [
      'the dialog of a dish',
      async () => [
        await role('button', `Add to Cart: ${dish}`).click(),
        await css('dialog[open] [aria-label="One more"]').wait(),
      ],
    ],
    [
      'two of it in the cart',
      async () => {
        await css('dialog[open] [aria-label="One more"]').click()
        await css('dialog[open] button[type=submit]').click()
        await text(`2 ${dish} added to cart!`).wait()
      },
    ],
    [
      'the cart',
      async () => [
        await role('button', 'Open cart, 2 items').click(),
        await role('button', 'Proceed to Checkout').wait(),
      ],
    ],
    [
      'the checkout',
      async () => [await role('button', 'Proceed to Checkout').click(), await role('heading', 'Checkout').wait()],
    ],
    [
      'the order summary',
      async () => {
        const fields = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com', phone: '0803 123 4567' }
        for (const [name, value] of Object.entries(fields)) await css(`[name=${name}]`).fill(value)
        await css('[name=address]').fill('Room 12, Jadesola Hall, FUTA North Gate')
        await role('button', 'Proceed').click()
        await role('heading', 'Order Summary').wait()
      },
    ],
    [
      'the payment window',
      async () => {
        // Nobody is on duty on the campus of the bench.
        await css('input[name=wait]').click()
        await css('button::-p-text(Pay ₦)').click()
        await (await payment()).text('You pay').wait()
      },
    ],
    [
      'the receipt',
      async () => {
        const window = await payment()
        await window.role('button', 'Mastercard, PIN').click()
        await window.css('button::-p-text(Pay ₦)').click()
        await window.css('#pin').fill('3310')
        await window.role('button', 'Continue').click()
        await window.css('#otp').fill('12345')
        await window.role('button', 'Confirm payment').click()
        await role('heading', 'Payment Confirmed').wait()
      },
    ],
    [
      'the tracking page',
      async () => [await css('a::-p-text(Follow)').click(), await role('heading', 'Waiting for the restaurant').wait()],
    ],
  ]
  const steps: Step[] = []
  for (const [name, act] of way) {
    const begun_at = performance.now()
    try {
      await act()
    } catch (error) {
      failed(name, error)
      break
    }
    steps.push({ name, ms: performance.now() - begun_at })
  }
  return steps
}
