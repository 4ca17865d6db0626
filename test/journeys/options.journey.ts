import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect } from 'vitest'
import type { OptionGroup } from '../../domain/catalog/menu/option-groups.ts'
import { food } from '../../domain/catalog/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { kobo } from '../../domain/money.ts'
import { orders } from '../../domain/orders/tables.ts'
import { newVisitor, screens, type Visitor } from '../browser.ts'
import { size, extras as two_extras } from '../dish-options.ts'
import { everyOther } from '../every-other.ts'
import { openJourney } from '../open-journey.ts'
import { holdsUp, snap } from '../screen-checks.ts'
import { insertAccount, logInBrowser } from '../sign-in.ts'
import { insertVendor } from '../world.ts'
import { customer } from './customer.ts'
import { owner } from './owner.ts'

const { app, browser } = await openJourney()

afterEach(async () => expect(await findViolations(app.db)).toEqual([]))

const extras = { ...two_extras, max: 1 }

describe.each(screens)('on a screen of $name', (screen) => {
  const walk = everyOther(screen)
  const visitors: Visitor[] = []
  const come = async (expected: RegExp[] = []) => {
    const visitor = await newVisitor(browser, screen, expected)
    visitors.push(visitor)
    return visitor
  }
  const cook = async (expected: RegExp[] = []) => {
    const kitchen = await insertVendor(app.db)
    const { email } = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const visitor = await come(expected)
    await logInBrowser(visitor.context, app.url, email)
    await visitor.page.goto(`${app.url}/food`)
    return { kitchen, page: visitor.page, bose: owner(visitor.page, app.url) }
  }
  const offers = (kitchen: { user_id: string }, ...option_groups: OptionGroup[]) =>
    app.db
      .update(food)
      .set({ option_groups })
      .where(and(eq(food.vendor_id, kitchen.user_id), eq(food.name, 'Jollof Rice')))
  afterEach(async () => {
    for (const visitor of visitors.splice(0)) {
      expect(visitor.complaints).toEqual([])
      await visitor.leave()
    }
  })

  walk('a size and extras: from the menu dialog to the kitchen ticket', async () => {
    const { kitchen, page, bose } = await cook([/422/])
    await bose.opensAddFood()
    await bose.fillsFood({ name: 'Amala', price: '1200' })
    await bose.addsGroup('Size', 'Exactly one', [
      ['Small', ''],
      ['Large', '5,00'],
    ])
    const extras = await bose.addsGroup('Extras', 'Up to a number', [
      ['Ponmo', '300'],
      ['Egg', '200'],
      ['Fish', '700'],
    ])
    await extras.getByLabel('At most').fill('2')
    await bose.savesFood('Add Food')
    await page.getByText('Please write the price without commas').waitFor()
    await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('5,00')
    await holdsUp(page)
    await snap(page, 'editor')
    // What was typed outlives a reload, and a message leaves with its group.
    await page.reload()
    await bose.opensAddFood()
    const sizes = page.getByRole('group', { name: 'Size', exact: true })
    expect(await sizes.getByLabel('Choice', { exact: true }).first().inputValue()).toBe('Small')
    await sizes.getByLabel('Adds (₦)').nth(1).fill('500')
    await extras.getByRole('button', { name: 'Remove Fish' }).click()
    await bose.savesFood('Add Food')
    await page.getByText('Food item added successfully!').waitFor()
    await page.getByText('To choose: Size, Extras').waitFor()

    const visitor = await come()
    const ada = customer(visitor.page, app.url)
    await ada.opensRestaurant(kitchen)
    const card = visitor.page.getByRole('listitem').filter({ hasText: 'Amala' })
    expect(await card.textContent()).toContain('from ₦1,200')
    const dialog = await ada.chooses('Amala', 'Ponmo')
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await dialog.getByText('Choose one, please.').waitFor()
    await holdsUp(visitor.page)
    await snap(visitor.page, 'dialog')
    // The message took the focus to the group: the space bar chooses its first.
    await visitor.page.keyboard.press('Space')
    await visitor.page.keyboard.press('ArrowDown')
    await dialog.getByText('₦2,000', { exact: true }).first().waitFor()
    await dialog.getByLabel('Egg').check()
    await dialog.getByText('₦2,200', { exact: true }).first().waitFor()
    const note = dialog.getByLabel('Note for the restaurant')
    await note.fill('see jollof.com')
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    expect(await note.evaluate((field: HTMLInputElement) => field.validationMessage)).toContain('web addresses')
    await note.fill(' no  pepper ')
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await visitor.page.getByText('1 Amala added to cart!').waitFor()
    for (const times of [1, 2]) {
      const again = await ada.chooses('Amala', 'Small')
      expect(await again.getByLabel('Note for the restaurant').inputValue()).toBe('')
      await again.getByRole('button', { name: 'Add to Cart' }).click()
      await expect.poll(async () => (await ada.cartStorage()).length, { message: `${times}` }).toBe(2)
    }
    expect(await ada.cartStorage()).toMatchObject([
      {
        name: 'Amala',
        price: 2200,
        qty: 1,
        options: [{ name: 'Large' }, { name: 'Ponmo' }, { name: 'Egg' }, { name: 'Note: no pepper' }],
      },
      { name: 'Amala', price: 1200, qty: 2, options: [{ group: 'Size', name: 'Small' }] },
    ])
    await visitor.page.getByRole('button', { name: /^Open cart/ }).click()
    const drawer = visitor.page.getByRole('dialog', { name: 'Cart' })
    await drawer
      .getByRole('region', { name: kitchen.name ?? '' })
      .getByText('Large, Ponmo, Egg, Note: no pepper')
      .waitFor()
    await drawer.getByLabel('Add a note: Amala (Small)').click()
    await snap(visitor.page, 'drawer-note')
    const noted = drawer.getByLabel('Note for the restaurant: Amala').nth(1)
    await noted.fill('www.jollof')
    await visitor.page.keyboard.press('Enter')
    expect(await noted.evaluate((field: HTMLInputElement) => field.validationMessage)).toContain('web addresses')
    await noted.fill('extra stew')
    await visitor.page.keyboard.press('Enter')
    await drawer.getByText('Small, Note: extra stew', { exact: true }).waitFor()
    await expect.poll(() => visitor.page.evaluate(() => document.activeElement?.textContent)).toBe('Change the note')
    await drawer.getByRole('button', { name: 'Remove Amala (Small, Note: extra stew)' }).waitFor()
    await holdsUp(visitor.page)
    await snap(visitor.page, 'drawer')
    await drawer.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await ada.fillsForm()
    await ada.proceeds()
    await ada.reachesSummary()
    await visitor.page.getByRole('main').getByText('Large, Ponmo, Egg, Note: no pepper').waitFor()
    await holdsUp(visitor.page)
    await snap(visitor.page, 'summary')
    await ada.opensWindow()
    await ada.paysByCard()
    await ada.holdsReceipt()
    await visitor.page.getByRole('main').getByText('Large, Ponmo, Egg, Note: no pepper').waitFor()
    await visitor.page.getByRole('main').getByText('₦4,600').first().waitFor()
    await holdsUp(visitor.page)
    await snap(visitor.page, 'receipt')
    await expect.poll(() => ada.cartStorage()).toEqual([])

    const [order] = await app.db.select().from(orders).where(eq(orders.vendor_id, kitchen.user_id))
    await page.goto(`${app.url}/vendor-order`)
    await page.getByRole('main').getByText('Large, Ponmo, Egg').waitFor()
    await holdsUp(page)
    await snap(page, 'orders')
    await page.goto(`${app.url}/vendor-order/${order?.id}`)
    const ticket = page.getByRole('region', { name: 'Kitchen ticket' })
    await ticket.getByText('Size: Large').waitFor()
    await ticket.getByText('Extras: Ponmo, Egg').waitFor()
    await ticket.getByText('Note: no pepper', { exact: true }).waitFor()
    await ticket.getByText('Note: extra stew', { exact: true }).waitFor()
    await ticket.getByText('2 x Amala').waitFor()
    await holdsUp(page)
    await snap(page, 'ticket')
    await page.goto(`${app.url}/vendor-dashboard`)
    await page
      .getByRole('article', { name: `Order ${order?.id}` })
      .getByText('Note: no pepper', { exact: true })
      .waitFor()
    await holdsUp(page)
    await snap(page, 'board')
  })

  walk('a choice that costs more, one that is gone, and one that must be made again', async () => {
    const { page } = await come([/409/])
    const ada = customer(page, app.url)
    const kitchen = await insertVendor(app.db)
    await offers(kitchen, size, extras)
    await ada.opensRestaurant(kitchen)
    for (const choices of [['Large'], ['Small', 'Egg'], ['Large', 'Plantain']]) {
      const dialog = await ada.chooses('Jollof Rice', ...choices)
      await dialog.getByRole('button', { name: 'Add to Cart' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const dearer = {
      ...size,
      options: [
        { name: 'Small', price_kobo: kobo(0) },
        { name: 'Large', price_kobo: kobo(700_00) },
      ],
    }
    await offers(kitchen, dearer, { ...extras, options: extras.options.slice(0, 1) })
    await ada.proceedsToCheckout()
    await ada.fillsForm()
    await ada.proceeds()
    await page.getByText('Jollof Rice (Large) now costs ₦2,200 (it was ₦2,000).').waitFor()
    await page
      .getByText('Jollof Rice: Egg can no longer be chosen. Without it, one costs ₦1,500 (it was ₦1,700).')
      .waitFor()
    await holdsUp(page)
    await snap(page, 'changes')
    await page.getByRole('button', { name: 'Continue with ₦6,200 for 3 dishes' }).click()
    await ada.reachesSummary()
    await page.getByRole('main').getByText('₦6,200').waitFor()
    expect(await ada.cartStorage()).toMatchObject([
      { price: 2200, options: [{ name: 'Large' }] },
      { price: 1500, options: [{ name: 'Small' }] },
      { price: 2500, options: [{ name: 'Large' }, { name: 'Plantain' }] },
    ])

    await offers(kitchen, { ...dearer, options: dearer.options.slice(0, 1) })
    await ada.pressesPay()
    await page.getByText('so nothing was paid').waitFor()
    await page.getByText('Jollof Rice (Large): the restaurant changed what can be chosen (Size: choose one).').waitFor()
    await page.getByRole('link', { name: 'Choose again' }).first().click()
    await page.getByRole('heading', { name: kitchen.name ?? '', level: 1 }).waitFor()
    await expect.poll(() => ada.cartStorage()).toMatchObject([{ price: 1500 }, { price: 2500 }])
  })

  walk('what was put into the cart before a page was awake moves into the browser’s own', async () => {
    const { page, context } = await come()
    const { user_id } = await insertVendor(app.db)
    const [dish] = await app.db.select().from(food).where(eq(food.vendor_id, user_id)).orderBy(food.name)
    await page.goto(`${app.url}/restaurant/${user_id}/add?dish=${dish?.id}`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer
      .getByText(dish?.name ?? '')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    expect(await context.cookies()).toEqual([])
    expect(await customer(page, app.url).cartStorage()).toHaveLength(1)
    await holdsUp(page)
  })

  walk('a cart whose dishes cannot be shown says so, and is ordered all the same', async () => {
    // The page then stands without its live parts too, of which React says that the server had them (418).
    const { page } = await come([/Failed to load|ERR_FAILED|dynamically imported|error #418/])
    const ada = customer(page, app.url)
    await page.route(/once-awake/, (route) => route.abort())
    await ada.opensRestaurant(await insertVendor(app.db))
    await ada.adds('Jollof Rice')
    await page.getByRole('button', { name: /^Open cart/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Cart' })
    await drawer.getByRole('alert').getByText('They are kept, and you can order them.').waitFor()
    await drawer.getByRole('button', { name: 'Try again' }).waitFor()
    await holdsUp(page)
    await snap(page, 'drawer-lost')
    await drawer.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await page.getByRole('heading', { name: 'Checkout', level: 1 }).waitFor()
  })

  walk('more than may be chosen is said at once; an optional single choice can be taken back', async () => {
    const { page } = await come()
    const ada = customer(page, app.url)
    const kitchen = await insertVendor(app.db)
    const sides = {
      ...extras,
      name: 'Sides',
      max: 2,
      options: [...extras.options, { name: 'Salad', price_kobo: kobo(0) }],
    }
    await offers(kitchen, extras, {
      ...sides,
      options: sides.options.map((one) => ({ ...one, name: `${one.name} side` })),
    })
    await ada.opensRestaurant(kitchen)
    const card = page.getByRole('listitem').filter({ hasText: 'Jollof Rice' })
    expect(await card.textContent()).not.toContain('from')
    const dialog = await ada.chooses('Jollof Rice', 'Plantain side', 'Egg side', 'Salad side')
    await dialog.getByText('Choose up to 2, please.').waitFor()
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    expect(await ada.cartStorage()).toEqual([])
    await dialog.getByLabel('Salad side').uncheck()
    await dialog.getByLabel(/^Egg \+/).check()
    await dialog.getByText('₦2,200', { exact: true }).first().waitFor()
    await dialog.getByLabel('None').check()
    await dialog.getByText('₦2,000', { exact: true }).first().waitFor()
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await expect
      .poll(() => ada.cartStorage())
      .toMatchObject([{ price: 2000, options: [{ name: 'Plantain side' }, { name: 'Egg side' }] }])
  })
})
