import { demo_vendors } from './campus.ts'
import { type DemoCustomer, demo_customers } from './customers.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { pick, randomFrom } from './seeded-random.ts'

export type PastOrder = {
  days_ago: number
  /** 'HH:MM' in campus time. */
  time: string
  customer: DemoCustomer
  lines: { vendor_key: string; dish_name: string; quantity: number }[]
  outcome: 'Delivered' | 'Completed' | 'Cancelled' | 'Accepted'
}

const days = 14
const orders_a_day = [6, 8, 7, 9, 8, 10, 11, 7, 8, 9, 8, 7, 12, 10] as const
/** Hours at which a campus is hungry; an hour that is listed twice gets twice the orders. */
const hungry_hours = [8, 9, 10, 12, 12, 13, 13, 13, 14, 15, 16, 18, 18, 19, 19, 19, 20, 20, 21, 23] as const
const dearest_dish_naira = 9_000

/** Two weeks of orders, the oldest first. The same on every machine. */
export const past_orders: readonly PastOrder[] = describePastOrders('two weeks of chow')

export function describePastOrders(seed: string): PastOrder[] {
  const random = randomFrom(seed)
  const orders: PastOrder[] = []
  for (let days_ago = days - 1; days_ago >= 0; days_ago--) {
    const times = Array.from({ length: orders_a_day[days_ago] ?? 8 }, () => timeOf(days_ago, random)).sort()
    for (const time of times) {
      const lines = cart(time, random)
      orders.push({
        days_ago,
        time,
        customer: pick(random, demo_customers),
        lines,
        outcome: outcomeOf(days_ago, random),
      })
    }
  }
  return orders
}

/** Today's orders are breakfast, so that they are in the past for most of the day; ready ones are ready now. */
function timeOf(days_ago: number, random: () => number): string {
  const hour = days_ago === 0 ? pick(random, [7, 8, 8, 9]) : pick(random, hungry_hours)
  return `${String(hour).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`
}

function outcomeOf(days_ago: number, random: () => number): PastOrder['outcome'] {
  const chance = random()
  if (days_ago === 0) return chance < 0.6 ? 'Accepted' : 'Completed'
  if (chance < 0.07) return 'Cancelled'
  return 'Delivered'
}

function cart(time: string, random: () => number): PastOrder['lines'] {
  const vendors = demo_vendors.filter((vendor) => vendor.status === 'Active' && isUsuallyOpen(vendor, time))
  const first = pick(random, vendors)
  const neighbours = vendors.filter((vendor) => vendor.landmark === first.landmark && vendor !== first)
  const second = neighbours.length > 0 && random() < 0.14 ? pick(random, neighbours) : null
  const lines = linesFrom(first, 1 + Math.floor(random() * 3), random)
  return second ? [...lines, ...linesFrom(second, 1, random)] : lines
}

function linesFrom(vendor: DemoVendor, count: number, random: () => number): PastOrder['lines'] {
  const choices = vendor.dishes.filter((dish) => !dish.sold_out && dish.price_naira <= dearest_dish_naira)
  const chosen = new Map<string, number>()
  for (let line = 0; line < count; line++) {
    chosen.set(pick(random, choices).name, random() < 0.75 ? 1 : 2 + Math.floor(random() * 2))
  }
  return Array.from(chosen, ([dish_name, quantity]) => ({ vendor_key: vendor.key, dish_name, quantity }))
}

/** Open at `time` on a Monday. */
function isUsuallyOpen(vendor: DemoVendor, time: string): boolean {
  return vendor.hours[0].some(({ opens, closes }) => opens <= time && (time < closes || closes <= opens))
}
