import { eq } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { vendors } from '../../domain/catalog/tables.ts'
import { axeFindings } from '../axe.ts'
import { screens } from '../browser.ts'
import { everyOther } from '../every-other.ts'
import { logInBrowser } from '../sign-in.ts'
import { complete_profile } from '../world.ts'
import { vendorOffice } from './vendor-office.ts'

const office = await vendorOffice()
const { app, picture } = office

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const { newOwner, cook } = office.on(screen)

  test('the wizard says what is wrong beside each field and keeps what was typed', async () => {
    const { bose, page } = await newOwner([/422|502/])
    await page.goto(`${app.url}/account`)
    const touches = async () => {
      await page.getByLabel('Business Name').focus()
      await page.getByLabel('Category').focus()
      return page.getByText('Required').count()
    }
    // A touch counts once the page is awake.
    await expect.poll(touches).toBeGreaterThan(0)
    await bose.fillsBusiness({ name: 'Bose', phone: '' })
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await expect.poll(() => page.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => page.getByText('Required').count()).toBe(1)
    expect(await page.getByLabel('Business Name').inputValue()).toBe('Bose')

    const logo = page.getByLabel('Logo or photo')
    await logo.setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    await page.getByText('Select an image').waitFor()
    await logo.evaluate((input: HTMLInputElement) => {
      const chosen = new DataTransfer()
      chosen.items.add(new File([new Uint8Array(15 * 1024 * 1024 + 1)], 'wall.png', { type: 'image/png' }))
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await page.getByText('Image >15MB').waitFor()
    await logo.setInputFiles({ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
    await page.getByText('Select an image').waitFor()

    // A number that cannot exist is refused beside its field; spaces make none too long.
    await page.getByLabel('Phone').fill('12345')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByText('This phone number does not exist.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Phone').fill('+234 803 555 0199')
    expect(await page.getByLabel('Phone').inputValue()).toBe('+234 803 555 0199')
    await bose.goesOn('Location & Description')
    // No place was chosen yet, so the map names none.
    await page.getByText('No place is chosen yet').waitFor()
    expect(await page.getByText('Your kitchen is').count()).toBe(0)
    await bose.fillsLocation()
    await page.getByText('Your kitchen is at FUTA North Gate.').waitFor()
    await bose.goesOn('Bank Account Info')
    for (const [number, words] of [
      ['0000000000', 'Error verifying: Could not resolve account name.'],
      ['0000000001', 'No account name returned'],
      ['0000000002', 'Error verifying'],
    ] as const) {
      await bose.fillsBank('Guaranty Trust Bank', number)
      await page.getByText(words).first().waitFor()
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await page.getByText('We could not verify this account').waitFor()
    }
    await bose.fillsBank('Guaranty Trust Bank', '')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByText('Required', { exact: true }).waitFor()
    await bose.fillsBank('Test Bank', '0123456789')
    await page.getByText('TEST ACCOUNT 0123456789').waitFor()
    await bose.goesOn('Confirmation')
    await page.getByText('+234 803 555 0199').waitFor()
    await page.getByText('Where the landmark is', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  walk('a closed browser and a lost session lose nothing of the wizard', async () => {
    const { bose, page, visitor, email } = await newOwner([/EventSource|401/])
    await page.goto(`${app.url}/account`)
    await bose.fillsBusiness({ name: 'Bose' })
    await bose.goesOn('Location & Description')
    const kept = page.waitForResponse((answer) => answer.url().endsWith('/account/draft'))
    await page.getByLabel('Address').fill('Shop 7')
    await kept
    await page.goto('about:blank')
    await page.goto(`${app.url}/account`)
    await page.getByRole('heading', { name: 'Location & Description', level: 2 }).waitFor()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('Shop 7')

    await visitor.context.clearCookies()
    await page.getByRole('textbox', { name: 'Description' }).fill('Amala at noon.')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.waitForURL(/\/login/)
    await logInBrowser(visitor.context, app.url, email)
    await page.goto(`${app.url}/account`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Amala at noon.')
  })

  walk('the pin moves by keyboard and by touch, and the way back is the landmark', async () => {
    const { bose, page } = await newOwner()
    await page.goto(`${app.url}/account`)
    await bose.fillsBusiness({ name: 'Bose' })
    await bose.goesOn('Location & Description')
    await page.getByLabel('Landmark', { exact: true }).selectOption('FUTA South Gate')
    await page.getByText('Your kitchen is at FUTA South Gate.').waitFor()
    await page.getByRole('button', { name: 'Move the pin with the arrow keys' }).focus()
    for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ArrowUp')
    await page.getByText('Your kitchen is about 100 m from FUTA South Gate.').waitFor()
    await page.getByRole('button', { name: 'Use the landmark' }).click()
    await page.getByText('Your kitchen is at FUTA South Gate.').waitFor()
    const map = page.locator('svg', { hasText: 'Map of the campus' })
    if (screen.hasTouch) {
      // Whoever swipes over the map scrolls the page; whoever swipes from the pin takes it along.
      const [before, box] = [await scrolled(page), await map.boundingBox()]
      await swipeUp(page, { x: (box?.x ?? 0) + 30, y: (box?.y ?? 0) + 150 })
      expect(await restsAt(page)).toBeGreaterThan(before)
      await page.getByText('Your kitchen is at FUTA South Gate.').waitFor()
      const pin = await map.locator('[data-pin] path').boundingBox()
      const still = await scrolled(page)
      await swipeUp(page, { x: (pin?.x ?? 0) + (pin?.width ?? 0) / 2, y: (pin?.y ?? 0) + (pin?.height ?? 0) / 2 })
      await page.getByText(/Your kitchen is about .* from/).waitFor()
      expect(await restsAt(page)).toBe(still)
      await page.getByRole('button', { name: 'Use the landmark' }).click()
    }
    await map.click({ position: { x: 30, y: 60 } })
    await page.getByText(/Your kitchen is about .* from/).waitFor()
    await page.getByRole('button', { name: 'Use the landmark' }).waitFor()
  })

  walk('what stays editable: pause, hours, dates, times and photo', async () => {
    const { bose, page, kitchen } = await cook([/422/])
    await app.db.update(vendors).set(complete_profile).where(eq(vendors.user_id, kitchen.user_id))
    const row = async () => (await app.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id)))[0]
    await page.goto(`${app.url}/account`)
    await page.getByText('You can’t edit after submission.').waitFor()
    await page.getByRole('button', { name: 'Until I reopen' }).click()
    await page.getByRole('heading', { name: 'Orders are paused' }).waitFor()
    await page.getByRole('button', { name: 'Take orders again' }).click()
    await page.getByRole('heading', { name: 'Busy? Pause orders' }).waitFor()

    await page.getByLabel('Monday, opens').fill('08:00')
    await page.getByLabel('Monday, closes').fill('20:00')
    await page.getByRole('button', { name: 'Monday’s hours for every day' }).click()
    await page.getByRole('button', { name: 'Add a date' }).click()
    await page.getByLabel('Date', { exact: true }).fill('2099-12-25')
    await page.getByRole('button', { name: 'Save hours' }).click()
    await page.getByText('Opening hours saved.').waitFor()
    expect(await row()).toMatchObject({
      opening_hours: 'Mon-Sun 08:00-20:00',
      hours_exceptions: [{ date: '2099-12-25', stretches: [] }],
    })

    await page.getByLabel('Preparation time in minutes').fill('400')
    await page.getByRole('button', { name: 'Save times' }).click()
    await page.getByText('Please write a number of minutes from 5 to 120.').waitFor()
    await page.getByLabel('Preparation time in minutes').fill('20')
    await page.getByRole('button', { name: 'Save times' }).click()
    await page.getByText('Times saved.').waitFor()

    const by_itself = page.getByRole('region', { name: 'Accept by itself' })
    await by_itself.getByLabel('Accept new orders while fewer than so many are cooking').fill('500')
    await by_itself.getByLabel('Only from').fill('12:00')
    await by_itself.getByRole('button', { name: 'Save' }).click()
    await by_itself.getByText('1 to 100').waitFor()
    await by_itself.getByLabel('Accept new orders while fewer than so many are cooking').fill('5')
    await by_itself.getByLabel('until').fill('15:00')
    await by_itself.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved: new orders follow it from now on.').waitFor()
    expect(await row()).toMatchObject({
      auto_accept_orders: 5,
      auto_accept_hours: { opens: '12:00', closes: '15:00' },
    })

    await bose.choosesPicture('Logo or photo', picture())
    await page.getByRole('button', { name: 'Save photo' }).click()
    await page.getByText('Photo saved.').waitFor()
    expect((await row())?.profile_photo).toMatch(/^\/images\//)
    expect(await axeFindings(page)).toEqual([])
  })
})

const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

/** Where a page stands that has done with scrolling. */
async function restsAt(page: Page): Promise<number> {
  let last = -1
  const rests = async () => {
    const before = last
    last = await scrolled(page)
    return last === before
  }
  await expect.poll(rests, { interval: 300 }).toBe(true)
  return last
}

/** A finger's, so that the browser may scroll. */
async function swipeUp(page: Page, from: { x: number; y: number }): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] })
  await send('touchStart', from.y)
  for (let moved = 10; moved <= 100; moved += 10) await send('touchMove', from.y - moved)
  await send('touchEnd')
}
