import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import type { Kobo } from '../../money.ts'
import { formatPhone, parsePhone } from '../../phone.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { isSoldOut, takesOrders } from '../hours/availability.ts'
import { describeWeek, type HoursException, type WeekHours } from '../hours/opening-hours.ts'
import { SERVICE_HOURS } from '../hours/service-hours.ts'
import { calledBy } from '../lists/slug.ts'
import { listed } from '../lists/vendor-lists.ts'
import { food, vendors } from '../tables.ts'
import type { DishContents } from './dish-contents.ts'
import type { OptionGroup } from './option-groups.ts'

export type Dish = {
  id: number
  name: string
  description: string | null
  price_kobo: Kobo
  food_image: string | null
  sold_out: boolean
  option_groups: readonly OptionGroup[]
}

export type MenuDish = Dish & DishContents

export type VendorMenu = {
  vendor: {
    user_id: string
    /** What stands for it in the address of its page; its id where it has no slug yet. */
    slug: string
    name: string
    profile_photo: string | null
    rating: number | null
    rating_count: number
    category: string | null
    description: string | null
    landmark: string | null
    opening_hours: string | null
    phone: string | null
    delivery_time: string | null
    /** It promises the same prices as at its counter. */
    same_price: boolean
    open: boolean
    closed_text: string | null
    /** The same in one word, for a button. */
    closed_as: 'Closed' | 'Busy' | null
  }
  sections: { name: string; dishes: MenuDish[] }[]
  /** What its page says to machines. */
  about: {
    address: string | null
    latitude: number | null
    longitude: number | null
    week_hours: WeekHours | null
    hours_exceptions: readonly HoursException[]
  }
  valid_until: Date | null
}

/**
 * A vendor with its menu (docs/product.md#restaurant-page), in the order the vendor gave it; null when no active vendor
 * has this id, or this slug in any case of letters.
 */
export async function vendorMenu(db: Db, id_or_slug: string, now: Date): Promise<VendorMenu | null> {
  const [row] = await db
    .select()
    .from(vendors)
    .where(and(listed, calledBy(id_or_slug)))
  if (!row) return null
  const { user_id } = row
  const dishes = await db
    .select()
    .from(food)
    .where(eq(food.vendor_id, user_id))
    .orderBy(sql`min(${food.position}) over (partition by ${food.section})`, food.section, food.position, food.id)
  const answer = takesOrders(row, await readSetting(db, SERVICE_HOURS), now)
  const instants = [answer.until, ...dishes.map((dish) => dish.sold_out_until)].filter(
    (instant) => instant !== null && instant > now,
  )
  const phone = row.phone ? parsePhone(row.phone) : null
  return {
    vendor: {
      user_id,
      slug: row.slug ?? user_id,
      name: row.name ?? '',
      profile_photo: row.profile_photo,
      rating: row.rating,
      rating_count: row.rating_count,
      category: row.category,
      description: row.description,
      landmark: row.landmark,
      opening_hours: row.opening_hours ?? (row.week_hours ? describeWeek(row.week_hours) : null),
      phone: phone ? formatPhone(phone) : row.phone,
      delivery_time: row.delivery_time,
      same_price: row.same_price_since !== null,
      open: answer.open,
      closed_text: answer.open ? null : answer.text,
      closed_as: answer.open ? null : answer.why === 'paused' ? 'Busy' : 'Closed',
    },
    sections: bySection(dishes, now),
    about: {
      address: row.address,
      latitude: row.latitude,
      longitude: row.longitude,
      week_hours: row.week_hours,
      hours_exceptions: row.hours_exceptions,
    },
    valid_until: instants.length > 0 ? new Date(Math.min(...instants.map((instant) => instant?.getTime() ?? 0))) : null,
  }
}

function bySection(dishes: (typeof food.$inferSelect)[], now: Date): VendorMenu['sections'] {
  const sections: VendorMenu['sections'] = []
  const once = keptOnce<OptionGroup>()
  for (const row of dishes) {
    const known = sections.find((section) => section.name === row.section)
    const section = known ?? { name: row.section, dishes: [] }
    if (!known) sections.push(section)
    section.dishes.push({
      id: row.id,
      name: row.name,
      description: row.description,
      price_kobo: row.price,
      food_image: row.food_image,
      sold_out: isSoldOut(row, now),
      option_groups: row.option_groups.map(once),
      diets: row.diets,
      allergens: row.allergens,
    })
  }
  return sections
}

/** Makes equal values the same object: a page's data holds it once, and most vendors have one list of extras. */
function keptOnce<Value>(): (value: Value) => Value {
  const known = new Map<string, Value>()
  return (value) => {
    const text = JSON.stringify(value)
    const first = known.get(text) ?? value
    known.set(text, first)
    return first
  }
}
