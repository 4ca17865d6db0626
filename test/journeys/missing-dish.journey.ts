import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { changeNote } from '../../domain/checkout/track/change-note.ts'
import { markMissing } from '../../domain/orders/missing-dish/mark-missing.ts'
import { missing_dishes, orders } from '../../domain/orders/tables.ts'
import { actingOn } from '../accepted-order.ts'
import { every_screen, isAwake } from '../browser.ts'
import { vendorActor } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { untilWaitingForLocks } from '../locks.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { keysOf } from '../tracked-order.ts'
import { complete_profile } from '../world.ts'
import { ridersAround } from './board-riders.ts'
import { notedOrders } from './noted-orders.ts'
import { vendorOffice } from './vendor-office.ts'

const office = await vendorOffice()
const { bring } = ridersAround(office.app)
/** A dish is out in a kitchen, so its own screen takes the first turn. */
const kitchens_first = every_screen.toReversed()
describe.each(kitchens_first)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, kitchens_first)
  const { cook } = office.on(screen)

  walk('a dish is out: the customer chooses by link, and the ticket and the money follow', async () => {
    const { page, kitchen, visitor } = await cook([/409/], { ...complete_profile, name: `Out ${screen.name}` })
    const app = office.app
    const [order_id] = await notedOrders(app, kitchen, 1, 2)
    if (!order_id) throw new Error('no order')
    const printer = await printerOf(page)
    await page.goto(`${app.url}/vendor-dashboard`)
    await isAwake(page)
    const card = page.getByRole('article', { name: `Order ${order_id}` })
    await page.getByLabel('Tickets').selectOption('58 mm')
    await card.getByRole('button', { name: 'Accept, 15 min' }).click()
    expect(await printer.next()).toMatch(
      new RegExp(`^Order ${order_id}.*2 x Jollof Rice.*Note: No pepper, please: it is for a child`),
    )
    expect(await printer.page()).toEqual({ pages: 1, width_mm: 58 })
    await card.getByRole('button', { name: 'Something is out' }).click()
    const question = page.getByRole('dialog', { name: `What is out of order ${order_id}?` })
    await question.getByRole('radio', { name: 'Jollof Rice x 2' }).check()
    await question.getByLabel('How many of it?').fill('1')
    await snap(page, 'missing-asked')
    await question.getByRole('button', { name: 'It is out: ask the customer' }).click()
    await card.getByText(/^Jollof Rice is out: the customer chooses, [34]:\d\d left$/).waitFor()
    expect(await card.getByRole('button', { name: 'Ready', exact: true }).count()).toBe(0)
    await snap(page, 'missing-waits')
    await holdsUp(page)
    expect(await printer.next()).toContain('ChangedJollof Rice is out: wait for the customer')
    await printer.free()

    // The customer, on a phone without script, has the default changed and then chooses.
    const { track_token } = await keysOf(app, order_id)
    const phone = await visitor.context.newPage()
    await phone.goto(`${app.url}/track/${track_token}`)
    await phone.getByRole('heading', { name: 'A dish is out: please choose' }).waitFor()
    await phone.getByText('After that, it is left out and its money goes back to you.').waitFor()
    await phone.getByRole('button', { name: 'Cancel the order then' }).click()
    await phone.getByText('After that, the order is cancelled and its money goes back to you.').waitFor()
    await snap(phone, 'missing-choice')
    await holdsUp(phone)
    await phone.getByRole('button', { name: 'Zobo instead ₦1,000 back' }).click()
    await phone.getByRole('heading', { name: 'The restaurant is cooking' }).waitFor()
    await phone.getByText('Zobo comes instead of Jollof Rice').waitFor()
    await phone.getByText('What you ordered').click()
    await phone.getByText('1 × Zobo, instead of Jollof Rice').waitFor()
    await snap(phone, 'missing-chosen')

    // What is chosen too late is not done: the default is, and the page says so.
    const again = await markMissing(actingOn(app), vendorActor(kitchen), {
      ...{ order_id, item: 1, quantity: 1, keeps_selling: true },
    })
    if (!again.ok) throw new Error(again.reason)
    await phone.reload()
    await phone.getByRole('button', { name: 'Leave it out then' }).click()
    await phone.waitForURL(/#if-missing$/)
    await phone.getByText('After that, it is left out').waitFor()
    await app.db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update')
      await phone.getByRole('button', { name: /^Leave it out ₦/ }).click({ noWaitAfter: true })
      await untilWaitingForLocks(app.db, 1)
      const passed = { answer_by: new Date(Date.now() - 1000) }
      await app.db.update(missing_dishes).set(passed).where(eq(missing_dishes.id, again.value.id))
    })
    await phone.getByText('Your time to choose is over. We are doing what you read here.').waitFor()
    await snap(phone, 'missing-too-late')
    await phone.close()

    await card.getByText('instead of Jollof Rice').waitFor()
    await card.getByRole('button', { name: 'Ready', exact: true }).waitFor()
    await snap(page, 'missing-swapped')
    expect(await printer.next()).toContain(
      'ChangedNo more: 2 x Jollof RiceNow: 1 x Jollof RiceNow: 1 x Zobo, instead of Jollof Rice',
    )
    await printer.free()
    await changeNote(actingOn(app), track_token, 'Much pepper, please')
    await card.getByText(/^The customer asks, changed at \d\d:\d\d$/).waitFor()
    // What became of the second dish may be printed before it.
    await printer.until('Note now: “Much pepper, please”')
    await snap(page, 'board-note-changed')
    await printer.free()
    await page.getByLabel('Tickets').selectOption('80 mm')
    await page.getByRole('button', { name: `Print the ticket of order ${order_id}` }).click()
    expect(await printer.next()).not.toContain('Changed')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('heading', { name: 'Orders now' }).isVisible()).toBe(false)
    await snap(page, 'ticket-80')
    await page.emulateMedia({ media: null })
    expect(await printer.page()).toEqual({ pages: 1, width_mm: 80 })

    // A question that stands open when the food leaves: nothing of it is out any more.
    await card.getByRole('button', { name: 'Something is out' }).click()
    await bring(order_id, kitchen, 1)
    await question.getByRole('button', { name: 'It is out: ask the customer' }).click()
    // Said where the cook looks, and not behind the question.
    await question.getByText(`Order ${order_id} is Picked up already: nothing can be taken out of it.`).waitFor()
    await snap(page, 'missing-left')
    await page.goto(`${app.url}/vendor-order/${order_id}`)
    await page.getByText('Zobo instead of Jollof Rice').waitFor()
    await page.getByText('The customer chose it').waitFor()
    await snap(page, 'missing-order')
    await holdsUp(page)
    await page.goto(`${app.url}/restaurant/${kitchen.user_id}`)
    await page.getByText('Sold out').first().waitFor()
  })

  /** The printer of a device: what it was asked to print, and the paper that comes out, after which it is free. */
  async function printerOf(page: Page) {
    const printed: string[] = []
    await page.exposeFunction('toPrinter', (text: string) => printed.push(text))
    await page.addInitScript(() => {
      window.print = () => {
        const { toPrinter } = window as unknown as { toPrinter(text: string): void }
        toPrinter(document.querySelector('.ticket-sheet')?.textContent ?? '')
        window.dispatchEvent(new Event('beforeprint'))
      }
    })
    const next = async (): Promise<string> => {
      await expect.poll(() => printed.length).toBeGreaterThan(0)
      return printed.shift() ?? ''
    }
    const free = () => page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    return {
      next,
      free,
      /** Takes what comes out before the ticket that says this. */
      async until(words: string): Promise<void> {
        while (!(await next()).includes(words)) await free()
      },
      async page() {
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
        const [, points = '0'] = /MediaBox \[0 0 ([\d.]+)/.exec(pdf) ?? []
        return {
          pages: pdf.match(/\/Type \/Page\b/g)?.length,
          width_mm: Math.round((Number(points) / 72) * 25.4),
        }
      },
    }
  }
})
