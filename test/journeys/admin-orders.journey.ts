import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { founderOf } from '../../domain/accounts/actor.ts'
import { system_clock } from '../../domain/clock.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../../domain/orders/complete-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertRider } from '../rider.ts'
import { insertAccount, logIn, postForm } from '../sign-in.ts'
import { ride } from '../tracked-order.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

async function paidOrder(name: string) {
  const kitchen = await insertVendor(app.db, { name })
  return { kitchen, id: await paidOrderFor(app, kitchen) }
}
const orderRow = async (id: number) => (await app.db.select().from(orders).where(eq(orders.id, id)))[0]
const refundsOf = (id: number) => app.db.select().from(refunds).where(eq(refunds.order_id, id))

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)
  const rowOf = (page: Page, id: number) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `View order ${id}`, exact: true }) })
  const view = async (page: Page, id: number) => {
    await page.getByRole('link', { name: `View order ${id}`, exact: true }).click()
    return page.getByRole('dialog', { name: `Order ${id}` })
  }

  /** Opens one of the dialog's second steps and answers it. */
  const unfold = async (dialog: Locator, ask: string) => {
    await dialog.getByText(ask, { exact: true }).click()
    return dialog.getByRole('group').filter({ hasText: ask })
  }

  test('five a page, found by dish, number, reference and phone, and gone through to the end and back', async () => {
    const placed = []
    for (let count = 0; count < 6; count++) placed.push(await paidOrder(`Iya Pages ${count} ${screen.name}`))
    const [oldest, newest] = [placed[0], placed.at(-1)]
    const page = await adminComes('/admin/orders')
    expect(await page.getByRole('link', { name: /^View order/ }).count()).toBe(5)
    await rowOf(page, newest?.id ?? 0)
      .getByText('Jollof Rice x 1')
      .waitFor()
    await snap(page, 'orders')
    await holdsUp(page)
    // What opens an order is in sight, however wide its row is.
    const opens = await page
      .getByRole('link', { name: /^View order/ })
      .first()
      .boundingBox()
    expect((opens?.x ?? Number.NaN) + (opens?.width ?? 0)).toBeLessThanOrEqual(screen.viewport.width)
    await page.getByRole('link', { name: 'Next' }).click()
    await rowOf(page, oldest?.id ?? 0).waitFor()
    await page.getByRole('link', { name: 'Previous' }).click()
    await rowOf(page, newest?.id ?? 0).waitFor()
    const reference = (await orderRow(oldest?.id ?? 0))?.payment_reference ?? ''
    const box = page.getByLabel('Search by item name, customer, vendor')
    for (const search of [`#${oldest?.id}`, reference]) {
      await box.fill(search)
      await rowOf(page, oldest?.id ?? 0).waitFor()
      expect(await page.getByRole('link', { name: /^View order/ }).count()).toBe(1)
    }
    for (const search of ['0803 123 4567', 'ADA@example.com', 'jollof']) {
      await box.fill(search)
      await rowOf(page, newest?.id ?? 0).waitFor()
    }
    await page.getByRole('combobox', { name: /^Status/ }).selectOption('Cancelled')
    await page.waitForURL(/status=Cancelled/)
    await box.fill('nothing is called so')
    // The status alone finds nothing either, and a search that is still to come would undo the next press.
    await page.waitForURL(/q=nothing/)
    await page.getByText('No orders match.').waitFor()
    await snap(page, 'orders-none')
    await page.getByRole('link', { name: 'Show all orders' }).click()
    await rowOf(page, newest?.id ?? 0).waitFor()
  })

  test('opened by its address, shown with all that is known, closed by Escape, and not found alike', async () => {
    const { id, kitchen } = await paidOrder(`Iya Details ${screen.name}`)
    const page = await adminComes('/admin/orders', [/404/])
    const dialog = await view(page, id)
    const order = await orderRow(id)
    for (const text of [
      'Ada Obi',
      '0803 123 4567',
      'Room 12, Jadesola Hall',
      kitchen.name ?? '',
      'Jollof Rice, 1 x ₦1,500',
      '₦2,100',
      'Margin so far',
      order?.payment_reference ?? '',
    ]) {
      await dialog.getByText(text).first().waitFor()
    }
    await snap(page, 'order')
    await holdsUp(page)
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('order'))
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`View order ${id}`)
    await page.goBack()
    for (const missing of ['999999999', 'x', '-1', '1e3']) {
      const answer = await page.goto(`${app.url}/admin/orders?order=${missing}`)
      expect(answer?.status()).toBe(404)
    }
  })

  test('a new order appears; delivered by the admin, the kitchen sees it at once', async () => {
    const kitchen = await insertVendor(app.db, { name: `Iya Live ${screen.name}` })
    const { email } = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const desk = await comes(email, '/vendor-order')
    const page = await adminComes('/admin/orders')
    const id = await paidOrderFor(app, kitchen)
    await rowOf(page, id).waitFor()
    const dialog = await view(page, id)
    await dialog.getByText('Delivered…').click()
    await snap(page, 'order-deliver')
    await dialog.getByRole('button', { name: 'Mark as Delivered' }).click()
    await dialog.getByText('Order marked as Delivered').waitFor()
    await dialog.getByText(/by admin Ngozi/).waitFor()
    await desk
      .getByRole('row')
      .filter({ hasText: `#${id}` })
      .getByText('Delivered')
      .waitFor()
    expect((await orderRow(id))?.status).toBe('Delivered')
  })

  test('cancelled in part: what was typed stays when it is refused, and the customer gets that much', async () => {
    const { id } = await paidOrder(`Iya Cancel ${screen.name}`)
    const page = await adminComes(`/admin/orders?order=${id}`, [/422/])
    const dialog = page.getByRole('dialog', { name: `Order ${id}` })
    const cancel = await unfold(dialog, 'Cancel…')
    await cancel.getByLabel('What goes back?').selectOption('part')
    await cancel.getByLabel('The part in naira').fill('9,000')
    await cancel.getByLabel('Who bears it?').selectOption('platform')
    await cancel.getByLabel('Why?').fill('The rice was burnt')
    await cancel.getByRole('button', { name: 'Cancel this order' }).click()
    await dialog.getByText('At most ₦2,100 can go back.').waitFor()
    expect(await cancel.getByLabel('Why?').inputValue()).toBe('The rice was burnt')
    await snap(page, 'order-cancel')
    await holdsUp(page)
    await cancel.getByLabel('The part in naira').fill('1,000.50')
    await cancel.getByRole('button', { name: 'Cancel this order' }).click()
    await cancel.getByText('₦1,000.50 goes back to the customer. The platform bears it.').waitFor()
    await snap(page, 'order-cancel-confirm')
    await holdsUp(page)
    expect(await refundsOf(id)).toEqual([])
    // A change at this point is asked about once more.
    await cancel.getByLabel('The part in naira').fill('1,000.60')
    await cancel.getByRole('button', { name: 'Cancel, and give ₦1,000.50 back' }).click()
    await cancel.getByLabel('The part in naira').fill('1,000.50')
    await cancel.getByRole('button', { name: 'Cancel, and give ₦1,000.60 back' }).click()
    await cancel.getByRole('button', { name: 'Cancel, and give ₦1,000.50 back' }).click()
    await dialog.getByText('Order cancelled, the money is on its way back').waitFor()
    expect(await refundsOf(id)).toMatchObject([{ amount: 1_000_50, borne_by: 'platform' }])
    await dialog.getByRole('region', { name: 'Refunds' }).getByText('The rice was burnt').waitFor()
    await snap(page, 'order-cancelled')
  })

  test('the rider who carried it bears what goes back, and the vendor keeps its share', async () => {
    const { kitchen, id } = await paidOrder(`Iya Spilt ${screen.name}`)
    const deps = { db: app.db, clock: system_clock, announce: reactions({ public_url: app.url }) }
    await acceptOrder(deps, founderOf(kitchen), { order_id: id, minutes: 15 })
    await completeOrder(deps, founderOf(kitchen), id)
    const page = await adminComes(`/admin/orders?order=${id}`, [/422/])
    const dialog = page.getByRole('dialog', { name: `Order ${id}` })
    const cancel = await unfold(dialog, 'Cancel…')
    expect(await cancel.getByRole('option', { name: /^The rider/ }).count()).toBe(0)
    // Off duty, so that the dispatcher offers this rider nothing meanwhile.
    const rider = await insertRider(app.db, { on_duty_since: null })
    await ride(app, rider, id, 'assign', 'pick_up')
    await page.reload()
    const again = await unfold(dialog, 'Cancel…')
    await again.getByLabel('Who bears it?').selectOption({ label: 'The rider, Musa Bello' })
    await again.getByLabel('Why?').fill('The soup was spilt')
    await again.getByRole('button', { name: 'Cancel this order' }).click()
    await again.getByRole('button', { name: 'Cancel, and give ₦2,100 back' }).click()
    await dialog.getByText('Order cancelled, the money is on its way back').waitFor()
    expect(await refundsOf(id)).toMatchObject([{ borne_by: 'rider' }])
    expect((await orderRow(id))?.vendor_share).toBe(1_500_00)
  })

  test('money goes back by amount, by item, and for the whole checkout, never more than was paid', async () => {
    const { id } = await paidOrder(`Iya Refund ${screen.name}`)
    const page = await adminComes(`/admin/orders?order=${id}`, [/422/])
    const dialog = page.getByRole('dialog', { name: `Order ${id}` })
    const amount = await unfold(dialog, 'Refund an amount…')
    await amount.getByLabel('Amount in naira').fill('500')
    await amount.getByLabel('Why?').fill('A spoon was missing')
    await amount.getByLabel('Who bears it?').selectOption('vendor')
    await amount.getByRole('button', { name: 'Give this back' }).click()
    await amount.getByRole('button', { name: 'Give ₦500 back' }).click()
    await dialog.getByText('The money is on its way back').waitFor()
    const items = await unfold(dialog, 'Refund items…')
    await items.getByLabel('Jollof Rice, of 1').fill('1')
    await items.getByLabel('Why?').fill('It never arrived')
    await items.getByLabel('Who bears it?').selectOption('vendor')
    await snap(page, 'order-refund-items')
    await items.getByRole('button', { name: 'Give this back' }).click()
    await dialog.getByText('At most ₦1,000 can go back.').waitFor()
    const checkout = await unfold(dialog, 'Refund the whole checkout…')
    await checkout.getByLabel('Why?').fill('It never arrived')
    await checkout.getByLabel('Who bears it?').selectOption('vendor')
    await checkout.getByRole('button', { name: 'Give ₦1,600 back' }).click()
    await checkout.waitFor({ state: 'detached' })
    expect((await refundsOf(id)).map((refund) => refund.amount).toSorted()).toEqual([1_600_00, 500_00])
    expect((await orderRow(id))?.status).toBe('Pending')
  })

  test('two admins, one delivers and one cancels: the second is told what happened', async () => {
    const { id } = await paidOrder(`Iya Race ${screen.name}`)
    const path = `/admin/orders?order=${id}`
    const one = await adminComes(path, [], 'Ngozi')
    const two = await adminComes('/admin/dashboard', [/409/, /ERR_FAILED/], 'Bayo')
    // The second admin's screen gets no news and cannot load again, so the press comes from an outdated screen.
    await two.route('**/back-office/*', (route) => route.abort())
    await two.goto(app.url + path)
    await two.locator('dialog:modal').waitFor()
    const second = two.getByRole('dialog', { name: `Order ${id}` })
    const cancel = await unfold(second, 'Cancel…')
    await cancel.getByLabel('Why?').fill('Out of rice')
    await cancel.getByLabel('Who bears it?').selectOption('vendor')
    const first = one.getByRole('dialog', { name: `Order ${id}` })
    await (await unfold(first, 'Delivered…')).getByRole('button', { name: 'Mark as Delivered' }).click()
    await first.getByText('Order marked as Delivered').waitFor()
    await cancel.getByRole('button', { name: 'Cancel this order' }).click()
    await second.getByText(`Order ${id} is Delivered already; nothing was changed.`).waitFor()
    await second.getByText(/by admin Ngozi/).waitFor()
    expect(await refundsOf(id)).toEqual([])
  })
})

