import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { assignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { goOnDuty } from '../../domain/delivery/riders/go-on-duty.ts'
import { deliveries } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { createPromotion } from '../../domain/promotions/create-promotion.ts'
import { acceptedOrder, actingOn, readyOrder } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { friendsUnderTest, somebody } from '../friends.ts'
import { openJourney } from '../open-journey.ts'
import { blank_promotion, newCode } from '../promotions.ts'
import { putOnRide } from '../put-on-ride.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

describe.each(screens)('on a screen of $name', async (screen) => {
  // The page begins with nothing ordered, on each screen.
  const { app, browser } = await openJourney()
  const deps = await app.services()
  const admin = await insertAccount(app.db, 'admin', { admin_role: 'owner' })
  const { buys } = friendsUnderTest(
    () => ({ deps, sandbox: app.sandbox }),
    () => admin,
  )
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

  test('an owner reads who bore what: our promotions, those of kitchens, and shared rides', async () => {
    const page = await adminComes('/admin/analytics')
    /** What platform, kitchens and riders bore for one thing, in naira. */
    const borneFor = async (what: string) => {
      const file = await (await page.context().request.get(`${app.url}/admin/export/analytics.csv?of=bearers`)).text()
      const rows = file.split(/\r?\n/).filter((line) => line.includes(`,${what},`))
      return [-3, -2, -1].map((at) => rows.reduce((sum, row) => sum + Number(row.split(',').at(at)), 0))
    }
    const before = await Promise.all(['Promotions', 'Shared rides'].map(borneFor))
    const kitchen = await insertVendor(app.db)
    const owner = await insertAccount(app.db, 'vendor', { kitchen: { vendor_id: kitchen.user_id, role: 'owner' } })
    const acting = actingOn(app)
    for (const [by, percent] of [
      [admin, '20'],
      [owner, '10'],
    ] as const) {
      const code = newCode()
      const made = await createPromotion(acting, by, { ...blank_promotion, code, percent })
      expect(made).toMatchObject({ ok: true })
      const { order } = await buys(somebody(), code, { kitchen })
      if (by === owner) continue
      // Alone on a ride that would have cost twice as much: the platform adds to its rider's pay.
      await putOnRide(app.db, order.id, new Date())
      expect(await acceptOrder(acting, owner, { order_id: order.id, minutes: 15 })).toMatchObject({ ok: true })
      const [delivery] = await app.db.select().from(deliveries).where(eq(deliveries.order_id, order.id))
      const rider = await insertRider(app.db)
      const gives = { delivery_id: delivery?.id ?? 0, rider_id: rider.user_id }
      expect(await assignDelivery(acting, admin, gives)).toMatchObject({ ok: true })
      expect(await deliverOrder(acting, admin, { order_id: order.id, reason: 'She called' })).toMatchObject({
        ok: true,
      })
    }
    const after = await Promise.all(['Promotions', 'Shared rides'].map(borneFor))
    const more = after.map((sums, at) => sums.map((sum, whose) => sum - (before[at]?.[whose] ?? 0)))
    expect(more).toEqual([
      [300, 150, 0],
      [360, 0, 0],
    ])
    await page.reload()
    const bearers = page.getByRole('table', { name: 'Who bore what, by day' })
    const head = await bearers.getByRole('columnheader').allTextContents()
    const together = await bearers.getByRole('row').filter({ hasText: 'Together' }).getByRole('cell').allTextContents()
    const shown = (name: string) => together[head.indexOf(name) - (head.length - together.length)]
    const [[ours, kitchens] = [], [rides] = []] = after
    const naira = (sum = 0) => `₦${sum.toLocaleString('en-NG')}`
    expect(['Promotions: platform', 'Promotions: kitchens', 'Shared rides: platform'].map(shown)).toEqual(
      [ours, kitchens, rides].map(naira),
    )
    await bearers.scrollIntoViewIfNeeded()
    await snap(page, 'who-bore-what')
    await holdsUp(page)
    expect(await findViolations(app.db)).toEqual([])
  })
})
