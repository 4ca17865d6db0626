import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { giveBack } from '../../domain/orders/refunds/give-back.ts'
import { bank_settlements, refunds } from '../../domain/payments/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { officeOn } from '../admin-office.ts'
import { axeFindings } from '../axe.ts'
import { newVisitor, screens } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let admin: Actor
let owner: Actor

/** A vendor with 10 % commission, and a delivered order of which a part went back, and two refunds that failed. */
beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
  const kitchen = await insertVendor(app.db, { commission_percent: 10, name: 'Iya Basira Kitchen' })
  owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  const deps = {
    db: app.db,
    clock: { now: () => new Date() },
    announce: reactions({ public_url: 'http://localhost:3000' }),
  }
  const delivered = await paidOrderFor(app, kitchen)
  await deliverOrder(deps, admin, { order_id: delivered })
  await giveBack(deps, admin, {
    order_id: delivered,
    amount_kobo: 500_00,
    borne_by: 'vendor',
    reason: 'The drink was missing',
    request_key: randomUUID(),
  })
  await untilRefunds('Done', 1)
  for (const [order_id, reason] of [
    [delivered, 'The rider got lost'],
    [delivered, 'It was cold when it came'],
  ] as const) {
    await control(app).behave({ refund: 'insufficient_balance' })
    await giveBack(deps, admin, {
      order_id,
      amount_kobo: 100_00,
      borne_by: 'platform',
      reason,
      request_key: randomUUID(),
    })
  }
  await untilRefunds('Failed', 2)
  await control(app).reset()
})
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

/** Waits until the worker has brought so many refunds to this status. */
async function untilRefunds(status: 'Done' | 'Failed', count: number): Promise<void> {
  while ((await app.db.$count(refunds, eq(refunds.status, status))) !== count) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes } = officeOn(screen, app, browser)
  const at = (who: { email: string }, path: string, expected: RegExp[] = []) => comes(who.email, path, expected)

  test('a failed refund is found, and sent again on one screen, paid by hand on the other', async () => {
    const page = await at(admin, '/admin/refunds?status=Failed', [/422/])
    expect(await axeFindings(page)).toEqual([])
    const by_hand = screen.name === screens[0]?.name
    await page
      .getByRole('link', { name: /^View refund/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('The platform', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    if (by_hand) {
      await dialog.getByText('Paid by hand…').click()
      await dialog.getByLabel('The bank’s reference').fill(' ')
      await dialog.getByRole('button', { name: /^Record ₦.* as paid$/ }).click()
      await dialog.getByText('Please enter the bank’s reference, 3 to 100 characters.').waitFor()
      await dialog.getByLabel('The bank’s reference').fill('GTB-20260310-1')
      await dialog.getByRole('button', { name: /^Record ₦.* as paid$/ }).click()
      await dialog.getByText('Recorded as paid').waitFor()
      await dialog.getByText('GTB-20260310-1').waitFor()
    } else {
      await dialog.getByText('Send it again…').click()
      await dialog.getByLabel('Why?').fill('The balance is back')
      await dialog.getByRole('button', { name: /^Send ₦.* again$/ }).click()
      await dialog.getByText('On its way again').waitFor()
      await untilRefunds('Failed', 0)
    }
  })

  test('the books sum to zero, a payment to our bank is recorded once, and a vendor has its statement', async () => {
    const page = await at(admin, '/admin/books', [/409/])
    await page.getByText('Together they are zero, as they must be.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    const paid = page.getByRole('row').filter({ hasText: 'Payment received' }).first()
    await paid.getByRole('link', { name: /^Order \d+$/ }).waitFor()
    await page.getByText('The provider paid to our bank…').click()
    const record = async (amount: string, reference: string) => {
      await page.getByLabel('Amount in naira').fill(amount)
      await page.getByLabel('Reference').fill(reference)
      await page.getByLabel('Arrived on').fill(new Date().toISOString().slice(0, 10))
      await page.getByRole('button', { name: 'Record it' }).click()
    }
    await record('999999', 'FLW-TOO-MUCH')
    await page.getByText(/the provider holds only ₦/).waitFor()
    const before = await app.db.$count(bank_settlements)
    await record('100.50', `FLW-${screen.name}`)
    await page.getByText('Recorded', { exact: true }).first().waitFor()
    await page
      .getByText(/^Paid to our bank/)
      .first()
      .waitFor()
    expect(await app.db.$count(bank_settlements)).toBe(before + 1)

    await page.getByRole('link', { name: 'Owed to a vendor' }).first().click()
    await page.getByRole('heading', { name: 'Statement of Iya Basira Kitchen' }).waitFor()
    await page.getByText('₦1,500 less ₦150 commission').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('an owner chooses a month of its statement', async () => {
    const page = await at(owner, '/request-payout/statement')
    await page.getByText('Sale, order').first().waitFor()
    await page.getByText('Refund, order').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Month before' }).click()
    await page.getByText('Nothing was sold in this month.').waitFor()
    await page.getByRole('link', { name: 'Month after' }).click()
    await page.getByText('Sale, order').first().waitFor()
  })
})

test('statements and journals come as CSV, each to whom it belongs', async () => {
  const visitor = await newVisitor(browser, screens[0] ?? { name: '', width: 360, height: 800 })
  await logInBrowser(visitor.context, app.url, admin.email)
  const csv = async (path: string) => (await visitor.context.request.get(app.url + path)).text()
  expect(await csv('/admin/books/journals.csv')).toMatch(/payment_received,payment:.*provider_clearing:flutterwave/)
  expect(await csv(`/admin/books/vendor/${owner.user_id}/statement.csv`)).toMatch(
    /Sale,\d+,,1350\.00,,1350\.00,1500\.00/,
  )
  const missing = await visitor.context.request.get(`${app.url}/admin/books/vendor/${randomUUID()}/statement.csv`)
  expect(missing.status()).toBe(404)
  await visitor.leave()
})
