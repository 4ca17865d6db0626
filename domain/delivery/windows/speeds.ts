import { campusTime } from '../../clock.ts'
import type { Coming } from '../shifts/joined-hours.ts'
import type { Spread } from './spread.ts'

export const hour_bands = ['morning', 'lunch', 'afternoon', 'evening'] as const
export type HourBand = (typeof hour_bands)[number]
/** Kitchens take longer for large orders: each size has at most so many portions. */
export const order_sizes = [
  { size: 'small', most_portions: 2 },
  { size: 'middle', most_portions: 5 },
  { size: 'large', most_portions: Number.POSITIVE_INFINITY },
] as const
export type OrderSize = (typeof order_sizes)[number]['size']

/**
 * How long the riders on duty have to do before they can fetch an order (`queueMinutes`): a rider is free, up to so
 * many minutes, longer than that, or nobody is on duty.
 */
export const loads = [
  { load: 'free', up_to_minutes: 0 },
  { load: 'up to 4', up_to_minutes: 4 },
  { load: 'up to 8', up_to_minutes: 8 },
  { load: 'up to 15', up_to_minutes: 15 },
  { load: 'up to 25', up_to_minutes: 25 },
  { load: 'up to 40', up_to_minutes: 40 },
  { load: 'longer', up_to_minutes: Number.POSITIVE_INFINITY },
] as const
export type Load = (typeof loads)[number]['load'] | 'nobody'

/**
 * What takes time on the way from a payment to the door, as it is learned of a kitchen.
 *
 * - `acceptance`: minutes until the kitchen takes the order
 * - `preparation`: minutes from then until it is ready, as a share of what is estimated before the kitchen speaks
 * - `word`: the same as a share of what the kitchen said when it took it
 * - `collection`: minutes until it is picked up, after food and rider were to be there; less than none where the rider
 *   came sooner
 * - `ride`: from there to the door, as a share of what the way takes with the rider's vehicle; `quoted_ride` as a
 *   share of what it would take a motorbike, as long as nobody knows who rides
 */
export type SpeedPart = 'acceptance' | 'preparation' | 'word' | 'collection' | 'ride' | 'quoted_ride'

/** The part alone, or the part at an hour, with an order's size or the riders' load where these matter. */
export type SpeedName = SpeedPart | `${SpeedPart} ${string}`

/** What was learned of one kitchen; a name is missing while there is too little to tell it from the whole. */
export type Speeds = Readonly<Partial<Record<SpeedName, Spread>>>

/** What a promise was estimated from: speeds are learned from it, and it tells how sure the estimate was. */
export type PromiseBasis = {
  said_minutes: number
  rider_minutes: number
  ride_minutes: number
  /** One of the `loads`; older promises name others. */
  load: string
  /** In half of all cases it comes sooner, and by then dispatch tries to bring it; older promises have none. */
  expected_minutes?: number
  /** The window of each level in percent, in minutes from when it was made; customers were told that of 80. */
  windows: Readonly<Record<'50' | '80' | '90', readonly [from: number, until: number]>>
}

export function hourBand(instant: Date): HourBand {
  const hour = campusTime(instant).minute_of_day / 60
  if (hour < 5 || hour >= 18) return 'evening'
  if (hour < 11) return 'morning'
  return hour < 15 ? 'lunch' : 'afternoon'
}

export function orderSize(portions: number): OrderSize {
  return order_sizes.find(({ most_portions }) => portions <= most_portions)?.size ?? 'large'
}

export type Fleet = {
  /** Riders on duty who carry nothing. */
  riders_free: number
  riders_on_duty: number
  /** Orders before this one for which no rider has been found, and orders that a rider has to bring. */
  waiting: number
  carried: number
  /** The shifts of riders who are not on duty yet, none of a rider's overlapping; left out or [] where none are. */
  comings?: readonly Coming[]
}

/** As long as a rider is busy with one order, where several are often brought together. */
const ORDER_MINUTES = 8

/** Until the riders on duty are through with what is before an order; what they carry is half done. */
export function queueMinutes({ riders_free, riders_on_duty, waiting, carried }: Fleet): number {
  const before_us = Math.max(waiting + carried / 2 - riders_free, 0)
  return (before_us * ORDER_MINUTES) / Math.max(riders_on_duty, 1)
}

export function loadOf(fleet: Fleet): Load {
  if (fleet.riders_on_duty === 0) return 'nobody'
  const minutes = queueMinutes(fleet)
  return loads.find(({ up_to_minutes }) => minutes <= up_to_minutes)?.load ?? 'longer'
}

/** A load that is still told apart; null for one of an older promise. */
export function knownLoad(load: string): Load | null {
  return load === 'nobody' ? load : (loads.find((known) => known.load === load)?.load ?? null)
}

/** The name of a part where it is told apart by when it was, how much, and how many riders there were. */
export function fineName(part: SpeedPart, { band, size, load }: { band: HourBand; size: OrderSize; load: Load }) {
  switch (part) {
    case 'preparation':
      return `${part} ${band} ${size}` as const
    case 'collection':
      return `${part} ${load}` as const
    case 'acceptance':
    case 'ride':
    case 'quoted_ride':
      return `${part} ${band}` as const
    case 'word':
      return part
  }
}
