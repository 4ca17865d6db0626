import { createHash } from 'node:crypto'
import { nameWithChoices } from '../../../domain/catalog/menu/option-groups.ts'
import {
  collecting_steps,
  type TrackedCheckout,
  type TrackedOrder,
  type TrackStep,
  track_steps,
} from '../../../domain/checkout/track/tracked-orders.ts'
import { problemLinkOpens } from '../../../domain/claims/problem-link.ts'
import { formatCampusTime } from '../../../domain/clock.ts'
import type { Kobo } from '../../../domain/money.ts'
import { rider_gone_words } from '../../../domain/notifications/words/incident-templates.ts'
import { orderNotes } from '../../../domain/notifications/words/money-back-words.ts'
import { slotText } from '../../../domain/orders/acceptance/begun-at.ts'
import { ends_without_food } from '../../../domain/orders/lifecycle.ts'
import { missingText } from '../../../domain/orders/missing-dish/missing-of-orders.ts'
import { formatPhone } from '../../../domain/phone.ts'
import type { Campus } from '../../../domain/places/read-campus.ts'
import { isRatable } from '../../../domain/ratings/rate-order.ts'
import { headlineOf } from '../order-words.ts'
import { problemLink } from '../problem/problem-link.server.tsx'
import { rideNote } from '../ride-words.ts'
import { rateForm } from './rate-form.server.tsx'
import { isFresh, whereRiderIs } from './rider-map.server.tsx'
import { windowView } from './window-view.server.tsx'
import { withdrawForm } from './withdraw-form.server.tsx'

/** Before everything else: the kitchen waits for it. */
const TO_CHOOSE = 'A dish is out: please choose'
const isToChoose = (orders: readonly TrackedOrder[]) =>
  orders.some(({ missing }) => missing.some(({ outcome }) => outcome === null))

/** Orders on their way before those that are done, so that the page's title speaks of what is still to come. */
const urgency: readonly TrackedOrder['status'][] = [
  'Picked up',
  'Completed',
  'Accepted',
  'Pending',
  'Delivered',
  'Cancelled',
]

/** What goes back with each order that can still be cancelled. */
type Withdrawable = ReadonlyMap<number, Kobo>

/** A tracked checkout in words and campus time, as the page shows it. `now` is when the minutes are counted from. */
export function trackView(
  tracked: TrackedCheckout,
  withdrawable: Withdrawable,
  now: Date,
  campus: Campus | null = null,
) {
  const orders = tracked.orders.map((order) => orderView(order, withdrawable, now, campus))
  const first = urgency.flatMap((status) => tracked.orders.filter((order) => order.status === status))[0]
  return {
    link_token: tracked.link_token,
    first_name: tracked.first_name,
    headline: isToChoose(tracked.orders)
      ? TO_CHOOSE
      : first
        ? headlineOf({ ...first, collects: first.collecting !== null })
        : '',
    is_open: orders.some((order) => order.is_open),
    version: campus ? mapVersion(tracked, now) : trackVersion(tracked),
    orders,
  }
}

export type TrackView = ReturnType<typeof trackView>
export type OrderView = TrackView['orders'][number]

