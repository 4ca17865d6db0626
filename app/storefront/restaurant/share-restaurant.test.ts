import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { vendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { food } from '../../../domain/catalog/tables.ts'
import { kobo, nairaNumber } from '../../../domain/money.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { type Thing, wrongThings } from '../../../test/schema-org.ts'
import { ALWAYS_OPEN, insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import { structuredHtml } from '../../page/share-context.ts'
import { shareOfRestaurant } from './share-restaurant.server.ts'

const database = await databaseOfFile(2)

const PUBLIC = 'https://chowgate.ng'

async function said(vendor: Parameters<typeof insertVendor>[1] = {}) {
  const row = await insertVendor(database.db, vendor)
  const read = async () => {
    const menu = await vendorMenu(database.db, row.user_id, LUNCH_TIME)
    if (!menu) throw new Error('no menu')
    const { picture, structured } = shareOfRestaurant(menu, PUBLIC)
    const html = structuredHtml(structured)
    const [, json = ''] = html.match(/^<script type="application\/ld\+json">([^<]*)<\/script>$/) ?? []
    return { menu, picture, thing: JSON.parse(json) as Thing }
  }
  return { row, read }
}

const full = {
  name: 'Suya Republic </script><script>alert(1)</script> & "Sons"',
  category: 'Suya',
  description: 'Hot <!-- from the grill.',
  address: 'Shop 7',
  latitude: 7.3,
  longitude: 5.14,
  rating: 4.5,
  rating_count: 12,
  profile_photo: `/images/${'a'.repeat(32)}-640.webp`,
}

describe('a restaurant says of itself in the words of schema.org', () => {
  test('what its page shows, so that a validator finds nothing', async () => {
    const { row, read } = await said(full)
    await database.db.insert(food).values({
      vendor_id: row.user_id,
      name: '</script><b>Suya\u2028 Wrap',
      price: kobo(2_000_50),
      section: 'Grill & more',
      description: 'With onions',
      food_image: `/images/${'b'.repeat(32)}-640.webp`,
      sold_out_until: new Date('9999-12-31T00:00:00Z'),
    })
    const { menu, picture, thing } = await read()
    expect(wrongThings(thing)).toEqual([])
    expect(thing).toMatchObject({
      '@type': 'Restaurant',
      name: full.name,
      url: `${PUBLIC}/restaurant/${row.slug}`,
      telephone: '+2348031234567',
      servesCuisine: 'Suya',
      priceRange: '₦500 - ₦2,000.50',
      address: { streetAddress: 'FUTA North Gate', addressCountry: 'NG' },
      aggregateRating: { ratingValue: 4.5, ratingCount: 12 },
      image: [PUBLIC + picture, PUBLIC + full.profile_photo],
    })
    const sections = (thing.hasMenu as Thing).hasMenuSection as Thing[]
    const shown = sections.map(({ name, hasMenuItem }) => ({
      name,
      dishes: (hasMenuItem as Thing[]).map(({ name, offers }) => [name, Number((offers as Thing).price)]),
    }))
    expect(shown).toEqual(
      menu.sections.map(({ name, dishes }) => ({
        name,
        dishes: dishes.map((dish) => [dish.name, nairaNumber(dish.price_kobo)]),
      })),
    )
    const [wrap] = (sections.find(({ name }) => name === 'Grill & more')?.hasMenuItem ?? []) as Thing[]
    expect(wrap?.offers).toMatchObject({ priceCurrency: 'NGN', availability: 'https://schema.org/SoldOut' })
  })

  test('no more than is known of it', async () => {
    const { read } = await said({ phone: null, landmark: null, week_hours: null })
    const { thing } = await read()
    expect(wrongThings(thing)).toEqual([])
    for (const name of ['telephone', 'geo', 'aggregateRating', 'openingHoursSpecification', 'description']) {
      expect(thing, name).not.toHaveProperty(name)
    }
  })

  test('its hours: days of the same hours together, whole days, nights, and other dates', async () => {
    const week = (stretches: { opens: string; closes: string }[]) => [stretches, [], [], [], [], stretches, []]
    const hoursOf = async (vendor: Parameters<typeof insertVendor>[1]) => {
      const { thing } = await (await said(vendor)).read()
      expect(wrongThings(thing)).toEqual([])
      return thing
    }
    const day = (names: string[], opens: string, closes: string) => ({
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: names.map((name) => `https://schema.org/${name}`),
      opens,
      closes,
    })
    const night = { opens: '18:00', closes: '02:00' }
    expect((await hoursOf({ week_hours: week([night]) })).openingHoursSpecification).toEqual([
      day(['Monday', 'Saturday'], '18:00', '02:00'),
    ])
    const always = (await hoursOf({ week_hours: ALWAYS_OPEN })).openingHoursSpecification as Thing[]
    expect(always).toMatchObject([{ opens: '00:00', closes: '23:59' }])
    expect(
      (await hoursOf({ week_hours: week([{ opens: '08:00', closes: '08:00' }]) })).openingHoursSpecification,
    ).toEqual([day(['Monday', 'Saturday'], '08:00', '07:59')])
    const hours_exceptions = [
      { date: '2026-12-25', stretches: [] },
      { date: '2026-12-31', stretches: [{ opens: '10:00', closes: '14:00' }] },
    ]
    expect((await hoursOf({ hours_exceptions })).specialOpeningHoursSpecification).toMatchObject([
      { validFrom: '2026-12-25', validThrough: '2026-12-25', opens: '00:00', closes: '00:00' },
      { validFrom: '2026-12-31', validThrough: '2026-12-31', opens: '10:00', closes: '14:00' },
    ])
  })

  test('and its picture has another address as soon as it would be another picture', async () => {
    const name = `Kitchen ${randomUUID()}`
    const one = await (await said({ name })).read()
    const other = await (await said({ name, landmark: 'FUTA South Gate' })).read()
    expect(one.picture).toMatch(/^\/share\/kitchen-[a-z0-9-]+-[0-9a-f]{12}\.jpg$/)
    expect(one.picture.slice(-16)).not.toBe(other.picture.slice(-16))
  })
})
