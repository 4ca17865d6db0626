import { describe, expect } from 'vitest'
import { goOnDuty } from '../../domain/delivery/riders/go-on-duty.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { acceptedOrder, actingOn, readyOrder } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'

// The page begins with nothing ordered.
const { app, browser } = await openJourney()

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('an owner sees how the marketplace did, beside the days before, drawn and as tables', async () => {
    const page = await adminComes('/admin/analytics')
    await page.getByText('No order was placed in these days.').waitFor()
    await page.getByText('Nobody was on duty in these days').waitFor()
    await page.getByText('Nothing was given away in these days').waitFor()
    await snap(page, 'analytics-empty')
    await holdsUp(page)

    const admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
    const rider = await insertRider(app.db, { name: 'Musa Hours', on_duty_since: null })
    expect((await goOnDuty(actingOn(app), rider)).ok).toBe(true)
    const { order_id } = await acceptedOrder(app)
    expect((await deliverOrder(actingOn(app), admin, { order_id, reason: 'The customer called' })).ok).toBe(true)
    await readyOrder(app)
    await page.reload()
    await isAwake(page)
    const figures = page.locator('dl')
    await figures.getByText('Orders', { exact: true }).waitFor()
    await figures.getByText('Nothing to compare with before.').first().waitFor()
    await page.locator('.chart canvas').first().waitFor()
    expect(await page.locator('.chart canvas').count()).toBe(4)
    await snap(page, 'analytics')
    const orders = page.getByRole('figure').filter({ hasText: 'Orders' }).first()
    await orders.getByText('As a table').click()
    expect(await orders.getByRole('row').count()).toBe(29)
    await holdsUp(page)

    const league = page.getByRole('table', { name: 'Kitchens beside each other' })
    expect(await league.getByRole('rowheader').count()).toBe(2)
    await page.getByRole('table', { name: 'Riders’ hours' }).getByText('Musa Hours').waitFor()
    await page.getByRole('table', { name: 'Customers who came back' }).getByRole('rowheader').waitFor()

    const bearers = page.getByRole('table', { name: 'Who bore what, by day' })
    expect(await bearers.getByRole('rowheader').allTextContents()).toEqual(['Together', expect.any(String)])
    await bearers.getByText('Provider’s fees: platform').first().waitFor()
    const borne = await page.context().request.get(`${app.url}/admin/export/analytics.csv?of=bearers`)
    expect(await borne.text()).toMatch(/Day,For,[\s\S]*Provider’s fees,\d+\.\d\d,0\.00,0\.00/)

    await page.getByRole('link', { name: 'Last 7 days' }).click()
    await expect.poll(() => orders.getByRole('row', { includeHidden: true }).count()).toBe(8)
    await page.getByLabel('Compare with').selectOption('none')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/against=none/)
    await page.getByText('Nothing to compare with before.').first().waitFor({ state: 'detached' })

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the days' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('analytics-days.csv')
    // Whoever may not see money is not led there, and finds nothing.
    const support = await insertAccount(app.db, 'admin', { admin_role: 'support' })
    const other = await comes(support.email, '/admin/dashboard')
    expect(await other.getByRole('link', { name: 'Analytics' }).count()).toBe(0)
  })
})
