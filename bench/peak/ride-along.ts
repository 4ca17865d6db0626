import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Clock } from '../../domain/clock.ts'
import { type DeliveryFacts, deliveryFacts } from '../../domain/delivery/delivery-facts.ts'
import { carriedTrips } from '../../domain/delivery/dispatch/carried-trips.ts'
import { acceptOffer, declineOffer } from '../../domain/delivery/offers/answer-offer.ts'
import { goOffDuty, goOnDuty, reportPosition } from '../../domain/delivery/riders/go-on-duty.ts'
import { recordSteps } from '../../domain/delivery/steps/record-steps.ts'
import { arriveAtVendor, handOver, pickUp } from '../../domain/delivery/steps/take-step.ts'
import { deliveries, offers, order_keys } from '../../domain/delivery/tables.ts'
import { speeds } from '../../domain/delivery/windows/way-minutes.ts'
import type { Announce } from '../../domain/events.ts'
import { distanceKm, type Point } from '../../domain/places/distance.ts'
import { signedStep } from '../../test/signed-step.ts'
import type { PeakRider } from './peak-people.ts'

type Deps = { db: Db; clock: Clock; announce: Announce }

/** How riders behave: some decline, some do not look at their phone, some doors have no network. */
const DECLINES = 0.1
const SILENT = 0.12
const SLOWEST_ANSWER_S = 30
const WITHOUT_NETWORK = 0.15
const LATEST_SENDING_S = 300
const TAKES_A_BREAK = 0.002
const BREAK_S = 600
/** Real ways are not straight, and a hall has stairs. */
const DETOUR = 1.3
const DOOR_S = 90

/** One rider through the peak: moves as the clock does and reports it with the verbs that a phone calls. */
export function rideAlong(deps: Deps, rider: PeakRider, random: () => number) {
  let at: Point = rider.point
  let way: { to: string; point: Point; arrives_ms: number } | null = null
  let rests_until_ms = 0
  let late_steps: { send_ms: number; steps: unknown[] }[] = []
  const handed_over = new Set<number>()
  const answers = new Map<number, { at_ms: number; takes: boolean }>()

  /** Whether the rider has arrived there; sets out if the way has not begun. */
  function reaches(to: string, point: Point, now_ms: number, service_s = 0): boolean {
    if (way?.to !== to) {
      const minutes = (distanceKm(at, point) * 1000 * DETOUR) / speeds[rider.vehicle]
      way = { to, point, arrives_ms: now_ms + minutes * 60_000 + service_s * 1000 }
    }
    if (now_ms < way.arrives_ms) return false
    at = way.point
    return true
  }

  async function answerOffer(now_ms: number): Promise<void> {
    const [offer] = await deps.db
      .select()
      .from(offers)
      .where(and(eq(offers.rider_id, rider.actor.user_id), eq(offers.status, 'Open')))
    if (!offer) return
    const planned = answers.get(offer.id) ?? {
      at_ms:
        random() < SILENT
          ? Number.POSITIVE_INFINITY
          : offer.offered_at.getTime() + (5 + random() * (SLOWEST_ANSWER_S - 5)) * 1000,
      takes: random() >= DECLINES,
    }
    answers.set(offer.id, planned)
    if (now_ms < planned.at_ms) return
    if (!planned.takes) return void (await declineOffer(deps, rider.actor, offer.id))
    // The rider presses twice.
    await Promise.all([acceptOffer(deps, rider.actor, offer.id), acceptOffer(deps, rider.actor, offer.id)])
  }

  async function handOverAtDoor({ delivery, order }: DeliveryFacts, now_ms: number): Promise<void> {
    const [key] = await deps.db.select().from(order_keys).where(eq(order_keys.order_id, order.id))
    const pin = key?.pin ?? ''
    handed_over.add(delivery.id)
    if (random() >= WITHOUT_NETWORK) {
      await handOver(deps, rider.actor, { delivery_id: delivery.id, pin })
      return
    }
    const happened_at = new Date(now_ms).toISOString()
    const step = { delivery_id: delivery.id, verb: 'hand_over' as const, happened_at, pin }
    const steps = [signedStep(delivery.step_key ?? '', step)]
    late_steps.push({ send_ms: now_ms + random() * LATEST_SENDING_S * 1000, steps })
  }

  async function sendLateSteps(now_ms: number): Promise<void> {
    const due = late_steps.filter(({ send_ms }) => send_ms <= now_ms)
    late_steps = late_steps.filter((batch) => !due.includes(batch))
    for (const { steps } of due) {
      const queue = { sent_at: new Date(now_ms).toISOString(), steps }
      // The answer to the first sending is lost, so the phone sends again.
      await recordSteps(deps, rider.actor, queue)
      await recordSteps(deps, rider.actor, queue)
    }
  }

  async function carryOn(now_ms: number): Promise<number> {
    const own = and(
      eq(deliveries.rider_id, rider.actor.user_id),
      inArray(deliveries.status, ['Assigned', 'At vendor', 'Picked up']),
    )
    const [first] = await deps.db.select().from(deliveries).where(own).orderBy(asc(deliveries.id)).limit(1)
    if (!first) return 0
    const carried = (await deliveryFacts(deps.db, own)).filter(({ delivery }) => !handed_over.has(delivery.id))
    const [trip] = carriedTrips(carried)
    const next = trip?.find(({ delivery }) => delivery.status !== 'Picked up') ?? trip?.[0]
    if (!next) return 1
    const { delivery, order, pickup, drop } = next
    if (delivery.status === 'Picked up') {
      if (reaches(`door ${delivery.id}`, drop ?? at, now_ms, DOOR_S)) await handOverAtDoor(next, now_ms)
    } else if (reaches(`kitchen ${delivery.id}`, pickup ?? at, now_ms)) {
      if (delivery.status === 'Assigned') await arriveAtVendor(deps, rider.actor, delivery.id)
      if (order.status === 'Completed') await pickUp(deps, rider.actor, { delivery_id: delivery.id, packs: 1 })
    }
    return carried.length
  }

  return async () => {
    const now_ms = deps.clock.now().getTime()
    await sendLateSteps(now_ms)
    if (rests_until_ms > 0) {
      if (now_ms < rests_until_ms) return
      rests_until_ms = 0
      await goOnDuty(deps, rider.actor)
    }
    await answerOffer(now_ms)
    if ((await carryOn(now_ms)) === 0 && random() < TAKES_A_BREAK) {
      const off = await goOffDuty(deps, rider.actor)
      if (off.ok) rests_until_ms = now_ms + BREAK_S * 1000
    }
    // A rider who was sent off duty for silence notices it after a while.
    if (rests_until_ms === 0 && random() < 0.05) {
      await goOnDuty(deps, rider.actor)
      await reportPosition(deps, rider.actor, at)
    }
  }
}
