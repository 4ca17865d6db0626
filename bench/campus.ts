import { createHash } from 'node:crypto'
import type { Db } from '../db/handle.ts'
import type { CartLine } from '../domain/catalog/menu/cart-line.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { type Kobo, kobo, koboFromNaira } from '../domain/money.ts'
import { plantTestCampus } from '../test/campus.ts'
import { dishes, vendor_names } from './dishes.ts'

type Menu = { vendor_id: string; dishes: { name: string; price_kobo: Kobo }[] }

export type Campus = {
  menus: Menu[]
  /** The vendor with all 24 dishes: the largest page for visitors. */
  largest_vendor_id: string
}

const all_day = [{ opens: '00:00', closes: '24:00' }]
const gates = ['FUTA North Gate', 'FUTA South Gate', 'FUTA Main Gate', 'FUTA East Gate', 'Aluta Market']

/**
 * Fills an empty database with vendors that are always open, the same in every run. The demo campus would do, but it
 * closes at night and its pictures are slow to store.
 */
export async function fillCampus(db: Db): Promise<Campus> {
  await plantTestCampus(db)
  const menus: Menu[] = []
  for (const [index, name] of vendor_names.entries()) {
    const vendor_id = uuidOf(name)
    const menu = index === 0 ? dishes : dishes.filter((_, dish) => (dish + index) % 2 === 0)
    await db.insert(vendors).values({
      user_id: vendor_id,
      email: `kitchen${index}@example.com`,
      name,
      profile_photo: pictureOf(name),
      landmark: gates[index % gates.length] ?? null,
      address: `Shop ${index + 1}, by ${gates[index % gates.length]}, Akure`,
      phone: `0803${String(1_000_000 + index * 7919)}`,
      opening_hours: 'Every day, around the clock',
      delivery_time: '20-35 min',
      rating: 3.5 + (index % 15) / 10,
      avg_price: kobo(1_850_00),
      category: menu[0]?.[3] ?? 'Rice',
      description: `${name} cooks for the halls since ${2004 + index}: ask anyone at the gate.`,
      status: 'Active',
      week_hours: [all_day, all_day, all_day, all_day, all_day, all_day, all_day],
    })
    await db.insert(food).values(
      menu.map(([dish, naira, description, section], position) => ({
        vendor_id,
        name: dish,
        description,
        price: koboFromNaira(naira),
        food_image: pictureOf(`${name} ${dish}`),
        section,
        position,
      })),
    )
    menus.push({
      vendor_id,
      dishes: menu.map(([dish, naira]) => ({ name: dish, price_kobo: koboFromNaira(naira) })),
    })
  }
  return { menus, largest_vendor_id: uuidOf(vendor_names[0] ?? '') }
}

/** Two dishes of one vendor; every fifth cart holds a dish of a second one. */
export function cartOf(campus: Campus, index: number): CartLine[] {
  const first = lineOf(campus, index, 0)
  const second = lineOf(campus, index, 1)
  return index % 5 === 0 ? [first, second, lineOf(campus, index + 1, 2)] : [first, second]
}

function lineOf(campus: Campus, index: number, dish_index: number): CartLine {
  const menu = campus.menus[index % campus.menus.length]
  const dish = menu?.dishes[(index + dish_index) % menu.dishes.length]
  if (!menu || !dish) throw new Error('The campus has no such dish')
  return { vendor_id: menu.vendor_id, ...dish, quantity: 1 + (index % 3) }
}

/** An address like those of the image pipeline; like a real one, it does not compress. */
function pictureOf(name: string): string {
  return `/images/${createHash('sha256').update(name).digest('hex').slice(0, 32)}-640.webp`
}

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
