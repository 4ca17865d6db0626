import { and, eq, sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { pinCheck } from '../../domain/delivery/steps/check-pin.ts'
import { deliveries, delivery_history, order_keys } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { notifications } from '../../domain/notifications/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { officeOn } from '../admin-office.ts'
import { assignedOrder, deliveryOf } from '../assigned-order.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { dashboardIsKept, rider as ridersHands } from './rider.ts'

const { app, browser } = await openJourney()
let admin: Actor

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin')
})
afterEach(async () => {
  expect(await findViolations(app.db)).toEqual([])
  await app.db.execute('update riders set on_duty_since = null')
})

/** A rider with an order on the way to its customer, whose place is known. */
async function onTheWay(...verbs: Parameters<typeof ride>[3][]) {
  const musa = await insertRider(app.db)
  const order_id = await assignedOrder(app, { admin, rider: musa }, { landmark: 'FUTA North Gate' })
  await app.db
    .update(orders)
    .set({ customer_latitude: 7.2951, customer_longitude: 5.1487 })
    .where(eq(orders.id, order_id))
  await ride(app, musa, order_id, ...verbs)
  await rodeFor(20, order_id)
  return { musa, order_id }
}

/** Moves the pick-up, if there was one, this far into the past: nobody is at the door at once. */
const rodeFor = (minutes: number, order_id: number) =>
  app.db
    .update(deliveries)
    .set({ picked_up_at: sql`${deliveries.picked_up_at} - make_interval(mins => ${minutes})` })
    .where(eq(deliveries.order_id, order_id))

const photo = async (width: number) => ({
  name: 'door.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width,
      height: width * 0.75,
      channels: 3,
      background: '#8a4b06',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .composite([
      {
        input: { create: { width: width / 2, height: width / 4, channels: 3, background: '#101010' } },
        gravity: 'south',
      },
    ])
    .jpeg({ quality: 95 })
    .toBuffer(),
})

/** Wrong PINs that this phone takes for right ones, so that our server has to decide. */
async function wrongPins(order_id: number, count: number): Promise<string[]> {
  const { pin } = await keysOf(app, order_id)
  const { id: delivery_id, step_key } = await deliveryOf(app, order_id)
  const check = (typed: string) => pinCheck({ step_key: step_key ?? '', delivery_id, pin: typed })
  return Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'))
    .filter((typed) => typed !== pin && check(typed) === check(pin))
    .slice(0, count)
}

