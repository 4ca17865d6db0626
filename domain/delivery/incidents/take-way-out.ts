import { and, eq, isNull } from 'drizzle-orm'
import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { refunds } from '../../payments/tables.ts'
import { places } from '../../places/tables.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveryFacts } from '../delivery-facts.ts'
import { incident_place, incident_reason, rider_reason, way_out } from '../forms.ts'
import { leaveDuty } from '../riders/duties.ts'
import { keepNewPicture } from '../riders/keep-picture.ts'
import { releaseRider } from '../riders/release-rider.ts'
import { type Delivery, type MoveDeliveryRefusal, moveDelivery } from '../steps/move-delivery.ts'
import { deliveries } from '../tables.ts'
import { updatePromise } from '../windows/promise.ts'
import { failOrder } from './fail-order.ts'
import { fetchesAnother } from './fetches-another.ts'
import { INCIDENTS } from './incident-settings.ts'
import {
  at_empty_kitchen,
  atClosedKitchen,
  type Consequence,
  consequenceOf,
  type IncidentReason,
  NOBODY_AT_KITCHEN,
  names_place,
  needsPhoto,
  second_troubles,
  stops_riding,
  type WayOut,
} from './lifecycle.ts'
import { type Incident, type LockedIncident, lockIncident } from './lock-incident.ts'
import { noteIncident } from './note-incident.ts'
import { payForWay } from './ridden-way.ts'
import { isAtKitchen, kitchenActed, waitedAtKitchen } from './wait-at-kitchen.ts'

/** What stands in the way, what is done about it, and what says so. Texts as they came. */
export type WayOutTaken = {
  delivery_id: number
  reason: string
  way_out: string
  /** The place of the campus where the food is left, or where the next rider gets it. */
  place?: string | undefined
  words?: string | undefined
  photo?: string | undefined
}

export type WayOutRefusal =
  | MoveDeliveryRefusal
  /** A customer is absent once the rider has waited: until then, or null if the wait has not begun. */
  | Refused<'wait_first', { until: Date | null }>
  /** Somebody in the kitchen saw to an order since the rider found nobody there. */
  | Refused<'kitchen_answered', { at: Date }>
  | Refused<'bad_way_out' | 'bad_place' | 'bad_reason' | 'bad_photo' | 'blank_photo' | 'rider_bears', undefined>

/**
 * What is done about food that cannot be handed over, by its rider or an admin, in the caller's commit; what follows is
 * decided by the table of lifecycle.ts. A rider needs words, waits first for an absent customer, and shows a photo
 * where the table asks for one; an admin decides at any time. Refused where the food is not on its way, for a way out
 * that the reason does not have, and for one that gives the delivery to another rider while its rider bears a refund.
 */
export async function takeWayOut(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  taken: WayOutTaken & { at: Date; now: Date },
): Promise<Accepted<Delivery> | WayOutRefusal> {
  const locked = await lockIncident(tx, actor, taken.delivery_id)
  if (!locked) return refused('not_found')
  const checked = await check(tx, actor, locked, taken)
  if (!checked.ok) return checked
  const { reason, way, planned, place, words, because } = checked.value
  if (taken.photo && actor.role === 'rider') {
    const photo = await keepNewPicture(tx, { shown: taken.photo, owner: actor.user_id, now: taken.now })
    if (photo !== 'kept') return refused(photo)
  }
  const { delivery, order } = locked
  const of_another = reason === NOBODY_AT_KITCHEN && (await fetchesAnother(tx, delivery))
  const pay = of_another
    ? null
    : payForWay(
        delivery.pay ?? 0,
        planned.pay,
        { ...(await endsOfWay(tx, delivery.id)), until: place },
        await readSetting(tx, INCIDENTS),
      )
  const ends_now = way !== 'bring_back'
  const noted = await noteIncident(
    tx,
    { ...locked, incident: checked.value.noted_before },
    {
      ...{ reason, way_out: way, words, happened_at: taken.at },
      ...{ place: place?.name ?? null, ...(taken.photo && { photo: taken.photo }) },
      pay: ends_now ? pay : null,
    },
  )
  noteOrder(tx, order.id)
  const by = { by: actor, at: taken.at, now: taken.now }
  const said = sentenceOf(way, { place: place?.name ?? null, words })
  if (stops_riding.includes(reason)) {
    await releaseRider(tx, announce, { rider_id: delivery.rider_id, actor, now: taken.now })
    await leaveDuty(tx, delivery.rider_id, taken.now)
  }
  const moved = await follow(tx, announce, locked, { ...by, way, planned, said, noted, because })
  await announce(tx, { kind: 'incident_noted', incident: noted, order_id: order.id, step: way, by: actor }, taken.now)
  return accepted(moved)
}

