import { MINUTE_MS } from '../../clock.ts'
import { slotEnd } from '../../orders/acceptance/begun-at.ts'
import type { PromisedWindow } from '../delivery-facts.ts'
import type { Coming } from '../shifts/joined-hours.ts'
import {
  type Fleet,
  fineName,
  hourBand,
  loadOf,
  orderSize,
  type PromiseBasis,
  queueMinutes,
  type SpeedPart,
  type Speeds,
} from './speeds.ts'
import { beyond, combined, quantile, type Spread, sum } from './spread.ts'
import { usualSpeed } from './usual-speeds.ts'

/** What is known of an order when its window is estimated. Times are instants. */
export type EstimateFacts = Fleet & {
  now: Date
  placed_at: Date
  /** The customer fetches it at the kitchen, so that it is there as soon as it is ready. */
  collects: boolean
  /** When the slot begins for which it was ordered; null for as soon as possible. */
  slot_from: Date | null
  /** `cooking` until the vendor says that it is ready. */
  stage: 'pending' | 'cooking' | 'ready' | 'picked_up'
  /** When the vendor promised to be ready; null if it has not yet. */
  ready_by: Date | null
  preparation_minutes: number
  /** Orders that this vendor has before this one. */
  queue: number
  /** How many portions are to be cooked. */
  portions: number
  /** From the vendor to the customer; null when a place is not known. */
  way_minutes: number | null
  /** When the rider set out for the vendor; null while there is no rider. */
  rider_since: Date | null
  at_vendor: boolean
  /** What was learned of this vendor; null while nothing was. */
  speeds: Speeds | null
}

const QUEUE_MINUTES = 3
const TO_VENDOR_MINUTES = 6
const FINDING_MINUTES = 3
const NOBODY_MINUTES = 10
const DROP_MINUTES = 3
/** With it, a usual vendor and a free rider, the window is the 20 to 35 minutes on the home page. */
const USUAL_WAY_MINUTES = 4

/** The window that customers are told; the others only show whether the estimate knows how sure it is. */
export const TOLD_LEVEL = 0.8
export const window_levels = [0.5, TOLD_LEVEL, 0.9] as const
export type WindowLevel = (typeof window_levels)[number]

/** Of what comes outside of its window, this share comes before it: that does less harm. */
const EARLY = 0.75

/** Minutes from now until the order is at the door, or ready where its customer collects it. */
export function minutesToDoor(facts: EstimateFacts): Spread {
  if (facts.collects) return minutesToReady(facts).map((minutes) => Math.max(minutes, 0))
  const is_carried = facts.stage === 'picked_up'
  const rides = speedOf(facts, is_carried || facts.rider_since ? 'ride' : 'quoted_ride')
  const ride = rides.map((factor) => factor * rideMinutes(facts))
  return is_carried ? ride : sum(minutesToPickUp(facts), ride)
}

/** Minutes from now until a rider has it. */
function minutesToPickUp(facts: EstimateFacts): Spread {
  const rider_minutes = riderMinutes(facts)
  return combined(minutesToReady(facts), speedOf(facts, 'collection'), (ready, collection) =>
    // A rider who is there sooner than expected waits for the food.
    Math.max(Math.max(ready, rider_minutes) + collection, ready, 0),
  )
}

/** When a rider has it, as sure as the window that is told. */
export function pickUpWindow(facts: EstimateFacts): PromisedWindow {
  return windowOf(minutesToPickUp(facts), facts.now)
}

/**
 * The window in which a customer may expect the food: with `level` 0.8 it comes within it in eight of ten cases, and of
 * the others three in four come sooner. So the end of the window that is told is kept nineteen times in twenty. In
 * whole minutes, never in the past.
 */
export function windowOf(spread: Spread, now: Date, level: WindowLevel = TOLD_LEVEL): PromisedWindow {
  const outside = 1 - level
  const earliest = later(now, quantile(spread, outside * EARLY))
  const from = new Date(Math.max(Math.round(earliest.getTime() / MINUTE_MS) * MINUTE_MS, nextMinute(now).getTime()))
  const until = nextMinute(later(now, quantile(spread, 1 - outside * (1 - EARLY))))
  return { from, until: until > from ? until : nextMinute(from) }
}

/** The window that is told; an unknown way counts as a usual one. */
export function estimateWindow(facts: EstimateFacts): PromisedWindow {
  return inSlot(windowOf(minutesToDoor(facts), facts.now), facts.slot_from)
}

/** What is ordered for a slot is not there before it; later, where it is expected later. */
function inSlot({ from, until }: PromisedWindow, slot_from: Date | null): PromisedWindow {
  if (!slot_from) return { from, until }
  const end = slotEnd(slot_from)
  return { from: from > slot_from ? from : slot_from, until: until > end ? until : end }
}

