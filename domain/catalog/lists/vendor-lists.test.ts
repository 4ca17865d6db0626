import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../../test/database.ts'
import { ALWAYS_OPEN, LUNCH_TIME } from '../../../test/world.ts'
import { kobo } from '../../money.ts'
import { food, vendors } from '../tables.ts'
import { featuredVendors, listVendors, type VendorSort } from './vendor-lists.ts'

const database = await databaseOfFile(2)

afterEach(async () => {
  await database.db.delete(food)
  await database.db.delete(vendors)
})

/** A vendor that takes orders around the clock, and its dishes by name. */
async function seedVendor(
  name: string | null,
  { dishes = [], ...vendor }: Partial<typeof vendors.$inferInsert> & { dishes?: string[] } = {},
): Promise<void> {
  const user_id = randomUUID()
  await database.db.insert(vendors).values({
    user_id,
    name,
    email: 'kitchen@example.com',
    status: 'Active',
    week_hours: ALWAYS_OPEN,
    ...vendor,
  })
  if (dishes.length > 0) {
    await database.db.insert(food).values(dishes.map((name) => ({ vendor_id: user_id, name, price: kobo(1_000_00) })))
  }
}

async function list({ search = '', sort = 'all' as VendorSort, page = 1, now = LUNCH_TIME } = {}) {
  return listVendors(database.db, { search, sort, page }, now)
}

const namesIn = (found: { vendors: { name: string }[] }) => found.vendors.map((vendor) => vendor.name)

describe('hidden from every list, and from the search', () => {
  test.each([
    ['a vendor without a name', null, {}],
    ['one whose name is blank', '', {}],
    ['one that waits to be admitted', 'Hidden Kitchen', { status: 'Pending' }],
    ['one that was deactivated', 'Hidden Kitchen', { status: 'Inactive' }],
  ] as const)('%s', async (_, name, vendor) => {
    await seedVendor('Shown Kitchen', { dishes: ['Amala'] })
    await seedVendor(name, { ...vendor, dishes: ['Amala'] })
    expect(namesIn(await list())).toEqual(['Shown Kitchen'])
    expect(namesIn(await list({ search: 'amala' }))).toEqual(['Shown Kitchen'])
    expect(namesIn(await list({ search: 'kitchen' }))).toEqual(['Shown Kitchen'])
    expect(namesIn(await featuredVendors(database.db, LUNCH_TIME))).toEqual(['Shown Kitchen'])
  })
})

describe('the search', () => {
  beforeEach(async () => {
    await seedVendor('Iya Basira', { dishes: ['Jollof Rice', 'Ẹ̀fọ́ Rírò', 'Amala and Ewedu'] })
    await seedVendor('Shawarma Republic', { dishes: ['Chicken Shawarma', 'Beef Shawarma', 'Fries'] })
    await seedVendor('Campus Grills', { dishes: ['Suya', 'Grilled Catfish'] })
  })

  test.each([
    ['a vendor by name', 'Basira', 'Iya Basira'],
    ['a vendor by a part of its name', 'rep', 'Shawarma Republic'],
    ['a vendor by a dish', 'catfish', 'Campus Grills'],
    ['whatever the capitals', 'SUYA', 'Campus Grills'],
    ['with space around', '  suya ', 'Campus Grills'],
    ['jollof with one l', 'jolof', 'Iya Basira'],
    ['jollof and a half of rice', 'jolof ri', 'Iya Basira'],
    ['shawarma without its first a', 'shwarma', 'Shawarma Republic'],
    ['shawarma as many say it', 'sharwarma', 'Shawarma Republic'],
    ['amala without its second a', 'amla', 'Iya Basira'],
    ['Yoruba without its marks', 'efo riro', 'Iya Basira'],
    ['Yoruba with its marks', 'ẹ̀fọ́ riro', 'Iya Basira'],
    ['Yoruba with some of its marks', 'ẹfọ rírò', 'Iya Basira'],
  ])('finds %s (%s)', async (_, search, name) => {
    expect(namesIn(await list({ search }))).toEqual([name])
    expect(namesIn(await list({ search: search.normalize('NFD') }))).toEqual([name])
  })

  test.each([
    ['rice', ['Fried Rice (Large)', 'Jollof Rice']],
    ['fried rice', ['Fried Rice (Large)']],
    ['large', ['Fried Rice (Large)']],
    ['juice', ['Orange Juice']],
    ['ice', []],
    ['indomie', ['Indomie and Egg', 'Noodles & suya']],
    ['indome', ['Indomie and Egg']],
    ['indomi', ['Indomie and Egg']],
    ['noodles', ['Indomie and Egg', 'Noodles & suya']],
    ['swallow', ['Amala and Ewedu', 'Pounded Yam & Egusi']],
    ['fish', ['Fish Pie', 'Grilled Catfish']],
    ['catfsh', ['Grilled Catfish']],
    ['beens', ['Beans and Dodo']],
    ['dodo', ['Beans and Dodo']],
    ['moin moin', ['Moin-Moin']],
    ['egusi', ['Pounded Yam & Egusi']],
    ['egg', ['Indomie and Egg']],
    ['chiken', ['Chicken Shawarma']],
    ['jollof rice and chicken', ['Jollof Rice']],
    ['spaghetti', []],
    ['coffee', []],
    ['bread', []],
  ])('a list of words: %s', async (search, dishes) => {
    await seedVendor('Mama Put', {
      dishes: ['Fried Rice (Large)', 'Orange Juice', 'Indomie and Egg', 'Noodles & suya', 'Fish Pie'].concat([
        'Pounded Yam & Egusi',
        'Beans and Dodo',
        'Moin-Moin',
        'Meat Pie',
        'Zobo',
      ]),
    })
    const found = (await list({ search })).vendors.flatMap((vendor) => vendor.found_dishes)
    expect([...found].sort()).toEqual([...dishes].sort())
  })

  test('names the dishes it found, the likest first, three at most', async () => {
    const [vendor] = (await list({ search: 'beef shwarma' })).vendors
    expect(vendor?.found_dishes[0]).toBe('Beef Shawarma')
    await seedVendor('Rice Rice Rice', { dishes: ['Fried Rice', 'White Rice', 'Ofada Rice', 'Coconut Rice'] })
    const rice = (await list({ search: 'rice' })).vendors.find((found) => found.name === 'Rice Rice Rice')
    expect(rice?.found_dishes).toHaveLength(3)
  })

  test('puts the likest first', async () => {
    await seedVendor('Suya Spot')
    expect(namesIn(await list({ search: 'suya spot' }))[0]).toBe('Suya Spot')
  })

  test('finds nothing where there is nothing like it', async () => {
    expect(await list({ search: 'pizza' })).toMatchObject({ vendors: [], total: 0, page: 1, pages: 1 })
  })

  const signs = ['%', '_', '%%', 'q%z', '\\', "'", "'; drop table food; --", '"', '()', '$1', '<%']
  test.each([...signs, 'constructor', '__proto__'])('takes %j for the text it is', async (search) => {
    expect(namesIn(await list({ search }))).toEqual([])
    await seedVendor(`Number ${search} Chops`)
    expect(namesIn(await list({ search }))).toContain(`Number ${search} Chops`)
  })

  test('that is blank finds everybody, and an endless one is cut short', async () => {
    expect((await list({ search: '   ' })).total).toBe(3)
    expect((await list({ search: 'jollof '.repeat(10_000) })).total).toBeLessThanOrEqual(3)
  })
})

