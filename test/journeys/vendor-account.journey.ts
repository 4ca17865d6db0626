import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { UNTIL_CHANGED } from '../../domain/catalog/hours/availability.ts'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { kobo } from '../../domain/money.ts'
import { axeFindings } from '../axe.ts'
import { isAwake, screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { complete_profile, insertVendor } from '../world.ts'
import { vendorOffice } from './vendor-office.ts'

const { app, browser, picture, on } = await vendorOffice()

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { newOwner, cook } = on(screen)

  test('the dashboard says what keeps customers from ordering, and leads to where it is changed', async () => {
    const { page, user_id } = await newOwner()
    const reads = async (...expected: string[]) => {
      await page.goto(`${app.url}/vendor-dashboard`)
      const notices = page.getByRole('list', { name: 'What keeps customers from ordering' })
      await expect.poll(() => notices.getByRole('paragraph').allTextContents()).toEqual(expected)
    }
    const has = (vendor: Partial<typeof vendors.$inferInsert>) =>
      app.db.update(vendors).set(vendor).where(eq(vendors.user_id, user_id))
    const no_dishes = 'Your menu is empty, so nobody can order yet.'

    await reads(
      'Your registration is not finished, so customers cannot see you yet. What you typed is kept.',
      no_dishes,
    )
    await has({ ...complete_profile, name: 'Bose', phone: '+2348031234567', landmark: 'FUTA North Gate' })
    await reads(
      'Thank you for registering! Customers see you as soon as we have approved your kitchen.',
      'You have no opening hours yet, so nobody can order.',
      no_dishes,
    )
    expect(await axeFindings(page)).toEqual([])
    await has({ status: 'Active', paused_until: UNTIL_CHANGED })
    await app.db.insert(food).values({ vendor_id: user_id, name: 'Amala', price: kobo(1_200_00) })
    await reads(
      'You have no opening hours yet, so nobody can order.',
      'You paused orders until you reopen: customers read “Busy. Not taking orders for now”.',
    )
    await page.getByRole('link', { name: 'Set my opening hours' }).click()
    await page.getByRole('heading', { name: 'Opening hours' }).waitFor()
    await has({ status: 'Inactive' })
    await reads('Your kitchen is not active, so customers cannot see it. Write to us and we look at it together.')
  })

  walk('a menu can be prepared before the registration, and says what is still missing', async () => {
    const { page } = await newOwner()
    await page.goto(`${app.url}/food`)
    await page.getByText('You can prepare your menu; customers see it once').waitFor()
    await page.getByRole('link', { name: 'finished your registration' }).click()
    await page.getByRole('heading', { name: 'Business Info' }).waitFor()
  })

  walk('a picture that did not arrive, or could not be kept, is said in words', async () => {
    const { page, bose } = await newOwner([/ERR_FAILED|500/])
    await page.goto(`${app.url}/account`)
    await page.route('**/uploads/picture', (route) => route.abort())
    await page.getByLabel('Logo or photo').setInputFiles(picture())
    await page.getByText('Upload failed').waitFor()
    await page.unroute('**/uploads/picture')
    await page.route('**/uploads/picture', (route) => route.fulfill({ status: 500, body: '' }))
    await bose.choosesPicture('Logo or photo', picture())
    await page.getByText('Failed to upload profile photo').waitFor()
    await page.goto(`${app.url}/food`)
    await bose.opensAddFood()
    await bose.choosesPicture('Image', picture())
    await page.getByText('Image upload failed.').waitFor()
  })

  walk('a photo that nobody has chosen is asked for at its field, and one that was lost is saved again', async () => {
    const { page, bose, kitchen } = await cook([/422|ERR_FAILED/], complete_profile)
    await page.goto(`${app.url}/account`)
    const saves = page.getByRole('button', { name: 'Save photo' })
    await saves.click()
    const field = page.getByRole('region', { name: 'Photo', exact: true }).getByLabel('Logo or photo')
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('alert').filter({ hasText: 'Select an image' }).waitFor()
    await snap(page, 'no-photo-chosen')
    await bose.choosesPicture('Logo or photo', picture(), 'Photo')
    await page.route('**/account**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await route.abort()
    })
    await saves.click()
    await page.getByText('The photo may be as before.').waitFor()
    await page.unroute('**/account**')
    await saves.click()
    await page.getByText('Photo saved.').waitFor()
    const [row] = await app.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id))
    expect(row?.profile_photo).toBeTruthy()
    // It stands there now, and nobody has chosen another.
    await page.getByText('Photo saved.').waitFor({ state: 'detached' })
    await saves.click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  })

  walk('what an admin unlocked is submitted again, and says so', async () => {
    const known = { bank_name: 'Access Bank (Diamond)', bank_code: '063', account_number: '0022728151' }
    const unlocked = { ...complete_profile, ...known, unlocked_at: new Date() }
    const { page, bose, kitchen } = await cook([], unlocked)
    await page.goto(`${app.url}/account`)
    // Settings that are never locked stay editable, and the wizard is filled with what is known.
    await page.getByText('We opened your registration').waitFor()
    await page.getByRole('button', { name: '15 minutes' }).click()
    await page.getByRole('heading', { name: 'Orders are paused' }).waitFor()
    await page.getByRole('heading', { name: 'Opening hours' }).waitFor()
    await bose.choosesPicture('Logo or photo', picture(), 'Photo')
    await page.getByRole('button', { name: 'Save photo' }).click()
    await page.getByText('Photo saved.').waitFor()
    await bose.fillsBusiness({ name: `Bose again ${screen.name}` })
    await bose.goesOn('Location & Description')
    await bose.fillsLocation()
    await bose.goesOn('Bank Account Info')
    await page.getByText('WES GIBBONS').waitFor()
    await bose.goesOn('Confirmation')
    await page.getByRole('button', { name: 'Submit Registration' }).click()
    await page.getByText('Vendor information updated successfully!').waitFor()
    await page.getByText('You can’t edit after submission.').waitFor()
    const [row] = await app.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id))
    expect(row).toMatchObject({ bank_code: '063', account_number: '0022728151', bank_changed_at: null })
    expect(row?.profile_photo).toMatch(/^\/images\//)
  })

  walk('what one owner typed is not shown to the next in the same tab, and is to the same one', async () => {
    const { page, visitor, email } = await cook([/EventSource|401/], complete_profile)
    const minutes = page.getByLabel('Preparation time in minutes')
    const goesToAccount = async () => {
      await page.goto(`${app.url}/account`)
      await minutes.waitFor()
      await isAwake(page)
    }
    await goesToAccount()
    const saved = await minutes.inputValue()
    await minutes.fill('77')
    await visitor.context.clearCookies()
    await logInBrowser(visitor.context, app.url, email)
    await goesToAccount()
    await expect.poll(() => minutes.inputValue()).toBe('77')

    const other = await insertVendor(app.db, complete_profile)
    const next = await insertAccount(app.db, 'vendor', { user_id: other.user_id })
    await visitor.context.clearCookies()
    await logInBrowser(visitor.context, app.url, next.email)
    await goesToAccount()
    await page.getByText(next.email).first().waitFor({ state: 'attached' })
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('user'))).toContain(next.email)
    expect(await minutes.inputValue()).toBe(saved)
  })

  walk('what was typed is not saved unseen over what a colleague saved, nor lost', async () => {
    const { page, kitchen } = await cook([/409/], complete_profile)
    const minutes = page.getByLabel('Preparation time in minutes')
    const save = () => page.getByRole('button', { name: 'Save times' }).click()
    const own_kitchen = eq(vendors.user_id, kitchen.user_id)
    const colleagueSays = (preparation_minutes: number) =>
      app.db.update(vendors).set({ preparation_minutes }).where(own_kitchen)
    const prepares = async () => (await app.db.select().from(vendors).where(own_kitchen))[0]?.preparation_minutes
    await page.goto(`${app.url}/account`)
    await isAwake(page)
    await minutes.fill('45')
    await colleagueSays(25)
    // The pause loads the page again, and what was typed stays what it was typed over; so does a reload.
    await page.getByRole('button', { name: '15 minutes' }).click()
    await page.getByRole('heading', { name: 'Orders are paused' }).waitFor()
    await page.reload()
    await isAwake(page)
    await expect.poll(() => minutes.inputValue()).toBe('45')
    await save()
    await page.getByText('Somebody here changed the times meanwhile. Now: 25 minutes').waitFor()
    expect(await minutes.inputValue()).toBe('45')
    await page.getByRole('button', { name: 'Save times' }).scrollIntoViewIfNeeded()
    await snap(page, 'kitchen-times-stale')
    await save()
    await expect.poll(prepares).toBe(45)
    // Saved, and untouched since, it shows what stands there.
    await colleagueSays(30)
    await page.getByRole('button', { name: 'Take orders again' }).click()
    await expect.poll(() => minutes.inputValue()).toBe('30')
    await minutes.fill('35')
    await save()
    await expect.poll(prepares).toBe(35)
  })
})