type Checked = {
  reason: IncidentReason
  way: WayOut
  planned: Consequence
  place: { name: string; latitude: number; longitude: number } | null
  words: string | null
  /** The row that this is written into; null for a new one. */
  noted_before: Incident | null
  /** Why the order ends, for its customer, where that is not what happened last. */
  because: IncidentReason
}

async function check(
  tx: Tx,
  actor: Actor,
  { delivery, order, incident }: LockedIncident,
  taken: WayOutTaken & { at: Date },
): Promise<Accepted<Checked> | WayOutRefusal> {
  const { status } = delivery
  const is_rider = actor.role === 'rider'
  if (is_rider && taken.reason === NOBODY_AT_KITCHEN) return checkAtKitchen(tx, { delivery, order, incident }, taken)
  const is_decided = incident !== null && incident.way_out !== null
  const trouble = is_rider && incident?.way_out === 'bring_back' ? secondTrouble(incident.reason, taken) : null
  if (status !== 'Picked up' || (is_decided && is_rider && !trouble)) return refused('not_allowed', { status })
  const [reason, way] = [incident_reason.safeParse(taken.reason), way_out.safeParse(taken.way_out)]
  const planned = trouble ?? (reason.success && way.success ? consequenceOf(reason.data, way.data) : null)
  if (!reason.success || !way.success || !planned) return refused('bad_way_out')
  const until = incident?.waits_until ?? null
  if (is_rider && reason.data === 'customer_absent' && (!until || taken.at < until)) {
    return refused('wait_first', { until })
  }
  const place = names_place.includes(way.data) ? await placeCalled(tx, taken.place) : null
  if (!place && names_place.includes(way.data)) return refused('bad_place')
  const words = rider_reason.safeParse(taken.words)
  if (!words.success && !(is_rider && reason.data === 'customer_absent')) return refused('bad_reason')
  if (is_rider && !taken.photo && needsPhoto(reason.data, way.data)) return refused('bad_photo')
  if (planned.next === 'next_rider' && (await riderBears(tx, order.id))) return refused('rider_bears')
  const said = { reason: reason.data, way: way.data, planned, place, words: words.data ?? null }
  if (trouble && incident) return accepted({ ...said, noted_before: null, because: incident.reason })
  return accepted({ ...said, noted_before: incident, because: reason.data })
}

/** What follows where food that goes back is lost on its way; null for what no second trouble is. */
function secondTrouble(first: IncidentReason, { reason, way_out: way }: WayOutTaken): Consequence | null {
  const planned = consequenceOf(first, 'bring_back')
  const is_one = way === 'write_off' && second_troubles.some((trouble) => trouble === reason)
  return planned && is_one ? atClosedKitchen(planned) : null
}