/** There is one for each reason why food cannot be handed over. */
const photoField = (page: Page) => page.getByLabel('Photo').filter({ visible: true })

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { comes, holdsUp, snap } = officeOn(screen, app, browser)
  const no_line = [/net::ERR_/, /Failed to fetch/, /when fetching the script/]
  const dashboardOf = (rider: Actor, expected: RegExp[] = []) => comes(rider.email, '/rider-dashboard', expected)
  /** With a photo as a camera makes it, far too large for a weak network. */
  const tellsWhy = async (page: Page) => {
    await page.getByLabel('Reason').fill('Her phone is off')
    await photoField(page).setInputFiles(await photo(2400))
    await page.getByAltText('What you chose').waitFor()
  }

  walk('the way to the kitchen and to the customer opens in the phone’s own map app', async () => {
    const { musa, order_id } = await onTheWay()
    const page = await dashboardOf(musa)
    const app_link = page.getByRole('link', { name: 'Map app', exact: true })
    const web_link = page.getByRole('link', { name: 'Web map', exact: true })
    await web_link.waitFor()
    expect(await app_link.count()).toBe(screen.hasTouch ? 1 : 0)
    await snap(page, 'to-the-kitchen')
    await holdsUp(page)
    await ride(app, musa, order_id, 'pick_up')
    await page.reload()
    expect(await web_link.getAttribute('href')).toContain('mlat=7.2951&mlon=5.1487')
    const address = await page.getByText('Map app').getAttribute('href')
    expect(address).toBe(`geo:7.2951,5.1487?q=7.2951,5.1487(Ada%2C%20order%20${order_id})`)
  })

  walk('without the PIN and without a network, reason and photo are kept and go when it is back', async () => {
    const { musa, order_id } = await onTheWay('pick_up')
    const page = await dashboardOf(musa, no_line)
    await page.getByText('Without the PIN…').waitFor()
    await dashboardIsKept(page)
    await page.context().setOffline(true)
    await page.getByText('You are offline. Your steps are kept.').waitFor()
    await page.getByText('Without the PIN…').click()
    await page.getByRole('button', { name: 'Handed over without the PIN' }).waitFor()
    await tellsWhy(page)
    await snap(page, 'without-the-pin')
    await page.getByRole('button', { name: 'Handed over without the PIN' }).click()
    await page.getByText('Handed over: kept on this phone, not sent yet').waitFor()
    await snap(page, 'kept-with-its-photo')
    expect(await keptPhotoBytes(page)).toBeGreaterThan(10_000)
    expect(await keptPhotoBytes(page)).toBeLessThanOrEqual(200 * 1024)
    expect((await deliveryOf(app, order_id)).status).toBe('Picked up')

    // A phone's system may close the page: reason and photo are still there for the next one.
    const context = page.context()
    await page.close()
    await context.setOffline(false)
    const later = await context.newPage()
    await later.goto(`${app.url}/rider-dashboard`)
    await later.getByRole('article').waitFor({ state: 'detached' })
    await expect.poll(async () => (await deliveryOf(app, order_id)).status).toBe('Delivered')
    const { no_pin_reason, no_pin_photo, closed_at, id } = await deliveryOf(app, order_id)
    expect(no_pin_reason).toBe('Her phone is off')
    expect((await fetch(app.url + no_pin_photo)).headers.get('content-type')).toBe('image/webp')
    const [moved] = await app.db
      .select()
      .from(delivery_history)
      .where(and(eq(delivery_history.delivery_id, id), eq(delivery_history.verb, 'hand_over')))
    expect(moved?.recorded_at.getTime()).toBeGreaterThan(closed_at?.getTime() ?? Number.NaN)
    const news = await app.db.select().from(notifications).where(eq(notifications.user_id, admin.user_id))
    expect(news.map(({ text }) => text)).toContain(
      `Order ${order_id} was handed over without the PIN: Her phone is off`,
    )
  })

  walk('five wrong PINs pause it and it lifts by itself; fifteen leave only a reason and a photo', async () => {
    const { musa, order_id } = await onTheWay('pick_up')
    const page = await dashboardOf(musa)
    const hands = ridersHands(page)
    const field = page.getByLabel('The customer’s PIN')
    const setKeys = (keys: Partial<typeof order_keys.$inferInsert>) =>
      app.db.update(order_keys).set(keys).where(eq(order_keys.order_id, order_id))
    const triesOf = async () => (await keysOf(app, order_id)).pin_failures
    const [first = '', ...more] = await wrongPins(order_id, 5)
    await hands.handsOver(first)
    await page.getByText('The PIN was not right. Please ask the customer again.').waitFor()
    for (const [place, pin] of more.entries()) {
      await field.waitFor()
      await hands.handsOver(pin)
      await expect.poll(triesOf).toBe(place + 2)
    }
    await page.getByText(/^Too many wrong PINs\. You can try again at \d\d:\d\d\.$/).waitFor()
    expect(await field.count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(1)
    await snap(page, 'pin-paused')
    await holdsUp(page)

    await setKeys({ pin_paused_until: new Date(Date.now() + 4000) })
    await page.reload()
    await page.getByText('Too many wrong PINs. You can try again at').waitFor()
    await field.waitFor()
    // Paused meanwhile: what is handed over is kept, and goes by itself.
    await setKeys({ pin_paused_until: new Date(Date.now() + 60_000) })
    await hands.handsOver(first)
    await page.getByText('kept on this phone, because of too many wrong PINs. It is sent again at').waitFor()
    await snap(page, 'kept-while-paused')
    await setKeys({ pin_failures: 14, pin_paused_until: null })
    await page.getByText('Too many wrong PINs. Please hand over with a reason and a photo.').waitFor()
    expect(await field.count()).toBe(0)
    await page.getByRole('button', { name: 'Handed over without the PIN' }).waitFor()
    await snap(page, 'pin-blocked')
    await tellsWhy(page)
    await page.getByRole('button', { name: 'Handed over without the PIN' }).click()
    await page.getByRole('article').waitFor({ state: 'detached' })
    expect(await deliveryOf(app, order_id)).toMatchObject({
      status: 'Delivered',
      no_pin_reason: 'Her phone is off',
      no_pin_photo: expect.stringMatching(/^\/images\/.+\.webp$/),
    })
  })

  walk('what rings is offered in the header, and covers nothing of a long page', async () => {
    const { musa } = await onTheWay()
    await app.db.insert(notifications).values({
      user_id: musa.user_id,
      kind: 'offer',
      text: 'A delivery for you: ₦480',
      created_at: new Date(),
    })
    const page = await dashboardOf(musa)
    const sound = page.getByRole('button', { name: 'Turn on sound' })
    await sound.waitFor()
    await snap(page, 'sound-offered')
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const header = await page.getByRole('banner').boundingBox()
    const offered = await sound.boundingBox()
    expect((offered?.y ?? 0) + (offered?.height ?? 0)).toBeLessThanOrEqual(header?.height ?? 0)
    await holdsUp(page)
    await sound.click()
    await sound.waitFor({ state: 'detached' })
  })
})

