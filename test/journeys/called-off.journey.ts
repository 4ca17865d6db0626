import { eq, sql } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { lockCarriers } from '../../domain/delivery/riders/carriers.ts'
import { deliveries, incidents } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { notifications } from '../../domain/notifications/tables.ts'
import { cancelOrder } from '../../domain/orders/refunds/cancel-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { assignedOrder, deliveryOf } from '../assigned-order.ts'
import { every_screen } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { ride } from '../tracked-order.ts'

const patience = { timeout: 20_000 }

const { app, browser } = await openJourney()
let admin: Actor

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin')
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** An order whose rider has done these steps. */
async function withRider(...steps: ('arrive' | 'pick_up')[]) {
  const musa = await insertRider(app.db, { on_duty_since: null })
  const order_id = await assignedOrder(app, { admin, rider: musa }, { landmark: 'FUTA North Gate' })
  await ride(app, musa, order_id, ...steps)
  return { musa, order_id }
}

async function photo() {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a4b06', noise } })
  return { name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

const cancel = async (order_id: number) => {
  const asked = { order_id, reason: 'The gate is closed', refund_kobo: 'all', borne_by: 'platform' } as const
  expect(await cancelOrder({ ...actingOn(app), lockCarriers }, admin, asked)).toMatchObject({ ok: true })
}
const waitIsOver = () => app.db.update(incidents).set({ waits_until: sql`now() - interval '1 minute'` })
const newsOfKitchen = async (order_id: number) => {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
  const news = await app.db.select().from(notifications).where(eq(notifications.order_id, order_id))
  return news.filter(({ user_id }) => user_id === order?.vendor_id).map(({ kind }) => kind)
}

describe.each(every_screen)('on a screen of $name', (screen) => {
  const test = everyOther(screen, every_screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
  const unfolded = (found: Locator) => found.filter({ visible: true })

  test('an order that is called off in hand: over every page, what becomes of the food and of the pay', async () => {
    const { musa, order_id } = await withRider('arrive', 'pick_up')
    const other = await assignedOrder(app, { admin, rider: musa }, { landmark: 'FUTA North Gate' })
    const page = await comes(musa.email, '/rider/earnings')
    await cancel(order_id)
    const news = page.getByRole('region', { name: /^Order \d+ is called off$/ })
    await news.first().waitFor(patience)
    await news.getByText(`Order ${order_id} was called off: The gate is closed. Nobody waits for the food`).waitFor()
    await cancel(other)
    await news.getByText(/You need not go to .+ for it\. ₦[\d.,]+ for your way is yours\./).waitFor(patience)
    await snap(page, 'called-off')
    await holdsUp(page)
    await page.goto(`${app.url}/rider-dashboard`)
    for (const left of [1, 0]) {
      await page.getByRole('button', { name: 'Understood' }).first().click()
      await expect.poll(() => page.getByRole('heading', { name: / is called off$/ }).count(), patience).toBe(left)
    }
    await page.goto(`${app.url}/rider/earnings`)
    await page.getByText('Called off on its way.').waitFor()
    await page.getByText('Called off before the pick-up.').waitFor()
    await snap(page, 'called-off-earnings')
  })

  test('nobody at the kitchen: a clock, a call, a photo, and the rider may go, paid for the way', async () => {
    const { musa, order_id } = await withRider('arrive')
    const page = await comes(musa.email, '/rider-dashboard')
    await page.getByText('The kitchen is closed…').click()
    await snap(page, 'kitchen-closed')
    await holdsUp(page)
    await press(page, 'Nobody is at the kitchen')
    await page.getByRole('heading', { name: /^Waiting for/ }).waitFor()
    await expect.poll(() => newsOfKitchen(order_id), patience).toContain('rider_waits')
    await snap(page, 'waits-at-kitchen')
    await waitIsOver()
    await page.reload()
    await page.getByRole('heading', { name: /^Nobody came at/ }).waitFor()
    await unfolded(page.getByLabel('Photo', { exact: true })).setInputFiles(await photo())
    await page.getByAltText('What you chose').waitFor()
    await snap(page, 'leaves-the-kitchen')
    await holdsUp(page)
    await press(page, 'Do this')
    await page.getByRole('article').waitFor({ state: 'detached', ...patience })
    expect((await deliveryOf(app, order_id)).status).toBe('Cancelled')
    const desk = await adminComes('/admin/dashboard')
    await desk.getByText(`could not hand order ${order_id} over: is the way paid with`).first().waitFor(patience)
  })

  test('food that goes back is lost on its way: a second trouble has its end', async () => {
    const { musa, order_id } = await withRider('arrive', 'pick_up')
    await app.db.update(deliveries).set({ picked_up_at: sql`${deliveries.picked_up_at} - interval '30 minutes'` })
    const page = await comes(musa.email, '/rider-dashboard')
    await page.getByText('I cannot hand it over…').click()
    await page.getByText('I cannot go on (phone, bike…)').click()
    await unfolded(page.getByText('I bring it back to the kitchen')).click()
    await unfolded(page.getByLabel('What happened?')).fill('The chain broke')
    await press(page, 'Do this')
    await page.getByRole('heading', { name: 'Bring it back to the kitchen' }).waitFor()
    await page.getByText('I cannot bring it back…').click()
    await page.getByText('I had an accident').click()
    await unfolded(page.getByLabel('What happened?')).fill('A dog ran into me')
    await snap(page, 'second-trouble')
    await holdsUp(page)
    await press(page, 'Do this')
    await page.getByRole('article').waitFor({ state: 'detached', ...patience })
    expect((await deliveryOf(app, order_id)).status).toBe('Cancelled')
  })

  test('the operator reads all that follows beside the settings that it is paid by', async () => {
    const page = await adminComes('/admin/settings')
    await page.getByRole('heading', { name: 'Food that cannot be handed over' }).click()
    const table = page.getByRole('table', { name: 'What follows of each way out' })
    await table.getByText('Nobody is at the kitchen, after the wait').waitFor()
    await table.getByText('Called off, the rider is with the food').waitFor()
    await snap(page, 'what-follows')
    await holdsUp(page)
  })
})

describe('without script', () => {
  test.each(['There is none left to bring', 'Another rider gets it here'])('an accident: %s', async (way) => {
    const { musa, order_id } = await withRider('arrive', 'pick_up')
    const context = await browser.newContext({ javaScriptEnabled: false })
    await logInBrowser(context, app.url, musa.email)
    const page = await context.newPage()
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByText('I cannot hand it over…').click()
    await page.getByText('I had an accident').click()
    const form = page.locator('form').filter({ hasText: 'I bring it back to the kitchen' }).filter({ visible: true })
    await form.getByText(way).click()
    await form.getByLabel('What happened?').fill('A dog ran into me')
    await form.getByLabel('At which place?').selectOption('FUTA North Gate')
    await form.getByRole('button', { name: 'Do this' }).click()
    await page.getByText('Noted. Thank you for telling us.').waitFor()
    const { status } = await deliveryOf(app, order_id)
    expect(status).toBe(way === 'Another rider gets it here' ? 'Waiting' : 'Cancelled')
    await context.close()
  })

  test('nobody at the kitchen, and news of an order that was called off', async () => {
    const { musa, order_id } = await withRider('arrive')
    const context = await browser.newContext({ javaScriptEnabled: false })
    await logInBrowser(context, app.url, musa.email)
    const page = await context.newPage()
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByText('The kitchen is closed…').click()
    await page.getByRole('button', { name: 'Nobody is at the kitchen' }).click()
    await page.getByText('The kitchen is told that you wait.').waitFor()
    await waitIsOver()
    await page.reload()
    const form = page.locator('form').filter({ hasText: 'I go: nobody gives me the food' })
    await form.getByLabel('Photo', { exact: true }).setInputFiles(await photo())
    await form.getByRole('button', { name: 'Do this' }).click()
    await page.getByText('Noted. Thank you for telling us.').waitFor()
    expect((await deliveryOf(app, order_id)).status).toBe('Cancelled')
    const other = await assignedOrder(app, { admin, rider: musa }, { landmark: 'FUTA North Gate' })
    await cancel(other)
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByRole('button', { name: 'Understood' }).click()
    await page.getByText('Thank you.').first().waitFor()
    expect(await page.getByRole('heading', { name: / is called off$/ }).count()).toBe(0)
    await context.close()
  })
})