/** What an estimate is made of, as it is kept with the promise. */
export function basisOf(facts: EstimateFacts, spread: Spread): PromiseBasis {
  const inMinutes = (level: WindowLevel) => {
    const { from, until } = windowOf(spread, facts.now, level)
    return [minutesBetween(facts.now, from), minutesBetween(facts.now, until)] as const
  }
  return {
    said_minutes: saidMinutes(facts),
    rider_minutes: riderMinutes(facts),
    ride_minutes: rideMinutes(facts),
    load: loadOf(fleetInTime(facts)),
    expected_minutes: quantile(spread, 0.5),
    windows: { 50: inMinutes(0.5), 80: inMinutes(0.8), 90: inMinutes(0.9) },
  }
}

/** What is reckoned with before anything was learned, and what what is learned is measured by. */
export function saidMinutes({
  preparation_minutes,
  queue,
}: Pick<EstimateFacts, 'preparation_minutes' | 'queue'>): number {
  return preparation_minutes + queue * QUEUE_MINUTES
}

/** Whether somebody is on duty to bring it, or will be when it is ready: else nobody knows when it comes. */
export function isStaffed(facts: EstimateFacts): boolean {
  return fleetInTime(facts).riders_on_duty > 0
}

/** The minutes of riding, and of the last steps to the door. */
export function rideMinutes({ way_minutes }: Pick<EstimateFacts, 'way_minutes'>): number {
  return Math.ceil(way_minutes ?? USUAL_WAY_MINUTES) + DROP_MINUTES
}

/**
 * Until a rider can be at the vendor: already there, on the way, or still to be found among those who are or will be on
 * duty.
 */
export function riderMinutes(facts: EstimateFacts): number {
  const { now, at_vendor, rider_since } = facts
  if (at_vendor) return 0
  if (rider_since) return minutesToVendor(rider_since, now)
  const [first] = facts.riders_on_duty === 0 ? comingInTime(facts) : []
  const fleet = fleetInTime(facts)
  const nobody = fleet.riders_on_duty === 0 ? NOBODY_MINUTES : 0
  const begins_minutes = first ? minutesBetween(now, first.begins_at) : 0
  return begins_minutes + FINDING_MINUTES + TO_VENDOR_MINUTES + queueMinutes(fleet) + nobody
}

/** Riders on duty, and those in whose shift the food is said to be ready (decision 128). */
function fleetInTime(facts: EstimateFacts): Fleet {
  const coming = comingInTime(facts).length
  const { riders_on_duty, riders_free } = facts
  return { ...facts, riders_on_duty: riders_on_duty + coming, riders_free: riders_free + coming }
}

function comingInTime({ now, stage, placed_at, ready_by, comings = [], ...facts }: EstimateFacts): readonly Coming[] {
  if (comings.length === 0) return comings
  const ready = stage === 'ready' ? now : (ready_by ?? later(placed_at, saidMinutes(facts)))
  return comings.filter(({ begins_at, ends_at }) => begins_at <= ready && ready < ends_at)
}

/** Until a rider who set out then can be at the vendor. */
export function minutesToVendor(rider_since: Date, now: Date): number {
  return Math.max(TO_VENDOR_MINUTES - minutesBetween(rider_since, now), 0)
}

/** Until the vendor has it ready: by its word once it has given it, and what is left of that. */
function minutesToReady(facts: EstimateFacts): Spread {
  const { now, placed_at, stage, ready_by } = facts
  if (stage === 'ready') return [0]
  const gone = minutesBetween(placed_at, now)
  const word_minutes = ready_by && minutesBetween(placed_at, ready_by)
  const from_placed = word_minutes
    ? speedOf(facts, 'word').map((factor) => factor * word_minutes)
    : sum(
        speedOf(facts, 'acceptance'),
        speedOf(facts, 'preparation').map((factor) => factor * saidMinutes(facts)),
      )
  return beyond(from_placed, gone).map((minutes) => minutes - gone)
}

/** What was learned of this vendor at such a time; of the vendor at all; else what is usual. */
function speedOf(facts: EstimateFacts, part: SpeedPart): Spread {
  const { speeds, now, portions, rider_since, at_vendor } = facts
  const load = loadOf(fleetInTime(facts))
  // A rider who is on the way is not looked for any more.
  if (part === 'collection' && (rider_since || at_vendor)) return usualSpeed(part, 'free')
  const fine = speeds?.[fineName(part, { band: hourBand(now), size: orderSize(portions), load })]
  return fine ?? speeds?.[part] ?? usualSpeed(part, load)
}

const minutesBetween = (from: Date, until: Date) => Math.max((until.getTime() - from.getTime()) / MINUTE_MS, 0)
const later = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * MINUTE_MS)
const nextMinute = (instant: Date) => new Date((Math.floor(instant.getTime() / MINUTE_MS) + 1) * MINUTE_MS)
