import { eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { orders } from '../../domain/orders/tables.ts'
import { chargebacks } from '../../domain/payments/chargebacks/tables.ts'
import { payments } from '../../domain/payments/tables.ts'
import { provider_lists } from '../../domain/reconciliation/tables.ts'
import { officeOn } from '../admin-office.ts'
import { screens } from '../browser.ts'
import { control } from '../control.ts'
import { deliveredOrderOf } from '../delivered-order.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'

const { app, browser } = await openJourney()
const bank = control(app)

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** The quarter of an hour is over, and the worker has read where this one stands. */
async function workerReads(number: number, status: string): Promise<void> {
  await app.db.update(provider_lists).set({ next_chargebacks_at: null })
  const standing = async () => {
    const rows = await app.db
      .select()
      .from(chargebacks)
      .where(eq(chargebacks.provider_chargeback_id, String(number)))
    return rows[0]?.status
  }
  await expect.poll(standing, { timeout: 30_000 }).toBe(status)
}

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  walk('a chargeback is seen on the desk, on its order’s page and in the books', async () => {
    const { order_id } = await deliveredOrderOf(app)
    const [paid] = await app.db
      .select({ number: payments.provider_transaction_id })
      .from(payments)
      .innerJoin(orders, eq(orders.checkout_id, payments.checkout_id))
      .where(eq(orders.id, order_id))
    const number = await bank.chargeBack(Number(paid?.number))
    await workerReads(number, 'initiated')

    const page = await adminComes('/admin/dashboard')
    await page.getByText(new RegExp(`A bank asks ₦[\\d,]+ back for order ${order_id}:`)).waitFor()
    await page
      .getByText(/Answer with proof of delivery at Flutterwave before/)
      .first()
      .waitFor()
    await snap(page, 'chargeback-desk')
    await page.goto(`${app.url}/admin/orders/${order_id}`)
    const money = page.getByRole('region', { name: 'Money' })
    await money.getByText('waits for our answer').waitFor()
    await money.getByText(/or it is lost: send what proves that it was handed over/).waitFor()
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/The customer’s bank asks ₦/)
      .waitFor()
    await holdsUp(page)
    await snap(page, 'chargeback-order')

    await bank.moveChargeback(number, 'lost')
    await workerReads(number, 'lost')
    await page.reload()
    await money.getByText('lost, the money is gone').waitFor()
    await page.goto(`${app.url}/admin/reconciliation`)
    const list = page.getByRole('region', { name: 'Chargebacks' })
    await list.getByText('lost, the money is gone').first().waitFor()
    await list.getByRole('link', { name: `order ${order_id}` }).waitFor()
    await holdsUp(page)
    await snap(page, 'chargeback-list')
    await page.goto(`${app.url}/admin/books`)
    await page.getByText('Lost to chargebacks').first().waitFor()
    await page.getByText('Taken back by a bank (chargeback)').first().waitFor()
  })
})
