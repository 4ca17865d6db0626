import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { demo_places, demo_ways } from '../../demo/places.ts'
import { riders } from '../../domain/delivery/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { plantCampus } from '../../domain/places/plant-campus.ts'
import { acceptedOrder, placedOrder } from '../accepted-order.ts'
import { officeOn } from '../admin-office.ts'
import { deliveryOf } from '../assigned-order.ts'
import { isAwake, screens } from '../browser.ts'
import { openJourney } from '../open-journey.ts'
import { insertRider } from '../rider.ts'

const { app, browser } = await openJourney()
await app.db.transaction((tx) => plantCampus(tx, { places: demo_places, ways: demo_ways }))

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

describe.each(screens)('on a screen of $name', (screen) => {
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  test('an order is dragged onto a rider, on the map and from its card; what is chosen is chosen in both', async () => {
    await app.db.update(riders).set({ on_duty_since: null, status: 'Inactive' })
    const [bola_name, musa_name] = [`Bola${screen.viewport.width} Ojo`, `Musa${screen.viewport.width} Bello`]
    const at_gate = { on_duty_since: new Date(), located_at: new Date(), latitude: 7.3, longitude: 5.14 }
    const bola = await insertRider(app.db, { name: bola_name, ...at_gate })
    const musa = await insertRider(app.db, { name: musa_name, ...at_gate, latitude: 7.306, longitude: 5.136 })
    const [one, two] = [(await acceptedOrder(app)).order_id, (await acceptedOrder(app)).order_id]
    for (const [order_id, latitude] of [[one, 7.303] as const, [two, 7.297] as const]) {
      await app.db
        .update(orders)
        .set({ customer_latitude: latitude, customer_longitude: 5.132 })
        .where(eq(orders.id, order_id))
    }
    const three = (await acceptedOrder(app)).order_id
    const { order_id: fresh } = await placedOrder(app)
    const page = await adminComes('/admin/dispatch', [/409/])
    const map = page.locator('.campus-map')
    const marked = (text: string) => map.getByText(text, { exact: true })
    await marked(`#${one}`).waitFor()
    await marked(`Bola${screen.viewport.width}`).waitFor()
    expect(await map.locator('path.campus-way').count()).toBeGreaterThan(30)
    expect(await map.locator('path.board-tie').count()).toBeGreaterThanOrEqual(2)

    await marked(`#${one}`).click()
    await page.waitForURL(/order=/)
    const card = (order_id: number) => page.locator('li.card').filter({ hasText: `Order ${order_id}` })
    await card(one)
      .getByRole('link', { name: `Chosen: order ${one}` })
      .waitFor()
    expect(await map.locator('path.board-tie.chosen').count()).toBeGreaterThanOrEqual(1)
    await card(two)
      .getByRole('link', { name: `On the map: order ${two}` })
      .focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => map.locator('.board-mark.chosen').textContent()).toBe(`#${two}`)
    await snap(page, 'dispatch-map')
    await holdsUp(page)

    // What no rider is concerned with yet stands at its kitchen, with the number to call.
    await marked(`#${fresh}`).waitFor()
    await page.getByRole('heading', { name: /^At the kitchen \(/ }).waitFor()
    const unanswered = page.locator('li.card').filter({ hasText: `Order ${fresh}` })
    await unanswered.getByText(/^The kitchen has not answered for \d+ min\./).waitFor()
    await unanswered.getByRole('link', { name: /^0\d{3}/ }).waitFor()

    // By keys alone.
    await card(three).getByText('Give to a rider…').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type(musa_name)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('The rider has it, and sees it now.').waitFor()
    expect(await deliveryOf(app, three)).toMatchObject({ status: 'Assigned', rider_id: musa.user_id })

    if (!screen.hasTouch) {
      // The map was drawn anew beneath the hand, and somebody else stands there: nobody is given it.
      await carry(page, marked(`#${one}`), marked(`Bola${screen.viewport.width}`), () =>
        marked(`Bola${screen.viewport.width}`).evaluate((mark, other) => {
          mark.dataset['rider'] = other
        }, musa.user_id),
      )
      expect(await page.getByText(new RegExp(`^Giving order|^Order ${one}: `)).count()).toBe(0)
      await page.reload()
      await marked(`#${one}`).waitFor()
    }
    await carry(page, marked(`#${one}`), marked(`Bola${screen.viewport.width}`))
    await page.getByText(`Order ${one}: The rider has it, and sees it now.`).waitFor()
    await page.getByText('No phone rings for it: please call 0803 111 2222.').waitFor()
    expect(await deliveryOf(app, one)).toMatchObject({ status: 'Assigned', rider_id: bola.user_id })
    await expect.poll(() => map.locator('path.board-tie.ridden').count()).toBeGreaterThan(0)

    await app.db.update(riders).set({ status: 'Inactive' }).where(eq(riders.user_id, musa.user_id))
    await carry(page, marked(`#${two}`), marked(`Musa${screen.viewport.width}`))
    await page.getByText(`Order ${two}: This rider may not work at the moment.`).waitFor()
    await snap(page, 'dispatch-drop-refused')
    expect(await deliveryOf(app, two)).toMatchObject({ rider_id: null })
    await page.getByRole('button', { name: 'Close' }).click()
    await app.db.update(riders).set({ status: 'Active' }).where(eq(riders.user_id, musa.user_id))
    if (!screen.isMobile) {
      await carry(page, card(two).locator('.board-grip'), page.locator('li[data-rider]').filter({ hasText: musa_name }))
      await page.getByText(`Order ${two}: The rider has it, and sees it now.`).waitFor()
      expect(await deliveryOf(app, two)).toMatchObject({ status: 'Assigned', rider_id: musa.user_id })
    }

    await page.goto(`${app.url}/admin/dispatch`)
    await isAwake(page)
    await page.locator('select[name=rider]').selectOption(bola.user_id)
    await page.waitForURL(/rider=/)
    await expect.poll(() => page.locator('.dispatch-orders li.card').count()).toBe(1)
    await page.getByRole('link', { name: /^Late \(/ }).click()
    await page.getByText('None of what you look at.').first().waitFor()
    await page.getByRole('link', { name: 'Show all', exact: true }).click()
    await card(two).waitFor()
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor()
  })
})

/** Step by step, as a hand does it: with a finger where the screen is touched, else with a mouse. */
async function carry(page: Page, from: Locator, to: Locator, over?: () => Promise<void>): Promise<void> {
  const hand = await handOn(page)
  let begin: Point
  let end: Point
  for (;;) {
    for (const place of [to, from]) await look(place)
    begin = await middleOf(from)
    end = await middleOf(to)
    await hand.down(begin)
    // From here on nothing is drawn anew. It may have been, elsewhere, just before.
    if (await from.evaluate(isAt, begin)) break
    await hand.lose()
  }
  for (let step = 1; step <= STEPS; step += 1) {
    const part = step / STEPS
    await hand.move({ x: begin.x + (end.x - begin.x) * part, y: begin.y + (end.y - begin.y) * part })
  }
  // The last move is heard with a frame.
  await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => requestAnimationFrame(heard))))
  await over?.()
  await hand.up()
}

type Point = { x: number; y: number }

const STEPS = 8

async function handOn(page: Page) {
  if (!(await page.evaluate(() => navigator.maxTouchPoints > 0))) {
    const { mouse } = page
    return {
      down: ({ x, y }: Point) => mouse.move(x, y).then(() => mouse.down()),
      move: ({ x, y }: Point) => mouse.move(x, y),
      up: () => mouse.up(),
      lose: () => mouse.up(),
    }
  }
  const cdp = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel', touchPoints: Point[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  return {
    down: (point: Point) => touch('touchStart', [point]),
    move: (point: Point) => touch('touchMove', [point]),
    up: () => touch('touchEnd', []),
    lose: () => touch('touchCancel', []),
  }
}

const isAt = (mark: Element, { x, y }: Point) => mark.contains(document.elementFromPoint(x, y))

/** Brings it into sight. What is on the map may be drawn anew at any moment, also after it was found. */
async function look(at: Locator): Promise<void> {
  while (
    !(await at.evaluate((shown) => {
      shown.scrollIntoView({ block: 'center' })
      return shown.isConnected
    }))
  );
}

async function middleOf(what: Locator): Promise<Point> {
  for (;;) {
    await what.waitFor()
    const box = await what.boundingBox()
    if (box) return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }
}