function orderView(order: TrackedOrder, withdrawable: Withdrawable, now: Date, campus: Campus | null) {
  const { id, track_token, status, vendor, reached, rider, pin, rating } = order
  const collects = order.collecting !== null
  // Until the kitchen begins, the slot is said in its stead.
  const waits = order.later !== null && order.later.begin_at > now
  const is_open = status !== 'Delivered' && status !== 'Cancelled'
  const goes_back_kobo = withdrawable.get(id)
  return {
    id,
    track_token,
    status,
    headline: isToChoose([order])
      ? TO_CHOOSE
      : (waits && headlines_for_later[status]) || headlineOf({ ...order, collects }),
    is_open,
    vendor,
    /** For which slot it was ordered and where it is collected, in words; null once it is over, and for neither. */
    collect_at: is_open ? whenAndWhere(order, waits, now) : null,
    pin_whose: collects ? 'restaurant' : 'rider',
    rate: isRateShown(order, now) ? rateForm({ track_token, rating, collects }) : '',
    is_rated: rating !== null,
    items: itemLines(order),
    steps: (collects ? collecting_steps : track_steps).map((step) =>
      stepView(step === 'Delivered' ? lastStep(order) : step, reached[step]),
    ),
    window: waits ? null : windowView(order, now),
    rider: rider && { first_name: rider.first_name, phone: rider.phone && formatPhone(rider.phone) },
    pin,
    notes: [
      ...sorry(order),
      ...(order.meet_at && is_open ? [`Your rider brings it to ${order.meet_at}. Please come there.`] : []),
      ...(order.ride && is_open ? [rideNote(order.ride, order.free_delivery, now)] : []),
      ...missingNotes(order),
      ...incidentNotes(order),
      ...orderNotes(order, order.money_back, now),
    ],
    /** Where the rider is, the form that cancels it, each while that is possible, and what was told about it. */
    help: [
      whereRiderIs(order, campus, now),
      goes_back_kobo === undefined ? '' : withdrawForm({ id, track_token, goes_back_kobo }),
      problemLinkOpens({ ended_at: order.ended?.at ?? null, claims: order.claims }, now)
        ? problemLink({ id, track_token, claims: order.claims })
        : '',
    ].join(''),
  }
}

/** Whether its food came. */
export function hasCome({ status, ended }: TrackedOrder): boolean {
  return status === 'Delivered' && !ends_without_food.includes(ended?.verb ?? '')
}

/** What was given stays; what nobody would take any more is not asked for. */
const isRateShown = (order: TrackedOrder, now: Date) =>
  hasCome(order) && (order.rating !== null || isRatable(order.reached.Delivered ?? new Date(0), now))

/** What was ordered, with what comes instead and what was left out. */
function itemLines({ items, missing }: TrackedOrder) {
  return items.flatMap((item, place) => {
    const left_out = missing.filter((one) => one.item === place && one.outcome === 'left_out')
    const gone = left_out.reduce((sum, { quantity }) => sum + quantity, 0)
    const name = nameWithChoices(item)
    const instead = item.instead_of ? `, instead of ${item.instead_of}` : ''
    const lines = [
      { text: `${item.quantity - gone} × ${name}${instead}`, count: item.quantity - gone },
      { text: `${gone} × ${name}, left out`, count: gone },
    ]
    return lines.filter(({ count }) => count > 0).map(({ text }) => text)
  })
}

/** What nothing else says of missing dishes: that one was found, and a swap by which no money went back. */
function missingNotes({ missing, status }: TrackedOrder): string[] {
  if (status === 'Delivered' || status === 'Cancelled') return []
  return missing.flatMap((one) => {
    if (one.outcome === 'found') return [`The restaurant has your ${one.name} after all, so nothing changes.`]
    const is_even = one.outcome === 'swapped' && one.back === 0
    return is_even ? [`${one.swap_name} comes instead of ${missingText(one)}.`] : []
  })
}

/** What stands in the way of handing it over, in a sentence; none for nothing, and where the other notes say it. */
function incidentNotes({ incident, status, vendor, ...order }: TrackedOrder): string[] {
  const at_gate = order.at_gate_at && formatCampusTime(order.at_gate_at)
  const rider = order.rider?.first_name ?? 'Your rider'
  if (!incident) return at_gate ? [`${rider} has been at ${order.meet_at ?? 'the gate'} since ${at_gate}.`] : []
  const { reason, way_out, waits_until, place, happened_at } = incident
  if (way_out === 'leave')
    return [`Nobody came to the door, so it was left at ${place} at ${formatCampusTime(happened_at)}.`]
  if (status !== 'Picked up') return []
  if (way_out === 'hand_on') return [`${sentence(rider_gone_words[reason])}. Another rider brings your food.`]
  if (way_out === 'bring_back') {
    const is_sent_away = reason === 'customer_absent'
    const why = is_sent_away ? 'Nobody came to the door, so ' : ''
    const then = is_sent_away ? 'Are you there after all? Please call now.' : 'We tell you at once how it goes on.'
    return [`${why}${rider} brings it back to ${vendor.name}. ${then}`]
  }
  if (!waits_until) return []
  const where = order.meet_at ?? 'your door'
  return [`${rider} is at ${where} and waits until ${formatCampusTime(waits_until)}. Please come, or call.`]
}

