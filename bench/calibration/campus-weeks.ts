import { campusTime } from '../../domain/clock.ts'
import {
  type EstimateFacts,
  minutesToDoor,
  rideMinutes,
  riderMinutes,
  saidMinutes,
} from '../../domain/delivery/windows/estimate.ts'
import { learnSpeeds, type SpeedSample } from '../../domain/delivery/windows/learn-speeds.ts'
import { loadOf, type Speeds } from '../../domain/delivery/windows/speeds.ts'
import type { Spread } from '../../domain/delivery/windows/spread.ts'
import { seededRandom } from '../../domain/seeded-random.ts'
import { normal } from '../dispatch/normal.ts'

/** What is played: how many riders, how much rain, and whether kitchens mean what they say. */
export type Weeks = {
  seed: number
  weeks: number
  kitchens: number
  riders: number
  /** Share of the days on which it rains, for some hours. */
  rain: number
  /** Whether the first kitchen says a third of what it takes. */
  liar: boolean
  /** By how much kitchens get slower (or quicker) from week to week. */
  drift: number
}

/** An order of the weeks: what was estimated when it was paid, and when it came. */
export type PlayedOrder = {
  placed_at: Date
  /** Minutes from the payment to the door: as they were estimated, by word alone, and as they were. */
  estimated: Spread
  said_minutes: number
  took_minutes: number
}

type Kitchen = {
  vendor_id: string
  word_minutes: number
  /** What a small order takes a cook, in the middle of the afternoon. */
  cook_minutes: number
  lunch_factor: number
  /** When each of its cooks is done. */
  cooks: number[]
  noise: number
  minutes_per_portion: number
}

type Rider = { free_at: number; pace: number }

type Order = {
  kitchen: Kitchen
  placed: number
  accepts: number
  ready: number | null
  rider: Rider | null
  there: number
  picked_up: number | null
  delivered: number | null
  way_minutes: number
  portions: number
  facts: EstimateFacts
  estimated: Spread
}

/** Midnight on the campus before a Monday. */
const BEGINNING_MS = Date.parse('2026-03-01T23:00:00Z')
const DAY = 24 * 60
const TICK = 0.25
const DAYS_LEARNED_FROM = 56
/** Orders per minute and kitchen by hour of day, from 8 to 21. */
const ORDERS_BY_HOUR = [0.3, 0.4, 0.5, 0.8, 1.6, 1.9, 1.2, 0.6, 0.5, 0.6, 1.2, 1.5, 1.1, 0.6].map(
  (an) => (an * 1.3) / 60,
)

/**
 * Simulates weeks of a campus, minute by minute, in memory: kitchens with cooks that queue, riders who are found, ride
 * and come back. Windows are estimated and speeds learned (each night) by the product's own functions.
 */
export function playWeeks(play: Weeks): PlayedOrder[] {
  const random = seededRandom(play.seed)
  const kitchens = Array.from({ length: play.kitchens }, (_, place) => openKitchen(place, play, random))
  const riders = Array.from({ length: play.riders }, (_, place): Rider => ({ free_at: 0, pace: paceOf(place) }))
  const played: PlayedOrder[] = []
  let samples: SpeedSample[] = []
  let speeds: ReadonlyMap<string, Speeds> = new Map()
  for (let day = 0; day < play.weeks * 7; day++) {
    const rain = random() < play.rain ? { from: 10 + random() * 7, hours: 2 + random() * 3 } : null
    const slower = (1 + play.drift) ** (day / 7)
    for (const order of playDay({ day, rain, slower, kitchens, riders, speeds, random })) {
      const { placed, delivered, estimated, facts } = order
      if (delivered === null) continue
      samples.push(sampleOf(order, delivered))
      played.push({
        placed_at: facts.now,
        estimated,
        said_minutes: Math.max(saidMinutes(facts), riderMinutes(facts)) + 2 + rideMinutes(facts),
        took_minutes: delivered - placed,
      })
    }
    const now = at((day + 1) * DAY)
    samples = samples.filter(
      ({ delivered_at }) => now.getTime() - delivered_at.getTime() < DAYS_LEARNED_FROM * 86_400_000,
    )
    speeds = learnSpeeds(
      kitchens.map(({ vendor_id }) => vendor_id),
      samples,
      now,
    )
  }
  return played
}

type Day = {
  day: number
  rain: { from: number; hours: number } | null
  slower: number
  kitchens: readonly Kitchen[]
  riders: readonly Rider[]
  speeds: ReadonlyMap<string, Speeds>
  random: () => number
}

function playDay({ day, rain, slower, kitchens, riders, speeds, random }: Day): Order[] {
  const orders: Order[] = []
  let open: Order[] = []
  const opens = day * DAY + 8 * 60
  for (let minute = opens; minute < opens + 14 * 60 || open.length > 0; minute += TICK) {
    const hour = (minute - day * DAY) / 60
    const rains = rain !== null && hour >= rain.from && hour < rain.from + rain.hours
    const rate = ORDERS_BY_HOUR[Math.floor(hour) - 8] ?? 0
    for (const kitchen of kitchens) {
      if (random() >= rate * TICK) continue
      const order = placeOrder(kitchen, { minute, open, riders, speeds: speeds.get(kitchen.vendor_id) ?? null, random })
      orders.push(order)
      open.push(order)
    }
    for (const order of open) cook(order, minute, slower, random)
    sendRiders(open, riders, minute, rains, random)
    for (const order of open) carry(order, minute, rains, random)
    open = open.filter(({ delivered }) => delivered === null || delivered > minute)
  }
  return orders
}

