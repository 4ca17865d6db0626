import { and, eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { declineOffer } from '../../domain/delivery/offers/answer-offer.ts'
import { offers, riders } from '../../domain/delivery/tables.ts'
import { push_subscriptions } from '../../domain/notifications/tables.ts'
import { actingOn, readyOrder } from '../accepted-order.ts'
import { newVisitor, type Screen, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { deliveryTo, giveSubscription, howManyAreShown, pressNotification } from '../push-browser.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney({ notifications: true })

const devicesOf = ({ user_id }: Actor) => app.db.$count(push_subscriptions, eq(push_subscriptions.user_id, user_id))

describe.each(screens)('on a screen of $name', (screen: Screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  afterEach(async () => {
    const { complaints } = visitor
    await visitor.leave()
    expect(complaints).toEqual([])
  })

  const comes = async (actor: Actor, permission: 'granted' | 'blocked' = 'granted') => {
    visitor = await newVisitor(browser, screen)
    const { context, page } = visitor
    if (permission === 'granted') await context.grantPermissions(['notifications'], { origin: app.url })
    await logInBrowser(context, app.url, actor.email)
    return page
  }
  const theSwitch = (page: Page) =>
    page.getByRole('switch', { name: 'Ring me also when this page is closed', exact: true })
  const openBell = async (page: Page, path: string) => {
    await page.goto(app.url + path)
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await theSwitch(page).waitFor()
  }

  walk('a kitchen switches it on, closes the page, and hears of a new order; logging out ends it', async () => {
    const kitchen = await insertVendor(app.db, { email: `${crypto.randomUUID()}@example.com` })
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const page = await comes(owner)
    const device = await giveSubscription(page, app.sandbox)
    await openBell(page, '/vendor-dashboard')
    await page.getByText('Off on this device.', { exact: true }).waitFor()
    await theSwitch(page).press('Space')
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
    expect(await theSwitch(page).isChecked()).toBe(true)
    await holdsUp(page)
    await snap(page, 'push-on')
    await page.goto('about:blank')

    const order_id = await paidOrderFor(app, kitchen)
    await expect
      .poll(() => device.received())
      .toMatchObject([{ title: 'ChowGate: New order', url: `/vendor-order/${order_id}`, urgency: 'high' }])

    await openBell(page, '/vendor-order')
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    expect(await devicesOf(owner)).toBe(0)
  })

  walk('an offer rings a rider’s phone whose page is closed, once, and the next one too', async () => {
    const musa = await insertRider(app.db, { on_duty_since: null })
    const page = await comes(musa)
    const device = await giveSubscription(page, app.sandbox)
    await openBell(page, '/rider-dashboard')
    await theSwitch(page).click()
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
    await page.goto('about:blank')
    await app.db.update(riders).set({ on_duty_since: new Date() }).where(eq(riders.user_id, musa.user_id))

    const rung = { title: 'ChowGate: New offer', url: '/rider-dashboard', urgency: 'high' }
    for (const many of [1, 2]) {
      await readyOrder(app)
      await expect.poll(() => device.received()).toMatchObject(Array(many).fill(rung))
      const [open] = await app.db
        .select()
        .from(offers)
        .where(and(eq(offers.rider_id, musa.user_id), eq(offers.status, 'Open')))
      expect((await declineOffer(actingOn(app), musa, open?.id ?? 0)).ok).toBe(true)
    }
    await app.db.update(riders).set({ on_duty_since: null })
  })

  walk('switched off, our server knows no device any more', async () => {
    const admin = await insertAccount(app.db, 'admin')
    const page = await comes(admin)
    await giveSubscription(page, app.sandbox)
    await openBell(page, '/admin/dashboard')
    await theSwitch(page).click()
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
    expect(await devicesOf(admin)).toBe(1)
    await theSwitch(page).click()
    await page.getByText('Off on this device.', { exact: true }).waitFor()
    expect(await devicesOf(admin)).toBe(0)
  })

  walk('forgotten for a new key of our server, it comes back by itself, only for its own account', async () => {
    const owner = await insertAccount(app.db, 'vendor')
    const page = await comes(owner)
    await giveSubscription(page, app.sandbox)
    await openBell(page, '/vendor-dashboard')
    await theSwitch(page).click()
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
    const forget = async () => {
      await page.evaluate(() => localStorage.setItem('subscribed', btoa('a former key')))
      await app.db.delete(push_subscriptions).where(eq(push_subscriptions.user_id, owner.user_id))
    }
    await forget()
    await openBell(page, '/vendor-dashboard')
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()
    expect(await devicesOf(owner)).toBe(1)

    await forget()
    const other = await insertAccount(app.db, 'vendor')
    await logInBrowser(visitor.context, app.url, other.email)
    await openBell(page, '/vendor-dashboard')
    await page.getByText('Off on this device.', { exact: true }).waitFor()
    expect(await devicesOf(other)).toBe(0)
  })

  walk('where the browser blocks it, the switch says what to do', async () => {
    const page = await comes(await insertAccount(app.db, 'vendor'), 'blocked')
    await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }))
    await openBell(page, '/vendor-dashboard')
    await page.getByText('Blocked in this browser.').waitFor()
    expect(await theSwitch(page).isDisabled()).toBe(true)
    await holdsUp(page)
    await snap(page, 'push-blocked')
  })

  walk('where the browser cannot, the switch says so', async () => {
    const page = await comes(await insertAccount(app.db, 'vendor'))
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
    await openBell(page, '/vendor-dashboard')
    await page.getByText('This browser cannot.').waitFor()
    expect(await theSwitch(page).isDisabled()).toBe(true)
    await holdsUp(page)
    await snap(page, 'push-unsupported')
  })

  test.each([
    { role: 'rider', home: '/rider-dashboard', scope: '/rider', url: '/rider/earnings' },
    { role: 'vendor', home: '/vendor-dashboard', scope: '/back-office', url: '/vendor-order' },
  ] as const)('the service worker of a $role shows what came, and a press leads there', async (given) => {
    const { role, home, scope, url } = given
    const page = await comes(
      role === 'rider' ? await insertRider(app.db, { on_duty_since: null }) : await insertAccount(app.db, role),
    )
    await giveSubscription(page, app.sandbox)
    await openBell(page, home)
    await theSwitch(page).click()
    await page.getByText('On for this device until you log out.', { exact: true }).waitFor()

    const cdp = await visitor.context.newCDPSession(page)
    const news = { title: 'ChowGate: New order', body: 'Jollof Rice', url, tag: 'order-7' }
    const deliver = await deliveryTo(cdp, app.url, scope)
    await deliver(news)
    await deliver({ ...news, body: 'Jollof Rice, Zobo' })
    const shown = () =>
      page.evaluate(async (path) => {
        const registrations = await navigator.serviceWorker.getRegistrations()
        const ours = registrations.find((found) => new URL(found.scope).pathname === path)
        const notifications = (await ours?.getNotifications()) ?? []
        return notifications.map(({ title, body, tag, data, silent }) => {
          return { title, body, tag, url: data.url, silent }
        })
      }, scope)
    const seen = { ...news, body: 'Jollof Rice, Zobo', silent: true }
    await expect.poll(shown).toEqual([seen])

    const worker = visitor.context.serviceWorkers().find((found) => found.url().startsWith(app.url))
    const shop = await visitor.context.newPage()
    await shop.goto(app.url)
    await shop.bringToFront()
    expect(await worker?.evaluate(pressNotification)).toBe('focus')
    await page.waitForURL(`**${url}`)
    // It is said, as the screen changed without a press in it.
    const told = page.locator('#title-told')
    await expect.poll(async () => (await told.textContent()) === (await page.title())).toBe(true)
    await expect.poll(shown).toEqual([])

    await page.goto(app.url)
    await deliver(news)
    await expect.poll(shown).toEqual([{ ...news, silent: false }])

    await page.goto('about:blank')
    await deliver(news)
    await expect.poll(() => worker?.evaluate(howManyAreShown)).toBe(1)
    expect(await worker?.evaluate(pressNotification)).toBe(`open ${url}`)
  })
})
