import { describe, expect } from 'vitest'
import { acceptOrder } from '../../domain/orders/acceptance/accept-order.ts'
import { actingOn } from '../accepted-order.ts'
import { every_screen, isAwake } from '../browser.ts'
import { vendorActor } from '../delivery.ts'
import { everyOther } from '../every-other.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { complete_profile } from '../world.ts'
import { notedOrders } from './noted-orders.ts'
import { vendorOffice } from './vendor-office.ts'

const office = await vendorOffice()

describe.each(every_screen)('on a screen of $name', (screen) => {
  const walk = everyOther(screen, every_screen)
  const { cook } = office.on(screen)

  walk(
    'a ticket counts once the browser is done with it; one that is not begun, or lost, is offered again',
    async () => {
      const { page, kitchen, visitor } = await cook([], { ...complete_profile, name: `Prints ${screen.name}` })
      const { app } = office
      const printed: string[] = []
      /** What the device does when it is asked to print: nothing, hold the paper, or print it. */
      let printer: 'dead' | 'busy' | 'prints' = 'dead'
      await page.exposeFunction('toPrinter', (text: string) => {
        printed.push(text)
        return printer
      })
      await visitor.context.addInitScript(() => {
        window.print = () => {
          const { toPrinter } = window as unknown as { toPrinter(text: string): Promise<string> }
          void toPrinter(document.querySelector('.ticket-sheet')?.textContent ?? '').then((does) => {
            if (does !== 'dead') window.dispatchEvent(new Event('beforeprint'))
            if (does === 'prints') window.dispatchEvent(new Event('afterprint'))
          })
        }
      })
      const asked = (times: number) => expect.poll(() => printed.length).toBe(times)
      await page.goto(`${app.url}/vendor-dashboard`)
      await isAwake(page)
      await page.getByLabel('Tickets').selectOption('58 mm')
      const [order_id] = await notedOrders(app, kitchen, 1)
      if (!order_id) throw new Error('no order')
      await acceptOrder(actingOn(app), vendorActor(kitchen), { order_id, minutes: 20 })
      await asked(1)
      const again = page.getByRole('button', { name: `Print order ${order_id} again` })
      await again.waitFor()
      await snap(page, 'board-not-printed')
      await holdsUp(page)
      // It is asked again by a press alone, and then by itself after a reload in the middle of it.
      printer = 'busy'
      await again.click()
      await asked(2)
      printer = 'prints'
      await page.reload()
      await asked(3)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('printed-tickets'))).toContain(`"${order_id}"`)
      expect(printed.at(-1)).toContain('No pepper, please')
      await page.reload()
      await page.getByRole('article', { name: `Order ${order_id}` }).waitFor()
      await isAwake(page)
      expect(printed).toHaveLength(3)
      expect(await again.count()).toBe(0)
    },
  )
})
