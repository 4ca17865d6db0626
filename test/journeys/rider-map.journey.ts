import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reportPosition } from '../../domain/delivery/riders/go-on-duty.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { newVisitor, screens } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

const clock = { now: () => new Date() }
const deps = () => ({ db: app.db, clock, announce: reactions({ public_url: app.url }) })

describe.each(screens)('on a screen of $name', (screen) => {
  test('while the food is on its way its customer sees about where the rider is, in words and drawn', async () => {
    const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com` })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const rider = await insertRider(app.db)
    const order_id = await paidOrderFor(app, kitchen)
    const { track_token } = await keysOf(app, order_id)
    await app.db
      .update(orders)
      .set({ customer_latitude: 7.3004, customer_longitude: 5.1404 })
      .where(eq(orders.id, order_id))
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await completeOrder(deps(), owner, order_id)
    await ride(app, rider, order_id, 'assign')
    await reportPosition(deps(), rider, { latitude: 7.3037, longitude: 5.1388 })
    const visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const ask = page.getByRole('link', { name: 'Where is Musa now?', exact: true })
    await page.goto(`${app.url}/track/${track_token}`)
    await page.getByRole('heading', { name: 'Ready for the rider', level: 2 }).waitFor()
    expect(await ask.count()).toBe(0)
    await ride(app, rider, order_id, 'pick_up')
    await ask.click()
    const where = page.getByRole('region', { name: 'Where Musa is', exact: true })
    await where.getByText(/^Musa was near .+ at \d\d:\d\d, about \d+ minutes? away\.$/).waitFor()
    await where.getByRole('img', { name: 'Map of the campus with Musa and where the food goes' }).waitFor()
    await holdsUp(page)
    await snap(page, 'rider-map')
    const spot = () => where.locator('svg > circle').last().getAttribute('cx')
    const before = await spot()
    await reportPosition(deps(), rider, { latitude: 7.3037, longitude: 5.1328 })
    await expect.poll(spot).not.toBe(before)
    await ride(app, rider, order_id, 'hand_over')
    await where.waitFor({ state: 'detached' })
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
