import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { vendors } from '../../domain/catalog/tables.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { shift_places, shifts } from '../../domain/delivery/shifts/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'

/** What others do appears within seconds, on a busy machine a little later. */

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { comes, adminComes } = officeOn(screen, app, browser)
  const kitchenWithOwner = async () => {
    const kitchen = await insertVendor(app.db, { address: 'Shop 7', email: `${crypto.randomUUID()}@example.com` })
    return { kitchen, owner: await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id }) }
  }

  /** A rider means to come in an hour, for twelve. */
  async function shiftInAnHour(): Promise<number> {
    const rider = await insertRider(app.db, { on_duty_since: null })
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    const hours = { begins_at: at(1), ends_at: at(13), planned_by: rider.user_id, planned_at: at(0) }
    const [shift] = await app.db.insert(shifts).values(hours).returning()
    if (!shift) throw new Error('no shift')
    await app.db.insert(shift_places).values({ shift_id: shift.id, status: 'Taken', rider_id: rider.user_id })
    return shift.id
  }

  walk('a tip is paid with the order; too large a one gets a kind word, and what is collected takes none', async () => {
    const { kitchen } = await kitchenWithOwner()
    const visitor = await newVisitor(browser, screen, [/422/])
    const { page } = visitor
    const ada = customer(page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    const own = page.getByLabel('Or another amount in naira')
    expect(await page.getByRole('radio', { name: 'No tip' }).isChecked()).toBe(true)
    await page.getByLabel('Collect it at the restaurant').check()
    await own.waitFor({ state: 'hidden' })
    await page.getByLabel('Deliver it').check()
    await own.fill('₦1,000,000')
    await ada.proceeds()
    await page.getByText('That is more than kind! A tip can be ₦5,000 at most.').waitFor()
    await snap(page, 'tip-too-large')
    await holdsUp(page)
    await own.fill('350')
    await ada.proceeds()
    const link = await ada.reachesSummary()
    await page.getByText('Tip for the rider').waitFor()
    await snap(page, 'tip-summary')
    const [checkout] = await app.db.select().from(checkouts).where(eq(checkouts.link_token, link))
    expect(checkout).toMatchObject({ tip: 350_00, subtotal: 500_00 })
    await page.getByRole('link', { name: 'Change this' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    expect(await own.inputValue()).toBe('350')
    // Nobody tips by habit: another order begins without.
    await page.goto(`${app.url}/checkout`)
    expect(await own.inputValue()).toBe('')
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('with nobody on duty it is collected: chosen, paid, ready, handed over for the PIN', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const shift_id = await shiftInAnHour()
    const visitor = await newVisitor(browser, screen)
    const ada = customer(visitor.page, app.url)
    await ada.comesToPay(kitchen, 'Jollof Rice')
    await visitor.page.getByText('Nobody is on duty').waitFor()
    await visitor.page
      .getByRole('button', { name: /^Take / })
      .nth(1)
      .waitFor()
    await snap(visitor.page, 'summary-instead')
    await holdsUp(visitor.page)
    await app.db.delete(shifts).where(eq(shifts.id, shift_id))
    await visitor.page.getByRole('button', { name: /^Collect it at the restaurant instead, ready by \d/ }).click()
    await visitor.page.getByText(`${kitchen.name}, Shop 7, FUTA North Gate`).waitFor()
    await visitor.page.getByText('I can wait for a rider').waitFor({ state: 'detached' })
    await visitor.page.getByText('₦0', { exact: true }).waitFor()
    await snap(visitor.page, 'summary-to-collect')
    await holdsUp(visitor.page)
    // Changed once more it is still collected, whatever was chosen on the form before.
    await visitor.page.getByRole('link', { name: 'Change this' }).click()
    await expect.poll(() => visitor.page.getByLabel('First Name').inputValue()).toBe('Ada')
    expect(await visitor.page.getByLabel('Collect it at the restaurant').isChecked()).toBe(true)
    await visitor.page.goBack()
    await ada.reachesSummary()
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    await visitor.page.getByText('Collect at').waitFor()
    await snap(visitor.page, 'receipt-to-collect')
    await visitor.page.getByRole('link', { name: 'Follow your order' }).click()
    const [order] = await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id))
    const { pin } = await keysOf(app, order?.id ?? 0)
    const sees = (headline: string) => visitor.page.getByRole('heading', { name: headline, level: 2 }).waitFor()
    await sees('Waiting for the restaurant')

    const desk = await comes(owner.email, '/vendor-order')
    await desk.getByText('The customer collects it').waitFor()
    await isAwake(desk)
    await desk.getByRole('button', { name: 'Mark as Completed' }).click()
    await desk.getByText('the customer is told to come').waitFor()
    await desk.getByRole('button', { name: 'Yes, it is ready' }).click()
    await sees('Ready: collect it now')
    await visitor.page.getByText('It is kept for you until').waitFor()
    await visitor.page.getByText('Your PIN for the restaurant').waitFor()
    await visitor.page.getByText('when it is ready with your PIN, and when you have it.').waitFor()
    await snap(visitor.page, 'track-to-collect')
    await holdsUp(visitor.page)
    await desk.getByRole('button', { name: 'Hand over' }).click()
    const dialog = desk.getByRole('dialog')
    await snap(desk, 'hand-over-at-kitchen')
    await dialog.getByLabel('The customer’s PIN').fill(pin)
    await dialog.getByRole('button', { name: 'Handed over' }).click()
    await sees('Collected. Enjoy your meal!')
    await visitor.page.getByRole('heading', { name: 'How was it?' }).waitFor()
    await visitor.page.getByText('Collecting it').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('it is chosen on the form, without an address; food that is kept still cannot be closed', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const visitor = await newVisitor(browser, screen)
    const ada = customer(visitor.page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await visitor.page.getByLabel('Address').fill('')
    const proceed = visitor.page.getByRole('button', { name: 'Proceed', exact: true })
    expect(await proceed.isDisabled()).toBe(true)
    await visitor.page.getByLabel('Collect it at the restaurant').check()
    expect(await proceed.isEnabled()).toBe(true)
    await visitor.page.reload()
    await expect.poll(() => visitor.page.getByLabel('Collect it at the restaurant').isChecked()).toBe(true)
    await snap(visitor.page, 'checkout-to-collect')
    await holdsUp(visitor.page)
    await ada.proceeds()
    await ada.reachesSummary()
    await visitor.page.getByText('Ready', { exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()

    const order_id = await paidOrderFor(app, kitchen, 1, { collects: true })
    const desk = await comes(owner.email, `/vendor-order/${order_id}`, [/409/])
    await desk.getByText('Collects it here').waitFor()
    await desk.getByText('Mark as Completed').click()
    await desk.getByRole('button', { name: 'Yes, it is ready' }).click()
    await desk.getByText('Nobody came?').click()
    await desk.getByRole('button', { name: 'Close the order' }).click()
    await desk.getByText('Please keep it until').waitFor()
    await snap(desk, 'kept-still')
    const admin = await adminComes(`/admin/orders?order=${order_id}`)
    await admin.getByText('at the kitchen').waitFor()
  })

  walk('a time that fills while two pay: those near it are one tap away, on the form and on the summary', async () => {
    const { kitchen } = await kitchenWithOwner()
    await app.db.update(vendors).set({ slot_orders: 1 }).where(eq(vendors.user_id, kitchen.user_id))
    const visitor = await newVisitor(browser, screen, [/422/])
    const { page } = visitor
    const ada = customer(page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    const slot = page.locator('#slot option').last()
    const [text, value] = [(await slot.textContent()) ?? '', (await slot.getAttribute('value')) ?? '']
    await page.getByLabel('When?').selectOption({ label: text })
    await page.getByLabel('Note (optional)').fill('No onions')
    await ada.proceeds()
    await ada.reachesSummary()
    const slot_from = new Date(Number(value) * 60_000)
    const order_id = await paidOrderFor(app, kitchen, 1, { collects: true })
    await app.db.update(orders).set({ slot_from }).where(eq(orders.id, order_id))
    await ada.pressesPay()
    await page.getByText('The restaurant takes no more orders for this time.').waitFor()
    await snap(page, 'slot-full-summary')
    await holdsUp(page)
    await page.getByRole('link', { name: 'Change this' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await isAwake(page)
    expect(await page.getByLabel('When?').inputValue()).toBe(value)
    await ada.proceeds()
    await page.getByText('The restaurant takes no more orders for this time.').waitFor()
    await page.getByText('Free near it:').waitFor()
    expect(await page.getByLabel('Note (optional)').inputValue()).toBe('No onions')
    await snap(page, 'slot-full-checkout')
    await holdsUp(page)
    const other = page.locator('button[name=slot]').last()
    const other_text = (await other.textContent()) ?? ''
    await other.click()
    await ada.reachesSummary()
    await page.getByText(other_text).waitFor()
    await page.getByText('No onions').waitFor()
    await ada.opensWindow()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('an order for later: chosen on the form, in its own list at the kitchen, followed by its slot', async () => {
    const { kitchen, owner } = await kitchenWithOwner()
    const visitor = await newVisitor(browser, screen)
    const ada = customer(visitor.page, app.url)
    await ada.opensRestaurant(kitchen)
    await ada.adds('Zobo')
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    const slot = (await visitor.page.locator('#slot option').last().textContent()) ?? ''
    await visitor.page.getByLabel('When?').selectOption({ label: slot })
    await ada.proceeds()
    await ada.reachesSummary()
    await visitor.page.getByText(slot).waitFor()
    await snap(visitor.page, 'summary-for-later')
    await holdsUp(visitor.page)
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    await visitor.page.getByText(slot).waitFor()
    await visitor.page.getByRole('link', { name: 'Follow your order' }).click()
    await visitor.page.getByRole('heading', { name: 'Ordered for later' }).waitFor()
    await visitor.page.getByText(`Ordered for ${slot}.`).waitFor()
    await visitor.page.getByText('at the time you chose, when the rider is on the way').waitFor()
    await holdsUp(visitor.page)
    const desk = await comes(owner.email, '/vendor-order')
    await desk.getByRole('heading', { name: 'For later' }).waitFor()
    await desk.getByText(`For ${slot}, begin at`).waitFor()
    await snap(desk, 'kitchen-for-later')
    await holdsUp(desk)
    await desk.getByRole('button', { name: 'Accept' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await visitor.page.getByRole('heading', { name: 'The restaurant will cook it for you' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