describe('without scripts', () => {
  test('an order is opened, refused with words, and cancelled once', async () => {
    const { id } = await paidOrder('Iya Plain')
    const cookie = await logIn(app.url, (await insertAccount(app.db, 'admin')).email)
    const path = `/admin/orders?order=${id}`
    const page = await (await fetch(app.url + path, { headers: { cookie } })).text()
    expect(page).toContain('Cancel this order')
    const send = async (fields: Record<string, string>) => {
      const answer = await postForm(app.url, path, { order_id: String(id), ...fields }, { cookie })
      return [answer.status, await answer.text()] as const
    }
    const [status, words] = await send({ intent: 'cancel', refund: 'all', reason: 'no', borne_by: 'vendor' })
    expect(status).toBe(422)
    expect(words).toContain('Please say why, in 3 to 200 characters.')
    expect(words).toMatch(/<details[^>]* open/)
    const unconfirmed = { intent: 'cancel', refund: 'all', reason: 'Out of rice', borne_by: 'vendor' }
    expect((await send({ ...unconfirmed, borne_by: '' }))[1]).toContain('Please choose whose money it is.')
    for (const confirmed_kobo of ['', '209999']) {
      const [asked, page] = await send({ ...unconfirmed, ...(confirmed_kobo && { confirmed_kobo }) })
      expect(asked).toBe(422)
      expect(page).toContain('Cancel, and give ₦2,100 back')
      expect(page).toContain('name="confirmed_kobo" value="210000"')
    }
    expect(await refundsOf(id)).toEqual([])
    const cancel = { ...unconfirmed, confirmed_kobo: '210000' }
    const answers = await Promise.all([1, 2, 3].map(() => send(cancel)))
    expect(answers.map(([code]) => code).toSorted()).toEqual([200, 409, 409])
    expect(answers.map(([, text]) => text).join()).toContain(`Order ${id} is Cancelled already`)
    expect(await refundsOf(id)).toHaveLength(1)
  })

  test('an order of nobody and an intent of nobody do nothing', async () => {
    const cookie = await logIn(app.url, (await insertAccount(app.db, 'admin')).email)
    const post = (fields: Record<string, string>) => postForm(app.url, '/admin/orders', fields, { cookie })
    for (const order_id of ['999999999', 'x', '']) {
      for (const intent of ['deliver', 'cancel', 'give_checkout_back']) {
        const fields = {
          intent,
          order_id,
          reason: 'because',
          borne_by: 'vendor',
          request_key: crypto.randomUUID(),
        }
        expect((await post(fields)).status, `${intent} ${order_id}`).toBe(404)
      }
    }
    expect((await post({ intent: 'set_status', order_id: '1', status: 'Delivered' })).status).toBe(400)
  })
})
