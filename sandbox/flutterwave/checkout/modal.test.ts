import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { keys, sandboxUnderTest } from '../../sandbox-under-test.ts'

const browser_seconds = 60
let browser: Browser

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking'],
  })
}, browser_seconds * 1000)
afterAll(() => browser?.close())

type Told = [name: string, what: unknown]

const shop_script = (public_key: string) => `
  window.told = []
  window.open_payment = (changes) => {
    window.modal = FlutterwaveCheckout({
      public_key: '${public_key}', tx_ref: 'CHOW-9', amount: '2600', currency: 'NGN',
      payment_options: 'card, ussd, banktransfer', customer: { email: 'ada@example.com' },
      customizations: { title: 'Campus Food' },
      callback: (payment) => told.push(['callback', payment.status]),
      onclose: (incomplete) => told.push(['onclose', incomplete]),
      ...changes,
    })
  }
  document.querySelector('button').onclick = () => open_payment()`

/** A shop's page under a strict Content-Security-Policy, with the sandbox's script in it. */
async function shopPage() {
  const sandbox = await sandboxUnderTest({ time_scale: 100 })
  const { url } = sandbox
  const policy =
    `default-src 'self'; script-src 'self' ${url}; frame-src ${url}; ` + `connect-src 'self' ${url}; style-src 'self'`
  const server = http.createServer((request, response) => {
    if (request.url === '/shop.js') {
      response.setHeader('content-type', 'text/javascript')
      response.end(shop_script(keys.public_key))
      return
    }
    response.setHeader('content-type', 'text/html')
    response.setHeader('content-security-policy', policy)
    response.end(
      `<!doctype html><title>Shop</title><button>Pay</button><script src="${url}/flutterwave/v3.js"></script>` +
        '<script src="/shop.js"></script>',
    )
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  onTestFinished(async () => {
    await page.close()
    server.closeAllConnections()
    server.close()
  })
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  const frame = page.frameLocator('iframe#flwpugpaidid[name=checkout]')
  const press = (name: string | RegExp) => frame.getByRole('button', { name }).click()
  const told = () => page.evaluate('told') as Promise<Told[]>
  const overflow = () => page.evaluate(() => document.body.style.overflow)
  return { ...sandbox, page, frame, press, told, overflow }
}

const browserTest = (name: string, body: () => Promise<void>) => test(name, body, browser_seconds * 1000)

browserTest('a failed attempt, then a paid one: two callbacks, and closing afterwards is complete', async () => {
  const { page, frame, press, told, overflow } = await shopPage()
  await page.getByRole('button', { name: 'Pay' }).click()
  await frame.getByText('Sandbox – no real money').waitFor()
  expect(await overflow()).toBe('hidden')

  await press('Wrong PIN')
  await press(/^Pay/)
  await press(/^3310/)
  await press('Continue')
  await frame.getByText('Payment failed: Incorrect PIN').waitFor()

  await press('Mastercard, PIN')
  await press(/^Pay/)
  await press(/^3310/)
  await press('Continue')
  await press(/^12345/)
  await press('Confirm payment')
  await press('Return to Campus Food')
  expect(await told()).toEqual([
    ['callback', 'failed'],
    ['callback', 'successful'],
    ['onclose', false],
  ])
  expect(await overflow()).toBe('')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
})

browserTest('Escape is the user closing; the shop closing the window is not', async () => {
  const { page, frame, told } = await shopPage()
  await page.getByRole('button', { name: 'Pay' }).click()
  await frame.getByRole('tab', { name: 'Card' }).and(frame.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(told).toEqual([['onclose', true]])
  await page.evaluate('open_payment()')
  await frame.getByRole('tab', { name: 'Card' }).waitFor()
  await page.evaluate('modal.close()')
  expect(await told()).toEqual([['onclose', true]])
  expect(await page.locator('iframe').isVisible()).toBe(false)
})

browserTest('with a redirect address the page moves on instead of calling back', async () => {
  const { page, press } = await shopPage()
  await page.evaluate("open_payment({ redirect_url: location.origin + '/?order=9' })")
  await press('Verve, asks nothing')
  await press(/^Pay/)
  await page.waitForURL(/order=9&status=successful&tx_ref=CHOW-9&transaction_id=\d+/)
})

browserTest('a page that does not load locks nobody in', async () => {
  const { page, set, told } = await shopPage()
  await set({ frame_failures: 1 })
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
  expect(await told()).toEqual([['onclose', true]])
})
