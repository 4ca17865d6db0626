import { takesOrders } from '../../catalog/hours/availability.ts'
import { openState } from '../../catalog/hours/opening-hours.ts'
import type { ServiceHours } from '../../catalog/hours/service-hours.ts'
import { nextCampusMidnight } from '../../clock.ts'
import { rideMinutes } from '../../delivery/windows/estimate.ts'
import { SLOT_MINUTES } from '../../orders/acceptance/begun-at.ts'
import type { PricedCart } from '../quote/quote.ts'
import type { FeeLine } from '../tables.ts'

const SLOT_MS = SLOT_MINUTES * 60_000
/** Nobody has filled a form, read the summary and paid in less. */
const PAY_MINUTES = 10
/** The soonest slot on the form: what is sooner than that is ordered at once. */
const SOONEST_MINUTES = 45

/** The slots of today and tomorrow in which the service is open, and which can still be cooked for. */
export function openSlots(service: ServiceHours, now: Date): Date[] {
  const slots: Date[] = []
  const first = Math.ceil((now.getTime() + SOONEST_MINUTES * 60_000) / SLOT_MS) * SLOT_MS
  for (let at = first; at < endOfTomorrow(now).getTime(); at += SLOT_MS) {
    const slot = new Date(at)
    if (openState(service.week_hours, slot, service.hours_exceptions).open) slots.push(slot)
  }
  return slots
}

const endOfTomorrow = (now: Date) => nextCampusMidnight(nextCampusMidnight(now))

/** When a kitchen should begin, so that the food is with its customer when the slot begins. */
export function beginAt(
  slot_from: Date,
  kitchen: { preparation_minutes: number; way_minutes: number | null; collects: boolean },
): Date {
  const minutes = kitchen.preparation_minutes + (kitchen.collects ? 0 : rideMinutes(kitchen))
  return new Date(slot_from.getTime() - minutes * 60_000)
}

/** Until when it can be ordered from a kitchen that should begin then. */
export const lastToOrder = (begins_at: Date): Date => new Date(begins_at.getTime() - PAY_MINUTES * 60_000)

/**
 * Until when a cart can be paid for its slot: before the first of its kitchens should begin. Null where that is too
 * soon, where one of them is closed when it should begin, and for what is no slot of today or tomorrow.
 */
export function payableForSlot(
  { vendors, service }: Pick<PricedCart, 'vendors' | 'service'>,
  cart: { slot_from: Date; ways: readonly FeeLine[]; collects: boolean; now: Date },
): Date | null {
  const { slot_from, ways, collects, now } = cart
  if (slot_from.getTime() % SLOT_MS !== 0 || slot_from >= endOfTomorrow(now)) return null
  const begins = vendors.map((vendor) => {
    const way_minutes = ways.find(({ vendor_id }) => vendor_id === vendor.user_id)?.way_minutes ?? null
    return { vendor, at: beginAt(slot_from, { ...vendor, way_minutes, collects }) }
  })
  if (begins.some(({ vendor, at }) => !takesOrders(vendor, service, at).open)) return null
  const until = new Date(Math.min(...begins.map(({ at }) => at.getTime())))
  return now <= lastToOrder(until) ? until : null
}
