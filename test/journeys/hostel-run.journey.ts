import { eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect } from 'vitest'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { rejectOrder } from '../../domain/orders/refunds/reject-order.ts'
import { runs } from '../../domain/orders/runs/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { places } from '../../domain/places/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { comes, adminComes } = officeOn(screen, app, browser)

  const fills = async (page: Page, kitchen: { user_id: string; name: string | null }, how: { phone: string }) => {
    const ada = customer(page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Jollof Rice')
    await ada.proceedsToCheckout()
    await ada.fillsForm(how)
    return ada
  }

  walk('two strangers share a ride: both pay less, and what the first paid too much comes back', async () => {
    const kitchen = await insertVendor(app.db, { address: 'Shop 7', email: `${crypto.randomUUID()}@example.com` })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const first = await newVisitor(browser, screen, [/422/])
    const ada = await fills(first.page, kitchen, { phone: '0803 123 4567' })
    await first.page.getByLabel('Share the ride').check()
    await ada.proceeds()
    await first.page.getByText('Please choose a time, so that others can join you.').waitFor()
    expect(await first.page.getByLabel('Share the ride').isChecked()).toBe(true)
    await snap(first.page, 'ride-needs-a-time')
    await holdsUp(first.page)
    const slot = (await first.page.locator('#slot option').last().getAttribute('value')) ?? ''
    await first.page.getByLabel('When?').selectOption(slot)
    await ada.proceeds()
    const link = await ada.reachesSummary()
    await first.page.getByText('You share the ride to Jadesola Hall: delivery ₦600, alone ₦600.').waitFor()
    await first.page.getByText(/1 more to Jadesola Hall before .*: delivery ₦420\. 2 more: delivery ₦300/).waitFor()
    await snap(first.page, 'ride-summary')
    await holdsUp(first.page)
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    await first.page.getByText('Yours is the only order so far').waitFor()
    await first.page.getByRole('link', { name: 'Follow your order' }).click()
    await first.page.getByText('You share the ride to Jadesola Hall.').waitFor()

    // What is told of a place may be half a minute old, but for this.
    await app.db.execute(sql`notify catalog_changed`)
    const second = await newVisitor(browser, screen)
    const [jadesola] = await app.db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
    const bola = customer(second.page, app.url)
    await bola.opensRestaurant(kitchen)
    await second.page.getByLabel('Deliver to:').selectOption(String(jadesola?.id))
    await second.page.getByText(/Share the ride .* and delivery is ₦420, not ₦600\./).waitFor()
    await snap(second.page, 'ride-on-menu')
    await bola.adds('Zobo')
    await bola.proceedsToCheckout()
    await bola.fillsForm({ phone: '0803 123 4568' })
    await second.page.getByLabel('When?').selectOption(slot)
    await bola.proceeds()
    await bola.reachesSummary()
    await second.page.getByText('1 order goes there already.').waitFor()
    await snap(second.page, 'ride-offered')
    await holdsUp(second.page)
    await second.page.getByText('It is ₦420 if the order that goes there stays, and the rest comes back.').waitFor()
    await second.page.getByRole('button', { name: 'Share the ride for ₦600' }).click()
    await second.page.getByText('You share the ride to Jadesola Hall: delivery ₦600, alone ₦600.').waitFor()
    await bola.opensWindow()
    await bola.paysByCard()
    await bola.holdsReceipt()
    await second.page.getByText('2 orders so far').waitFor()
    // The first one's page says so by itself.
    await first.page.getByText('2 orders so far').waitFor()
    await snap(first.page, 'ride-track')
    await holdsUp(first.page)

    const now = new Date()
    await app.db.update(orders).set({ begin_at: now }).where(eq(orders.vendor_id, kitchen.user_id))
    await app.db.update(runs).set({ closes_at: now }).where(eq(runs.vendor_id, kitchen.user_id))
    // Nobody can join any more; who has not been answered can still leave, so nothing is settled.
    await first.page.getByText('What you paid too much comes back by itself once').waitFor()
    await snap(first.page, 'ride-closed-unanswered')
    await holdsUp(first.page)
    for (const { id: order_id } of await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id)))
      expect(await acceptOrder(actingOn(app), owner, { order_id, minutes: 15 })).toMatchObject({ ok: true })
    await first.page.getByText('2 orders share the ride to Jadesola Hall: your delivery costs ₦420').waitFor()
    await first.page
      .getByText('₦180 is on its way back')
      .or(first.page.getByText('₦180 was sent back'))
      .first()
      .waitFor()
    await snap(first.page, 'ride-closed')
    await holdsUp(first.page)
    await first.page.goto(`${app.url}/order-summary?order=${link}`)
    await first.page.getByText('2 orders share the ride to Jadesola Hall').waitFor()
    await snap(first.page, 'ride-receipt')

    const placed = await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id)).orderBy(orders.id)
    const [one, two] = placed.map(({ id }) => id)
    const desk = await comes(owner.email, '/vendor-dashboard')
    await desk.getByText(`Goes together with #${two}`).first().waitFor()
    await desk.getByText(`Goes together with #${one}`).first().waitFor()
    await snap(desk, 'ride-on-board')
    await holdsUp(desk)
    const admin = await adminComes(`/admin/orders/${one}`)
    await admin.getByText('The ride was closed with 2 orders: its way costs ₦420').waitFor()
    await snap(admin, 'ride-on-timeline')
    expect([first.complaints, second.complaints]).toEqual([[], []])
    await first.leave()
    await second.leave()
  })

  walk('where the second payment fails and the kitchen rejects, nobody paid more, and all goes back', async () => {
    const kitchen = await insertVendor(app.db, { address: 'Shop 7', email: `${crypto.randomUUID()}@example.com` })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const first = await newVisitor(browser, screen)
    const ada = await fills(first.page, kitchen, { phone: '0803 123 4571' })
    const slot = (await first.page.locator('#slot option').last().getAttribute('value')) ?? ''
    await first.page.getByLabel('When?').selectOption(slot)
    await first.page.getByLabel('Share the ride').check()
    await ada.proceeds()
    await ada.reachesSummary()
    // The lower fee is told for when somebody joins, and is not promised.
    await first.page.getByText(/1 more to Jadesola Hall before .*: delivery ₦420/).waitFor()
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()

    const second = await newVisitor(browser, screen)
    const bola = await fills(second.page, kitchen, { phone: '0803 123 4572' })
    await second.page.getByLabel('When?').selectOption(slot)
    await second.page.getByLabel('Share the ride').check()
    await bola.proceeds()
    await bola.reachesSummary()
    await second.page.getByText('You share the ride to Jadesola Hall: delivery ₦600, alone ₦600.').waitFor()
    await bola.opensWindow()
    await bola.triesDeclinedCard()
    await bola.closesWindow()
    await second.page.getByText('Payment failed or cancelled').waitFor()
    await snap(second.page, 'ride-second-failed')
    await holdsUp(second.page)
    await first.page.reload()
    await first.page.getByText('Yours is the only order so far; you paid ₦600 for delivery.').waitFor()
    await snap(first.page, 'ride-first-alone')

    const [order] = await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id))
    const desk = await comes(owner.email, '/vendor-dashboard')
    await desk.getByText('For later: 1,').waitFor()
    expect(
      await rejectOrder(actingOn(app), owner, { order_id: order?.id ?? 0, reason: 'The gas is finished' }),
    ).toMatchObject({ ok: true })
    await first.page.getByRole('link', { name: 'Follow your order' }).click()
    await first.page.getByText('The gas is finished').first().waitFor()
    await first.page.getByText('₦2,100').first().waitFor()
    await snap(first.page, 'ride-rejected')
    await holdsUp(first.page)
    await first.leave()
    await second.leave()
  })
})
