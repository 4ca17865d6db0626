import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { vendors } from '../../domain/catalog/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
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

const { vendorWithDelivery, waitingPayout, settle } = payoutsIn(app)

/** Looks at what is shown, and approves it. */
async function pay(screen: Page | Locator, ask = 'Pay by transfer…'): Promise<void> {
  await screen.getByText(ask).click()
  await screen.getByRole('button', { name: 'Pay ₦1,500' }).click()
}

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)

  const rowOf = (page: Page, payout_id: number) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: `View payout ${payout_id}`, exact: true }) })
  /** A script makes it modal: before that a press may hit a dialog that is just being moved. */
  const details = (page: Page, payout_id: number) =>
    page.getByRole('dialog', { name: new RegExp(`^Payout ${payout_id} `) }).and(page.locator(':modal'))

  test('a vendor asks, an admin pays by transfer, and both screens say Paid by themselves', async () => {
    const { actor, order_id } = await vendorWithDelivery(`Iya Bose ${screen.name}`)
    const admin = await adminComes('/admin/payout')
    const vendor = await comes(actor.email, '/request-payout')
    await vendor.getByRole('button', { name: 'Request for Payout' }).click()
    await vendor.getByRole('dialog').getByRole('button', { name: 'Confirm Request' }).click()
    await vendor.getByText('Payout request sent!').waitFor()

    const first = admin.getByRole('row').filter({ hasText: `Iya Bose ${screen.name}` })
    await first.getByText('Waits for approval').waitFor()
    await snap(admin, 'list')
    await holdsUp(admin)
    await first.getByRole('link', { name: /^View payout/ }).click()
    await admin.waitForURL(/payout=\d+/)
    const payout_id = Number(new URL(admin.url()).searchParams.get('payout'))
    const dialog = details(admin, payout_id)
    for (const text of [`Order ${order_id}`, 'Access Bank', '0690000031', 'IYA BOSE KITCHEN', '₦1,500']) {
      await dialog.getByText(text).first().waitFor()
    }
    await snap(admin, 'pending')
    await holdsUp(admin)
    await pay(dialog)
    await dialog.getByText('The transfer is under way.').waitFor()
    expect(await dialog.getByRole('button', { name: /Cancel|Pay/ }).count()).toBe(0)
    await snap(admin, 'under-way')
    await settle(payout_id, 'SUCCESSFUL')
    await dialog.getByText('Paid by transfer').waitFor()
    await snap(admin, 'paid')
    await holdsUp(admin)
    await vendor.getByRole('row').filter({ hasText: 'By transfer' }).getByText('Paid', { exact: true }).waitFor()
    await snap(vendor, 'vendor-paid')
    await holdsUp(vendor)

    await admin.keyboard.press('Escape')
    await admin.waitForURL((url) => !url.searchParams.has('payout'))
    await admin.getByRole('combobox', { name: /^Status/ }).selectOption('Cancelled')
    await admin.waitForURL(/status=Cancelled/)
    await first.waitFor({ state: 'detached' })
  })

  test('a transfer fails, is sent again, fails again and is paid by hand', async () => {
    const { payout_id } = await waitingPayout(`Retried ${screen.name}`)
    const admin = await adminComes(`/admin/payout?payout=${payout_id}`, [/422/])
    const dialog = details(admin, payout_id)
    await isAwake(admin)
    await pay(dialog)
    await settle(payout_id, 'FAILED')
    await dialog.getByText(/The last transfer failed: DISBURSE FAILED/).waitFor()
    await snap(admin, 'failed')
    await holdsUp(admin)
    await pay(dialog, 'Send the transfer again…')
    await dialog.getByText('The transfer is under way.').waitFor()
    await settle(payout_id, 'FAILED')
    await dialog.getByText(/_RETRY_1/).waitFor()
    await dialog.getByText('Send the transfer again…').waitFor()

    await dialog.getByText('Paid by hand…').click()
    await dialog.getByLabel("The bank's reference").fill('  x ')
    await dialog.getByRole('button', { name: 'Mark ₦1,500 as paid' }).click()
    await dialog.getByText("Please enter the bank's reference of the payment.").waitFor()
    await snap(admin, 'by-hand')
    await holdsUp(admin)
    await dialog.getByLabel("The bank's reference").fill('GTB-20261121-7')
    await dialog.getByRole('button', { name: 'Mark ₦1,500 as paid' }).click()
    await dialog.getByText('Paid by hand on').waitFor()
    await dialog.getByText('Reference GTB-20261121-7').waitFor()
  })

  test('of two admins the second is told who was first, also without script', async () => {
    const { payout_id, actor } = await waitingPayout(`Two Admins ${screen.name}`)
    const path = `/admin/payout?payout=${payout_id}`
    const first = await insertAccount(app.db, 'admin')
    const slow = await browser.newContext({ viewport: screen.viewport, javaScriptEnabled: false })
    await logInBrowser(slow, app.url, (await insertAccount(app.db, 'admin')).email)
    const late = await slow.newPage()
    await late.goto(app.url + path)
    const open = await adminComes(path)
    const quick = await comes(first.email, path)

    const dialog = details(quick, payout_id)
    await dialog.getByText('Cancel this payout…').click()
    await dialog.getByLabel('Why?').fill('The name is another one')
    await dialog.getByText('The bank account is wrong').click()
    await dialog.getByRole('button', { name: 'Cancel the payout' }).click()
    await dialog.getByText(new RegExp(`Cancelled by admin .*${first.email}`)).waitFor()
    await details(open, payout_id)
      .getByText(new RegExp(`Cancelled by admin .*${first.email}`))
      .waitFor()
    await rowOf(open, payout_id).getByText('Cancelled', { exact: true }).waitFor()

    await snap(late, 'without-script')
    await pay(late)
    await late.getByText(new RegExp(`was cancelled first, by admin .*${first.email}`)).waitFor()
    expect(new URL(late.url()).searchParams.get('payout')).toBe(String(payout_id))
    await slow.close()

    const vendor = await comes(actor.email, '/request-payout')
    await vendor.getByRole('row').getByText('The name is another one').waitFor()
    expect(await vendor.getByRole('button', { name: 'Request for Payout' }).isEnabled()).toBe(true)
    await vendor.getByRole('link', { name: 'Correct my bank account' }).click()
    await vendor.getByText('We opened your registration').waitFor()
  })

  test('above the limit a second admin must approve', async () => {
    const value = { second_admin_above_kobo: 1_000_00 }
    await app.db
      .insert(settings)
      .values({ key: 'payouts', value })
      .onConflictDoUpdate({ target: settings.key, set: { value } })
    try {
      const { payout_id } = await waitingPayout(`Big ${screen.name}`)
      const path = `/admin/payout?payout=${payout_id}`
      const ada = await insertAccount(app.db, 'admin')
      const first = await comes(ada.email, path)
      const second = await adminComes(path)
      await details(first, payout_id).getByText('Approve…').click()
      await details(first, payout_id).getByRole('button', { name: 'Approve ₦1,500' }).click()
      await details(first, payout_id).getByText('You approved first').waitFor()
      expect(await details(first, payout_id).getByText('Pay by transfer…').count()).toBe(0)
      await snap(first, 'first-approval')
      await holdsUp(first)
      await details(second, payout_id).getByText(`${ada.email} approved first`).waitFor()
      await pay(details(second, payout_id))
      await settle(payout_id, 'SUCCESSFUL')
      await details(first, payout_id).getByText('Paid by transfer').waitFor()
    } finally {
      await app.db.delete(settings).where(eq(settings.key, 'payouts'))
    }
  })

  test('a changed bank account holds a payout until it is confirmed', async () => {
    const { payout_id, kitchen } = await waitingPayout(`Changed ${screen.name}`)
    await app.db
      .update(vendors)
      .set({ account_number: '0690000034', bank_changed_at: new Date() })
      .where(eq(vendors.user_id, kitchen.user_id))
    const admin = await adminComes('/admin/payout', [/422/])
    await rowOf(admin, payout_id).getByText('Bank account changed').waitFor()
    await rowOf(admin, payout_id).getByRole('link').click()
    const dialog = details(admin, payout_id)
    await dialog.getByText('Access Bank ••••0031').waitFor()
    await dialog.getByText('Access Bank ••••0034').waitFor()
    expect(await dialog.getByText('Pay by transfer…').count()).toBe(0)
    await snap(admin, 'held')
    await holdsUp(admin)
    await dialog.getByRole('button', { name: 'Confirm this account' }).click()
    await dialog.getByText('Money of this vendor goes to this account from then on').waitFor()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Confirm this account' }).click()
    await dialog.getByText('0690000034', { exact: true }).first().waitFor()
    await pay(dialog)
    await settle(payout_id, 'SUCCESSFUL')
    await dialog.getByText('Paid by transfer').waitFor()
  })
})
