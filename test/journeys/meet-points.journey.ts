import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { places, ways } from '../../domain/places/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { checkoutAt } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { ride } from '../tracked-order.ts'
import { visitorsOn } from '../visitors.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

const { app, browser } = await openJourney()

const spots = [
  { name: 'Jadesola Gate', kind: 'gate', latitude: 7.3242, longitude: 5.13956 },
  { name: 'Obele Stop', kind: 'building', latitude: 7.3202, longitude: 5.13956, meeting_point: true },
] as const

beforeAll(async () => {
  const [hall] = await app.db.select().from(places).where(eq(places.name, 'Jadesola Hall'))
  const planted = await app.db
    .insert(places)
    .values([...spots])
    .returning()
  const there = planted.map(({ id }, nth) => ({
    ...{ from_place_id: hall?.id ?? 0, to_place_id: id },
    ...{ walk_minutes: 4 + 3 * nth, ride_minutes: 2 },
  }))
  await app.db.insert(ways).values(there)
})
afterEach(async () => {
  await app.db.update(places).set({ closed_at: null })
  expect(await findViolations(app.db)).toEqual([])
})

const close = (name: string) => app.db.update(places).set({ closed_at: new Date() }).where(eq(places.name, name))

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visits = visitorsOn(screen, browser)
  const { comes, adminComes } = officeOn(screen, app, browser)

  walk('who comes to the gate pays less, and everybody knows where the food is handed over', async () => {
    const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com` })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const musa = await insertRider(app.db)
    const { page } = await visits()
    const ada = customer(page, app.url)
    await ada.comesToPay(kitchen, 'Jollof Rice')
    const choice = page.getByRole('group', { name: 'Where do you get it?' })
    expect(await choice.getByRole('radio').count()).toBe(3)
    expect(await choice.getByLabel('To your door Jadesola Hall Delivery ₦600').isChecked()).toBe(true)
    await choice.getByLabel('At a meeting point Obele Stop, 7 min on foot').waitFor()
    await snap(page, 'meet-choice')
    await holdsUp(page)
    // A window that was looked at and closed again is not in the way.
    await ada.opensWindow()
    await ada.closesWindow()
    await page.reload()
    await page.getByText('You have opened a payment. If you choose another place, pay anew').waitFor()
    await snap(page, 'meet-window-opened')
    await choice.getByLabel('At the gate Jadesola Gate, 4 min on foot').check()
    await page.getByRole('button', { name: 'Get it there' }).click()
    await page.getByText('Meet the rider at').waitFor()
    expect(await choice.getByLabel('At the gate').isChecked()).toBe(true)
    await snap(page, 'meet-chosen')
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    await page.getByText('Meet the rider at').waitFor()
    await snap(page, 'meet-receipt')
    expect(await ada.cartStorage()).toEqual([])
    await page.getByRole('link', { name: 'Follow your order' }).click()
    await page.getByText('Your rider brings it to Jadesola Gate. Please come there.').waitFor()
    await snap(page, 'meet-track')
    await holdsUp(page)

    const [order] = await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id))
    const order_id = order?.id ?? 0
    expect(order).toMatchObject({ meet_at: 'Jadesola Gate', delivery_fee: 488_00 })
    await acceptOrder(actingOn(app), owner, { order_id, minutes: 5 })
    await completeOrder(actingOn(app), owner, order_id)
    await ride(app, musa, order_id, 'assign')
    const board = await adminComes('/admin/dispatch')
    await board
      .getByText(/near Jadesola Gate/)
      .first()
      .waitFor()
    await snap(board, 'meet-board')
    await ride(app, musa, order_id, 'arrive', 'pick_up')
    const desk = await comes(musa.email, '/rider-dashboard')
    await desk.getByText('Jadesola Gate, where the customer comes to (Room 12, Jadesola Hall)').waitFor()
    await snap(desk, 'meet-rider')
    await holdsUp(desk)
  })

  walk('without script the same is chosen, and one that has closed is said before anything is paid', async () => {
    const kitchen = await insertVendor(app.db)
    await insertRider(app.db)
    const link = await checkoutAt(app, kitchen)
    const { viewport, hasTouch, isMobile } = screen
    const context = await browser.newContext({ viewport, hasTouch, isMobile, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${app.url}/order-summary?order=${link}`)
    await page.getByLabel('At a meeting point').check()
    await close('Obele Stop')
    await page.getByRole('button', { name: 'Get it there' }).click()
    await page.getByText('You can no longer get it there, or it is not cheaper there now.').waitFor()
    await snap(page, 'meet-refused')
    await page.getByLabel('At the gate').check()
    await page.getByRole('button', { name: 'Get it there' }).click()
    await page.getByText('Meet the rider at').waitFor()
    await close('Jadesola Gate')
    await page.getByRole('button', { name: /^Pay ₦/ }).click()
    await page.getByText('We do not deliver to Jadesola Gate at the moment.').first().waitFor()
    await snap(page, 'meet-closed')
    await page.getByLabel('To your door').check()
    await page.getByRole('button', { name: 'Get it there' }).click()
    await page.getByText('Brought to').waitFor()
    await page.getByRole('button', { name: 'Pay ₦2,100' }).click()
    await page.waitForURL(/\/pay\/hosted\//)
    await context.close()
  })
})
