import { describe, expect } from 'vitest'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { acceptedOrder, actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount } from '../sign-in.ts'

// The page begins with nothing delivered.
const { app, browser } = await openJourney()

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  test('an admin sees whether windows held, of all kitchens and of one', async () => {
    const page = await adminComes('/admin/windows')
    await page.getByText('No order was delivered in the last 28 days.').waitFor()
    await holdsUp(page)
    await snap(page, 'windows-empty')

    const admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
    for (let time = 0; time < 2; time++) {
      const { order_id } = await acceptedOrder(app)
      const done = await deliverOrder(actingOn(app), admin, { order_id, reason: 'The customer called' })
      expect(done).toMatchObject({ ok: true })
    }
    await page.reload()
    await page.getByText('Promises kept').first().waitFor()
    expect(await page.getByRole('rowheader', { name: 'Iya Bose Buka' }).count()).toBe(2)
    await holdsUp(page)
    await snap(page, 'windows')

    await page.getByRole('link', { name: 'Iya Bose Buka' }).first().click()
    await page.getByText('Only Iya Bose Buka.').waitFor()
    await page.getByLabel('Delivered in the last').selectOption('7 days')
    await page.waitForURL(/period=7\+days/)
    await page.getByText('Only Iya Bose Buka.').waitFor()
    await page.getByRole('link', { name: 'Show all kitchens' }).click()
    await page.getByText('Only Iya Bose Buka.').waitFor({ state: 'detached' })
  })
})
