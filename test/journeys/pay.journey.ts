import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkouts } from '../../domain/checkout/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { bytesOnTheWire } from '../bytes-on-the-wire.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { overHttp2 } from '../over-http2.ts'
import { checkoutAt } from '../paid-order.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { postForm } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()
let bank: ReturnType<typeof control>
let kitchen: Awaited<ReturnType<typeof insertVendor>>
let other_kitchen: typeof kitchen

beforeAll(async () => {
  bank = control(app)
  kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka' })
  other_kitchen = await insertVendor(app.db, { name: 'Suya Republic' })
})
beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const ordersAt = async (link_token: string) => {
  const rows = await app.db
    .select({ order: orders })
    .from(orders)
    .innerJoin(checkouts, eq(checkouts.id, orders.checkout_id))
    .where(eq(checkouts.link_token, link_token))
  return rows.map((row) => row.order)
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  let ada: ReturnType<typeof customer>
  const come = async (expected: RegExp[] = []) => {
    visitor = await newVisitor(browser, screen, expected)
    ada = customer(visitor.page, app.url)
  }
  /** With a link to the summary, as after the form; how one gets there is walked by the others. */
  const comesByLink = async (email?: string): Promise<string> => {
    const link = await checkoutAt(app, kitchen, { email })
    await visitor.page.goto(`${app.url}/order-summary?order=${link}`)
    return link
  }
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('from home to the receipt, by card', async () => {
    await come()
    await ada.findsRestaurant('Iya Bose Buka')
    await ada.adds('Jollof Rice', 2)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    expect(await visitor.page.evaluate(() => localStorage.getItem('orderTotal'))).toBe('3500')
    await ada.fillsForm()
    await ada.proceeds()
    const link = await ada.reachesSummary()
    await visitor.page.getByText('Delivery Fee').waitFor()
    // Nobody is on duty: the page says so before paying, and nothing opens before the customer agrees.
    await visitor.page.getByText(/^between \d\d:\d\d and \d\d:\d\d$/).waitFor()
    await visitor.page.getByText('Nobody is on duty to bring food right now.').waitFor()
    await snap(visitor.page, 'summary-nobody-on-duty')
    await holdsUp(visitor.page)
    await visitor.page.getByRole('button', { name: /^Pay ₦/ }).click()
    expect(await visitor.page.locator('iframe[name="checkout"]').count()).toBe(0)
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()

    const [order] = await ordersAt(link)
    expect(order?.items).toEqual([
      { name: 'Jollof Rice', price_kobo: 150000, quantity: 2 },
      { name: 'Zobo', price_kobo: 50000, quantity: 1 },
    ])
    const receipt = visitor.page.getByRole('article')
    for (const text of [String(order?.id), '₦3,500', 'TOTAL', 'Thank you for your order, Ada!']) {
      await receipt.getByText(text).first().waitFor()
    }
    expect(await ada.cartStorage()).toEqual([])

    // The page must not move from beneath the finger that wakes it.
    await visitor.page.reload()
    await ada.holdsReceipt()
    await visitor.page.getByRole('link', { name: 'Home', exact: true }).last().click()
    await visitor.page.getByRole('link', { name: 'Order now' }).waitFor()
  })

  walk('by USSD', async () => {
    await come()
    const link = await comesByLink()
    await ada.opensWindow()
    await ada.paysByUssd()
    await ada.holdsReceipt()
    expect(await ordersAt(link)).toHaveLength(1)
  })

  walk('by bank transfer, with the confirmation in the mail leading back to the receipt', async () => {
    await come()
    const email = `transfer-${screen.viewport.width}@example.com`
    const link = await comesByLink(email)
    await ada.opensWindow()
    await ada.paysByTransfer()
    await ada.holdsReceipt()

    await expect.poll(() => inboxOf(email)).toContain(`/order-summary?order=${link}`)
  })

  walk('a window closed over a transfer: the account number stays while it may come', async () => {
    await come()
    const link = await comesByLink()
    await ada.opensWindow()
    await ada.asksForAccount()
    await ada.closesWindow()
    const number = visitor.page.getByText('0067100155', { exact: true })
    await number.waitFor()
    expect(await visitor.page.getByText('Payment cancelled').count()).toBe(0)
    await visitor.page.reload()
    await number.waitFor()
    await visitor.page.getByText('Your transfer can still come').waitFor()
    const [checkout] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link))
    await bank.pay({ tx_ref: checkout?.tx_ref ?? '', amount: (checkout?.total ?? 0) / 100 })
    await ada.holdsReceipt()
  })

  walk('over two kitchens: two orders, one payment, one receipt', async () => {
    await come()
    await ada.opensRestaurant(kitchen)
    await ada.adds('Jollof Rice')
    await ada.opensRestaurant(other_kitchen)
    await ada.adds('Jollof Rice', 2)
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await ada.proceeds()
    const link = await ada.reachesSummary()
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    const rows = await ordersAt(link)
    expect(rows.map((row) => row.total_price)).toEqual([150000, 300000])
    for (const { id } of rows) await visitor.page.getByText(`order ${id}`).waitFor()
  })

  walk('cancelled: nothing is ordered, and the cart is still there', async () => {
    await come()
    const link = await ada.comesToPay(kitchen, 'Zobo')
    await ada.opensWindow()
    await ada.asksForPin()
    // The provider has an attempt that waits for the PIN, and the page behind the window has heard of it.
    await expect.poll(() => stateOf(link)).toBe('checking')
    await expect.poll(() => visitor.page.getByText('Have you paid already?').count()).toBe(0)
    expect(await visitor.page.getByText('Please do not pay again').count()).toBe(0)
    await ada.closesWindow()
    await visitor.page.getByText('Payment cancelled').waitFor()
    expect(await visitor.page.locator('main').getByRole('status').count()).toBe(1)
    expect(await visitor.page.getByText('Please do not pay again').count()).toBe(0)
    expect(await ordersAt(link)).toHaveLength(0)
    expect(await ada.cartStorage()).toHaveLength(1)
  })

  walk('Back closes the window and stays; what was paid in it is told wherever its customer went', async () => {
    await come()
    const link = await ada.comesToPay(kitchen, 'Zobo')
    const { page } = visitor
    await ada.opensWindow()
    await page.evaluate(() => history.back())
    await page.getByText('Payment cancelled').waitFor()
    await page.locator('iframe[name="checkout"]').waitFor({ state: 'detached' })
    expect(page.url()).toContain(`/order-summary?order=${link}`)
    expect(await ada.cartStorage()).toHaveLength(1)

    await ada.opensWindow()
    await bank.behave({ webhook: 'none' })
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/order-summary/attempt', async (route) => {
      await answered
      await route.continue()
    })
    await ada.paysByCard()
    await page.getByRole('button', { name: 'Checking your payment…' }).waitFor()
    await page.evaluate(() => history.back())
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    answer()
    await ada.holdsReceipt()
    expect(await ada.cartStorage()).toEqual([])
  })

  walk('failed, then paid with another card', async () => {
    await come()
    await comesByLink()
    await ada.opensWindow()
    await ada.triesDeclinedCard()
    await ada.closesWindow()
    await visitor.page.getByText('Payment failed or cancelled').waitFor()
    await visitor.page.reload()
    await visitor.page.getByText(/^\d\d:\d\d\. Money that comes later goes back to you\.$/).waitFor()
    await snap(visitor.page, 'pay-by')
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
  })

  walk('the payment script does not load: three attempts, then the message, then it works', async () => {
    await come([/503/])
    await bank.behave({ script_failures: 3 })
    await ada.comesToPay(kitchen, 'Zobo')
    await ada.pressesPay()
    await visitor.page
      .getByText('Failed to load payment modal. Check your internet connection and retry later.')
      .waitFor()
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
  })

  walk(
    'the tab is closed and no callback comes: the webhook alone makes the order, and the cart is cleared on return',
    async () => {
      await come()
      const link = await ada.comesToPay(kitchen, 'Zobo')
      await ada.opensWindow()
      const [checkout] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link))
      await visitor.page.goto('about:blank')
      await bank.pay({ tx_ref: checkout?.tx_ref ?? '', amount: (checkout?.total ?? 0) / 100 })
      await expect.poll(async () => (await ordersAt(link)).length).toBe(1)

      await visitor.page.goto(app.url)
      await expect.poll(() => ada.cartStorage()).toEqual([])
      await visitor.page.goto(`${app.url}/order-summary?order=${link}`)
      await ada.holdsReceipt()
    },
  )

  walk('sent too much by transfer: the order stands, and the rest is on its way back', async () => {
    await come()
    await comesByLink()
    await ada.opensWindow()
    await ada.paysByTransfer('5000')
    await ada.holdsReceipt()
    await visitor.page.getByText(/^(On its way|Sent) back to you$/).waitFor()
  })

  walk('sent too little by transfer: no order, and a person looks at it', async () => {
    await come()
    await comesByLink()
    await ada.opensWindow()
    await ada.paysByTransfer('500')
    await visitor.page.getByText('Your money arrived, but not as expected').waitFor()
  })
})

