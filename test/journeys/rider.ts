import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What a rider does, in the words of the screen. */
export function rider(page: Page) {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  return {
    async registers(picture: { name: string; mimeType: string; buffer: Buffer }) {
      await page.getByLabel('Full name').fill('Musa Bello')
      await page.getByLabel('Phone').fill('0803 111 2222')
      await page.getByLabel('How you get about').selectOption('motorbike')
      await page.getByLabel('Where you usually wait').selectOption('FUTA North Gate')
      const stored = page.waitForResponse((response) => response.url().endsWith('/uploads/picture'))
      await page.getByLabel('A photo of your face').setInputFiles(picture)
      await stored
      await page.getByLabel('Bank', { exact: true }).selectOption({ label: 'Access Bank' })
      await page.getByLabel('Account Number').fill('0690000031')
      await page.getByText('Account Name:').waitFor()
    },
    async sendsRegistration() {
      await press('Send registration')
      await page.getByText('Waiting for approval').waitFor()
    },
    async goesOnDuty() {
      await press('Go on duty')
      await page.getByRole('heading', { name: 'On duty' }).waitFor()
    },
    async accepts() {
      await press('Accept')
      await page.getByRole('heading', { name: 'Go to the kitchen' }).waitFor()
    },
    async arrives() {
      await press('Arrived at the kitchen')
      await page.getByRole('heading', { name: 'Count the packs' }).first().waitFor()
    },
    /** `why` where it is not what the order has: the screen asks for it first. */
    async picksUp(packs: string, why?: string) {
      await page.getByLabel('Packs in your bag').fill(packs)
      await press('Picked up')
      if (why !== undefined) {
        await page.getByText('Please count again, or say why.').waitFor()
        await page.getByLabel('Why?').fill(why)
        await press('Picked up')
      }
      await page.getByRole('heading', { name: 'Bring it to the customer' }).waitFor()
    },
    async handsOver(pin: string) {
      await page.getByLabel('The customer’s PIN').fill(pin)
      await press('Handed over')
    },
  }
}

/**
 * Waits until this phone can open the dashboard without a network. Not by `waitForFunction`, which takes the promise of
 * an answer for the answer.
 */
export async function dashboardIsKept(page: Page): Promise<void> {
  const isKept = () =>
    page.evaluate(async () => {
      const kept = await caches.match('/rider-dashboard', { ignoreVary: true })
      return kept !== undefined && navigator.serviceWorker.controller !== null
    })
  await expect.poll(isKept).toBe(true)
}
