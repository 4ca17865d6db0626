import { asc, eq, isNotNull } from 'drizzle-orm'
import type { Actor } from '../../domain/accounts/actor.ts'
import { uploads } from '../../domain/catalog/tables.ts'
import { decideIncident, markComeBack } from '../../domain/delivery/incidents/decide-incident.ts'
import {
  consequenceOf,
  incident_reasons,
  NOBODY_AT_KITCHEN,
  ways_out,
} from '../../domain/delivery/incidents/lifecycle.ts'
import { payRiddenWay, refuseRiddenWay } from '../../domain/delivery/incidents/pay-ridden-way.ts'
import { seeHandOver } from '../../domain/delivery/steps/see-hand-over.ts'
import { bringBack, takeOwnWayOut, waitAtDoor, waitAtEmptyKitchen } from '../../domain/delivery/steps/take-step.ts'
import { deliveries, incidents } from '../../domain/delivery/tables.ts'
import { knownLandmarks } from '../../domain/places/known-landmarks.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'
import { anAdmin } from './admin.ts'
import { carried } from './rider.ts'

const words = 'The chain broke'

/** Mostly a line of the table, now and then what it does not have; an absent customer comes most often. */
async function aWayOut({ db, chance }: World) {
  const reason = chance.of(0.5) ? 'customer_absent' : chance.one(incident_reasons)
  const possible = ways_out.filter((way) => consequenceOf(reason, way))
  const way_out = chance.of(0.9) ? chance.one(possible) : chance.one(ways_out)
  const place = chance.any(await knownLandmarks(db))?.name ?? ''
  return { reason, way_out, place, words }
}

/** A photo of its rider's own, which shows something. */
async function photoOf({ db, clock, chance }: World, rider: Actor): Promise<string> {
  const address = `/images/${rider.email}-${clock.now().getTime()}-${chance.whole(0, 1e9)}.webp`
  const upload = { address, user_id: rider.user_id, uploaded_at: clock.now(), is_blank: false }
  await db.insert(uploads).values(upload).onConflictDoNothing()
  return address
}

/** What admins look at: a way whose pay waits, or now and then any incident. */
async function anIncident({ db, chance }: World) {
  const all = await db.select().from(incidents).orderBy(asc(incidents.id))
  const waits = all.filter(({ pay, booked_at, refused_because }) => pay !== null && !booked_at && !refused_because)
  const one = chance.any(waits.length > 0 && chance.of(0.9) ? waits : all)
  return one && { ...one, about: `incident ${one.id} (${one.reason}, ${one.way_out})` }
}

/** What stands in the way of a hand-over, and what riders and admins do about it. */
export const incident_moves = [
  move('waits at the door', 2, async (world) => {
    const own = await carried(world, 'Picked up')
    return own && { about: own.about, act: () => waitAtDoor(world.deps, own.actor, own.delivery.id) }
  }),
  move('takes a way out', 2, async (world) => {
    const own = await carried(world, 'Picked up')
    if (!own) return null
    const incident = await aWayOut(world)
    const photo = world.chance.of(0.8) ? await photoOf(world, own.actor) : ''
    const about = `${own.about}: ${incident.reason}, ${incident.way_out}`
    return { about, act: () => takeOwnWayOut(world.deps, own.actor, { delivery_id: own.delivery.id, incident, photo }) }
  }),
  move('finds nobody at the kitchen', 1, async (world) => {
    const own = await carried(world, 'At vendor')
    if (!own) return null
    const { id: delivery_id } = own.delivery
    if (world.chance.of(0.5))
      return { about: own.about, act: () => waitAtEmptyKitchen(world.deps, own.actor, delivery_id) }
    const incident = { reason: NOBODY_AT_KITCHEN, way_out: 'write_off' }
    const photo = world.chance.of(0.8) ? await photoOf(world, own.actor) : ''
    return { about: own.about, act: () => takeOwnWayOut(world.deps, own.actor, { delivery_id, incident, photo }) }
  }),
  move('brings it back', 2, async (world) => {
    const { db, chance, campus } = world
    const coming = await db
      .select({ delivery_id: deliveries.id, rider_id: deliveries.rider_id })
      .from(deliveries)
      .innerJoin(incidents, eq(incidents.id, deliveries.incident_id))
      .where(eq(incidents.way_out, 'bring_back'))
      .orderBy(asc(deliveries.id))
    const one = chance.any(coming)
    const actor = campus.riders.find(({ user_id }) => user_id === one?.rider_id)
    if (!one || !actor) return null
    const { delivery_id } = one
    const kitchen_closed = chance.of(0.3)
    const about = `delivery ${delivery_id}${kitchen_closed ? ', closed' : ''}`
    return chance.of(0.2)
      ? { about, act: () => markComeBack(world.deps, anAdmin(world), { delivery_id, kitchen_closed, words }) }
      : { about, act: () => bringBack(world.deps, actor, { delivery_id, kitchen_closed }) }
  }),
  move('decides about food that cannot be handed over', 0.6, async (world) => {
    const own = await carried(world, 'Picked up')
    if (!own) return null
    const decision = { ...(await aWayOut(world)), delivery_id: own.delivery.id }
    const about = `${own.about}: ${decision.reason}, ${decision.way_out}`
    return { about, act: () => decideIncident(world.deps, anAdmin(world), decision) }
  }),
  move('looks at a way without a hand-over', 1.5, async (world) => {
    const one = await anIncident(world)
    if (!one) return null
    const admin = anAdmin(world)
    return world.chance.of(0.8)
      ? { about: one.about, act: () => payRiddenWay(world.deps, admin, one.id) }
      : { about: one.about, act: () => refuseRiddenWay(world.deps, admin, { incident_id: one.id, reason: words }) }
  }),
  move('looks at a hand-over without the PIN', 0.5, async (world) => {
    const unseen = await world.db
      .select()
      .from(deliveries)
      .where(isNotNull(deliveries.no_pin_reason))
      .orderBy(deliveries.id)
    const one = world.chance.any(unseen)
    return one && { about: `delivery ${one.id}`, act: () => seeHandOver(world.deps, anAdmin(world), one.id) }
  }),
]
