import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { rejectOrder } from '../../domain/orders/refunds/reject-order.ts'
import { reactions } from '../../domain/reactions.ts'
import { axeFindings } from '../axe.ts'
import { isAwake, newVisitor, screens, type Visitor } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { some } from '../movers.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logInBrowser, postForm } from '../sign-in.ts'
import { keysOf, ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let kitchen: Awaited<ReturnType<typeof insertVendor>>
let owner: Actor
let rider: Actor

const deps = () => ({
  db: app.db,
  clock: { now: () => new Date() },
  announce: reactions({ public_url: app.url }),
})
/** A kitchen of its own for each test: paidOrderFor answers the first order of a kitchen. */
const newOrder = async () => {
  kitchen = await insertVendor(app.db, { name: 'Iya Bose Buka', email: `${crypto.randomUUID()}@example.com` })
  owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  return paidOrderFor(app, kitchen)
}

beforeAll(async () => {
  // Off duty, so that the dispatcher leaves the deliveries to the test.
  rider = await insertRider(app.db, { on_duty_since: null })
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** A page that is awake asks for its stream; before that no clock of it runs. */
async function opensAwake(page: Page, track_token: string): Promise<void> {
  const awake = page.waitForRequest(/\/track\/[^/]+\/live/)
  await page.goto(`${app.url}/track/${track_token}`)
  await awake
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('every step appears without a reload, the PIN and the rider when they are needed', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const order_id = await newOrder()
    const { track_token, pin } = await keysOf(app, order_id)
    await page.goto(`${app.url}/track/${track_token}`)
    const shows = (headline: string) => page.getByRole('heading', { name: headline, level: 2 }).waitFor()
    await shows('Waiting for the restaurant')
    expect(await page.getByText(pin, { exact: true }).count()).toBe(0)

    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await shows('The restaurant is cooking')
    await page.getByText(pin, { exact: true }).waitFor()
    await completeOrder(deps(), owner, order_id)
    await shows('Ready for the rider')
    await ride(app, rider, order_id, 'assign')
    await page.getByText('Musa will bring your food.').waitFor()
    expect(await page.getByRole('link', { name: 'Call Musa' }).count()).toBe(0)
    await ride(app, rider, order_id, 'pick_up')
    await shows('On the way to you')
    expect(await page.getByRole('link', { name: 'Call Musa' }).getAttribute('href')).toBe('tel:08031112222')
    expect(await page.title()).toContain('On the way')
    expect(await axeFindings(page)).toEqual([])

    await ride(app, rider, order_id, 'hand_over')
    await shows('Delivered. Enjoy your meal!')
    expect(await page.getByText(pin, { exact: true }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Call Musa' }).count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  walk('the window counts down, also on a phone whose clock is two hours ahead', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    await page.clock.install({ time: Date.now() + 2 * 3_600_000 })
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await acceptOrder(deps(), owner, { order_id, minutes: 30 })
    await opensAwake(page, track_token)
    const left = page.getByText(/^in about \d+ minutes at the latest$/)
    const minutes = async () => Number(/\d+/.exec((await left.textContent()) ?? '')?.[0])
    const at_first = await minutes()
    expect(at_first).toBeGreaterThan(30)
    await page.clock.fastForward('10:00')
    await expect.poll(minutes).toBeLessThanOrEqual(at_first - 9)
    expect(await minutes()).toBeGreaterThanOrEqual(at_first - 11)
    await page.clock.fastForward('02:00:00')
    await page.getByText('Later than we promised. We are sorry').waitFor()
  })

  walk('where no stream passes it asks now and then, and at once when the phone wakes', async () => {
    visitor = await newVisitor(browser, screen, [/net::ERR_FAILED/])
    const { page } = visitor
    await page.clock.install()
    await page.route('**/track/*/live*', (route) => route.abort())
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await opensAwake(page, track_token)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await page.clock.fastForward('00:16')
    await page.getByRole('heading', { name: 'The restaurant is cooking', level: 2 }).waitFor()

    await completeOrder(deps(), owner, order_id)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('heading', { name: 'Ready for the rider', level: 2 }).waitFor()
  })

  walk('after a lost connection it catches up, and a cancelled order says where the money is', async () => {
    visitor = await newVisitor(browser, screen, [/ERR_INTERNET_DISCONNECTED/])
    const { page, context } = visitor
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await page.goto(`${app.url}/track/${track_token}`)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await context.setOffline(true)
    await rejectOrder(deps(), owner, { order_id, reason: 'The gas is finished' })
    await page.waitForTimeout(300)
    await page.getByRole('heading', { name: 'Waiting for the restaurant', level: 2 }).waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: 'Cancelled', level: 2 }).waitFor()
    const why = page.getByText(`The restaurant could not take your order ${order_id}: The gas is finished.`)
    const back = page.getByText(/₦2,100 (is on its way|was sent) back to the card or account it was paid from/)
    await why.waitFor()
    await back.waitFor()
    await page.getByRole('link', { name: 'Receipt' }).click()
    await page.getByRole('heading', { name: 'Order cancelled' }).waitFor()
    await why.waitFor()
    await back.waitFor()
    expect(await page.getByText(/Payment Confirmed|Thank you for your order/).count()).toBe(0)
  })

  walk('the phone remembers its orders, and forgets them when asked', async () => {
    visitor = await newVisitor(browser, screen)
    const { page } = visitor
    await page.goto(`${app.url}/orders`)
    await page.getByText('No orders yet.').waitFor()
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await page.goto(`${app.url}/track/${track_token}`)
    // It is the page's script that remembers.
    await isAwake(page)
    await page.getByRole('link', { name: 'Your orders', exact: true }).first().click()
    await page.getByRole('link', { name: 'Iya Bose Buka' }).waitFor()
    await page.getByText('waiting for the restaurant').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: `Forget order ${order_id}` }).click()
    await page.getByText('No orders yet.').waitFor()
  })
})

