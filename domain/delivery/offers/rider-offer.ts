import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { formatCampusTime } from '../../clock.ts'
import { type Kobo, sumKobo } from '../../money.ts'
import { isReady } from '../../orders/lifecycle.ts'
import { type CampusGraph, type Mode, wayTable } from '../../places/campus-graph.ts'
import { distanceKm, known, type Point } from '../../places/distance.ts'
import { planePoint } from '../../places/plane.ts'
import { readCampus } from '../../places/read-campus.ts'
import { DELIVERY_SETTINGS } from '../../settings/definitions.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { areaOf, type DeliveryFacts, deliveryFacts, firstName, isHandedOn, packsToCount } from '../delivery-facts.ts'
import { campus_parameters } from '../dispatch/campus-parameters.ts'
import { campusWays } from '../dispatch/campus-ways.ts'
import { layOutWays, minutesTo } from '../dispatch/problem.ts'
import { deliveries, offer_deliveries, offers, riders } from '../tables.ts'
import { speeds } from '../windows/way-minutes.ts'

export type OfferStop = {
  delivery_id: number
  order_id: number
  vendor_name: string
  pickup_area: string | null
  drop_area: string | null
  /** Whether the vendor has marked it as ready; `ready_by` is what it promised. */
  ready: boolean
  ready_by: Date | null
  packs: number
  pay: Kobo
}

export type RiderOffer = {
  offer_id: number
  expires_at: Date
  pay: Kobo
  /**
   * By the ways of the campus from the rider to the first vendor, from there to the last door, and both; null when a
   * place is not known.
   */
  km: { to_pickup: number | null; trip: number | null; in_all: number | null }
  /** From here over the kitchens to the last door, at each of which some minutes are spent; null as above. */
  minutes: number | null
  /**
   * What a map shows of the way: the rider, each kitchen, and the landmark nearest to each door, which says where to go
   * without giving the address away.
   */
  route: (Point & { kind: 'rider' | 'kitchen' | 'area'; name: string })[]
  stops: OfferStop[]
}

/** The offer that a rider has to decide about; null when there is none or its time is over. */
export async function openOffer(db: Db, rider_id: string, now: Date): Promise<RiderOffer | null> {
  const [offer] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.rider_id, rider_id), eq(offers.status, 'Open').inlineParams()))
  if (!offer || offer.expires_at <= now) return null
  const [rider] = await db.select().from(riders).where(eq(riders.user_id, rider_id))
  const lines = await db
    .select()
    .from(offer_deliveries)
    .where(eq(offer_deliveries.offer_id, offer.id))
    .orderBy(asc(offer_deliveries.position))
  const held = await deliveryFacts(db, eq(deliveries.offer_id, offer.id))
  const [campus, { campus: centre }] = await Promise.all([readCampus(db), readSetting(db, DELIVERY_SETTINGS)])
  const landmark_points = campus.places.filter(({ landmark }) => landmark)
  const base = landmark_points.find(({ name }) => name === rider?.landmark) ?? null
  const route = lines.flatMap((line) => {
    const facts = held.find(({ delivery }) => delivery.id === line.delivery_id)
    return facts ? [{ facts, pay: line.pay }] : []
  })
  if (route.length === 0) return null
  const first = route[0]?.facts.pickup ?? null
  const here = known(rider ?? null) ?? base
  const drops = route.map(({ facts }) => facts.drop)
  return {
    offer_id: offer.id,
    expires_at: offer.expires_at,
    pay: sumKobo(route.map(({ pay }) => pay)),
    km: kmAlong([here, first, ...drops], rider, { campus, now }),
    minutes: minutesAlong([here, first, ...drops], rider, { campus, centre, now }),
    route: drawnRoute(here, route, landmark_points),
    stops: route.map(({ facts: { delivery, order, vendor, incident, pickup, drop }, pay }) => ({
      delivery_id: delivery.id,
      order_id: order.id,
      vendor_name: isHandedOn({ incident }) ? `From ${firstName(incident?.rider_name ?? 'a rider')}` : vendor.name,
      pickup_area: (isHandedOn({ incident }) ? incident?.place : vendor.landmark) ?? areaOf(pickup, landmark_points),
      drop_area: order.meet_at ?? areaOf(drop, landmark_points),
      ready: isReady(order.status),
      ready_by: order.ready_by,
      packs: packsToCount(order),
      pay,
    })),
  }
}

