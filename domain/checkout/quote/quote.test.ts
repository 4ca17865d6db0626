import { describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '../../../adapters/call-provider.ts'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { insertVendor, jollofFor, LUNCH_TIME } from '../../../test/world.ts'
import type { CartLine } from '../../catalog/menu/cart-line.ts'
import type { vendors } from '../../catalog/tables.ts'
import { movableClock } from '../../clock.ts'
import { kobo } from '../../money.ts'
import type { Point } from '../../places/distance.ts'
import { settings } from '../../settings/tables.ts'
import { quoteCart } from './quote.ts'

const database = await databaseOfFile(2)

const south_gate: Point = { latitude: 7.29298, longitude: 5.14986 }
const map: Geocoder = { reverse: async () => null, search: async () => null }

const quote = (cart: CartLine[], customer: Point | null = south_gate, geocoder = map) =>
  quoteCart({ db: database.db, clock: movableClock(LUNCH_TIME), geocoder }, cart, customer)

const seedVendor = (vendor: Partial<typeof vendors.$inferInsert> = {}) => insertVendor(database.db, vendor)
const vendorAt = (landmark: string) => seedVendor({ landmark })

describe('a quote', () => {
  test('prices what can be ordered, and tells what cannot', async () => {
    const [open, closed] = [await seedVendor(), await seedVendor({ status: 'Inactive' })]
    expect(await quote([jollofFor(closed), jollofFor(open, 3)], null)).toMatchObject({
      lines: [{ vendor_id: open.user_id, vendor_name: open.name, name: 'Jollof Rice', quantity: 3 }],
      changes: [{ vendor_id: closed.user_id, name: 'Jollof Rice', change: { kind: 'vendor_unavailable' } }],
      subtotal_kobo: 4_500_00,
      delivery_fee_kobo: 600_00,
      total_kobo: 5_100_00,
    })
  })

  test('holds the new price, so that the customer can say yes to it', async () => {
    const cart = [{ ...jollofFor(await seedVendor()), price_kobo: kobo(1_400_00) }]
    expect(await quote(cart)).toMatchObject({ lines: [{ price_kobo: 1_500_00 }], subtotal_kobo: 3_000_00 })
  })

  test('tells two vendors with one dish apart', async () => {
    const [one, two] = [await seedVendor(), await seedVendor()]
    const { lines } = await quote([jollofFor(one, 1), jollofFor(two, 2)])
    expect(lines.map(({ vendor_id, quantity }) => [vendor_id, quantity])).toEqual([
      [one.user_id, 1],
      [two.user_id, 2],
    ])
  })
})

describe('the delivery fee', () => {
  test('is the way of each kitchen', async () => {
    const [north, south] = [await vendorAt('FUTA North Gate'), await vendorAt('FUTA South Gate')]
    expect((await quote([jollofFor(north), jollofFor(south)])).delivery_fee_kobo).toBe(775_00)
    expect((await quote([jollofFor(south), jollofFor(north)])).delivery_fee_kobo).toBe(775_00)
  })

  test('stands once, however many vendors there are, where only the first way is paid', async () => {
    await database.db.insert(settings).values({ key: 'delivery', value: { further_kitchen_percent: 0 } })
    const cart = [jollofFor(await seedVendor(), 1), jollofFor(await seedVendor(), 1)]
    expect(await quote(cart)).toMatchObject({ subtotal_kobo: 3_000_00, total_kobo: 3_475_00 })
    await database.db.delete(settings)
  })

  test("believes a vendor's own coordinates before its landmark", async () => {
    const moved = await seedVendor({ landmark: 'FUTA North Gate', ...south_gate })
    expect((await quote([jollofFor(moved)])).delivery_fee_kobo).toBe(300_00)
  })

  test('searches for the address of a vendor that has neither', async () => {
    const unplaced = await seedVendor({ landmark: null, address: 'Road Block, Akure' })
    const search = async (address: string) =>
      address === 'Road Block, Akure' ? { display_name: 'Road Block', ...south_gate } : null
    expect((await quote([jollofFor(unplaced)], south_gate, { ...map, search })).delivery_fee_kobo).toBe(300_00)
  })

  test('is the default when that map is down, knows nothing, or points to Lagos', async () => {
    const in_lagos = { display_name: 'Allen Avenue', latitude: 6.59651, longitude: 3.34205 }
    const answers = [
      () => Promise.reject(new ProviderUnavailable('nominatim: no answer')),
      async () => null,
      async () => in_lagos,
    ]
    for (const [index, search] of answers.entries()) {
      const unplaced = await seedVendor({ landmark: null, address: `Allen Avenue ${index}` })
      expect((await quote([jollofFor(unplaced)], south_gate, { ...map, search })).delivery_fee_kobo).toBe(600_00)
    }
  })

  test("follows an admin's settings", async () => {
    const cart = [jollofFor(await vendorAt('FUTA North Gate'))]
    await database.db.insert(settings).values({ key: 'delivery', value: { per_km_kobo: kobo(400_00) } })
    expect((await quote(cart)).delivery_fee_kobo).toBe(760_00)
  })
})
