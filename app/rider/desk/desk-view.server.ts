import type { ShownLine } from '../../../domain/chat/chat-lists.ts'
import { formatCampusTime, formatTimeOrDate } from '../../../domain/clock.ts'
import type { OfferStop, RiderOffer } from '../../../domain/delivery/offers/rider-offer.ts'
import type { RiderDelivery, RiderDesk } from '../../../domain/delivery/riders/rider-desk.ts'
import { formatPhone, parsePhone } from '../../../domain/phone.ts'
import type { Point } from '../../../domain/places/distance.ts'

/** A rider's desk in words and campus time, as the phone shows and keeps it. */
export function deskView({ rider, deliveries, wait_minutes }: RiderDesk, lines: readonly ShownLine[], now: Date) {
  return {
    status: rider.status,
    submitted: rider.submitted_at !== null,
    rejected_reason: rider.rejected_reason,
    suspended_reason: rider.suspended_reason,
    on_duty: rider.on_duty_since !== null,
    deliveries: deliveries.map((delivery) => ({
      ...deliveryView(delivery, now),
      wait_minutes,
      chat: lines.filter(({ order_id }) => order_id === delivery.order_id).map((line) => lineView(line, now)),
    })),
  }
}

export type OfferView = ReturnType<typeof offerView>
export type DeliveryView = ReturnType<typeof deskView>['deliveries'][number]

/** An offer in words and campus time. */
export function offerView(offer: RiderOffer, now: Date) {
  const { offer_id, expires_at, pay, minutes, km, route, stops } = offer
  return {
    offer_id,
    pay,
    minutes,
    route,
    km,
    ...left(expires_at, now),
    stops: stops.map(({ ready, ready_by, delivery_id: _id, pay: _pay, ...stop }) => ({
      ...stop,
      ready: readyInWords({ ready, ready_by }, now),
    })),
  }
}

/** What the vendor said, and not more: food is ready once it is marked so, however late it is. */
function readyInWords({ ready, ready_by }: Pick<OfferStop, 'ready' | 'ready_by'>, now: Date): string {
  if (ready) return 'ready now'
  if (!ready_by) return 'not ready yet'
  return ready_by > now
    ? `ready about ${formatCampusTime(ready_by)}`
    : `not ready yet, was due ${formatCampusTime(ready_by)}`
}

function deliveryView(delivery: RiderDelivery, now: Date) {
  const { vendor, customer, incident, at_gate_at, promised_until, ready_by, pin_paused_until, ...more } = delivery
  const { assigned_at: _assigned, kitchen_wait_until, ...rest } = more
  return {
    ...rest,
    promised_until: promised_until && formatCampusTime(promised_until),
    ready_by: ready_by && formatCampusTime(ready_by),
    at_gate: at_gate_at && formatCampusTime(at_gate_at),
    pin_pause: pin_paused_until && {
      until: formatCampusTime(pin_paused_until),
      ...left(pin_paused_until, now),
    },
    kitchen_wait: kitchen_wait_until && waitView(kitchen_wait_until, now),
    incident: incident && {
      reason: incident.reason,
      way_out: incident.way_out,
      wait: incident.waits_until && waitView(incident.waits_until, now),
    },
    vendor: { ...vendor, phone: phoneOf(vendor.phone), maps: mapLinks(vendor.point, vendor.name) },
    customer: {
      ...customer,
      phone: phoneOf(customer.phone),
      maps: mapLinks(customer.point, `${customer.first_name}, order ${rest.order_id}`),
    },
  }
}

const waitView = (until: Date, now: Date) => ({
  until: formatCampusTime(until),
  ...left(until, now),
})

/** Who wrote it: `name` is another rider's, who had the order before. */
function lineView({ id, from_role, name, text, written_at }: ShownLine, now: Date) {
  return { id, name: from_role === 'rider' ? name : null, text, when: formatTimeOrDate(written_at, now) }
}

/** The number can be called but not read: the screen shows only its two ends. */
function phoneOf(stored: string | null): { shown: string; e164: string } | null {
  const e164 = stored ? parsePhone(stored) : null
  return e164 ? { shown: `${formatPhone(e164).slice(0, 4)} … ${e164.slice(-2)}`, e164 } : null
}

/** A phone may keep what it says for a long time. */
function left(until: Date, now: Date) {
  return { seconds_left: Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000)), as_of: now.getTime() }
}

/** A place in the phone's own map app, with its name on the pin, and on a web map. */
function mapLinks(point: Point | null, name: string): { app: string; web: string } | null {
  if (!point) return null
  const { latitude, longitude } = point
  const label = encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')
  return {
    app: `geo:${latitude},${longitude}?q=${latitude},${longitude}(${label})`,
    web: `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`,
  }
}