/** Kilometres along these places by the campus's ways, straight where none joins two, to a tenth each. */
function kmAlong(
  stops: readonly (Point | null)[],
  rider: typeof riders.$inferSelect | undefined,
  { campus, now }: { campus: CampusGraph; now: Date },
): RiderOffer['km'] {
  const table = wayTable(campus, { mode: modeOf(rider), time: formatCampusTime(now) }, 'metres')
  const legs = stops.slice(1).map((to, index) => {
    const from = stops[index]
    if (!from || !to) return null
    const metres = table([from], [to])(0, 0)
    return Number.isNaN(metres) ? distanceKm(from, to) : metres / 1000
  })
  const to_pickup = kmOf(legs.slice(0, 1))
  const trip = kmOf(legs.slice(1))
  return { to_pickup, trip, in_all: to_pickup === null || trip === null ? null : kmOf([to_pickup, trip]) }
}

function kmOf(legs: readonly (number | null)[]): number | null {
  const known_legs = legs.flatMap((leg) => leg ?? [])
  return known_legs.length < legs.length ? null : Math.round(known_legs.reduce((sum, leg) => sum + leg, 0) * 10) / 10
}

const modeOf = (rider: typeof riders.$inferSelect | undefined): Mode => (rider?.vehicle === 'on foot' ? 'walk' : 'ride')

/** Minutes along these places by the campus's ways, with the pick-up and each hand-over; null when one is not known. */
function minutesAlong(
  stops: readonly (Point | null)[],
  rider: typeof riders.$inferSelect | undefined,
  around: Parameters<typeof campusWays>[0],
): number | null {
  const places = stops.flatMap((place) => (place ? [planePoint(place, around.centre)] : []))
  if (places.length < stops.length) return null
  const mode = modeOf(rider)
  const speed = rider?.vehicle ? speeds[rider.vehicle] : campus_parameters.metres_per_minute
  const way_minutes = campusWays(around)
  const legs = places.slice(1).map((to, place) => {
    const from = places[place]
    return from ? minutesTo(layOutWays([from, to], { mode, speed }, way_minutes), 0, 1) : 0
  })
  const service_minutes =
    campus_parameters.pickup_service_minutes + (legs.length - 1) * campus_parameters.drop_service_minutes
  return Math.ceil(legs.reduce((sum, leg) => sum + leg, service_minutes))
}

function drawnRoute(
  here: Point | null,
  route: readonly { facts: DeliveryFacts }[],
  landmark_points: readonly (Point & { name: string })[],
): RiderOffer['route'] {
  const kitchens = route.flatMap(({ facts: { vendor, pickup } }) =>
    pickup ? [{ kind: 'kitchen' as const, name: vendor.name, ...pointOf(pickup) }] : [],
  )
  const areas = route.flatMap(({ facts: { drop } }) => {
    const area = landmark_points.find(({ name }) => name === areaOf(drop, landmark_points))
    return area ? [{ kind: 'area' as const, name: area.name, ...pointOf(area) }] : []
  })
  const one_of_each = [...new Map([...kitchens, ...areas].map((stop) => [`${stop.kind} ${stop.name}`, stop])).values()]
  return [...(here ? [{ kind: 'rider' as const, name: 'You', ...pointOf(here) }] : []), ...one_of_each]
}

const pointOf = ({ latitude, longitude }: Point): Point => ({ latitude, longitude })