describe('without scripts', () => {
  test('refused hours and times are said beside them, and what was typed is kept', async () => {
    const kitchen = await insertVendor(app.db, complete_profile)
    const { email } = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const context = await browser.newContext({ javaScriptEnabled: false })
    await logInBrowser(context, app.url, email)
    const page = await context.newPage()
    await page.goto(`${app.url}/account`)
    await page.getByLabel('Tuesday, closes').fill('')
    await page.getByLabel('Monday, opens').fill('09:15')
    await page.getByRole('button', { name: 'Save hours' }).click()
    const hours = page.getByRole('region', { name: 'Opening hours' })
    await hours.getByRole('alert').waitFor()
    expect(await page.getByLabel('Monday, opens').inputValue()).toBe('09:15')
    expect(await page.getByLabel('Tuesday, closes').inputValue()).toBe('')

    await page.getByLabel('Preparation time in minutes').fill('400')
    await page.getByRole('button', { name: 'Save times' }).click()
    await page.getByText('Please write a number of minutes from 5 to 120.').waitFor()
    expect(await page.getByLabel('Preparation time in minutes').inputValue()).toBe('400')
    await page.getByLabel('Preparation time in minutes').fill('25')
    await page.getByRole('button', { name: 'Save times' }).click()
    // Words that only stand there where no script runs are no text to the browser's driver.
    expect(await page.locator('noscript [role=status]').textContent()).toBe('Times saved.')
    expect(await page.getByLabel('Preparation time in minutes').inputValue()).toBe('25')
    await context.close()
  })
})
