import { afterEach, describe, expect } from 'vitest'
import { axeFindings } from '../axe.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { control } from '../control.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { owner } from './owner.ts'

// The list is kept for a day: this app never loaded it.
const { app, browser } = await openJourney()

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  let visitor: Visitor
  afterEach(async () => {
    expect(visitor.complaints).toEqual([])
    await visitor.leave()
  })

  walk('a bank list that cannot be loaded is reported, costs nothing that was typed, and comes back', async () => {
    const { email } = await insertAccount(app.db, 'vendor')
    visitor = await newVisitor(browser, screen)
    await logInBrowser(visitor.context, app.url, email)
    const { page } = visitor
    const bose = owner(page, app.url)
    await control(app).behave({ paystack: '500' })
    await page.goto(`${app.url}/account`)
    await bose.fillsBusiness({ name: 'Bose without banks' })
    await bose.goesOn('Location & Description')
    await bose.fillsLocation()
    await bose.goesOn('Bank Account Info')
    await page.getByText('The list of banks cannot be loaded right now.').waitFor()
    await page.getByRole('button', { name: 'Next' }).last().click()
    await page.getByText('You cannot go on without the list of banks.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('heading', { name: 'Location & Description' }).waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('Shop 7, North Gate')
    await bose.goesOn('Bank Account Info')

    await control(app).reset()
    await page.getByRole('link', { name: 'Try again' }).click()
    await bose.fillsBank('Access Bank', '0690000031')
    await page.getByText('Account Name:').waitFor()
    await page.getByText('Please check the number again').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Account Number').fill('0690000032')
    await page.getByText('Account Name:').waitFor()
    await expect.poll(() => page.getByText('Please check the number again').count()).toBe(0)
    await page.getByLabel('Account Number').fill('0690000031')
    await page.getByText('Please check the number again').waitFor()
    await bose.goesOn('Confirmation')
    await page.getByText('Bose without banks').waitFor()
  })
})
