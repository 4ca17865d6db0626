import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { checkoutOfTrackToken } from '../../domain/checkout/track/tracked-orders.ts'
import { checkout_devices, messages } from '../../domain/notifications/tables.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { reactions } from '../../domain/reactions.ts'
import { newVisitor, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { deliveryTo, giveSubscription, howManyAreShown, pressNotification } from '../push-browser.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney({ notifications: true })

const deps = () => ({
  db: app.db,
  clock: { now: () => new Date() },
  announce: reactions({ public_url: app.url }),
})

/** Counts how often a page asks for the permission. */
const countQuestions = (page: Page) =>
  page.addInitScript(() => {
    const asks = Notification.requestPermission.bind(Notification)
    Object.assign(Notification, {
      requestPermission: () => {
        document.documentElement.dataset['questions'] = 'asked'
        return asks()
      },
    })
  })

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  walk('a customer is told on the phone after a press, and what showed saves its text message', async () => {
    const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com` })
    const rider = await insertRider(app.db, { on_duty_since: null })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const order_id = await paidOrderFor(app, kitchen)
    const { track_token } = await keysOf(app, order_id)
    const visitor = await newVisitor(browser, screen)
    const { context, page } = visitor
    await context.grantPermissions(['notifications'], { origin: app.url })
    const device = await giveSubscription(page, app.sandbox)
    await countQuestions(page)
    const box = page.getByRole('region', { name: 'Hear of it on this phone' })

    const { link_token } = (await checkoutOfTrackToken(app.db, track_token)) ?? {}
    await page.goto(`${app.url}/order-summary?order=${link_token}`)
    await box.getByRole('button', { name: 'Tell me here', exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset['questions'])).toBeUndefined()
    await holdsUp(page)
    await snap(page, 'customer-push-off')
    await box.getByRole('button', { name: 'Tell me here', exact: true }).press('Enter')
    await box.getByText('This phone gets the news of your order.', { exact: true }).waitFor()
    await holdsUp(page)
    await snap(page, 'customer-push-on')

    await page.getByRole('link', { name: 'Follow your order', exact: true }).click()
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await box.getByText('This phone gets the news of your order.', { exact: true }).waitFor()
    // Its worker knows a page by the address at which it was opened.
    await page.reload()
    await box.getByText('This phone gets the news of your order.', { exact: true }).waitFor()
    await snap(page, 'customer-push-track')

    const friend = await newVisitor(browser, screen)
    await friend.context.grantPermissions(['notifications'], { origin: app.url })
    await giveSubscription(friend.page, app.sandbox)
    await friend.page.addInitScript(() => localStorage.setItem('orderPush', 'yes'))
    await friend.page.goto(`${app.url}/track/${track_token}`)
    const theirs = friend.page.getByRole('region', { name: 'Hear of it on this phone' })
    await theirs.getByRole('button', { name: 'Tell me here', exact: true }).waitFor()
    await friend.page.getByRole('link', { name: 'Receipt', exact: true }).click()
    await friend.page.getByRole('heading', { name: 'Payment Confirmed' }).waitFor()
    await theirs.getByRole('button', { name: 'Tell me here', exact: true }).waitFor()
    expect(await app.db.$count(checkout_devices, eq(checkout_devices.is_own, false))).toBe(0)
    await theirs.getByRole('button', { name: 'Tell me here', exact: true }).press('Enter')
    await theirs.getByText('This phone gets the news of your order.', { exact: true }).waitFor()
    expect(await app.db.$count(checkout_devices, eq(checkout_devices.is_own, false))).toBe(1)
    await theirs.getByRole('button', { name: 'Stop telling me here', exact: true }).press('Enter')
    await theirs.getByRole('button', { name: 'Tell me here', exact: true }).waitFor()
    expect(friend.complaints).toEqual([])
    await friend.leave()

    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await completeOrder(deps(), owner, order_id)
    await ride(app, rider, order_id, 'assign', 'pick_up')
    const titles = async () => (await device.received()).map(({ title }) => title)
    await expect.poll(titles).toEqual([expect.stringContaining('is on the way')])
    await ride(app, rider, order_id, 'hand_over')
    await expect.poll(titles).toContain(`Order ${order_id} is delivered`)
    const pushes = await device.received()
    const news = pushes.find(({ title }) => title.includes('is delivered'))
    if (!news) throw new Error('nothing came')

    const cdp = await context.newCDPSession(page)
    const deliver = await deliveryTo(cdp, app.url, '/')
    await deliver(news)
    const worker = context.serviceWorkers().find((found) => found.url().endsWith('/customer-sw.js'))
    await expect.poll(() => worker?.evaluate(howManyAreShown)).toBe(1)
    const statusOf = async (key: string) => {
      const [row] = await app.db.select().from(messages).where(eq(messages.dedupe_key, key))
      return row?.status
    }
    await expect.poll(() => statusOf(`delivered_sms:${order_id}`)).toBe('Saved')
    expect(await statusOf(`on_the_way_sms:${order_id}`)).toMatch(/Sent|Delivered/)
    // Nothing keeps this browser from installing it, but that its window keeps nothing.
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const manifest = await cdp.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(manifest.url).toBe(`${app.url}/manifest.webmanifest`)
    // The page that shows it already only comes to the front; one that went elsewhere is led back.
    await page.evaluate(() => document.documentElement.setAttribute('data-written', ''))
    expect(await worker?.evaluate(pressNotification)).toBe('focus')
    expect(await page.locator('html[data-written]').count()).toBe(1)
    await page.getByRole('link', { name: 'Receipt', exact: true }).click()
    await page.getByRole('heading', { name: 'Payment Confirmed' }).waitFor()
    await deliver(news)
    await expect.poll(() => worker?.evaluate(howManyAreShown)).toBe(1)
    expect(await worker?.evaluate(pressNotification)).toBe('focus')
    await page.waitForURL(`**/track/${track_token}`)

    await logInBrowser(context, app.url, (await insertAccount(app.db, 'admin')).email)
    await page.goto(`${app.url}/admin/orders/${order_id}`)
    await page.getByText('a push with the same news showed on the phone').first().waitFor()
    await snap(page, 'customer-push-timeline')
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
