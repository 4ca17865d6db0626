import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { databaseOfFile } from '../../../test/database.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { kobo } from '../../money.ts'
import { food } from '../tables.ts'
import { vendorMenu } from './vendor-menu.ts'

const database = await databaseOfFile(2)

const minutesAfter = (minutes: number) => new Date(LUNCH_TIME.getTime() + minutes * 60_000)

async function menuOf(vendor: Parameters<typeof insertVendor>[1] = {}, now = LUNCH_TIME) {
  const { user_id } = await insertVendor(database.db, vendor)
  return vendorMenu(database.db, user_id, now)
}

describe("a vendor's page", () => {
  test('shows who it is and what it sells', async () => {
    const menu = await menuOf({ name: 'Iya Basira', rating: 4.5, delivery_time: '20-35 min' })
    expect(menu?.vendor).toMatchObject({
      name: 'Iya Basira',
      rating: 4.5,
      landmark: 'FUTA North Gate',
      delivery_time: '20-35 min',
      opening_hours: 'Open 24 hours',
      phone: '0803 123 4567',
      open: true,
      closed_text: null,
    })
    expect(menu?.sections).toMatchObject([
      {
        name: 'Menu',
        dishes: [
          { name: 'Jollof Rice', price_kobo: 1_500_00, sold_out: false },
          { name: 'Zobo', price_kobo: 500_00, sold_out: false },
        ],
      },
    ])
  })

  test("shows the vendor's own words for its hours and an odd phone number as they are", async () => {
    const menu = await menuOf({ opening_hours: 'Mon-Sat from eight', phone: 'ask at the gate' })
    expect(menu?.vendor).toMatchObject({ opening_hours: 'Mon-Sat from eight', phone: 'ask at the gate' })
  })

  test('keeps the order that the vendor gave its sections and dishes', async () => {
    const { user_id } = await insertVendor(database.db)
    const dish = (section: string, name: string, position: number) => ({
      vendor_id: user_id,
      section,
      name,
      position,
      price: kobo(1_000_00),
    })
    await database.db
      .insert(food)
      .values([
        dish('Drinks', 'Water', 30),
        dish('Swallow', 'Amala', 11),
        dish('Swallow', 'Eba', 10),
        dish('Drinks', 'Malt', 20),
      ])
    const menu = await vendorMenu(database.db, user_id, LUNCH_TIME)
    expect(menu?.sections.map(({ name, dishes }) => [name, ...dishes.map((one) => one.name)])).toEqual([
      ['Menu', 'Jollof Rice', 'Zobo'],
      ['Swallow', 'Eba', 'Amala'],
      ['Drinks', 'Malt', 'Water'],
    ])
  })

  test('holds choices that several dishes have once', async () => {
    const { user_id } = await insertVendor(database.db)
    const size = { name: 'Size', min: 1, max: 1, options: [{ name: 'Large', price_kobo: kobo(500_00) }] }
    await database.db
      .update(food)
      .set({ option_groups: [size] })
      .where(eq(food.vendor_id, user_id))
    const [first, second] = (await vendorMenu(database.db, user_id, LUNCH_TIME))?.sections[0]?.dishes ?? []
    expect(first?.option_groups).toEqual([size])
    expect(second?.option_groups[0]).toBe(first?.option_groups[0])
  })

  test('says why no orders are taken, and until when that is so', async () => {
    const paused_until = minutesAfter(20)
    expect(await menuOf({ paused_until })).toMatchObject({
      vendor: { open: false, closed_text: 'Busy. Not taking orders for now' },
      valid_until: paused_until,
    })
  })

  test('marks what is sold out, until it is not', async () => {
    const { user_id } = await insertVendor(database.db, { paused_until: minutesAfter(60) })
    const amala = { vendor_id: user_id, name: 'Amala', price: kobo(900_00), position: -1 }
    await database.db.insert(food).values({ ...amala, sold_out_until: minutesAfter(30) })
    const soldOutAt = async (now: Date) => (await vendorMenu(database.db, user_id, now))?.sections[0]?.dishes[0]
    expect(await soldOutAt(LUNCH_TIME)).toMatchObject({ name: 'Amala', sold_out: true })
    expect(await soldOutAt(minutesAfter(30))).toMatchObject({ name: 'Amala', sold_out: false })
    expect(await vendorMenu(database.db, user_id, LUNCH_TIME)).toMatchObject({
      valid_until: minutesAfter(30),
    })
    expect(await vendorMenu(database.db, user_id, minutesAfter(30))).toMatchObject({
      valid_until: minutesAfter(60),
    })
  })
})

describe('there is no page', () => {
  test.each([
    ['without a name', { name: null }],
    ['with a blank name', { name: '' }],
    ['not yet admitted', { status: 'Pending' }],
    ['deactivated', { status: 'Inactive' }],
  ] as const)('of a vendor that is %s', async (_, vendor) => {
    expect(await menuOf(vendor)).toBeNull()
  })

  test('of one that never was', async () => {
    expect(await vendorMenu(database.db, randomUUID(), LUNCH_TIME)).toBeNull()
  })

  test.each(['', '1', 'null', '../vendors', "' or 1=1 --", `${randomUUID()}0`, '0'.repeat(36), 'x'.repeat(10_000)])(
    'under the id %j',
    async (id) => {
      expect(await vendorMenu(database.db, id, LUNCH_TIME)).toBeNull()
    },
  )
})
