import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { founderOf } from '../../domain/accounts/actor.ts'
import { openCase } from '../../domain/cases/open-case.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { deliveries, order_promises, riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { messages } from '../../domain/notifications/tables.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { payments, refunds } from '../../domain/payments/tables.ts'
import { payout_transfers, payouts } from '../../domain/payouts/tables.ts'
import { actingOn, readyOrder } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { deliveryOf } from '../assigned-order.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { registeredKitchen, registeredRider } from '../registered.ts'
import { insertRider } from '../rider.ts'
import { insertAccount } from '../sign-in.ts'

const { app, browser } = await openJourney()

afterEach(async () => {
  expect(await findViolations(app.db)).toEqual([])
  await app.db.update(riders).set({ on_duty_since: null })
})

/** An order that its customer collects, accepted, and promised for twenty minutes ago. */
async function lateToCollect(): Promise<number> {
  const row = await registeredKitchen(app, 'Iya Collected', 'Active')
  const order_id = await paidOrderFor(app, row, 1, { collects: true })
  await acceptOrder(actingOn(app), founderOf(row), { order_id, minutes: 15 })
  const [promise] = await app.db.delete(order_promises).where(eq(order_promises.order_id, order_id)).returning()
  if (!promise) throw new Error('no promise')
  const until = new Date(Date.now() - 20 * 60_000)
  const over = { promised_from: until, promised_until: until, first_promised_from: until, first_promised_until: until }
  await app.db.insert(order_promises).values({ ...promise, ...over })
  return order_id
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('the dashboard: four figures that grow by themselves, and what waits with the way to it', async () => {
    const row = await registeredKitchen(app, `Iya Waits ${screen.name}`, 'Pending')
    const page = await adminComes('/admin/dashboard', [], '')
    await page.getByRole('heading', { name: 'Welcome, Admin' }).waitFor()
    const figure = (name: string) => page.locator(`dt:text-is("${name}") + dd`)
    for (const name of ['Total Vendors', 'Total Menu', 'Total Revenue']) await figure(name).waitFor()
    const orders = Number(await figure('Total Orders').textContent())
    await paidOrderFor(app, await registeredKitchen(app, `Iya Sells ${screen.name}`, 'Active'))
    await expect.poll(() => figure('Total Orders').textContent()).toBe(String(orders + 1))
    await page.getByRole('figure').getByText('Margin by day').first().waitFor()
    await snap(page, 'dashboard')
    await holdsUp(page)
    // Every line of what needs attention leads to an address that exists.
    const waiting = page.getByRole('region', { name: 'Needs attention now' })
    for (const link of await waiting.locator('a[href^="/"]').all()) {
      const answer = await page.request.get(app.url + (await link.getAttribute('href')))
      expect(answer.status()).toBe(200)
    }
    await page.getByRole('link', { name: `${row.name} is waiting to be activated` }).click()
    await page
      .getByRole('dialog', { name: row.name ?? '' })
      .getByRole('button', { name: 'Activate' })
      .waitFor()
  })

  walk('money that the provider neither sends nor refuses says what can be done about it', async () => {
    const kitchen = await registeredKitchen(app, `Iya Unpaid ${screen.name}`, 'Active')
    const order_id = await paidOrderFor(app, kitchen)
    const [payment] = await app.db.select().from(payments)
    const created_at = new Date(Date.now() - 9 * 86_400_000)
    const asked = { payment_id: payment?.id ?? '', order_id, reason: 'complaint', asked_role: 'admin' } as const
    const sent = { status: 'Sent', provider_refund_id: '8612', last_error: 'no answer in 30 s' } as const
    const refund = { ...asked, ...sent, amount: kobo(500_00), created_at }
    const account = { bank_name: 'Bank', bank_code: '1', account_number: '0690000031', account_name: 'IYA UNPAID' }
    const payout = { ...account, vendor_id: kitchen.user_id, amount: kobo(4_000_00), created_at }
    const [asked_back] = await app.db.insert(refunds).values(refund).returning()
    const [made] = await app.db.insert(payouts).values(payout).returning()
    const of_payout = { payout_id: made?.id ?? 0, reference: `slow-${screen.name}`, asked_by: kitchen.user_id }
    const transfer = { ...account, ...of_payout, provider: 'flutterwave', status: 'Queued', created_at } as const
    await app.db.insert(payout_transfers).values(transfer)

    const page = await adminComes('/admin/dashboard')
    const line = page.getByRole('listitem').filter({ hasText: 'has not arrived in five working days' })
    await line.getByText('Ask the provider’s support about its refund 8612. Last: no answer in 30 s').waitFor()
    await snap(page, 'dashboard-slow')
    await holdsUp(page)
    // The line leads to its case once that is opened, by itself and within seconds.
    await page.goto(`${app.url}/admin/refunds?refund=${asked_back?.id}`)
    await page.getByRole('dialog').getByText('It should have arrived by now.').waitFor()
    await snap(page, 'refund-slow')
    await holdsUp(page)
    // Once it failed, and one of the provider's is in doubt, whoever pays it says that they looked that one up.
    const in_doubt = { status: 'Failed', possible_refund_id: '8612' } as const
    await app.db.update(refunds).set(in_doubt).where(eq(refunds.order_id, order_id))
    await page.reload()
    await page.getByText('Paid by hand…').click()
    const looked_up = page.getByRole('checkbox', { name: /its refund 8612 failed or is another one/ })
    await looked_up.filter({ visible: true }).check()
    expect(await looked_up.filter({ visible: true }).inputValue()).toBe('8612')
    await snap(page, 'refund-doubtful')
    await holdsUp(page)
    await page.goto(`${app.url}/admin/payout?payout=${made?.id}`)
    await page.getByRole('dialog').getByText('That is more than a day ago.').waitFor()
    await snap(page, 'payout-slow')
    await holdsUp(page)
    await page.close()
    await app.db.delete(payout_transfers).where(eq(payout_transfers.reference, transfer.reference))
    await app.db.delete(payouts).where(eq(payouts.id, transfer.payout_id))
    await app.db.delete(refunds).where(eq(refunds.order_id, order_id))
  })

  walk('what waits is done where it stands, and each role has its own list', async () => {
    const [message] = await app.db
      .insert(messages)
      .values({
        channel: 'mail',
        recipient: 'ada@example.com',
        body: '',
        dedupe_key: `receipt:${screen.name}`,
        status: 'Failed',
        last_error: 'The mailbox is full',
        created_at: new Date(),
      })
      .returning()
    const page = await adminComes('/admin/dashboard')
    const line = page.getByRole('listitem').filter({ hasText: 'The mailbox is full' })
    await line.getByText('“Receipt” could not be sent').waitFor()
    const door = () => page.locator('nav[aria-label="Back office"] a[href="/admin/messages"]').first().textContent()
    expect(await door()).toBe('Messages1 waiting')
    await isAwake(page)
    await line.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The message is tried again.').waitFor()
    await expect.poll(() => line.count()).toBe(0)
    await expect.poll(door).toBe('Messages')
    await snap(page, 'dashboard-after')

    // Somebody new is let in, a case is taken, an order is given to a rider, each on its line.
    const vendor = await registeredKitchen(app, `Iya New ${screen.name}`, 'Pending')
    const bayo = await registeredRider(app, `Bayo ${screen.name}`)
    const admin = await insertAccount(app.db, 'admin')
    const about = { subject: `rider:${bayo}`, title: 'He asks for a bag', words: '', request_key: crypto.randomUUID() }
    const opened = await openCase(actingOn(app), admin, about)
    const lonely = await deliveryOf(app, await readyOrder(app))
    const an_hour_ago = new Date(Date.now() - 3_600_000)
    await app.db.update(deliveries).set({ created_at: an_hour_ago }).where(eq(deliveries.id, lonely.id))
    await app.db.update(orders).set({ created_at: an_hour_ago }).where(eq(orders.id, lonely.order_id))
    const musa = await insertRider(app.db, { name: `Musa ${screen.name}` })
    const collected = await lateToCollect()
    await page.reload()
    await isAwake(page)
    const lineOf = (text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
    await lineOf(`Order ${collected} is 20 min late`)
      .getByText(/Iya Collected 0806 555 1234/)
      .waitFor()
    await snap(page, 'dashboard-actions')
    await holdsUp(page)
    const lonely_line = lineOf(`Order ${lonely.order_id} `)
    await lonely_line.getByRole('combobox', { name: 'Rider' }).selectOption(musa.user_id)
    await lonely_line.getByRole('button', { name: 'Give it to this rider' }).click()
    await page.getByText('The rider has it, and sees it now.').waitFor()
    await expect.poll(async () => (await deliveryOf(app, lonely.order_id)).rider_id).toBe(musa.user_id)
    await lineOf('He asks for a bag').getByRole('button', { name: 'I take it' }).click()
    await page.getByText('It is handed on.').waitFor()
    await expect.poll(() => lineOf('He asks for a bag').count()).toBe(0)
    await lineOf(vendor.name ?? '')
      .getByRole('button', { name: 'Activate' })
      .click()
    await page.getByText('The vendor is active: customers find it now.').waitFor()
    await lineOf(`Bayo ${screen.name}`).getByRole('button', { name: 'Activate' }).click()
    await page.getByText('The rider is active and can go on duty.').waitFor()
    expect((await app.db.select().from(vendors).where(eq(vendors.user_id, vendor.user_id)))[0]?.status).toBe('Active')
    expect(opened.ok).toBe(true)

    // What is late hides in no list.
    await page.goto(`${app.url}/admin/orders?status=Late`)
    const row = page.getByRole('row').filter({ hasText: `#${collected}` })
    await row.getByText('Late', { exact: true }).waitFor()
    await row.getByText(/^by \d\d:\d\d/).waitFor()
    await snap(page, 'orders-late')
    await holdsUp(page)

    const { email } = await insertAccount(app.db, 'admin', { admin_role: 'read_only' })
    const looker = await comes(email, '/admin/dashboard')
    await looker.getByText('Your role looks on: nothing waits for you.').waitFor()
    await app.db.delete(messages).where(eq(messages.id, message?.id ?? ''))
  })
})
