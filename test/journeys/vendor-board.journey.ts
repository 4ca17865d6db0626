import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { UNTIL_CHANGED } from '../../domain/catalog/hours/availability.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { takeOwnWayOut } from '../../domain/delivery/steps/take-step.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { lapseOrder } from '../../domain/orders/acceptance/lapse-order.ts'
import { pauseSilentKitchen } from '../../domain/orders/acceptance/pause-silent-kitchen.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { deliveryOf } from '../assigned-order.ts'
import { every_screen, isAwake } from '../browser.ts'
import { vendorActor } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { hearTones } from '../heard-tones.ts'
import { insertRider } from '../rider.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logIn } from '../sign-in.ts'
import { complete_profile } from '../world.ts'
import { ridersAround } from './board-riders.ts'
import { lettersOf, mostOver } from './card-sizes.ts'
import { notedOrders } from './noted-orders.ts'
import { vendorOffice } from './vendor-office.ts'

const office = await vendorOffice()
const { app } = office
const { assign, nearby, bring } = ridersAround(app)

describe.each(every_screen)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, every_screen)
  const { cook } = office.on(screen)

  test('the board stands as its screen has room; on the whole screen it is read from two metres', async () => {
    const { page, kitchen } = await cook([], { ...complete_profile, name: `Stands ${screen.name}` })
    const vendor = vendorActor(kitchen)
    const [timely, with_rider, ready, late] = await notedOrders(app, kitchen, 5)
    if (!timely || !with_rider || !ready || !late) throw new Error('no orders')
    for (const order_id of [timely, with_rider, late])
      await acceptOrder(actingOn(app), vendor, { order_id, minutes: 20 })
    await completeOrder(actingOn(app), vendor, ready)
    await bring(with_rider, kitchen)
    await assign(late, await insertRider(app.db, { name: 'Bola Ojo', on_duty_since: null, ...nearby(kitchen) }))
    const ready_by = new Date(Date.now() - 4 * 60_000)
    await app.db.update(orders).set({ ready_by }).where(eq(orders.id, late))

    await page.goto(`${app.url}/vendor-dashboard`)
    await isAwake(page)
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
    await column('Cooking')
      .getByText(/^Late by [45] min/)
      .waitFor()
    await snap(page, 'board')
    await holdsUp(page)
    const tops = await Promise.all(
      ['New', 'Cooking', 'Ready', 'With the rider'].map(async (name) => (await column(name).boundingBox())?.y),
    )
    // Orders begin high up: what is changed beside them takes two lines of a phone.
    const title = await page.getByRole('heading', { name: 'Orders now' }).boundingBox()
    expect((tops[0] ?? 0) - (title?.y ?? 0)).toBeLessThan(220)
    const are_side_by_side = tops.every((top) => top === tops[0])
    expect(are_side_by_side).toBe(screen.viewport.width >= 820)
    // No card reaches over the column beside it.
    expect(await mostOver(page)).toBeLessThanOrEqual(0)

    const full = page.getByRole('button', { name: 'Full screen' })
    expect(await full.isVisible()).toBe(screen.viewport.width >= 820)
    if (screen.viewport.width < 820) return
    expect(await page.locator('aside').isVisible()).toBe(screen.viewport.width >= 1024)
    await full.click()
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor({ state: 'hidden' })
    await page.locator('aside').waitFor({ state: 'hidden' })
    const card = page.getByRole('article', { name: `Order ${timely}` })
    // Eight millimetres on a tablet of ten inches, which is what is read from two metres.
    for (const large of ['1 x Jollof Rice', /^Ready in/, `#${timely}`])
      expect(await lettersOf(card, large)).toBeGreaterThanOrEqual(34)
    expect(await lettersOf(card, /^Ready by/)).toBeLessThan(await lettersOf(card, '1 x Jollof Rice'))
    expect(await mostOver(page)).toBeLessThanOrEqual(0)
    await snap(page, 'board-full')
    await page.getByRole('button', { name: 'Leave full screen' }).click()
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  })

  walk('a tablet that slept reads what was given up, and why we paused its kitchen', async () => {
    const { page, kitchen, visitor } = await cook([/ERR_|Failed to load/], {
      ...complete_profile,
      name: `Slept ${screen.name}`,
    })
    await visitor.context.addInitScript(() => {
      const counted = window as unknown as { locks_asked: number }
      counted.locks_asked = 0
      const request = async () => {
        counted.locks_asked++
        return { release: async () => {} }
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request } })
    })
    const locks = () => page.evaluate(() => (window as unknown as { locks_asked: number }).locks_asked)
    const [first, second] = await notedOrders(app, kitchen, 2)
    if (!first || !second) throw new Error('no orders')
    await page.goto(`${app.url}/vendor-dashboard`)
    await isAwake(page)
    await page.getByRole('article', { name: `Order ${second}` }).waitFor()
    // A tablet is kept awake, also where the board has not the whole screen. This one loses its line.
    await expect.poll(locks).toBeGreaterThan(0)
    await page.context().setOffline(true)
    for (const order_id of [first, second]) await lapseOrder(actingOn(app), order_id)
    await pauseSilentKitchen(actingOn(app), kitchen.user_id)
    await page.context().setOffline(false)
    const given_up = page.getByRole('region', { name: 'Given up' })
    for (const order_id of [first, second])
      await given_up.getByRole('link', { name: new RegExp(`^Order ${order_id} at \\d\\d:\\d\\d$`) }).waitFor()
    const notices = page.getByRole('list', { name: 'What keeps customers from ordering' })
    const ours = 'We paused your kitchen, because orders passed without an answer'
    await notices.getByText(ours).waitFor()
    await snap(page, 'board-given-up')
    await holdsUp(page)
    const admin = await insertAccount(app.db, 'admin')
    const cookie = await logIn(app.url, admin.email)
    const desk = await fetch(`${app.url}/admin/dashboard`, { headers: { cookie } })
    expect(await desk.text()).toContain(`Slept ${screen.name}`)
    await notices.getByRole('link', { name: 'Take orders again' }).click()
    await page.getByRole('button', { name: 'Take orders again' }).click()
    await notices.waitFor({ state: 'detached' })
    const silence = { paused_until: UNTIL_CHANGED, paused_for_silence: true }
    await app.db.update(vendors).set(silence).where(eq(vendors.user_id, kitchen.user_id))
    await page.goto(`${app.url}/vendor-dashboard`)
    await notices.getByText('because neither its screen nor its phone could be reached').waitFor()
  })

  walk('orders go over the board, each with what comes next, without a reload', async () => {
    const { page, kitchen } = await cook([], { ...complete_profile, name: `Board ${screen.name}` })
    const vendor = vendorActor(kitchen)
    const tones = await hearTones(page.context())
    await page.goto(`${app.url}/vendor-dashboard`)
    await page.getByRole('heading', { name: 'Orders now' }).waitFor()
    await page.getByText('No order is open.').waitFor()
    await isAwake(page)
    await snap(page, 'board-empty')

    const card = (id: number) => page.getByRole('article', { name: `Order ${id}` })
    const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
    const inColumn = (name: string, id: number) => column(name).getByRole('article', { name: `Order ${id}` })
    const [first, with_rider, ready, cooking, fresh] = await notedOrders(app, kitchen, 5)
    if (!first || !with_rider || !ready || !cooking || !fresh) throw new Error('no orders')
    await column('New').getByRole('article').nth(4).waitFor()
    await card(fresh).getByText('No pepper, please: it is for a child').waitFor()
    await card(fresh)
      .getByText(/^Answer within 1[45]:/)
      .waitFor()

    await page.getByRole('button', { name: 'Turn on sound' }).click()
    await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(6)

    await acceptOrder(actingOn(app), vendor, { order_id: cooking, minutes: 20 })
    await acceptOrder(actingOn(app), vendor, { order_id: with_rider, minutes: 20 })
    await completeOrder(actingOn(app), vendor, ready)
    const rider = await bring(with_rider, kitchen)
    await column('With the rider').getByText('Musa brings it').waitFor()
    await column('Ready').getByText('No rider yet').waitFor()
    // Who fetches it, and when, from where the phone said it is.
    const bola = await insertRider(app.db, { name: 'Bola Ojo', on_duty_since: null, ...nearby(kitchen) })
    await assign(cooking, bola)
    await column('Cooking')
      .getByText(/^Bola comes about \d\d:\d\d$/)
      .waitFor()

    // By keyboard, in one press each; what was pressed for the wrong order is taken back.
    const undoes = () => card(fresh).getByRole('button', { name: /^Undo/ }).press('Enter')
    await card(fresh).getByRole('button', { name: 'Accept, 15 min' }).press('Enter')
    await inColumn('Cooking', fresh).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(`#${fresh}`)
    await undoes()
    await inColumn('New', fresh).waitFor()
    await card(fresh).getByRole('button', { name: 'Accept, 15 min' }).press('Enter')
    await inColumn('Cooking', fresh).waitFor()
    await card(fresh).getByRole('button', { name: 'More time' }).click()
    const more = page.getByRole('dialog', { name: `More time for order ${fresh}` })
    await more.getByRole('button', { name: '10 minutes more' }).click()
    await card(fresh)
      .getByText(/^Ready in (25|24) min/)
      .waitFor()
    await snap(page, 'board-undo-more-time')
    await card(fresh).getByRole('button', { name: /^Undo/ }).click()
    await card(fresh)
      .getByText(/^Ready in (15|14) min/)
      .waitFor()
    await card(fresh).getByRole('button', { name: 'More time' }).click()
    await snap(page, 'board-more-time')
    await more.getByRole('button', { name: '5 min', exact: true }).click()
    await page.getByText('The customer is told in ten seconds that you need more time').first().waitFor()
    await card(fresh)
      .getByText(/^Ready in (20|19) min/)
      .waitFor()
    await card(fresh).getByRole('button', { name: 'Ready', exact: true }).click()
    await inColumn('Ready', fresh).waitFor()
    await undoes()
    await inColumn('Cooking', fresh).waitFor()
    await card(fresh).getByRole('button', { name: 'Ready', exact: true }).click()
    await inColumn('Ready', fresh).waitFor()
    await card(fresh).getByRole('button', { name: 'Other packs' }).click()
    const packs = page.getByRole('dialog', { name: `How many packs is order ${fresh}?` })
    await packs.getByLabel('How many packs?').fill('1')
    await packs.getByLabel('Why?').fill('All of it in one box')
    await snap(page, 'board-packs')
    await packs.getByRole('button', { name: 'So many packs' }).click()
    await card(fresh).getByText('Packed in 1: All of it in one box').waitFor()

    // Two presses for another time, with the note before the cook's eyes; a rejection that is taken back.
    await card(first).getByRole('button', { name: 'Reject' }).click()
    const rejection = page.getByRole('dialog', { name: `Reject order ${first}` })
    const why = rejection.getByLabel('Why?')
    await why.fill('Out of beans')
    await rejection.getByRole('button', { name: 'Cancel' }).click()
    await card(first).getByRole('button', { name: 'Reject' }).click()
    expect(await why.inputValue()).toBe('')
    // What is left by Escape is kept, and says so.
    await why.fill('Out of rice')
    await page.keyboard.press('Escape')
    await rejection.waitFor({ state: 'hidden' })
    await card(first).getByRole('button', { name: 'Reject' }).click()
    await rejection.getByText('You typed this before. It is not saved yet.').waitFor()
    expect(await why.inputValue()).toBe('Out of rice')
    await snap(page, 'board-reject-kept')
    await rejection.getByRole('button', { name: 'Reject and refund' }).click()
    await card(first).getByRole('button', { name: /^Undo/ }).click()
    await card(first).getByRole('button', { name: 'Other time' }).click()
    const acceptance = page.getByRole('dialog', { name: `Accept order ${first}` })
    await acceptance.getByText('No pepper, please').waitFor()
    await snap(page, 'board-accept')
    await acceptance.getByRole('button', { name: '30 min' }).click()
    await inColumn('Cooking', first)
      .getByText(/^Ready in (30|29) min/)
      .waitFor()

    // A rider who cannot go on brings the food back, and the kitchen says that it has it.
    await takeOwnWayOut(actingOn(app), rider, {
      delivery_id: (await deliveryOf(app, with_rider)).id,
      incident: { reason: 'cannot_go_on', way_out: 'bring_back', words: 'The chain broke' },
    })
    await card(with_rider).getByText('Musa brings it back to you').waitFor()
    await snap(page, 'board-comes-back')
    await card(with_rider).getByRole('button', { name: 'We have it back' }).click()
    const back = page.getByRole('dialog', { name: `Is order ${with_rider} back with you?` })
    await snap(page, 'board-came-back')
    await back.getByRole('button', { name: 'Yes, we have it' }).click()
    await inColumn('Ready', with_rider).waitFor()
    // Nothing new is left to answer: it rings no more.
    const heard = await tones(page)
    await page.waitForTimeout(4500)
    expect(await tones(page)).toBe(heard)
  })

  walk('what is done by itself is said, and a pause on every page', async () => {
    const { page, kitchen } = await cook([], {
      ...complete_profile,
      name: `Itself ${screen.name}`,
      auto_accept_orders: 5,
    })
    const board = `${app.url}/vendor-dashboard`
    // One press from the board, each; and what is accepted by itself stands among what is cooked.
    for (const [link, heading] of [
      ['Hours', 'Opening hours'],
      ['Times', 'Times'],
      ['Photo', 'Photo'],
      ['Accepts by itself, up to 5 at once', 'Accept by itself'],
    ] as const) {
      await page.goto(board)
      await page.getByRole('link', { name: link, exact: true }).click()
      await expect
        .poll(async () => (await page.getByRole('heading', { name: heading, exact: true, level: 2 }).boundingBox())?.y)
        .toSatisfy((y: number) => y >= 0 && y < screen.viewport.height)
    }
    await page.goto(board)
    const [taken] = await notedOrders(app, kitchen, 1)
    const card = page.getByRole('region', { name: /^Cooking/ }).getByRole('article', { name: `Order ${taken}` })
    await Promise.all([card.waitFor(), isAwake(page)])
    await page.goto(`${app.url}/vendor-order/${taken}`)
    await page.getByText('15 minutes, by the kitchen’s own setting').waitFor()
    await page.goto(board)
    await isAwake(page)
    await page.getByText('Pause', { exact: true }).click()
    await page.getByRole('button', { name: '30 minutes' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '30 minutes' }).waitFor({ state: 'hidden' })
    await page.getByText('Pause', { exact: true }).click()
    await snap(page, 'board-pause')
    await page.getByRole('button', { name: '30 minutes' }).click()
    const notices = page.getByRole('list', { name: 'What keeps customers from ordering' })
    await notices.getByText(/^You paused orders until/).waitFor()
    await snap(page, 'board-paused')
    for (const path of ['/vendor-order', '/food', '/account', '/request-payout', '/account-security']) {
      await page.goto(app.url + path)
      await notices.getByText(/^You paused orders until/).waitFor()
    }
    await snap(page, 'security-paused')
    await holdsUp(page)
  })
})
