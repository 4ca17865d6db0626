import { gte } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { deliveries } from '../../domain/delivery/tables.ts'
import { type Kobo, sumKobo } from '../../domain/money.ts'
import { run_shares } from '../../domain/orders/runs/tables.ts'
import { orders } from '../../domain/orders/tables.ts'
import { refunds } from '../../domain/payments/tables.ts'
import type { Vendor } from './peak-people.ts'

/** Whether those who order to a hostel for a slot share the ride, or each have their own. */
export type Hostels = 'apart' | 'together'

/** What a customer wants who orders to a hostel for a slot. */
export type HostelWish = { vendor: Vendor; hall: string; slot_from: Date }

const MINUTE_MS = 60_000
const halls = ['Jibowu Hall', 'Abiola Hall', 'Jadesola Hall'] as const
const KITCHENS = 2
/** After noon; the hour before is when they order. */
const SLOTS_MINUTES = [90, 105] as const

/**
 * Every other order of the peak is to one of three hostels, from one of two kitchens, for one of two slots; null for
 * the rest, which is wanted at once.
 */
export function hostelWish(place: number, vendors: readonly Vendor[], began: Date): HostelWish | null {
  if (place % 2 === 1) return null
  const turn = place / 2
  const vendor = vendors[turn % KITCHENS]
  const hall = halls[Math.floor(turn / KITCHENS) % halls.length]
  const minutes = SLOTS_MINUTES[Math.floor(turn / KITCHENS / halls.length) % SLOTS_MINUTES.length]
  if (!vendor || !hall || !minutes) throw new Error('Nobody cooks for a hostel')
  return { vendor, hall, slot_from: new Date(began.getTime() + minutes * MINUTE_MS) }
}

export type HostelFigures = {
  /** Orders to hostels, and how many of them shared a ride with another. */
  to_hostels: number
  shared: number
  /** Minutes from paid to handed over of what was wanted at once, and from when the slot began of the rest. */
  at_once: number[]
  after_slot: number[]
  /** Of an order to a hostel in the mean: what its customer paid for the way in the end, and its rider's pay. */
  fee_kobo: number
  pay_kobo: number
  /** Minutes that riders had an order in hand, from taking it to the last hand-over, whatever they carried at once. */
  riding_minutes: number
}

/** What the orders since `began` cost and how long they took. */
export async function hostelFigures(db: Db, began: Date): Promise<HostelFigures> {
  const all = await db.select().from(orders).where(gte(orders.created_at, began))
  const carried = await db.select().from(deliveries).where(gte(deliveries.created_at, began))
  const back = await db.select().from(refunds)
  const shares = await db.select().from(run_shares)
  const to_hostels = all.filter(({ slot_from }) => slot_from !== null)
  const deliveryOf = (id: number) => carried.find(({ order_id }) => order_id === id)
  const minutesTo = (id: number, from: Date): number[] => {
    const closed_at = deliveryOf(id)?.closed_at
    return closed_at ? [(closed_at.getTime() - from.getTime()) / MINUTE_MS] : []
  }
  const mean = (sums: readonly Kobo[]) => sumKobo(sums) / Math.max(1, sums.length)
  const backOf = (id: number) => sumKobo(back.filter((one) => one.order_id === id).map((one) => one.delivery_fee))
  return {
    to_hostels: to_hostels.length,
    shared: to_hostels.filter(({ id }) => shares.some((one) => one.order_id === id && (one.sharers ?? 1) > 1)).length,
    at_once: all
      .filter(({ slot_from }) => slot_from === null)
      .flatMap(({ id, created_at }) => minutesTo(id, created_at)),
    after_slot: to_hostels.flatMap(({ id, slot_from }) => minutesTo(id, slot_from ?? began)),
    fee_kobo: mean(to_hostels.map(({ id, delivery_fee }) => (delivery_fee - backOf(id)) as Kobo)),
    pay_kobo: mean(to_hostels.map(({ id }) => deliveryOf(id)?.pay ?? (0 as Kobo))),
    riding_minutes: ridingMinutes(carried),
  }
}

/** Each rider's times with something in hand, laid together. */
function ridingMinutes(carried: readonly (typeof deliveries.$inferSelect)[]): number {
  const riders = new Set(carried.flatMap(({ rider_id }) => rider_id ?? []))
  let minutes = 0
  for (const rider of riders) {
    const own = carried
      .flatMap(({ rider_id, assigned_at, closed_at }) =>
        rider_id === rider && assigned_at && closed_at
          ? [{ from: assigned_at.getTime(), to: closed_at.getTime() }]
          : [],
      )
      .sort((left, right) => left.from - right.from)
    let until = 0
    for (const { from, to } of own) {
      minutes += Math.max(0, to - Math.max(from, until)) / MINUTE_MS
      until = Math.max(until, to)
    }
  }
  return minutes
}
