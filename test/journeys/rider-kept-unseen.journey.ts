import { afterEach, describe, expect } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { makeOffer } from '../../domain/delivery/offers/make-offer.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { actingOn, readyOrder } from '../accepted-order.ts'
import { deliveryOf as deliveryOfOrder } from '../assigned-order.ts'
import { every_screen, newVisitor, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { logInBrowser } from '../sign-in.ts'
import { dashboardIsKept } from './rider.ts'

const { app, browser } = await openJourney()
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const deliveryOf = (order_id: number) => deliveryOfOrder(app, order_id)

describe.each(every_screen)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, every_screen)
  let visitor: Visitor
  afterEach(async () => {
    const { complaints } = visitor
    await visitor.leave()
    await app.db.execute('update riders set on_duty_since = null')
    expect(complaints).toEqual([])
  })
  /** What a browser reports by itself while it is offline. */
  const no_line = [/net::ERR_/, /Failed to fetch/, /when fetching the script/]
  const comes = async (musa: Actor) => {
    visitor = await newVisitor(browser, screen, no_line)
    await logInBrowser(visitor.context, app.url, musa.email)
    await visitor.page.goto(`${app.url}/rider-dashboard`)
    return visitor.page
  }

  walk('a page that was kept before anybody opened it neither rings nor counts from when it is opened', async () => {
    const musa = await insertRider(app.db)
    const order_id = await readyOrder(app)
    const page = await comes(musa)
    await page.clock.install()
    await page.reload()
    await dashboardIsKept(page)
    const { id: delivery_id } = await deliveryOf(order_id)
    await makeOffer(actingOn(app), { rider_id: musa.user_id, delivery_ids: [delivery_id], now: new Date() })
    await page.getByText(/^\d+ seconds to decide$/).waitFor()
    await page.evaluate(async () => (await caches.open('rider-pages')).delete('/rider/shifts'))
    await page.reload()
    // Its document is kept first, then the files that it names.
    const kept = () =>
      page.evaluate(async () => {
        const html = (await (await caches.match('/rider/shifts', { ignoreVary: true }))?.text()) ?? ''
        for (const file of html.match(/\/assets\/[\w.-]+/g) ?? []) {
          if (!(await caches.match(file, { ignoreVary: true }))) return `without ${file}`
        }
        return html
      })
    await expect.poll(kept).toContain('seconds to decide')

    await visitor.context.setOffline(true)
    await page.clock.fastForward('02:00')
    await page.goto(`${app.url}/rider/shifts`)
    await page.getByText('This offer has ended.').waitFor()
    expect(await page.title()).not.toContain('New offer')
    await visitor.context.setOffline(false)
  })
})
