import type { FrameLocator, Page } from 'playwright-core'

/** What a customer does, in the words of the screen, so that journeys read as stories. */
export function customer(page: Page, url: string, pays_in: 'window' | 'page' = 'window') {
  const frame = (): FrameLocator | Page => (pays_in === 'window' ? page.frameLocator('iframe[name="checkout"]') : page)
  return {
    async findsRestaurant(name: string) {
      await page.goto(url)
      await page.getByRole('link', { name: 'Order now' }).click()
      await page.getByRole('heading', { name: 'Discover Restaurants' }).waitFor()
      await page.getByRole('link', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
    },
    async opensRestaurant(vendor: { user_id: string; name: string | null }) {
      await page.goto(`${url}/restaurant/${vendor.user_id}`)
      await page.getByRole('heading', { name: vendor.name ?? '', level: 1 }).waitFor()
    },
    async adds(dish: string, quantity = 1) {
      await page.getByRole('button', { name: `Add to Cart: ${dish}` }).click()
      const dialog = page.getByRole('dialog', { name: dish })
      for (let more = 1; more < quantity; more++) await dialog.getByRole('button', { name: 'One more' }).click()
      await dialog.getByRole('button', { name: quantity > 1 ? `Add (${quantity} Items)` : 'Add to Cart' }).click()
      await page.getByText(`${quantity} ${dish} added to cart!`).waitFor()
    },
    /** Opens a dish and makes these choices, by their names on the screen; it is not added yet. */
    async chooses(dish: string, ...choices: string[]) {
      await page.getByRole('button', { name: `Add to Cart: ${dish}` }).click()
      const dialog = page.getByRole('dialog', { name: dish })
      for (const choice of choices) await dialog.getByLabel(choice).check()
      return dialog
    },
    async proceedsToCheckout() {
      await page.getByRole('button', { name: /^Open cart/ }).click()
      await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
      await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    },
    async fillsForm(form: { email?: string; phone?: string } = {}) {
      await page.getByLabel('First Name').fill('Ada')
      await page.getByLabel('Last Name').fill('Obi')
      await page.getByLabel('Email').fill(form.email ?? 'ada@example.com')
      await page.getByLabel('Phone').fill(form.phone ?? '0803 123 4567')
      await page.getByLabel('Address').fill('Room 12, Jadesola Hall')
    },
    async proceeds() {
      await page.getByRole('button', { name: 'Proceed', exact: true }).click()
    },
    async reachesSummary() {
      await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
      return new URL(page.url()).searchParams.get('order') ?? ''
    },
    /** From the menu to the button that pays; answers the order's link. */
    async comesToPay(vendor: { user_id: string; name: string | null }, dish: string, form: { email?: string } = {}) {
      await this.opensRestaurant(vendor)
      await this.adds(dish)
      await this.proceedsToCheckout()
      await this.fillsForm(form)
      await this.proceeds()
      return this.reachesSummary()
    },
    async pressesPay() {
      const wait = page.getByLabel('I can wait for a rider')
      if (await wait.isVisible()) await wait.check()
      await page.getByRole('button', { name: /^Pay ₦/ }).click()
    },
    async opensWindow() {
      await this.pressesPay()
      await frame().getByText('You pay').waitFor()
    },
    /** The payment window has the card and asks for its PIN. */
    async asksForPin(card = 'Mastercard, PIN') {
      await frame().getByRole('button', { name: card, exact: true }).click()
      await frame()
        .getByRole('button', { name: /^Pay ₦/ })
        .click()
      await frame().getByLabel('4-digit PIN').waitFor()
    },
    async paysByCard(card?: string) {
      await this.asksForPin(card)
      await frame().getByLabel('4-digit PIN').fill('3310')
      await frame().getByRole('button', { name: 'Continue' }).click()
      await frame().getByLabel('One-time password').fill('12345')
      await frame().getByRole('button', { name: 'Confirm payment' }).click()
    },
    async triesDeclinedCard() {
      await this.asksForPin('Declined')
      await frame().getByLabel('4-digit PIN').fill('3310')
      await frame().getByRole('button', { name: 'Continue' }).click()
      await frame().getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    },
    async paysByUssd() {
      await frame().getByRole('tab', { name: 'USSD' }).click()
      await frame().getByLabel('Your bank').selectOption({ label: 'Access Bank' })
      await frame().getByRole('button', { name: 'Get the code to dial' }).click()
      await frame().getByRole('button', { name: 'I have dialled it' }).click()
    },
    async asksForAccount() {
      await frame().getByRole('tab', { name: 'Bank transfer' }).click()
      await frame().getByRole('button', { name: 'Show the account number' }).click()
      await frame().getByText('Account number', { exact: true }).waitFor()
    },
    async paysByTransfer(naira?: string) {
      await this.asksForAccount()
      if (naira === undefined) return frame().getByRole('button', { name: 'I have sent it' }).click()
      await frame().getByText('I sent another amount').click()
      await frame().getByLabel('Amount sent, in naira').fill(naira)
      await frame().getByRole('button', { name: 'Send this amount' }).click()
    },
    async closesWindow() {
      await frame()
        .getByRole('button', { name: /close|cancel/i })
        .first()
        .click()
    },
    async holdsReceipt() {
      await page.getByRole('heading', { name: 'Payment Confirmed' }).waitFor()
    },
    /** The whole way of an order as on a first visit: list, menu, checkout, payment, tracking page. */
    async comesFromListToTracking(restaurant: string, dish: string) {
      await page.goto(`${url}/restaurants`)
      await page.getByRole('link', { name: restaurant }).first().click()
      await this.adds(dish)
      await this.proceedsToCheckout()
      await this.fillsForm()
      await this.proceeds()
      await this.reachesSummary()
      await this.opensWindow()
      await this.paysByCard()
      await this.holdsReceipt()
      await page
        .getByRole('link', { name: /^Follow/ })
        .first()
        .click()
      await page.getByRole('heading', { name: 'Waiting for the restaurant' }).waitFor()
    },
    cartStorage: () => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? '[]') as unknown[]),
  }
}
