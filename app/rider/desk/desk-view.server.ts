import { formatCampusTime } from '../../../domain/clock.ts'
import type { RiderDelivery, RiderDesk, RiderOffer } from '../../../domain/delivery/rider-desk.ts'
import { formatPhone, parsePhone } from '../../../domain/phone.ts'
import type { Point } from '../../../domain/places/distance.ts'

/** A rider's desk in words and campus time, as the phone shows and keeps it. */
export function deskView({ rider, offer, deliveries }: RiderDesk, now: Date) {
  return {
    status: rider.status,
    submitted: rider.submitted_at !== null,
    rejected_reason: rider.rejected_reason,
    suspended_reason: rider.suspended_reason,
    on_duty: rider.on_duty_since !== null,
    offer: offer && offerView(offer, now),
    deliveries: deliveries.map(deliveryView),
  }
}

export type OfferView = ReturnType<typeof offerView>
export type DeliveryView = ReturnType<typeof deliveryView>

function offerView({ offer_id, expires_at, pay, to_pickup_km, trip_km, stops }: RiderOffer, now: Date) {
  return {
    offer_id,
    pay,
    to_pickup_km,
    trip_km,
    expires_ms: expires_at.getTime(),
    seconds_left: Math.max(0, Math.round((expires_at.getTime() - now.getTime()) / 1000)),
    stops: stops.map(({ order_id, vendor_name, pickup_area, drop_area, ready_by, packs }) => ({
      order_id,
      vendor_name,
      pickup_area,
      drop_area,
      packs,
      ready: ready_by && ready_by > now ? `ready ${formatCampusTime(ready_by)}` : 'ready now',
    })),
  }
}

function deliveryView(delivery: RiderDelivery) {
  const { vendor, customer, promised_until, ready_by, assigned_at: _assigned, ...rest } = delivery
  return {
    ...rest,
    promised_until: promised_until && formatCampusTime(promised_until),
    ready_by: ready_by && formatCampusTime(ready_by),
    pin_paused_until: rest.pin_paused_until && formatCampusTime(rest.pin_paused_until),
    vendor: { ...vendor, phone: phoneOf(vendor.phone), map: mapLink(vendor.point) },
    customer: { ...customer, phone: phoneOf(customer.phone), map: mapLink(customer.point) },
  }
}

/** To be called, not to be read: the screen shows its two ends. */
function phoneOf(stored: string | null): { shown: string; e164: string } | null {
  const e164 = stored ? parsePhone(stored) : null
  return e164 ? { shown: `${formatPhone(e164).slice(0, 4)} … ${e164.slice(-2)}`, e164 } : null
}

function mapLink(point: Point | null): string | null {
  if (!point) return null
  const { latitude, longitude } = point
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=18/${latitude}/${longitude}`
}
