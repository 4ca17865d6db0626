import { afterEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { officeOn } from '../admin-office.ts'
import { newVisitor, screens } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { snap } from '../screen-checks.ts'
import { insertAccount } from '../sign-in.ts'
import { keysOf } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

/** What others do appears within seconds, on a busy machine a little later. */

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

describe.each(screens)('on a screen of $name', (screen) => {
  const { comes, adminComes } = officeOn(screen, app, browser)

  test('one order from paid to delivered: customer, kitchen, rider and admin see each step, no reload', async () => {
    const kitchen = await insertVendor(app.db, {
      name: 'Iya Bose Buka',
      email: `${crypto.randomUUID()}@example.com`,
    })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const rider = await insertRider(app.db, { name: 'Musa Bello', on_duty_since: null })
    const vendors_page = await comes(owner.email, '/vendor-order')
    await vendors_page.getByText('No orders yet.').waitFor()
    const board = await adminComes('/admin/dispatch')
    const phone = await comes(rider.email, '/rider-dashboard')
    await phone.getByRole('heading', { name: 'Off duty' }).waitFor()
    const order_id = await paidOrderFor(app, kitchen, 1, { tip_kobo: 200_00 })
    const { track_token, pin } = await keysOf(app, order_id)
    const customer = await newVisitor(browser, screen)
    await customer.page.goto(`${app.url}/track/${track_token}`)
    const customerSees = (headline: string) =>
      customer.page.getByRole('heading', { name: headline, level: 2 }).waitFor()
    const card = board.getByRole('listitem').filter({ hasText: `Order ${order_id}` })

    // The kitchen takes it; the customer and the board learn of it.
    await customerSees('Waiting for the restaurant')
    const accept = vendors_page.getByRole('button', { name: 'Accept' })
    await accept.first().click()
    await vendors_page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click()
    await customerSees('The restaurant is cooking')
    await card.getByText('Nobody is on duty.').waitFor()

    // An admin calls a rider; the customer reads who comes.
    await card.getByText('Give to a rider…').click()
    await card.getByLabel('Rider', { exact: true }).selectOption(rider.user_id)
    await card.getByRole('button', { name: 'Give it to this rider' }).click()
    await customer.page.getByText('Musa will bring your food.').waitFor()
    await vendors_page.getByRole('button', { name: 'Mark as Completed' }).first().click()
    await vendors_page.getByRole('button', { name: 'Yes, it is ready' }).click()
    await customerSees('Ready for the rider')
    await card.getByText('Ready now').waitFor()

    // The rider goes on as the phone says; the other three see it.
    await phone.getByRole('button', { name: 'Arrived at the kitchen' }).click()
    await phone.getByRole('button', { name: 'Picked up' }).click()
    await customerSees('On the way to you')
    await card.getByText('Picked up', { exact: true }).waitFor()
    await phone.getByLabel('The customer’s PIN').fill(pin)
    await phone.getByRole('button', { name: 'Handed over', exact: true }).click()
    await customerSees('Delivered. Enjoy your meal!')
    await card.waitFor({ state: 'detached' })

    // The tip is the rider's, beside what the way brings.
    await phone.goto(`${app.url}/rider/earnings`)
    await phone.getByText('₦200 of it a tip').waitFor()
    await snap(phone, 'tip-earned')
    expect(customer.complaints).toEqual([])
    await customer.leave()
  })
})
