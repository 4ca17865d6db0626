import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect } from 'vitest'
import { audit_log } from '../../domain/audit/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { payments } from '../../domain/payments/tables.ts'
import { provider_lists, reconciliation_cases } from '../../domain/reconciliation/tables.ts'
import { officeOn } from '../admin-office.ts'
import { axeFindings } from '../axe.ts'
import { screens } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount } from '../sign-in.ts'
import { insertVendor } from '../world.ts'

const { app, browser } = await openJourney()
let admin: { email: string }

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
  await paidOrderFor(app, await insertVendor(app.db))
  for (let charge = 0; charge < 27; charge++) {
    await lostCharge(`ELSEWHERE-${charge}`, charge === 3 ? 'failed' : 'pending')
  }
})
afterEach(async () => {
  await control(app).reset()
  expect(await findViolations(app.db)).toEqual([])
})

/** A charge that nobody tells us of, under an unknown reference. */
async function lostCharge(tx_ref: string, outcome: 'successful' | 'failed' | 'pending') {
  await control(app).behave({ webhook: 'none' })
  return control(app).pay({ tx_ref, amount: 700, outcome })
}

async function insertCase(kind: 'missing_here' | 'missing_there', number: number, tx_ref: string) {
  const now = new Date()
  const [row] = await app.db
    .insert(reconciliation_cases)
    .values({
      provider: 'flutterwave',
      provider_number: String(number),
      kind,
      tx_ref,
      theirs: kind === 'missing_here' ? { amount_kobo: 70_000, currency: 'NGN', status: 'successful' } : null,
      ours: kind === 'missing_there' ? { amount_kobo: 70_000, currency: 'NGN', status: 'successful' } : null,
      found_at: now,
      seen_at: now,
    })
    .returning()
  return row?.id ?? 0
}

const comparedAt = async () => (await app.db.select().from(provider_lists))[0]?.compared_at?.getTime() ?? 0

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes } = officeOn(screen, app, browser)
  const adminAt = (path: string, expected: RegExp[] = []) => comes(admin.email, path, expected)

  test('the provider’s transactions: counted, paged, searched, and one of them in full', async () => {
    const page = await adminAt('/admin/transactions')
    // The screen reads the newest page, the worker those behind it.
    await expect
      .poll(
        async () => {
          await page.reload()
          return page.getByText(/^Showing 25 of \d+ records$/).count()
        },
        { interval: 1000 },
      )
      .toBe(1)
    await page.getByRole('link', { name: 'Next' }).click()
    await page.waitForURL(/after=/)
    await page.getByRole('link', { name: 'Previous' }).click()
    await page.getByLabel('Search by reference').fill('elsewhere-3')
    await page.getByText('Showing 1 of 1 records').waitFor()
    await page.getByText('failed', { exact: true }).waitFor()
    await page.getByLabel('Search by reference').fill('CHOW-')
    await page.getByText(/^CHOW-/).waitFor()
    await page.getByRole('link', { name: /^View transaction/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('paid for the orders').waitFor()
    await dialog.getByRole('link', { name: /^Order \d+$/ }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('link', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a provider that refuses is quoted, and what is known is shown', async () => {
    await control(app).behave({ lists: 'refused' })
    // Somebody else may have asked a moment ago.
    const page = await adminAt('/admin/transactions')
    const alert = page.getByRole('alert')
    await expect
      .poll(
        async () => {
          await page.reload()
          return (await alert.count()) > 0
        },
        { interval: 2000 },
      )
      .toBe(true)
    expect(await alert.textContent()).toContain('Transactions could not be fetched for this account')
    await page.getByText(/^Showing 25 of \d+ records$/).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('a comparison is asked for and ends; what it found is settled or left with a reason', async () => {
    const page = await adminAt('/admin/reconciliation', [/status of (409|422)/])
    const began = new Date()
    await page.getByRole('button', { name: 'Compare now' }).click()
    await expect.poll(comparedAt).toBeGreaterThan(began.getTime())
    await page.getByText(/^Last compared on/).waitFor()

    const { transaction_id } = await lostCharge(`LOST-${screen.name}`, 'successful')
    const lost = await insertCase('missing_here', transaction_id, `LOST-${screen.name}`)
    const gone = await insertCase('missing_there', transaction_id + 9_999_999, `GONE-${screen.name}`)
    await page.goto(`${app.url}/admin/reconciliation?difference=${lost}`)
    await page.locator('dialog:modal').waitFor()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('a successful payment of ₦700 that we do not have').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByText('Settle it…').click()
    await dialog.getByRole('button', { name: 'Settle it' }).click()
    await dialog.getByText('Settled: it waits on the review list.').first().waitFor()
    const [payment] = await app.db
      .select()
      .from(payments)
      .where(eq(payments.provider_transaction_id, String(transaction_id)))
    expect(payment).toMatchObject({ purpose: 'review' })

    await page.goto(`${app.url}/admin/reconciliation?difference=${gone}`)
    await page.locator('dialog:modal').waitFor()
    await dialog.getByRole('button', { name: 'Ask the provider again' }).click()
    await dialog.getByText('The provider knows no such payment.').waitFor()
    await dialog.getByText('Leave it as it is…').click()
    await dialog.getByLabel('Why?').fill('no')
    await dialog.getByRole('button', { name: 'Leave it' }).click()
    await dialog.getByText('Please say why, in a few words').waitFor()
    await dialog.getByLabel('Why?').fill('The bank closed that account.')
    await dialog.getByRole('button', { name: 'Leave it' }).click()
    await dialog.getByText('The bank closed that account.').first().waitFor()
    const entries = await app.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `difference:${gone}`))
    expect(entries).toMatchObject([{ action: 'difference_ignored', actor: admin.email }])
  })

  test('both screens fit 320 px, and axe finds nothing in the dark', async () => {
    for (const path of ['/admin/transactions', '/admin/reconciliation?status=Ignored']) {
      const page = await adminAt(path)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(await axeFindings(page)).toEqual([])
    }
  })
})
