import { eq, inArray, sql } from 'drizzle-orm'
import type { PictureStore } from '../adapters/files/picture-store.ts'
import type { Db } from '../db/handle.ts'
import { founderOf } from '../domain/accounts/actor.ts'
import { describeWeek } from '../domain/catalog/hours/opening-hours.ts'
import { giveSlug } from '../domain/catalog/lists/slug.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { koboFromNaira } from '../domain/money.ts'
import { plantCampus } from '../domain/places/plant-campus.ts'
import { insertDemoAccounts } from './accounts.ts'
import { demo_vendors } from './campus.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { demoUserId } from './demo-vendor.ts'
import { contentsOfDemo } from './dish-contents.ts'
import type { PastProvider } from './past-charges.ts'
import { demoAdmins, makePastPayouts } from './past-payouts.ts'
import { openPictureBook, type PictureBook } from './picture-book.ts'
import { placePastOrders } from './place-past-orders.ts'
import { demo_places, demo_ways } from './places.ts'
import { ratePastOrders } from './rate-past-orders.ts'
import { restDemoRiders } from './riders.ts'

type Deps = { db: Db; pictures: PictureStore; provider: PastProvider; now: Date; say(line: string): void }

/** Fills an empty database with the demo campus: vendors, menus with pictures, and two weeks of paid orders. */
export async function fillDemoCampus(deps: Deps): Promise<void> {
  await deps.db.transaction((tx) => plantCampus(tx, { places: demo_places, ways: demo_ways }))
  const book = openPictureBook(deps.pictures)
  for (const [index, vendor] of demo_vendors.entries()) {
    await insertVendor(deps.db, vendor, book)
    if (index % 6 === 5) deps.say(`  ${index + 1} of ${demo_vendors.length} kitchens are open`)
  }
  await insertDemoAccounts(deps.db, demoUserId, deps.now)
  const placed = await placePastOrders(deps.db, deps.provider, deps.now)
  await restDemoRiders(deps.db, deps.now)
  await ratePastOrders(deps.db, demoUserId, deps.now)
  const payouts = await payDemoVendors(deps)
  deps.say(`  ${demo_vendors.length} kitchens, ${placed} past orders, ${payouts} payouts`)
}

/** The vendor with the demo's login comes first. */
async function payDemoVendors({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const [admin] = await demoAdmins(db)
  if (!admin) throw new Error('The demo has no admin')
  const vendors = demo_vendors
    .filter((vendor) => vendor.status === 'Active')
    .map(({ key, email }) => founderOf({ user_id: demoUserId(key), email }))
  return makePastPayouts(db, { vendors, admin }, now)
}

async function insertVendor(db: Db, vendor: DemoVendor, book: PictureBook): Promise<void> {
  const user_id = demoUserId(vendor.key)
  const profile_photo = vendor.picture ? await book.addressOf(vendor.picture) : null
  const images = await Promise.all(vendor.dishes.map((dish) => (dish.picture ? book.addressOf(dish.picture) : null)))
  await db.transaction(async (tx) => {
    // Its rating comes from its customers (rate-past-orders.ts).
    const { key: _key, picture: _picture, rating: _rating, dishes, hours, bank, paused, ...fields } = vendor
    await tx.insert(vendors).values({
      ...fields,
      ...bank,
      user_id,
      profile_photo,
      week_hours: hours,
      opening_hours: describeWeek(hours),
      paused_until: paused ? new Date('9999-12-31T00:00:00Z') : null,
    })
    await giveSlug(tx, { user_id, slug: null }, vendor.name)
    await tx.insert(food).values(
      dishes.map((dish, position) => ({
        vendor_id: user_id,
        name: dish.name,
        description: dish.description ?? null,
        price: koboFromNaira(dish.price_naira),
        food_image: images[position] ?? null,
        section: dish.section,
        option_groups: dish.option_groups ?? [],
        ...contentsOfDemo(dish),
        position,
        sold_out_until: dish.sold_out ? new Date('9999-12-31T00:00:00Z') : null,
      })),
    )
    await tx
      .update(vendors)
      .set({
        avg_price: sql`(select round(avg(${food.price}), 2) from ${food} where ${inArray(food.vendor_id, [user_id])})`,
      })
      .where(eq(vendors.user_id, user_id))
  })
}
