import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { audit_log } from '../../domain/audit/tables.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { parseCsv } from '../../domain/csv.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { officeOn } from '../admin-office.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { paidOrderFor } from '../paid-order.ts'
import { registeredKitchen, registeredRider } from '../registered.ts'
import { insertAccount, logIn, PASSWORD, postForm } from '../sign-in.ts'
import { visitorsOn } from '../visitors.ts'
import { findsLinkInText, member } from './member.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const vendorRow = async (user_id: string) =>
  (await app.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]

describe.each(screens)('on a screen of $name', (screen) => {
  const test = everyOther(screen)
  const { comes, adminComes, holdsUp, snap } = officeOn(screen, app, browser)
  const unfold = async (page: Page, ask: string) => {
    await page.getByRole('dialog').getByText(ask, { exact: true }).click()
    return page.getByRole('dialog').getByRole('group').filter({ hasText: ask })
  }

  test('a vendor is found, activated, suspended, and restored; customers and the owner see it', async () => {
    const row = await registeredKitchen(app, `Iya Moves ${screen.name}`, 'Pending')
    // When the owner is suspended, the stream of news ends, and asking again leads to the login.
    const desk = await comes(row.email, '/account', [/EventSource's response has a MIME type/])
    const page = await adminComes('/admin/vendors', [/422/])
    await page.getByLabel('Search by name, phone or email').fill(`moves ${screen.name}`)
    await page.waitForURL(/q=moves/)
    await snap(page, 'vendors')
    await holdsUp(page)
    await page.getByRole('link', { name: `View ${row.name}` }).click()
    const dialog = page.getByRole('dialog', { name: row.name ?? '' })
    await dialog.getByText('••••••0031').waitFor()
    expect(await dialog.textContent()).not.toContain('0690000031')
    await snap(page, 'vendor')
    await holdsUp(page)
    const shown = async () => (await fetch(`${app.url}/restaurant/${row.user_id}`)).status
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await dialog.getByText('The vendor is active: customers find it now.').waitFor()
    await expect.poll(shown).toBe(200)
    await desk.getByRole('button', { name: 'Notifications, 1 new' }).waitFor()

    const suspend = await unfold(page, 'Suspend…')
    await suspend.getByLabel('Why?').fill('no')
    await suspend.getByRole('button', { name: 'Suspend this vendor' }).click()
    await suspend.getByText('Please say why, in 3 to 200 characters.').waitFor()
    await suspend.getByLabel('Why?').fill('Two customers fell ill')
    await suspend.getByRole('button', { name: 'Suspend this vendor' }).click()
    await dialog.getByText('The vendor is suspended and logged out everywhere.').waitFor()
    await snap(page, 'vendor-suspended')
    await expect.poll(shown).toBe(404)
    await desk.waitForURL('**/login**')

    const restore = await unfold(page, 'Restore…')
    await restore.getByRole('button', { name: 'Restore this vendor' }).click()
    await dialog.getByText('The vendor is active again.').waitFor()
    for (const word of ['Activated', 'Suspended', 'Restored']) {
      await dialog.getByRole('region', { name: 'Decisions' }).getByText(new RegExp(word, 'i')).waitFor()
    }
    await expect.poll(shown).toBe(200)
  })

  test("a vendor's commission, place and lock are changed, each refusal beside its field", async () => {
    const row = await registeredKitchen(app, `Iya Terms ${screen.name}`, 'Active')
    const page = await adminComes(`/admin/vendors?vendor=${row.user_id}`, [/422|409/])
    const dialog = page.getByRole('dialog')
    const commission = await unfold(page, 'Commission…')
    await commission.getByLabel('Percent, 0 to 50').fill('60')
    await commission.getByRole('button', { name: 'Save commission' }).click()
    await commission.getByText('Please write 0 to 50').waitFor()
    await commission.getByLabel('Percent, 0 to 50').fill('7.5')
    await commission.getByRole('button', { name: 'Save commission' }).click()
    await dialog.getByText('7.5 %').waitFor()
    // While a form is sent again, its answer before is not told as if it were the new one.
    const told = 'The commission was saved. It holds for orders from now on.'
    await dialog.getByText(told).waitFor()
    const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/admin/vendors*', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.continue()
    })
    await commission.getByRole('button', { name: 'Save commission' }).click()
    await commission.getByRole('button', { name: 'Saving…' }).waitFor()
    expect(await dialog.getByText(told).count()).toBe(0)
    letThrough()
    await dialog.getByText(told).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await commission.getByLabel('Percent, 0 to 50').fill('8')
    await app.db.update(vendors).set({ commission_percent: 12 }).where(eq(vendors.user_id, row.user_id))
    await commission.getByRole('button', { name: 'Save commission' }).click()
    await dialog.getByText('Another admin changed this meanwhile. Now: 12 %. Save again if yours is right.').waitFor()
    await snap(page, 'commission-changed-meanwhile')
    await commission.getByRole('button', { name: 'Save commission' }).click()
    await dialog.getByText(told).waitFor()
    const place = await unfold(page, 'Correct the place…')
    await place.getByLabel('Landmark').selectOption('Aluta Market')
    await place.getByLabel('Latitude').fill('6.5')
    await place.getByLabel('Longitude').fill('3.4')
    await place.getByRole('button', { name: 'Save place' }).click()
    await place.getByText('This place is too far from the campus.').waitFor()
    await place.getByLabel('Latitude').fill('7.301')
    await place.getByLabel('Longitude').fill('5.139')
    await place.getByRole('button', { name: 'Save place' }).click()
    await dialog.getByRole('link', { name: '7.301, 5.139' }).waitFor()
    const unlock = await unfold(page, 'Unlock registration…')
    await unlock.getByRole('button', { name: 'Unlock' }).click()
    await dialog.getByText(/Unlocked since/).waitFor()
    expect(await vendorRow(row.user_id)).toMatchObject({ commission_percent: 8, landmark: 'Aluta Market' })
    await dialog.getByRole('link', { name: 'Close' }).click()
    await page.waitForURL(`${app.url}/admin/vendors`)
  })

  test('a rider is activated, suspended and restored', async () => {
    const name = `Tunde ${screen.name}`
    await registeredRider(app, name)
    const page = await adminComes('/admin/riders')
    await page.getByRole('combobox', { name: /^Status/ }).selectOption('Waiting')
    await page.waitForURL(/status=Waiting/)
    await snap(page, 'riders')
    await holdsUp(page)
    await page.getByRole('link', { name: `View ${name}` }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByRole('button', { name: 'Activate' }).waitFor()
    await snap(page, 'rider')
    await holdsUp(page)
    await dialog.getByRole('button', { name: 'Activate' }).click()
    await dialog.getByText('The rider is active and can go on duty.').waitFor()
    const suspend = await unfold(page, 'Suspend…')
    await suspend.getByLabel('Why?').fill('Did not show up')
    await suspend.getByRole('button', { name: 'Suspend this rider' }).click()
    await dialog.getByText('The rider is suspended and logged out everywhere.').waitFor()
    const restore = await unfold(page, 'Restore…')
    await restore.getByRole('button', { name: 'Restore this rider' }).click()
    await dialog.getByText('The rider can work again.').waitFor()
  })

  test('a customer is looked up by phone, with orders and receipts; nobody is shown before', async () => {
    const vendor = await registeredKitchen(app, `Iya Customer ${screen.name}`, 'Active')
    const id = await paidOrderFor(app, vendor)
    const page = await adminComes('/admin/customers', [/422/])
    expect(await page.getByRole('table').count()).toBe(0)
    const box = page.getByLabel('Phone number, mail address or name')
    await box.fill('08')
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    const asked_to_correct = page.getByText('Please write a phone number')
    await asked_to_correct.waitFor()
    // Somebody's order has the page load its data again; the answer is still being read.
    const loaded_again = page.waitForResponse((answer) => answer.url().endsWith('/admin/customers.data'))
    await paidOrderFor(app, vendor)
    await loaded_again
    await page.waitForTimeout(500)
    expect(await asked_to_correct.isVisible()).toBe(true)
    await box.fill('obi ada')
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    const named = page.getByRole('button', { name: 'Look up Ada Obi, 0803 123 4567' })
    await named.waitFor()
    await snap(page, 'customers-named')
    await holdsUp(page)
    await named.click()
    await page.getByRole('link', { name: `Order ${id}`, exact: true }).waitFor()
    await snap(page, 'customer')
    await holdsUp(page)
    await page.getByRole('link', { name: `Receipt of order ${id}` }).click()
    await page.getByText('Payment Confirmed').waitFor()
  })
})

describe.each(screens)('kitchens from a spreadsheet, on $name', (screen) => {
  const { adminComes, holdsUp, snap } = officeOn(screen, app, browser)
  const visits = visitorsOn(screen, browser)
  const walk = everyOther(screen)

  walk('are looked at line by line, taken in, and their owners choose a password', async () => {
    const { width } = screen.viewport
    const number = `0803 300 ${String(width).padStart(4, '0')}`
    const known = await registeredKitchen(app, `Iya Known ${width}`, 'Active')
    const first = `Mama Put ${width},${number},Buka,Shop 7,FUTA North Gate,Rice at noon.`
    const text = [
      'kitchen,phone,category,address,landmark,about,dish,price',
      `${first},Jollof Rice,1500`,
      `Mama Put ${width},,,,,,Moi Moi,five hundred`,
      `${known.name},,,,,,Ofada Rice,2000`,
      `Nowhere ${width},0803 300 9${String(width).padStart(3, '0').slice(-3)},Buka,Shop 8,Lagos,Beans.,Beans,700`,
    ].join('\n')
    const page = await adminComes('/admin/vendors', [/422/])
    await page.getByRole('link', { name: 'Take many in from a spreadsheet' }).click()
    await page.getByRole('heading', { name: 'Kitchens from a spreadsheet' }).waitFor()
    await isAwake(page)
    await page.getByRole('button', { name: 'See what it brings' }).click()
    await page.getByText('Please choose a CSV file.').waitFor()
    await holdsUp(page)
    await snap(page, 'kitchens')
    const file = { name: 'kitchens.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'See what it brings' }).click()
    await page.getByText('1 new kitchen, 2 new dishes, 0 changed dishes, 0 lines as before, 2 wrong lines.').waitFor()
    await page.getByText(`New kitchen, invited at ${number}. New dish`).waitFor()
    await page.getByText('Please write the price in figures, like 1500.').waitFor()
    await page.getByText('Please choose one of the landmarks: FUTA North Gate').waitFor()
    await page.getByText('1 owner gets a text message, ₦5 at most.').waitFor()
    await holdsUp(page)
    await snap(page, 'kitchens-preview')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download 2 wrong lines to correct' }).click()
    const back = readFileSync(await (await saved).path(), 'utf8')
    expect(parseCsv(back).map(({ cells }) => cells.at(-1))).toEqual([
      'problem',
      'Please write the price in figures, like 1500.',
      expect.stringContaining('Please choose one of the landmarks: '),
    ])
    await page.getByRole('button', { name: 'Take in 1 kitchen and 2 dishes' }).click()
    await page.getByText('1 kitchen made, 2 dishes added, 0 changed, 2 lines left out.').first().waitFor()
    await page.getByRole('link', { name: 'Wrong (2)' }).click()
    await page.getByText('New dish').first().waitFor({ state: 'detached' })
    await holdsUp(page)
    await snap(page, 'kitchens-taken-in')

    const owner = (await visits()).page
    await owner.goto(await findsLinkInText(app, number, '/update-password'))
    await isAwake(owner)
    await owner.getByLabel('New password', { exact: true }).fill(PASSWORD)
    await owner.getByLabel('Confirm new password').fill(PASSWORD)
    await owner.getByRole('button', { name: 'Update Password' }).click()
    await owner.getByText('Password updated successfully!').waitFor()
    await member(owner, app).logsIn(number)
    await owner.waitForURL('**/vendor-dashboard')
    await owner.goto(`${app.url}/account`)
    await owner.getByRole('heading', { name: 'Bank Account Info' }).waitFor()
    await owner.goto(`${app.url}/food`)
    await owner.getByRole('heading', { name: 'Jollof Rice' }).waitFor()
  })
})

describe('what nobody has', () => {
  test('answers 404 like what is malformed', async () => {
    const cookie = await logIn(app.url, (await insertAccount(app.db, 'admin')).email)
    for (const id of [crypto.randomUUID(), 'x', '1', '%00']) {
      for (const path of [`/admin/vendors?vendor=${id}`, `/admin/riders?rider=${id}`, `/admin/orders?vendor=${id}`]) {
        expect((await fetch(app.url + path, { headers: { cookie } })).status, path).toBe(404)
      }
      for (const intent of ['activate', 'suspend', 'restore']) {
        const fields = { intent, vendor_id: id, rider_id: id, reason: 'because' }
        for (const path of ['/admin/vendors', '/admin/riders']) {
          expect((await postForm(app.url, path, fields, { cookie })).status, `${path} ${intent}`).toBe(404)
        }
      }
    }
  })

  test('a contact that this admin did not look up shows no order', async () => {
    const cookie = await logIn(app.url, (await insertAccount(app.db, 'admin')).email)
    const path = `/admin/customers?contact=${encodeURIComponent('+2348031234567')}`
    const page = await (await fetch(app.url + path, { headers: { cookie } })).text()
    expect(page).toContain('looked up a while ago')
    expect(page).not.toContain('Jollof Rice')
    const before = await app.db.select().from(audit_log).where(eq(audit_log.action, 'customer_looked_up'))
    const answer = await postForm(app.url, '/admin/customers', { contact: '0803 123 4567' }, { cookie })
    expect(answer.status).toBe(302)
    const after = await app.db.select().from(audit_log).where(eq(audit_log.action, 'customer_looked_up'))
    expect(after).toHaveLength(before.length + 1)
  })
})
