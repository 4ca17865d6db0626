import { and, eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { food, vendors } from '../../domain/catalog/tables.ts'
import { kobo } from '../../domain/money.ts'
import { axeFindings } from '../axe.ts'
import { screens } from '../browser.ts'
import { size } from '../dish-options.ts'
import { everyOther } from '../every-other.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { complete_profile } from '../world.ts'
import { member } from './member.ts'
import { vendorOffice } from './vendor-office.ts'

const office = await vendorOffice()
const { app, picture } = office

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { come, cook } = office.on(screen)

  walk('an owner signs up, registers, waits for approval, and her dish is on the storefront', async () => {
    const { bose, page, visitor } = await come([/403/])
    const email = `bose-${screen.name.replace(' ', '')}@example.com`
    await bose.signsUp(email, 'amala-and-ewedu-4711')
    await page.goto(`${app.url}/account`)
    await bose.fillsBusiness({ name: `Bose ${screen.name}` })
    await bose.choosesPicture('Logo or photo', picture())
    await bose.goesOn('Location & Description')
    await bose.fillsLocation()
    await page.getByRole('button', { name: 'I am here' }).click()
    await page.getByText('The pin is where you are.').waitFor()
    await bose.goesOn('Bank Account Info')
    await bose.fillsBank('Access Bank (Diamond)', '0022728151')
    await page.getByText('Please confirm your email first').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Send the mail again' }).click()
    await page.getByText('Sent. Check your mail').waitFor()
    const mailbox = await visitor.context.newPage()
    await mailbox.goto(await member(mailbox, app).findsLinkInMail(email, '/confirm-email'))
    await mailbox.getByRole('button', { name: 'Confirm my email' }).click()
    await mailbox.getByText('Your email is confirmed.').waitFor()
    await mailbox.close()
    await page.getByRole('button', { name: 'I have confirmed it' }).click()
    await page.getByText('WES GIBBONS').waitFor()
    expect(await page.getByLabel('Account Number').inputValue()).toBe('0022728151')
    await bose.goesOn('Confirmation')
    await page.getByText('WES GIBBONS').waitFor()
    await page.getByRole('button', { name: 'Submit Registration' }).click()
    await page.getByText('Vendor registration submitted successfully!').waitFor()
    await page.getByText('You can’t edit after submission.').waitFor()
    await page.getByText('Your kitchen waits for approval.').waitFor()

    // The dashboard was seen a moment ago, and its figures are kept; the name is of now.
    await page.goto(`${app.url}/vendor-dashboard`)
    await page.getByRole('heading', { name: `Welcome, Bose ${screen.name}` }).waitFor()
    await page.goto(`${app.url}/food`)
    await page.getByText('Your kitchen waits for approval.').waitFor()
    await bose.opensAddFood()
    await bose.fillsFood({ name: 'Amala and Ewedu', price: '1500' })
    await bose.choosesPicture('Image', picture())
    await bose.savesFood('Add Food')
    await page.getByText('Food item added successfully!').waitFor()

    const [row] = await app.db.select().from(vendors).where(eq(vendors.email, email))
    expect(row).toMatchObject({
      status: 'Pending',
      name: `Bose ${screen.name}`,
      phone: '+2348031234567',
      bank_code: '063',
      account_name: 'WES GIBBONS',
      latitude: 7.3041,
      avg_price: 1_500_00,
    })
    const address = `${app.url}/restaurant/${row?.user_id}`
    expect((await fetch(address)).status).toBe(404)
    await app.db.update(vendors).set({ status: 'Active' }).where(eq(vendors.email, email))
    await page.goto(address)
    await page.getByRole('heading', { name: 'Amala and Ewedu' }).waitFor()
    const image = page.locator('li img').first()
    expect(await image.getAttribute('src')).toMatch(/^\/images\/[0-9a-f]{32}-640\.webp$/)
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  walk('a dish is refused, corrected, edited, sold out and deleted', async () => {
    // The photo that stands on several dishes is none that is stored.
    const { bose, page, kitchen } = await cook([/422|409|404/])
    await page.goto(`${app.url}/food`)
    await bose.opensAddFood()
    await bose.savesFood('Add Food')
    await page.getByText('Please fill in all required fields.').waitFor()
    await bose.fillsFood({ name: 'Amala', price: '1,500' })
    await bose.savesFood('Add Food')
    await page.getByText('Please write the price without commas').waitFor()
    expect(await page.getByLabel('Food Name').inputValue()).toBe('Amala')
    await page.getByLabel('Image').setInputFiles({
      name: 'not.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    })
    await page.getByText('Select an image').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.reload()
    await bose.opensAddFood()
    expect(await page.getByLabel('Food Name').inputValue()).toBe('Amala')
    await page.getByText('You typed this before. It is not saved yet.').waitFor()
    await bose.fillsFood({ name: 'zobo', price: '700', section: 'Drinks' })
    await page.getByLabel('Vegan').check()
    await page.getByLabel('milk', { exact: true }).check()
    await bose.savesFood('Add Food')
    await page.getByText('What is vegan has no milk in it.').waitFor()
    expect(await page.getByLabel('milk', { exact: true }).isChecked()).toBe(true)
    await snap(page, 'dish-contents')
    await page.getByLabel('milk', { exact: true }).uncheck()
    await page.getByLabel('none of these').check()
    await bose.savesFood('Add Food')
    await page.getByText('A dish of this name is on your menu already.').waitFor()
    await bose.fillsFood({ name: 'Kunu' })
    await bose.savesFood('Add Food')
    await page.getByText('Food item added successfully!').waitFor()
    await page.getByRole('heading', { name: 'Drinks' }).waitFor()

    const same = `/images/${'a'.repeat(32)}-640.webp`
    await app.db.update(food).set({ food_image: same }).where(eq(food.vendor_id, kitchen.user_id))
    await page.reload()
    await page
      .getByText(/^The same photo is also on .+ and one other\. Give it a photo of its own/)
      .first()
      .waitFor()
    await holdsUp(page)
    await snap(page, 'same-photo')
    await app.db.update(food).set({ food_image: null }).where(eq(food.vendor_id, kitchen.user_id))
    await page.reload()

    // Cancel throws away what was typed; what was closed by accident says that it is not saved, and can be thrown away.
    const [kunu] = await app.db.select().from(food).where(eq(food.name, 'Kunu'))
    expect(kunu).toMatchObject({ diets: ['vegetarian', 'vegan'], allergens: [] })
    const edit = page.getByRole('button', { name: 'Edit Kunu' })
    const price = page.getByLabel('Price')
    const unsaved = page.getByText('You typed this before. It is not saved yet.')
    await edit.click()
    await bose.fillsFood({ price: '70' })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await edit.click()
    await expect.poll(() => price.inputValue()).toBe('700')
    expect(await unsaved.count()).toBe(0)
    await bose.fillsFood({ price: '70' })
    await page.keyboard.press('Escape')
    await edit.click()
    await unsaved.waitFor()
    expect(await price.inputValue()).toBe('70')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Throw it away' }).click()
    await expect.poll(() => price.inputValue()).toBe('700')
    expect(await unsaved.count()).toBe(0)
    await bose.fillsFood({ price: '650.50' })
    await app.db
      .update(food)
      .set({ diets: [], allergens: ['milk'] })
      .where(eq(food.name, 'Kunu'))
    await page.getByLabel('Halal').check()
    await bose.savesFood('Save')
    await page.getByText('Somebody changed this meanwhile. Your menu says: Contains milk.').waitFor()
    await bose.savesFood('Save')
    await page.getByText('Food item updated successfully!').waitFor()
    await page.getByText('₦650.50').waitFor()

    await page.getByLabel('Availability of Kunu').selectOption('Sold out today')
    await page.getByText('Kunu is sold out for today.').waitFor()

    await page.getByRole('button', { name: 'Delete Kunu' }).click()
    await page.getByText('Are you sure you want to delete this food item?').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Food item deleted successfully!').waitFor()
    await expect.poll(() => bose.dishNames()).toEqual(['Jollof Rice', 'Zobo'])
    const dishes = await app.db.select().from(food).where(eq(food.vendor_id, kitchen.user_id))
    expect(dishes).toHaveLength(2)
  })

  walk('a form that stood open puts nothing old back, and asks where two changed the same', async () => {
    const { bose, page, kitchen } = await cook([/422|404/])
    const zobo = and(eq(food.vendor_id, kitchen.user_id), eq(food.name, 'Zobo'))
    const colleagueSays = (values: Partial<typeof food.$inferInsert>) => app.db.update(food).set(values).where(zobo)
    const edit = page.getByRole('button', { name: 'Edit Zobo' })
    await page.goto(`${app.url}/food`)
    await edit.click()
    await bose.fillsFood({ price: '700' })
    await colleagueSays({ price: kobo(650_00), section: 'Drinks', option_groups: [size] })

    // What this tab kept goes with what stood there when it was typed.
    await page.reload()
    await edit.click()
    await page.getByText('You typed this before. It is not saved yet.').waitFor()
    await bose.choosesPicture('Image', picture())
    const photo = `/images/${'b'.repeat(32)}-640.webp`
    await colleagueSays({ food_image: photo })
    await bose.savesFood('Save')
    await page.getByText('Your menu says: ₦650. Save again if yours is right.').waitFor()
    expect(await page.getByLabel('Price').inputValue()).toBe('700')
    await page.getByText('Your menu shows the photo below.').waitFor()
    await holdsUp(page)
    await snap(page, 'dish-changed-meanwhile')
    const photo_now = page.getByAltText('On your menu now')
    expect(await photo_now.getAttribute('src')).toBe(photo)
    await photo_now.scrollIntoViewIfNeeded()
    await snap(page, 'dish-photo-changed-meanwhile')
    await bose.addsGroup('Extras', 'Any of them', [
      ['Ice', ''],
      ['Ginger', '100'],
    ])
    await bose.savesFood('Save')
    await page.getByText('Your menu says: Size: Small +0 | Large +500. Save again if yours is right.').waitFor()
    await holdsUp(page)
    await bose.savesFood('Save')
    await page.getByText('Food item updated successfully!').waitFor()
    const [row] = await app.db.select().from(food).where(zobo)
    expect(row).toMatchObject({ price: 700_00, section: 'Drinks', option_groups: [{ name: 'Extras' }] })
    expect(row?.food_image).not.toBe(photo)

    // What was refused and is thrown away is not there again.
    await edit.click()
    await bose.fillsFood({ price: '720' })
    await page.reload()
    await edit.click()
    await page.getByText('You typed this before. It is not saved yet.').waitFor()
    await colleagueSays({ price: kobo(710_00) })
    await bose.savesFood('Save')
    await page.getByText('Your menu says: ₦710.').waitFor()
    await page.getByRole('button', { name: 'Throw it away' }).click()
    await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('700')
    expect(await page.getByText('Your menu says: ₦710.').count()).toBe(0)
  })

  walk('a dish that another device deleted cannot be deleted again', async () => {
    const { page, kitchen } = await cook([/404/])
    await page.goto(`${app.url}/food`)
    await page.getByRole('button', { name: 'Delete Zobo' }).click()
    await app.db.delete(food).where(eq(food.vendor_id, kitchen.user_id))
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Failed to delete food item.').waitFor()
  })

  walk('the menu is searched, and put in order by dragging and by keyboard', async () => {
    const { bose, page } = await cook()
    await page.goto(`${app.url}/food`)
    await page.getByPlaceholder('Search your menu...').fill('zob')
    await expect.poll(() => bose.dishNames()).toEqual(['Zobo'])
    await page.getByPlaceholder('Search your menu...').fill('pizza')
    await page.getByText('No dish is called “pizza”.').waitFor()
    await page.getByPlaceholder('Search your menu...').fill('')

    await page.getByRole('button', { name: /^Move Zobo/ }).focus()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => bose.dishNames()).toEqual(['Zobo', 'Jollof Rice'])
    const handle = await page.getByRole('button', { name: /^Move Zobo/ }).boundingBox()
    const target = await page.locator('[data-dish]').nth(1).boundingBox()
    if (!handle || !target) throw new Error('nothing to drag')
    await page.mouse.move(handle.x + 10, handle.y + 10)
    await page.mouse.down()
    await page.mouse.move(target.x + 40, target.y + 40, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => bose.dishNames()).toEqual(['Jollof Rice', 'Zobo'])
  })

  walk('the menu goes out as a spreadsheet and comes back with a report', async () => {
    const { bose, page } = await cook()
    await page.goto(`${app.url}/food`)
    await page.getByText('Menu as a spreadsheet (CSV)').click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download my menu' }).click()
    expect((await download).suggestedFilename()).toMatch(/^menu-[a-z0-9-]+\.csv$/)
    const csv = Buffer.from('name,price,section\nEba,500,Swallow\nFufu,,Swallow\nZobo,600,\n')
    await page.getByLabel('CSV file').setInputFiles({ name: 'menu.csv', mimeType: 'text/csv', buffer: csv })
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText('1 added, 1 changed, 0 as before, 1 refused:').waitFor()
    await page.getByText('Line 3 (Fufu): The price is missing.').waitFor()
    await expect.poll(() => bose.dishNames()).toEqual(['Jollof Rice', 'Zobo', 'Eba'])
    expect(await axeFindings(page)).toEqual([])
  })

  walk('both screens fit 320 px, and axe finds nothing in the dark', async () => {
    const { page, kitchen } = await cook()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 640 })
    const fits = async (path: string) => {
      await page.goto(app.url + path)
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
    await fits('/food')
    await fits('/account')
    await app.db.update(vendors).set(complete_profile).where(eq(vendors.user_id, kitchen.user_id))
    await fits('/account')
  })
})