/** The rider waited at a kitchen where nobody was, and nobody there has answered anything before the rider went. */
async function checkAtKitchen(
  tx: Tx,
  locked: LockedIncident,
  taken: WayOutTaken & { at: Date },
): Promise<Accepted<Checked> | WayOutRefusal> {
  const { delivery } = locked
  if (!isAtKitchen(locked)) return refused('not_allowed', { status: delivery.status })
  if (taken.way_out !== 'write_off') return refused('bad_way_out')
  const wait = await waitedAtKitchen(tx, delivery)
  const until = wait?.waits_until ?? null
  if (!wait || !until || taken.at < until) return refused('wait_first', { until })
  const answered_at = await kitchenActed(tx, delivery.id, { since: wait.happened_at, until: taken.at })
  if (answered_at) return refused('kitchen_answered', { at: answered_at })
  if (!taken.photo) return refused('bad_photo')
  const words = rider_reason.safeParse(taken.words).data ?? null
  const [reason, way, planned] = [NOBODY_AT_KITCHEN, 'write_off', at_empty_kitchen] as const
  return accepted({ reason, way, planned, place: null, words, noted_before: wait, because: reason })
}

/** A place of the campus that can be named to people; null for every other text. */
async function placeCalled(tx: Tx, text: string | undefined): Promise<Checked['place']> {
  const name = incident_place.safeParse(text)
  if (!name.success) return null
  const [place] = await tx
    .select({ name: places.name, latitude: places.latitude, longitude: places.longitude })
    .from(places)
    .where(and(eq(places.name, name.data), places.landmark, isNull(places.retired_at)))
  return place ?? null
}

/** Whether the rider of an order bears a refund of it: then the delivery stays the rider's (decision 031). */
export async function riderBears(tx: Tx, order_id: number): Promise<boolean> {
  return (await tx.$count(refunds, and(eq(refunds.order_id, order_id), eq(refunds.borne_by, 'rider')))) > 0
}

async function endsOfWay(tx: Tx, delivery_id: number) {
  const [facts] = await deliveryFacts(tx, eq(deliveries.id, delivery_id))
  return { from: facts?.pickup ?? null, to: facts?.drop ?? null }
}

/** The words of a way out in the histories. */
function sentenceOf(way: WayOut, { place, words }: { place: string | null; words: string | null }): string {
  const what = { leave: `left at ${place}`, hand_on: `waits at ${place}`, again: '', bring_back: '', write_off: '' }
  return [what[way], words].filter(Boolean).join(': ')
}

type Followed = {
  by: Actor
  at: Date
  now: Date
  way: WayOut
  planned: Consequence
  said: string
  noted: Incident
  because: IncidentReason
}

/** The moves of delivery and order that follow at once; of food on its way back they follow once it is there. */
async function follow(
  tx: Tx,
  announce: Announce,
  { delivery, order }: LockedIncident,
  { by, at, now, way, planned, said, noted, because }: Followed,
): Promise<Delivery> {
  const move = { delivery_id: delivery.id, by, reason: said || null, at, now }
  switch (way) {
    case 'bring_back':
      return delivery
    case 'again': {
      await tx.update(deliveries).set({ incident_id: null }).where(eq(deliveries.id, delivery.id))
      await updatePromise(tx, order.id, now, { told: true })
      return { ...delivery, incident_id: null }
    }
    case 'hand_on':
      return taken(await moveDelivery(tx, announce, { ...move, verb: 'hand_on' }))
    case 'write_off':
      return failOrder(tx, announce, { order, move, incident: noted, planned, because })
    case 'leave': {
      // As without the PIN: an admin looks at it before it is paid out (decision 061).
      const sets = by.role === 'rider' ? { no_pin_reason: said, no_pin_photo: noted.photo } : {}
      const left = taken(await moveDelivery(tx, announce, { ...move, verb: 'leave', sets }))
      taken(await moveOrder(tx, announce, { order_id: order.id, verb: 'leave', by, reason: said, at, now }))
      return left
    }
  }
}

/** Throws where a move was refused whose status was checked under its lock. */
function taken<Row>(moved: Accepted<Row> | MoveDeliveryRefusal | { ok: false; reason: string }): Row {
  if (!moved.ok) throw new Error(`A way out was refused: ${moved.reason}`)
  return moved.value
}