const sentence = (words = 'your rider could not go on') => words.charAt(0).toUpperCase() + words.slice(1)

/** Until the kitchen begins what was ordered for later. */
const headlines_for_later: Partial<Record<TrackedOrder['status'], string>> = {
  Pending: 'Ordered for later',
  Accepted: 'The restaurant will cook it for you',
}

/** That its customer cancelled it themselves is nothing to be sorry about. */
const sorry = ({ status, ended }: TrackedOrder) =>
  status === 'Cancelled' && ended?.verb !== 'withdraw' ? ['We are sorry about this order.'] : []

function whenAndWhere({ later, collecting, vendor }: TrackedOrder, waits: boolean, now: Date): string | null {
  const when = waits && later ? [`Ordered for ${slotText(later.slot_from, now)}.`] : []
  const where = collecting ? [collectAt(vendor, collecting.kept_until)] : []
  return [...when, ...where].join(' ') || null
}

function collectAt({ name, where }: TrackedOrder['vendor'], kept_until: Date | null | undefined): string {
  const kept = kept_until ? ` It is kept for you until ${formatCampusTime(kept_until)}.` : ''
  return `Collect it at ${[name, where].filter(Boolean).join(', ')}.${kept}`
}

/** What the last step is called: an order may end without its customer having the food. */
function lastStep({ collecting, ended }: TrackedOrder): TrackStep | 'Collected' | 'Closed' {
  if (ended && ends_without_food.includes(ended.verb)) return 'Closed'
  return collecting ? 'Collected' : 'Delivered'
}

function stepView(step: TrackStep | ReturnType<typeof lastStep>, at: Date | null) {
  return { name: step, at: at && formatCampusTime(at) }
}

/** Stays the same while the page would: an open page asks whether it changed, without loading everything. */
export function trackVersion(tracked: TrackedCheckout): string {
  return hashOf(tracked.orders.map(({ rider_at: _rider_at, ...order }) => order))
}

/** The same of a page on which the map is open: where the rider was when, and whether that still says anything. */
function mapVersion(tracked: TrackedCheckout, now: Date): string {
  const places = tracked.orders.map(
    ({ rider_at }) => rider_at && [rider_at.point, timeOf(rider_at.located_at), isFresh(rider_at, now)],
  )
  return `${trackVersion(tracked)}.${hashOf(places)}`
}

/** Whether a version is that of a page on which the map is open. */
export const isOfMap = (version: string | null): boolean => version?.includes('.') ?? false

/** The version now, of a page like the one whose version is `known`. */
export const versionLike = (known: string | null, tracked: TrackedCheckout, now: Date): string =>
  isOfMap(known) ? mapVersion(tracked, now) : trackVersion(tracked)

const hashOf = (what: unknown) => createHash('sha256').update(JSON.stringify(what)).digest('base64url').slice(0, 10)

/** A state tells about at most so many orders of one cart. */
const MOST_IN_A_STATE = 4

const timeOf = (instant: Date | null | undefined) => (instant ? formatCampusTime(instant) : '')

/**
 * The state of a checkout in under 300 bytes: its version like the one that is `known`, and per order its number,
 * its step, the end of its window, and whether it is collected.
 */
export function trackState(tracked: TrackedCheckout, now: Date, known: string | null = null) {
  return {
    v: versionLike(known, tracked, now),
    o: tracked.orders
      .slice(0, MOST_IN_A_STATE)
      .map((order) => [
        order.id,
        order.status,
        timeOf(order.window?.until ?? order.collecting?.kept_until),
        ...(order.collecting ? ['collect'] : []),
      ]),
  }
}
