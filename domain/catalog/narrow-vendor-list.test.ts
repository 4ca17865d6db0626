import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../test/world.ts'
import { kobo } from '../money.ts'
import { listVendors } from './lists/vendor-lists.ts'
import { food, vendor_slugs, vendors } from './tables.ts'

const database = await databaseOfFile(2)

beforeEach(async () => {
  const { db } = database
  await insertVendor(db, { name: 'Suya One', category: 'Suya & grill' })
  await insertVendor(db, { name: 'Closed Suya', category: 'suya & grill ', week_hours: [] })
  await insertVendor(db, { name: 'Drinks', category: 'Drinks' })
  await insertVendor(db, { name: 'Plain', category: null })
})
afterEach(async () => {
  await database.db.delete(vendor_slugs)
  await database.db.delete(food)
  await database.db.delete(vendors)
})

const namesIn = (found: { vendors: { name: string }[] }) => found.vendors.map((vendor) => vendor.name)

describe('the list of restaurants is narrowed', () => {
  const narrowed = (more: Partial<Parameters<typeof listVendors>[1]>) =>
    listVendors(database.db, { search: '', sort: 'all', page: 1, ...more }, LUNCH_TIME)

  test('to one category, however it is written; the most frequent is offered first', async () => {
    const found = await narrowed({ category: 'SUYA & GRILL' })
    expect(namesIn(found)).toEqual(['Suya One', 'Closed Suya'])
    expect(found).toMatchObject({ total: 2, category: 'Suya & grill', categories: ['Suya & grill', 'Drinks'] })
  })

  test('to those that take orders now, and the list knows when another one opens', async () => {
    const opens = [{ opens: '13:00', closes: '20:00' }]
    await insertVendor(database.db, { name: 'Later', week_hours: [opens, opens, opens, opens, opens, opens, opens] })
    const found = await narrowed({ open_only: true })
    expect(namesIn(found)).toEqual(['Suya One', 'Drinks', 'Plain'])
    expect(found.valid_until).toEqual(new Date(LUNCH_TIME.getTime() + 60 * 60_000))
    expect(namesIn(await narrowed({ open_only: true, category: 'Suya & Grill' }))).toEqual(['Suya One'])
  })

  test('to a category that none of those found has leaves out nobody', async () => {
    expect(await narrowed({ category: 'Pizza' })).toMatchObject({ total: 4, category: null })
    expect(await narrowed({ search: 'drinks', category: 'Suya & grill' })).toMatchObject({ total: 1, category: null })
  })

  test('to those with a dish of a diet; only diets that somebody cooks are offered', async () => {
    const [first] = await database.db.select().from(vendors).where(eq(vendors.name, 'Suya One'))
    const vendor_id = first?.user_id ?? ''
    const dish = { vendor_id, price: kobo(500_00) }
    await database.db.insert(food).values([
      { ...dish, name: 'Moin moin', diets: ['vegetarian', 'vegan'] },
      { ...dish, name: 'Suya', diets: [] },
    ])
    const found = await narrowed({ diet: 'vegan' })
    expect([namesIn(found), found.diets]).toEqual([['Suya One'], ['vegetarian', 'vegan']])
    expect(await narrowed({ diet: 'halal' })).toMatchObject({ total: 0, diets: ['vegetarian', 'vegan'] })
  })

  test('to those with a dish that is said to be without something, and counts those dishes', async () => {
    const idOf = async (name: string) =>
      (await database.db.select().from(vendors).where(eq(vendors.name, name)))[0]?.user_id ?? ''
    const vendor_id = await idOf('Suya One')
    const dish = { vendor_id, price: kobo(500_00) }
    const size = { name: 'Size', min: 0, max: 1, options: [{ name: 'Large', price_kobo: kobo(100_00) }] }
    await database.db.insert(food).values([
      { ...dish, name: 'Kunu', diets: ['vegetarian', 'vegan'], allergens: [] },
      { ...dish, name: 'Fura', allergens: ['milk'] },
      { ...dish, name: 'Suya', allergens: ['groundnut'] },
      { ...dish, name: 'Said nothing of' },
      // Only its kitchen knows what the choices add.
      { ...dish, name: 'With choices', allergens: [], option_groups: [size] },
      { ...dish, vendor_id: await idOf('Drinks'), name: 'Peanut shake', allergens: ['groundnut', 'milk'] },
    ])
    const found = await narrowed({ without: 'groundnut' })
    expect(found.vendors.map(({ name, dishes_without }) => [name, dishes_without])).toEqual([['Suya One', 2]])
    expect(found.allergens).toEqual(['groundnut', 'milk'])
    const vegan = await narrowed({ without: 'groundnut', diet: 'vegan' })
    expect(vegan.vendors.map(({ dishes_without }) => dishes_without)).toEqual([1])
    expect(await narrowed({ without: 'sesame', open_only: true })).toMatchObject({ total: 2 })
  })

  test('to those that somebody names by their slugs; to none of those it is empty', async () => {
    const all = await narrowed({})
    const [first, second, third] = all.vendors.map(({ slug }) => slug)
    expect(namesIn(await narrowed({ only: [third ?? '', first ?? '', 'nobody'] }))).toEqual(['Suya One', 'Plain'])
    expect(second).toBeDefined()
    expect(await narrowed({ only: [] })).toMatchObject({ total: 0, categories: all.categories })
    expect(await narrowed({ only: null })).toMatchObject({ total: 4 })
  })

  test('to what half of them cost on average, where that leaves out somebody', async () => {
    expect((await narrowed({})).budget_kobo).toBeNull()
    for (const [name, avg_price] of [
      ['Suya One', kobo(2_300_00)],
      ['Drinks', kobo(1_100_00)],
      ['Plain', kobo(4_000_00)],
    ] as const) {
      await database.db.update(vendors).set({ avg_price }).where(eq(vendors.name, name))
    }
    const { budget_kobo } = await narrowed({})
    expect(budget_kobo).toBe(2_500_00)
    expect(namesIn(await narrowed({ most_kobo: kobo(2_500_00) }))).toEqual(['Suya One', 'Drinks'])
    expect((await narrowed({ search: 'drinks' })).budget_kobo).toBeNull()
  })

  test('there are not more categories to choose from than a thumb scrolls, but always the chosen one', async () => {
    for (let number = 0; number < 14; number++) await insertVendor(database.db, { category: `Kind ${number}` })
    expect((await narrowed({})).categories).toHaveLength(10)
    expect((await narrowed({ category: 'kind 13' })).categories.at(-1)).toBe('Kind 13')
  })
})