/** Where the server says that a checkout stands, once it has asked the provider. */
async function stateOf(link_token: string): Promise<string> {
  await postForm(app.url, '/order-summary/attempt', { order: link_token, intent: 'confirm' })
  const answer = await fetch(`${app.url}/order-summary/state?order=${link_token}`)
  return ((await answer.json()) as { state: string }).state
}

async function inboxOf(recipient: string): Promise<string> {
  const response = await fetch(`${app.sandbox.url}/inbox.json?kind=mail&to=${encodeURIComponent(recipient)}`)
  return response.text()
}

/** Bytes of a whole way that a phone keeps to (docs/promises.md#from-browsing-to-tracking); they only become less. */
const MOST_ON_FIRST_WAY = 150_000
const MOST_ON_NEXT_WAY = 20_000

test('from the list to the tracking page a phone fetches no more than this, and little the next time', async () => {
  const { page, leave } = await newVisitor(browser, screens[0])
  const { url, close } = await overHttp2(app.url)
  onTestFinished(close)
  const fetched = await bytesOnTheWire(page, url)
  const ada = customer(page, url)
  for (const most of [MOST_ON_FIRST_WAY, MOST_ON_NEXT_WAY]) {
    await ada.comesFromListToTracking(kitchen.name ?? '', 'Jollof Rice')
    await isAwake(page)
    const all = fetched()
    expect(all.some(({ kind }) => kind === 'Document')).toBe(true)
    expect(all.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(most)
  }
  await leave()
})