describe('without a script', () => {
  test('the page is complete', async () => {
    const order_id = await newOrder()
    const { track_token, pin } = await keysOf(app, order_id)
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    const answer = await fetch(`${app.url}/track/${track_token}`)
    const html = await answer.text()
    for (const text of ['The restaurant is cooking', pin, 'http-equiv="refresh"', 'What you ordered']) {
      expect(html.toLowerCase()).toContain(text.toLowerCase())
    }
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('who cancels when the kitchen was faster is told so beside the order', async () => {
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    expect(await (await fetch(`${app.url}/track/${track_token}`)).text()).toContain(`Yes, cancel order ${order_id}`)
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    const late = await postForm(app.url, `/track/${track_token}`, { intent: 'withdraw', track_token })
    expect(late.status).toBe(409)
    const html = await late.text()
    expect(html).toContain('The restaurant was faster: it has accepted this order')
    expect(html).not.toContain('Yes, cancel order')
    const elsewhere = { intent: 'withdraw', track_token: 'AAAAAAAAAAAAAAAA' }
    expect((await postForm(app.url, `/track/${track_token}`, elsewhere)).status).toBe(404)
  })
})

describe('a link that is not ours', () => {
  test.each(['/', '/live', '/state'])("another's and none are alike at …%s", async (end) => {
    for (const token of ['AAAAAAAAAAAAAAAA', 'abc', '%00', '..%2f..']) {
      expect((await fetch(`${app.url}/track/${token}${end}`)).status).toBe(404)
    }
  })
})

describe('the state', () => {
  test('is under 300 bytes with its head line and tells nothing of a person', async () => {
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    const answer = await fetch(`${app.url}/track/${track_token}/state`)
    const body = await answer.text()
    expect(body.length).toBeLessThan(120)
    expect(body).not.toMatch(/Ada|Jadesola|803|Iya/)
    const again = await fetch(`${app.url}/track/${track_token}/state`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })
})

describe('after the delivery', () => {
  test.each(screens)('food and delivery are rated once, and the kitchen shows it ($name)', async (screen) => {
    const visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await acceptOrder(deps(), owner, { order_id, minutes: 15 })
    await completeOrder(deps(), owner, order_id)
    await ride(app, rider, order_id, 'assign', 'pick_up', 'hand_over')
    await page.goto(`${app.url}/track/${track_token}`)
    await page.getByRole('group', { name: 'The food' }).getByLabel('4 of 5 stars').check({ force: true })
    await page.getByRole('group', { name: 'The delivery' }).getByLabel('5 of 5 stars').check({ force: true })
    await page.getByLabel('A line for the restaurant').fill('Hot and plenty')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Send rating' }).click()
    await page.getByText('You gave 4 of 5 stars for the food and 5 for the delivery.').waitFor()
    await page.goto(`${app.url}/restaurant/${kitchen.user_id}`)
    await page.getByText('Rated 4.0 out of 5 by 1').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  test('without a script, what was wrong stands beside it and what was written is kept', async () => {
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await app.db.transaction((tx) =>
      moveOrder(tx, deps().announce, { order_id, verb: 'deliver', by: some('admin'), now: new Date() }),
    )
    const fields = { track_token, food: '', delivery: '5', line: 'Small meat' }
    const refused = await postForm(app.url, `/track/${track_token}`, fields)
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain('Please choose one to five stars.')
    expect(html).toContain('Small meat')
    const rated = await postForm(app.url, `/track/${track_token}`, { ...fields, food: '3' })
    expect([rated.status, rated.headers.get('location')]).toEqual([303, `/track/${track_token}`])
    expect(await (await fetch(`${app.url}/track/${track_token}`)).text()).toContain('You gave')
    const elsewhere = await postForm(app.url, `/track/${track_token}`, {
      ...fields,
      track_token: 'AAAAAAAAAAAAAAAA',
      food: '3',
    })
    expect(elsewhere.status).toBe(404)
  })
})

describe('the admins', () => {
  test.each(screens)('read every line and hide one ($name)', async (screen) => {
    const visitor = await newVisitor(browser, screen)
    const { page } = visitor
    const order_id = await newOrder()
    const { track_token } = await keysOf(app, order_id)
    await app.db.transaction((tx) =>
      moveOrder(tx, deps().announce, { order_id, verb: 'deliver', by: some('admin'), now: new Date() }),
    )
    await postForm(app.url, `/track/${track_token}`, {
      track_token,
      food: '1',
      delivery: '1',
      line: 'Fools!',
    })
    const admin = await insertAccount(app.db, 'admin')
    await logInBrowser(visitor.context, app.url, admin.email)
    await page.goto(`${app.url}/admin/ratings`)
    const row = page.getByRole('row').filter({ hasText: `#${order_id}` })
    await row.getByText('Ada: Fools!').waitFor()
    await row.getByText('Hide the line…').click()
    await row.getByLabel('Reason').fill('An insult')
    expect(await axeFindings(page)).toEqual([])
    await row.getByRole('button', { name: 'Hide the line' }).click()
    await page.getByText('The line is hidden.').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })
})