describe('without script', () => {
  test('each step is a plain form, refused beside its field, and taken once when it comes twice', async () => {
    const { musa, order_id } = await onTheWay()
    const { pin } = await keysOf(app, order_id)
    const context = await browser.newContext({ javaScriptEnabled: false })
    await logInBrowser(context, app.url, musa.email)
    const page = await context.newPage()
    const twin = await context.newPage()
    for (const one of [page, twin]) await one.goto(`${app.url}/rider-dashboard`)
    const press = (name: string, on = page) => on.getByRole('button', { name, exact: true }).click()
    await press('Arrived at the kitchen')
    await press('Arrived at the kitchen', twin)
    for (const one of [page, twin]) await one.getByText('You are at the kitchen.').waitFor()

    await page.getByLabel('Packs in your bag').fill('0')
    await press('Picked up')
    await page.getByText('Please count the packs again.').waitFor()
    expect(await page.getByLabel('Packs in your bag').inputValue()).toBe('0')
    await page.getByLabel('Packs in your bag').fill('2')
    await press('Picked up')
    await page.getByText('The packs do not add up. Please count again; if it stays so, say why.').waitFor()
    await page.getByLabel('Why?').fill('The soup has a pack of its own')
    await press('Picked up')
    await page.getByRole('heading', { name: 'Bring it to the customer' }).waitFor()

    await twin.goto(`${app.url}/rider-dashboard`)
    await page.getByLabel('The customer’s PIN').fill((await wrongPins(order_id, 1))[0] ?? '')
    await press('Handed over')
    await page.getByText('The PIN was not right. Please ask the customer again.').waitFor()
    await page.getByText('Without the PIN…').click()
    await page.getByLabel('Reason').fill('x')
    await photoField(page).setInputFiles(await photo(1200))
    await press('Handed over without the PIN')
    await page.getByText('Please say what happened, in some words.').waitFor()
    const tellsWhy = async () => {
      await page.getByLabel('Reason').fill('Her phone is off')
      await photoField(page).setInputFiles(await photo(1200))
      await press('Handed over without the PIN')
    }
    await tellsWhy()
    await page.getByText('It is too soon after the pick-up').waitFor()
    await rodeFor(20, order_id)
    await tellsWhy()
    await page.getByText('Handed over. Well done!').waitFor()
    await twin.getByLabel('The customer’s PIN').fill(pin)
    await press('Handed over', twin)
    await twin.getByText('Handed over. Well done!').waitFor()
    const { id, no_pin_photo } = await deliveryOf(app, order_id)
    expect(no_pin_photo).toMatch(/^\/images\/.+\.webp$/)
    const moves = await app.db
      .select()
      .from(delivery_history)
      .where(eq(delivery_history.delivery_id, id))
      .orderBy(delivery_history.id)
    const verbs = moves.map(({ verb }) => verb)
    // Dispatch may have offered it to somebody before an admin gave it to him.
    expect(verbs.slice(verbs.indexOf('assign'))).toEqual(['assign', 'arrive', 'pick_up', 'hand_over'])
    await context.close()
  })
})

/** How large the photo is that waits on this phone. */
function keptPhotoBytes(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opened = indexedDB.open('rider-steps')
        opened.onerror = () => reject(opened.error)
        opened.onsuccess = () => {
          const asked = opened.result.transaction('steps').objectStore('steps').getAll()
          asked.onerror = () => reject(asked.error)
          asked.onsuccess = () => resolve(asked.result[0]?.unsigned?.photo.size ?? 0)
        }
      }),
  )
}