function placeOrder(
  kitchen: Kitchen,
  now: {
    minute: number
    open: readonly Order[]
    riders: readonly Rider[]
    speeds: Speeds | null
    random: () => number
  },
): Order {
  const { minute, open, riders, speeds, random } = now
  const portions = 1 + Math.floor(random() ** 2 * 8)
  const way_minutes = 1 + random() * 6
  const facts: EstimateFacts = {
    now: at(minute),
    placed_at: at(minute),
    collects: false,
    slot_from: null,
    stage: 'pending',
    ready_by: null,
    preparation_minutes: kitchen.word_minutes,
    queue: open.filter((order) => order.kitchen === kitchen && (order.ready === null || order.ready > minute)).length,
    portions,
    way_minutes,
    rider_since: null,
    at_vendor: false,
    riders_free: riders.filter(({ free_at }) => free_at <= minute).length,
    riders_on_duty: riders.length,
    waiting: open.filter((order) => order.rider === null).length,
    carried: open.filter((order) => order.rider !== null).length,
    speeds,
  }
  return {
    kitchen,
    placed: minute,
    accepts: minute + 0.3 - Math.log(1 - random()) * 1.5,
    ready: null,
    rider: null,
    there: Number.POSITIVE_INFINITY,
    picked_up: null,
    delivered: null,
    way_minutes,
    portions,
    facts,
    estimated: minutesToDoor(facts),
  }
}

/** Once it is taken, the first free cook takes it up. */
function cook(order: Order, minute: number, slower: number, random: () => number): void {
  if (order.ready !== null || minute < order.accepts) return
  const { cooks, cook_minutes, lunch_factor, minutes_per_portion, noise } = order.kitchen
  const { minute_of_day } = campusTime(at(minute))
  const is_lunch = minute_of_day >= 11 * 60 && minute_of_day < 15 * 60
  const usual = (cook_minutes + minutes_per_portion * (order.portions - 1)) * (is_lunch ? lunch_factor : 1) * slower
  const [first] = [...cooks.keys()].sort((left, right) => (cooks[left] ?? 0) - (cooks[right] ?? 0))
  const begins = Math.max(cooks[first ?? 0] ?? 0, order.accepts)
  order.ready = begins + usual * Math.exp(normal(random) * noise)
  // A cook has several pots, and is busy with one order for a part of its time.
  cooks[first ?? 0] = begins + (order.ready - begins) * 0.4
}

/** Whoever is free goes to what is ready in about six minutes, or waits already. */
function sendRiders(
  open: readonly Order[],
  riders: readonly Rider[],
  minute: number,
  rains: boolean,
  random: () => number,
) {
  for (const order of open) {
    if (order.rider || order.ready === null || order.ready > minute + 6) continue
    const rider = riders.find(({ free_at }) => free_at <= minute)
    if (!rider) return
    order.rider = rider
    rider.free_at = Number.POSITIVE_INFINITY
    order.there = minute + 0.3 + random() * (random() < 0.1 ? 3 : 0.7) + (1.5 + random() * 3) * (rains ? 1.5 : 1)
  }
}

function carry(order: Order, minute: number, rains: boolean, random: () => number): void {
  const { rider, ready, there } = order
  if (!rider || ready === null || order.picked_up !== null || minute < Math.max(ready, there)) return
  order.picked_up = minute + random() * 1.5
  const ride = order.way_minutes * rider.pace * (rains ? 1.5 : 1) * Math.exp(normal(random) * 0.2)
  order.delivered = order.picked_up + ride + 0.7 + random() * 2.5
  rider.free_at = order.delivered + 1 + random() * 3
}

function sampleOf(order: Order, delivered: number): SpeedSample {
  const { kitchen, accepts, ready, picked_up, facts, portions, rider, way_minutes } = order
  return {
    vendor_id: kitchen.vendor_id,
    begun_at: facts.placed_at,
    accepted_at: at(accepts),
    ready_by: at(accepts + kitchen.word_minutes),
    ready_at: ready === null ? null : at(ready),
    picked_up_at: picked_up === null ? null : at(picked_up),
    delivered_at: at(delivered),
    portions,
    said_minutes: saidMinutes(facts),
    rider_minutes: riderMinutes(facts),
    quoted_ride_minutes: rideMinutes(facts),
    ride_minutes: rider && rideMinutes({ way_minutes: way_minutes * rider.pace }),
    load: loadOf(facts),
  }
}

function openKitchen(place: number, { liar }: Weeks, random: () => number): Kitchen {
  const cook_minutes = 8 + random() * 14
  const lies = liar && place === 0
  return {
    vendor_id: `kitchen-${place}`,
    word_minutes: Math.max(5, Math.round(lies ? cook_minutes / 3 : cook_minutes * (0.85 + random() * 0.4))),
    cook_minutes,
    lunch_factor: 1 + random() * 0.5,
    cooks: Array.from({ length: 2 + (place % 3) }, () => 0),
    noise: 0.15 + random() * 0.15,
    minutes_per_portion: random() * 1.5,
  }
}

/** Mostly motorbikes, some bicycles, and a few who walk. */
const paceOf = (place: number) => [1, 1, 1.4, 1, 3.3, 1.4][place % 6] ?? 1
const at = (minute: number) => new Date(BEGINNING_MS + minute * 60_000)