describe('the order', () => {
  const closed = { week_hours: [[], [], [], [], [], [], []] }
  beforeEach(async () => {
    await seedVendor('Closed Best', { rating: 5, avg_price: kobo(900_00), ...closed, dishes: ['Suya'] })
    await seedVendor('Open Cheap', { rating: 3.5, avg_price: kobo(500_00), dishes: ['Suya'] })
    await seedVendor('Open Good', { rating: 4.5, avg_price: kobo(2_000_00), dishes: ['Suya'] })
    await seedVendor('Open New', { dishes: ['Suya'] })
  })

  test.each([
    ['all', '', ['Open Cheap', 'Open Good', 'Open New', 'Closed Best']],
    ['rating', '', ['Open Good', 'Open Cheap', 'Open New', 'Closed Best']],
    ['price', '', ['Open Cheap', 'Open Good', 'Open New', 'Closed Best']],
    ['rating', 'suya', ['Open Good', 'Open Cheap', 'Open New', 'Closed Best']],
    ['price', 'suya', ['Open Cheap', 'Open Good', 'Open New', 'Closed Best']],
  ] as const)('by %s, searching for %j', async (sort, search, names) => {
    expect(namesIn(await list({ sort, search }))).toEqual(names)
  })

  test('of the featured: five at most, the best of the open ones first', async () => {
    await seedVendor('Open Fine', { rating: 4 })
    await seedVendor('Open Bad', { rating: 1 })
    expect(namesIn(await featuredVendors(database.db, LUNCH_TIME))).toEqual([
      'Open Good',
      'Open Fine',
      'Open Cheap',
      'Open Bad',
      'Open New',
    ])
  })
})

describe('pages', () => {
  beforeEach(async () => {
    for (let number = 1; number <= 25; number++) await seedVendor(`Kitchen ${number}`)
  })

  test('hold twelve, and every vendor stands on one of them', async () => {
    const pages = [await list(), await list({ page: 2 }), await list({ page: 3 })]
    expect(pages.map((page) => page.vendors.length)).toEqual([12, 12, 1])
    expect(new Set(pages.flatMap(namesIn)).size).toBe(25)
    expect(pages[0]).toMatchObject({ page: 1, pages: 3, total: 25 })
  })

  test.each([
    [0, 1],
    [-7, 1],
    [4, 3],
    [1e9, 3],
  ])('number %j is page %j', async (asked, shown) => {
    expect(await list({ page: asked })).toMatchObject({ page: shown })
  })
})

describe('until when a list is true', () => {
  const minutesAfter = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)

  test('the next closing, opening or end of a pause of any vendor, shown or not', async () => {
    await seedVendor('Around The Clock')
    expect((await list()).valid_until).toBeNull()
    await seedVendor('Paused', { paused_until: minutesAfter(90) })
    expect((await list()).valid_until).toEqual(minutesAfter(90))
    await seedVendor('Lunch Only', {
      week_hours: [[], [{ opens: '11:00', closes: '13:00' }], [], [], [], [], []],
    })
    expect((await list()).valid_until).toEqual(minutesAfter(60))
    expect((await featuredVendors(database.db, LUNCH_TIME)).valid_until).toEqual(minutesAfter(60))
  })

  test('a card says why no orders are taken', async () => {
    await seedVendor('Paused', { paused_until: minutesAfter(90) })
    expect((await list()).vendors).toMatchObject([{ open: false, closed_text: 'Busy. Not taking orders for now' }])
    expect((await list({ now: minutesAfter(90) })).vendors).toMatchObject([{ open: true, closed_text: null }])
  })
})
