import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { kobo } from '../domain/money.ts'
import { type Campus, cartOf } from './campus.ts'
import { letNobodyCook, liftMessageCaps } from './lifted-limits.ts'

const DISHES = 3

/**
 * The kitchens of the campus `times` over, and a rider on duty for each: so many orders are a nation's, and on one
 * campus everybody would be told of a queue of days. Answers a cart for each kitchen.
 */
export async function becomeNation(db: Db, campus: Campus, times: number): Promise<CartLine[][]> {
  await liftMessageCaps(db)
  await letNobodyCook(db)
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temporary table copies on commit drop as
      select user_id as copy_of, gen_random_uuid() as kitchen_id,
        row_number() over (order by n, id) as number
      from vendors, generate_series(2, ${times}::int) as n`)
    // A number for each, as bench/customer.ts gives them to customers.
    await tx.execute(sql`
      insert into vendors (user_id, email, name, profile_photo, landmark, address, phone, opening_hours, delivery_time,
        rating, avg_price, category, description, status, week_hours)
      select kitchen_id, 'kitchen-' || kitchen_id || '@example.com', name || ' ' || number, profile_photo, landmark,
        address, '0805' || 100 + number / 9000 || 1000 + number % 9000, opening_hours, delivery_time, rating, avg_price,
        category, description, status, week_hours
      from copies join vendors on user_id = copy_of order by number`)
    await tx.execute(sql`
      insert into food (vendor_id, name, description, price, food_image, section, position)
      select kitchen_id, name, description, price, food_image, section, position
      from copies join (
        select *, row_number() over (partition by vendor_id order by position) as place from food) dishes
        on vendor_id = copy_of and place <= ${DISHES}`)
    await tx.execute(sql`
      insert into users (id, email, role, email_verified, created_at, updated_at)
      select gen_random_uuid(), 'rider-' || n || '@example.com', 'rider', true, now(), now()
      from generate_series(1, (select count(*)::int from vendors)) as n`)
    await tx.execute(sql`
      insert into riders (user_id, email, name, phone, vehicle, landmark, status, created_at, submitted_at,
        on_duty_since)
      select id, email, 'Musa Bello', '+2348031112222', 'motorbike', 'FUTA North Gate', 'Active', now(), now(), now()
      from users where role = 'rider'`)
  })
  await db.execute(sql`analyze`)
  const nation = await menusOf(db, campus)
  return nation.menus.map((_, index) => cartOf(nation, index))
}

async function menusOf(db: Db, campus: Campus): Promise<Campus> {
  const { rows } = await db.execute<{ vendor_id: string; dishes: { name: string; naira: number }[] }>(sql`
    select user_id as vendor_id,
      (select json_agg(json_build_object('name', name, 'naira', price) order by position)
        from food where vendor_id = user_id) as dishes
    from vendors order by id`)
  const menus = rows.map(({ vendor_id, dishes }) => ({
    vendor_id,
    dishes: dishes.map(({ name, naira }) => ({ name, price_kobo: kobo(naira * 100) })),
  }))
  return { ...campus, menus }
}
