import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { SERVICE_HOURS } from '../../domain/catalog/hours/service-hours.ts'
import { MESSAGE_TEXTS } from '../../domain/notifications/words/message-words.ts'
import {
  DELIVERY_SETTINGS,
  ESCALATION,
  MESSAGE_CAPS,
  RIDER_PAY,
  SMS_PRICES,
} from '../../domain/settings/definitions.ts'
import { readSetting } from '../../domain/settings/read-setting.ts'
import { settings } from '../../domain/settings/tables.ts'
import { officeOn } from '../admin-office.ts'
import { axeFindings } from '../axe.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { snap } from '../screen-checks.ts'
import { insertAccount, PASSWORD } from '../sign-in.ts'

const { app, browser } = await openJourney()
let admin: { email: string }

beforeAll(async () => {
  admin = await insertAccount(app.db, 'admin', { name: 'Ngozi' })
})
beforeEach(async () => {
  await app.db.delete(settings)
})

/** Saves a setting of money: who does says that it is them. */
async function provesAndSaves(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByText('This says how much money leaves, when, and who must agree to it.').waitFor()
  await snap(page, 'settings-proof')
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.getByRole('button', { name: button }).click()
}

/** A setting, unfolded. */
async function unfold(page: Page, name: string) {
  const panel = page.getByRole('region', { name, exact: true })
  await panel.locator('summary').first().click()
  return panel
}

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes } = officeOn(screen, app, browser)
  const adminAt = (path: string, expected: RegExp[] = []) => comes(admin.email, path, expected)

  test('fees are saved, refused beside their field, and the second of two admins is told; the log has it', async () => {
    const page = await adminAt('/admin/settings', [/status of (409|422)/])
    const late = await adminAt('/admin/dashboard', [/status of 409/, /ERR_FAILED/])
    // The second admin gets no news, so the press comes from an outdated screen.
    await late.route('**/back-office/live*', (route) => route.abort())
    await late.goto(`${app.url}/admin/settings`)
    await unfold(page, 'Delivery fees')
    await unfold(late, 'Delivery fees')
    await page.getByLabel('Default fee (₦)').fill('6,50')
    await page.getByRole('button', { name: 'Save fees' }).click()
    await page.getByText('Please write the amount in figures').waitFor()
    await page.getByLabel('Default fee (₦)').fill('650')
    await page.getByRole('button', { name: 'Save fees' }).click()
    await page.getByText('Delivery fees saved').waitFor()
    expect((await readSetting(app.db, DELIVERY_SETTINGS)).default_fee_kobo).toBe(650_00)

    await late.getByLabel('Default fee (₦)').fill('999')
    await late.getByRole('button', { name: 'Save fees' }).click()
    await late.getByText('Somebody else saved this while you were at it').waitFor()
    expect((await readSetting(app.db, DELIVERY_SETTINGS)).default_fee_kobo).toBe(650_00)

    await unfold(page, 'Commission')
    await page.getByLabel('Default (%)').fill('5')
    await provesAndSaves(page, 'Save commission')
    await page.getByText('Commission saved').waitFor()
    await unfold(page, 'Payouts')
    await page.getByLabel('Second admin above (₦)').fill('50000')
    await provesAndSaves(page, 'Save rule')
    await page.getByText('Payout rule saved').waitFor()
    await unfold(page, 'Riders’ pay')
    await page.getByLabel('Share of the fee (%)').fill('101')
    await page.getByRole('button', { name: 'Save pay' }).click()
    await page.getByText('Between 0 and 100 %.').waitFor()
    await page.getByLabel('Share of the fee (%)').fill('75')
    await provesAndSaves(page, 'Save pay')
    await page.getByText('Riders’ pay saved').waitFor()
    expect(await readSetting(app.db, RIDER_PAY)).toMatchObject({ share_percent: 75, minimum_kobo: 300_00 })

    await unfold(page, 'Message caps')
    await page.getByLabel('SMS to one number a day').fill('0')
    await page.getByRole('button', { name: 'Save caps' }).click()
    await page.getByText('Between 1 and 1000.').waitFor()
    await page.getByLabel('SMS to one number a day').fill('12')
    await page.getByRole('button', { name: 'Save caps' }).click()
    await page.getByText('Message caps saved').waitFor()
    expect(await readSetting(app.db, MESSAGE_CAPS)).toEqual({ recipient_daily_count: 12, hourly_count: 2000 })

    await unfold(page, 'Price of text messages')
    await page.getByLabel('Termii (₦)').fill('free')
    await page.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('Please write the amount in figures, like 600.').waitFor()
    await page.getByLabel('Termii (₦)').fill('4.25')
    await page.getByRole('button', { name: 'Save prices' }).click()
    await page.getByText('Prices saved').waitFor()
    expect(await readSetting(app.db, SMS_PRICES)).toEqual({ smarthive_kobo: 3_00, termii_kobo: 4_25 })

    await page.goto(`${app.url}/admin/audit?subject=setting%3Adelivery`)
    await page.getByText('Default fee: ₦650').first().waitFor()
    await page.getByText('Changed').first().waitFor()
    await snap(page, 'audit')
    await page.getByLabel('Who (mail address)').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('No entries match.').waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('the minutes of an order that nobody takes are refused out of their order, saved, and in the log', async () => {
    const page = await adminAt('/admin/settings', [/status of 422/])
    const panel = await unfold(page, 'Orders that nobody takes')
    await panel.getByLabel('Tell admins').fill('20')
    await panel.getByRole('button', { name: 'Save minutes' }).click()
    await panel.getByText('More minutes than until the admins are told, please.').waitFor()
    await panel.getByLabel('Give it up').fill('30')
    await panel.getByRole('button', { name: 'Save minutes' }).click()
    await page.getByText('Minutes saved').waitFor()
    const saved = { remind_minutes: 4, call_minutes: 20, cancel_minutes: 30 }
    expect(await readSetting(app.db, ESCALATION)).toEqual({ ...ESCALATION.default, ...saved })
    await snap(page, 'settings')
    await page.goto(`${app.url}/admin/audit?subject=setting%3Aescalation`)
    await page.getByText('Cancel minutes: 30').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  test('the places of the campus have a page of their own, and the settings lead there', async () => {
    const page = await adminAt('/admin/settings')
    await page.getByRole('main').getByRole('link', { name: 'Campus' }).click()
    await page.getByRole('heading', { name: 'Campus', level: 1 }).waitFor()
  })

  test('service hours are kept where they are refused, and saved with a closed date', async () => {
    const page = await adminAt('/admin/settings', [/status of 422/])
    await isAwake(page)
    const form = await unfold(page, 'Service hours')
    await form.getByLabel('Monday, opens').fill('07:00')
    await form.getByLabel('Monday, closes').fill('12:00')
    await form.getByRole('button', { name: 'and again: a second opening, Monday' }).click()
    await form.getByLabel('Monday, opens').last().fill('11:00')
    await form.getByLabel('Monday, closes').last().fill('22:00')
    await form.getByRole('button', { name: 'Save service hours' }).click()
    await form.getByText('The times of Monday overlap.').waitFor()
    await form.getByLabel('Monday, opens').last().fill('13:00')
    await form.getByRole('button', { name: 'Add a date' }).click()
    await form.getByLabel('Date', { exact: true }).fill('2099-12-25')
    await form.getByRole('button', { name: 'Save service hours' }).click()
    await page.getByText('Service hours saved').waitFor()
    expect(await readSetting(app.db, SERVICE_HOURS)).toMatchObject({
      week_hours: { 0: [{ opens: '07:00', closes: '12:00' }, { opens: '13:00' }], 1: [{ opens: '00:00' }] },
      hours_exceptions: [{ date: '2099-12-25', stretches: [] }],
    })
    expect(await axeFindings(page)).toEqual([])
  })

  test('the words of a message are previewed, refused beside their field, saved, and given back', async () => {
    const page = await adminAt('/admin/settings', [/status of 422/])
    const panel = await unfold(page, 'Message texts')
    await panel.getByText('Customer: the order is there', { exact: true }).first().click()
    const form = panel.locator('details details[open]')
    const text = form.getByLabel('Customer: the order is there')
    await text.fill('Your food {ordr} is there')
    await form.getByRole('button', { name: 'Save this text' }).click()
    await form.getByText('This message knows no {ordr}. There are: {order}, {link}.').waitFor()
    await text.fill('Your food {order} is there, enjoy!')
    await form.getByText('Your food 10482 is there, enjoy!', { exact: true }).waitFor()
    await form.getByText('32 of 160 characters').waitFor()
    await form.getByRole('button', { name: 'Save this text' }).click()
    await page.getByText('Text saved').waitFor()
    await panel.getByText('Changed').waitFor()
    expect(await readSetting(app.db, MESSAGE_TEXTS)).toEqual({
      delivered: 'Your food {order} is there, enjoy!',
    })
    expect(await axeFindings(page)).toEqual([])
    await form.getByRole('button', { name: 'Back to our text' }).click()
    await panel.getByText('Changed').waitFor({ state: 'detached' })
    expect(await text.inputValue()).toContain('Enjoy your meal!')
    expect(await readSetting(app.db, MESSAGE_TEXTS)).toEqual({})
  })

  test('what is not asked for is folded, and the sidebar stays in place while the page moves', async () => {
    const page = await adminAt('/admin/settings')
    await snap(page, 'settings-folded')
    // A row of the page is its name and a few words of what it says, on a telephone in at most five lines.
    const rows = await page.getByRole('main').locator('details.unfolds:visible').all()
    expect(rows.length).toBeGreaterThan(12)
    const heights = await Promise.all(rows.map(async (row) => (await row.boundingBox())?.height))
    expect(Math.max(...heights.map((height) => height ?? Infinity))).toBeLessThan(
      screen.viewport.width < 768 ? 160 : 88,
    )
    await page.setViewportSize({ width: screen.viewport.width, height: 500 })
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    const sidebar = page.getByRole('complementary').getByRole('navigation', { name: 'Back office' })
    if (screen.viewport.width < 768) return expect(await sidebar.isVisible()).toBe(false)
    const dashboard = sidebar.getByRole('link', { name: 'Dashboard' })
    await sidebar.getByRole('link', { name: 'Security' }).scrollIntoViewIfNeeded()
    await expect.poll(async () => (await dashboard.boundingBox())?.y).toBeLessThan(64)
    await dashboard.scrollIntoViewIfNeeded()
    await expect.poll(async () => (await dashboard.boundingBox())?.y).toBeGreaterThanOrEqual(64)
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
  })

  test('both screens fit 320 px, and axe finds nothing in the dark', async () => {
    for (const path of ['/admin/settings', '/admin/audit']) {
      const page = await adminAt(path)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      expect(await axeFindings(page)).toEqual([])
    }
  })
})
