import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { vendors } from '../../domain/catalog/tables.ts'
import { parseCsv } from '../../domain/csv.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { payouts } from '../../domain/payouts/tables.ts'
import { settings } from '../../domain/settings/tables.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount, logInBrowser, PASSWORD } from '../sign-in.ts'
import { payoutsIn } from './payouts-in.ts'

const { app, browser } = await openJourney()

beforeEach(() => control(app).reset())
afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const { waitingPayout, settle } = payoutsIn(app)

/** Looks at what is shown, and approves it. */
async function pay(screen: Page | Locator, ask = 'Pay by transfer…'): Promise<void> {
  await screen.getByText(ask).click()
  await screen.getByRole('button', { name: 'Pay ₦1,500' }).click()
}

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  const rowOf = (page: Page, payout_id: number) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `View payout ${payout_id}`, exact: true }) })
  /** A script makes it modal: before that a press may hit a dialog that is just being moved. */
  const details = (page: Page, payout_id: number) =>
    page.getByRole('dialog', { name: new RegExp(`^Payout ${payout_id} `) }).and(page.locator(':modal'))

  test('from an amount on the money goes with a password only, also without script', async () => {
    const value = { prove_from_kobo: 1_000_00 }
    await app.db
      .insert(settings)
      .values({ key: 'money_leaves', value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
    try {
      const { payout_id } = await waitingPayout(`Proven ${screen.name}`)
      const other = await waitingPayout(`Plain ${screen.name}`)
      const admin = await adminComes(`/admin/payout?payout=${payout_id}`, [/422/])
      const dialog = details(admin, payout_id)
      await pay(dialog)
      await dialog.getByText('You approve ₦1,500 to IYA BOSE KITCHEN, Access Bank ••••0031.').waitFor()
      await dialog.getByLabel('Your password').fill('not this one')
      await dialog.getByRole('button', { name: 'Pay ₦1,500' }).click()
      await dialog.getByText('This is not your password.').waitFor()
      await snap(admin, 'proof')
      await holdsUp(admin)
      await dialog.getByLabel('Your password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Pay ₦1,500' }).click()
      await dialog.getByText('The transfer is under way.').waitFor()
      await settle(payout_id, 'SUCCESSFUL')

      const plain = await browser.newContext({ viewport: screen.viewport, javaScriptEnabled: false })
      await logInBrowser(plain, app.url, (await insertAccount(app.db, 'admin')).email)
      const page = await plain.newPage()
      await page.goto(`${app.url}/admin/payout?payout=${other.payout_id}`)
      await pay(page)
      await page.getByLabel('Your password').fill(PASSWORD)
      await snap(page, 'proof-without-script')
      await page.getByRole('button', { name: 'Pay ₦1,500' }).click()
      await page.getByText('The transfer is under way.').waitFor()
      await settle(other.payout_id, 'SUCCESSFUL')
      await page.goto(`${app.url}/admin/audit`)
      await page.getByText(`gave their password or code, so that money of payout ${other.payout_id} leaves`).waitFor()
      await plain.close()
    } finally {
      await app.db.delete(settings).where(eq(settings.key, 'money_leaves'))
    }
  })

  test('several are approved at once, and the one that is refused is said, also without script', async () => {
    const made = [await waitingPayout(`Many A ${screen.name}`), await waitingPayout(`Many B ${screen.name}`)]
    const spoilt = await waitingPayout(`Many C ${screen.name}`)
    const unknown = { bank_name: 'Bank of Nowhere', bank_code: null }
    await app.db.update(vendors).set(unknown).where(eq(vendors.user_id, spoilt.kitchen.user_id))
    await app.db.update(payouts).set(unknown).where(eq(payouts.id, spoilt.payout_id))
    const admin = await adminComes('/admin/payout?status=Pending&rows=50&sort=date.up', [/422/])
    await isAwake(admin)
    const file = admin.waitForEvent('download')
    await admin.getByRole('link', { name: 'Export this list' }).click()
    const lines = parseCsv(await readFile(await (await file).path(), 'utf8')).slice(1)
    expect(lines.map(({ cells }) => cells[0])).toEqual(expect.arrayContaining([String(spoilt.payout_id)]))
    expect(new Set(lines.map(({ cells }) => cells[3]))).toEqual(new Set(['Pending']))
    for (const { payout_id } of [...made, spoilt]) await admin.getByLabel(`Choose payout ${payout_id}`).check()
    await admin.getByRole('button', { name: 'Pay the chosen by transfer…' }).click()
    await admin.getByText('You approve 3 payouts, ₦4,500 in all, by bank transfer.').waitFor()
    await snap(admin, 'chosen')
    await holdsUp(admin)
    await admin.getByRole('button', { name: 'Pay ₦4,500' }).click()
    await admin
      .getByText(`You approved 2 of 3 payouts. Payout ${spoilt.payout_id}: The transfer service does not know`)
      .waitFor()
    await snap(admin, 'chosen-done')
    for (const { payout_id } of made) await settle(payout_id, 'SUCCESSFUL')

    const one = await waitingPayout(`Many D ${screen.name}`)
    const plain = await browser.newContext({ viewport: screen.viewport, javaScriptEnabled: false })
    await logInBrowser(plain, app.url, (await insertAccount(app.db, 'admin')).email)
    const page = await plain.newPage()
    await page.goto(`${app.url}/admin/payout`)
    await page.getByRole('button', { name: 'Pay the chosen by transfer…' }).click()
    await page.getByText('Please choose at least one payout.').waitFor()
    await page.getByLabel(`Choose payout ${one.payout_id}`).check()
    await page.getByRole('button', { name: 'Pay the chosen by transfer…' }).click()
    await page.getByText('You approve one payout, ₦1,500 in all').waitFor()
    await page.getByRole('button', { name: 'Pay ₦1,500' }).click()
    await page.getByText('You approved 1 of 1 payouts.').waitFor()
    await page.getByText('Sort, days and rows').click()
    await page.getByLabel('Sort by').selectOption('Smallest amount first')
    await page.getByLabel('Rows a page').selectOption('100')
    await page.getByLabel('From').fill('2020-01-01')
    await page.getByRole('button', { name: 'Show so' }).click()
    await page.waitForURL(/sort=amount.up&from=2020-01-01&to=&rows=100/)
    await plain.close()
    await settle(one.payout_id, 'SUCCESSFUL')

    // A press on a row opens it, as its own link does.
    await admin.goto(`${app.url}/admin/payout`)
    await isAwake(admin)
    await rowOf(admin, one.payout_id).getByText(`Many D ${screen.name}`).click()
    await details(admin, one.payout_id).waitFor()
  })
})
