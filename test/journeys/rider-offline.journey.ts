import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import type { DeliveryStatus } from '../../domain/delivery/lifecycle.ts'
import { assignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { makeOffer } from '../../domain/delivery/offers/make-offer.ts'
import { delivery_history, riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptedOrder, actingOn, readyOrder } from '../accepted-order.ts'
import { assignedOrder, deliveryOf as deliveryOfOrder } from '../assigned-order.ts'
import { every_screen, newVisitor, type Visitor } from '../browser.ts'
import { wrongPin } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { hearTones } from '../heard-tones.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { registrationOf } from '../service-worker.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { watchStreams } from '../stream-of-page.ts'
import { keysOf } from '../tracked-order.ts'
import { dashboardIsKept, rider as ridersHands } from './rider.ts'

const { app, browser } = await openJourney()
let admin: Actor

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin')
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** How many steps its phone still keeps. */
const keptSteps = (page: Page) =>
  page.evaluate(async () => {
    const asked = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve) => request.addEventListener('success', () => resolve(request.result)))
    const database = await asked(indexedDB.open('rider-steps'))
    const count = await asked(database.transaction('steps').objectStore('steps').count())
    database.close()
    return count
  })
const assignedTo = (rider: Actor) => assignedOrder(app, { admin, rider })
const deliveryOf = (order_id: number) => deliveryOfOrder(app, order_id)
/** A phone that did not notice it is back online tries again after 15 seconds. */
const becomes = (order_id: number, status: DeliveryStatus) =>
  expect.poll(async () => (await deliveryOf(order_id)).status).toBe(status)

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

  walk('picked up and handed over at a gate without a network: the server learns it later, with times', async () => {
    const musa = await insertRider(app.db)
    const order_id = await assignedTo(musa)
    const { pin } = await keysOf(app, order_id)
    const page = await comes(musa)
    const hands = ridersHands(page)
    await dashboardIsKept(page)
    await hands.arrives()
    await hands.picksUp('1')
    await becomes(order_id, 'Picked up')
    // The phone gets the check of the PIN with the pick-up.
    await page.getByRole('link', { name: 'WhatsApp' }).waitFor()

    await visitor.context.setOffline(true)
    await page.getByText('You are offline. Your steps are kept.').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Bring it to the customer' }).waitFor()
    const left_at = new Date()
    await hands.handsOver(pin)
    await page.getByText('Handed over: kept on this phone, not sent yet').waitFor()
    await page.reload()
    await page.getByText('Handed over: kept on this phone, not sent yet').waitFor()
    expect((await deliveryOf(order_id)).status).toBe('Picked up')
    await new Promise((resolve) => setTimeout(resolve, 3000))

    const back_at = new Date()
    await visitor.context.setOffline(false)
    await page.getByRole('heading', { name: 'Handed over' }).waitFor({ state: 'detached' })
    await becomes(order_id, 'Delivered')
    const { closed_at } = await deliveryOf(order_id)
    expect(closed_at?.getTime()).toBeGreaterThanOrEqual(left_at.getTime() - 1000)
    expect(closed_at?.getTime()).toBeLessThan(back_at.getTime() - 1000)
  })

  walk('what is picked up before the kitchen calls it ready is sent once it does', async () => {
    const musa = await insertRider(app.db)
    const { order_id, ready } = await acceptedOrder(app)
    const { id: delivery_id } = await deliveryOf(order_id)
    const assigned = await assignDelivery(actingOn(app), admin, { delivery_id, rider_id: musa.user_id })
    expect(assigned.ok).toBe(true)
    const page = await comes(musa)
    const hands = ridersHands(page)
    await hands.arrives()
    await hands.picksUp('1')
    await page.getByText('Picked up: kept on this phone until the kitchen marks the food as ready').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await expect.poll(focused).toBe('Bring it to the customer')
    await page.getByText(/^Once your pick-up has reached us, you can tell/).waitFor()
    expect(await page.getByRole('button', { name: 'I am at the gate' }).count()).toBe(0)
    await holdsUp(page)
    await ready()
    await becomes(order_id, 'Picked up')
    await page.getByRole('button', { name: 'I am at the gate' }).waitFor()
  })

  walk('all that a rider does works without a network, in its order, once, also with a second phone', async () => {
    const musa = await insertRider(app.db)
    const order_id = await assignedTo(musa)
    const other_id = await assignedTo(musa)
    const { pin } = await keysOf(app, order_id)
    const page = await comes(musa)
    const hands = ridersHands(page)
    await dashboardIsKept(page)
    await visitor.context.setOffline(true)
    await page.getByText('You are offline. Your steps are kept.').waitFor()
    const other = page.getByRole('article').nth(1)
    await other.getByText('2 of 2').click()
    await other.getByText('I cannot take it…').click()
    await other.getByLabel('Reason').fill('My tyre is flat')
    await other.getByRole('button', { name: 'Give it back' }).click()
    await page.getByText('Given back: kept on this phone, not sent yet').waitFor()
    await hands.arrives()
    await hands.picksUp('3', 'The soup has a pack of its own')
    await hands.handsOver(pin)
    await page.getByRole('heading', { name: 'Handed over' }).waitFor()
    await page.getByRole('button', { name: 'Go off duty' }).click()
    await page.getByText('You go off duty as soon as this phone is online.').waitFor()
    await snap(page, 'all-of-it-offline')
    await holdsUp(page)
    await visitor.context.setOffline(false)
    await becomes(order_id, 'Delivered')
    await becomes(other_id, 'Waiting')
    await page.getByRole('heading', { name: 'Off duty' }).waitFor()
    const delivery = await deliveryOf(order_id)
    expect(delivery.packs).toBe(3)
    const moves = await app.db
      .select({ verb: delivery_history.verb })
      .from(delivery_history)
      .where(eq(delivery_history.delivery_id, delivery.id))
      .orderBy(delivery_history.id)
    expect(moves.slice(-3).map(({ verb }) => verb)).toEqual(['arrive', 'pick_up', 'hand_over'])

    const second = await newVisitor(browser, screen)
    await logInBrowser(second.context, app.url, musa.email)
    await second.page.goto(`${app.url}/rider-dashboard`)
    await second.page.getByRole('heading', { name: 'Off duty' }).waitFor()
    expect(await second.page.getByRole('article').count()).toBe(0)
    await second.leave()
  })

  walk('a wrong PIN is refused by the server, and the step can be taken again', async () => {
    const musa = await insertRider(app.db)
    const order_id = await assignedTo(musa)
    const { pin } = await keysOf(app, order_id)
    const page = await comes(musa)
    const hands = ridersHands(page)
    await dashboardIsKept(page)
    await visitor.context.setOffline(true)
    await page.getByText('You are offline. Your steps are kept.').waitFor()
    await hands.arrives()
    await hands.picksUp('1')
    // The phone has no check yet, so it keeps what the rider typed.
    await hands.handsOver(wrongPin(pin))
    await page.getByText('Handed over: kept on this phone').waitFor()
    await visitor.context.setOffline(false)
    await page.getByText('The PIN was not right. Please ask the customer again.').waitFor()
    await page.getByRole('button', { name: 'Understood' }).click()
    await hands.handsOver(pin)
    await becomes(order_id, 'Delivered')
  })

  walk('the page closed, the worker sends what the phone kept, and opens the dashboard without a network', async () => {
    const musa = await insertRider(app.db)
    const order_id = await assignedTo(musa)
    const page = await comes(musa)
    await dashboardIsKept(page)
    await visitor.context.setOffline(true)
    await page.getByText('You are offline. Your steps are kept.').waitFor()
    await ridersHands(page).arrives()
    await page.goto(`${app.url}/rider/history`)
    await page.waitForURL('**/rider-dashboard')
    await page.getByText('At the kitchen: kept on this phone, not sent yet').waitFor()

    const cdp = await visitor.context.newCDPSession(page)
    const registrationId = await registrationOf(cdp, `${app.url}/rider`)
    await page.goto('about:blank')
    await visitor.context.setOffline(false)
    const line_is_back = { origin: app.url, registrationId, tag: 'rider-steps', lastChance: false }
    await cdp.send('ServiceWorker.dispatchSyncEvent', line_is_back)
    await becomes(order_id, 'At vendor')
    // The kept page is from before; what the worker has sent stands on top of it.
    await visitor.context.setOffline(true)
    await page.goto(`${app.url}/rider-dashboard`)
    await page.getByRole('heading', { name: 'Count the packs' }).waitFor()
    expect(await page.getByRole('button', { name: 'Arrived at the kitchen' }).count()).toBe(0)
    await visitor.context.setOffline(false)
    await expect.poll(() => keptSteps(page)).toBe(0)
    await page.getByRole('heading', { name: 'Count the packs' }).waitFor()
  })

  walk('shifts and earnings open without a network, also unopened before, and say of when they are', async () => {
    const musa = await insertRider(app.db)
    const page = await comes(musa)
    await dashboardIsKept(page)
    const isKept = (path: string) =>
      page.evaluate(async (asked) => {
        const html = await (await caches.match(asked, { ignoreVary: true }))?.text()
        const files = html?.match(/\/assets\/[\w.-]+/g) ?? []
        const kept = await Promise.all(files.map((file) => caches.match(file, { ignoreVary: true })))
        return html !== undefined && kept.every((file) => file !== undefined)
      }, path)
    for (const path of ['/rider/shifts', '/rider/earnings']) await expect.poll(() => isKept(path)).toBe(true)
    await visitor.context.setOffline(true)
    for (const [path, title] of [
      ['/rider/shifts', 'Shifts'],
      ['/rider/earnings', 'Earnings'],
    ] as const) {
      await page.goto(app.url + path)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      await page.getByText(/^You are offline\. This is as of \d+ \w+ \d{4}, \d\d:\d\d\.$/).waitFor()
      await snap(page, `offline${path.replaceAll('/', '-')}`)
      await holdsUp(page)
    }
    await visitor.context.setOffline(false)
    await page.getByText(/^As of/).waitFor()
  })

  walk('an offer ends by itself without a network, and stays ended on the page that this phone keeps', async () => {
    const musa = await insertRider(app.db, { on_duty_since: null })
    const order_id = await readyOrder(app)
    const page = await comes(musa)
    const tones = await hearTones(visitor.context)
    const streams = await watchStreams(visitor.context)
    await page.clock.install()
    await page.reload()
    await dashboardIsKept(page)
    const { id: delivery_id } = await deliveryOf(order_id)
    const onDuty = (since: Date | null) =>
      app.db.update(riders).set({ on_duty_since: since }).where(eq(riders.user_id, musa.user_id))
    await onDuty(new Date())
    await makeOffer(actingOn(app), { rider_id: musa.user_id, delivery_ids: [delivery_id], now: new Date() })
    await page.getByText(/^\d+ seconds to decide$/).waitFor()
    await page.getByRole('button', { name: 'Turn on sound' }).first().click()
    await expect.poll(() => tones(page)).toBeGreaterThan(2)
    const kept = () =>
      page.evaluate(async () => (await caches.match('/rider-dashboard.data', { ignoreSearch: true }))?.text())
    await expect.poll(kept).toContain('seconds_left')
    const card = page.getByRole('region', { name: 'A delivery for you' })
    const height = (await card.boundingBox())?.height

    await visitor.context.setOffline(true)
    await streams.breaks(page)
    for (let looks = 0; looks < 2; looks++) {
      const looked = page.waitForResponse(/\/rider-dashboard\.data/)
      await page.clock.fastForward('00:25')
      await looked
    }
    await page.getByText('This offer has ended.').waitFor()
    await card.getByText('The next one shows once you are online.').waitFor()
    expect(await card.getByRole('button').count()).toBe(0)
    expect((await card.boundingBox())?.height).toBe(height)
    await expect.poll(() => page.title()).not.toContain('New offer')
    const rung = await tones(page)
    await page.clock.fastForward('00:08')
    expect(await tones(page)).toBe(rung)
    await page.reload()
    await page.getByText('This offer has ended.').waitFor()
    await snap(page, 'offer-ended-offline')
    await visitor.context.setOffline(false)
    await page.getByText('This offer has ended.').waitFor({ state: 'detached' })
  })

  walk('after logging out, nothing of it opens without a network', async () => {
    const musa = await insertRider(app.db)
    const page = await comes(musa)
    await dashboardIsKept(page)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate(() => caches.has('rider-pages'))).toBe(false)
    await visitor.context.setOffline(true)
    await expect(page.goto(`${app.url}/rider-dashboard`)).rejects.toThrow()
  })
})
