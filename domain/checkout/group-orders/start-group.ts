import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Geocoder } from '../../../adapters/maps/geocoder.ts'
import type { Db } from '../../../db/handle.ts'
import { takesOrders } from '../../catalog/hours/availability.ts'
import { SERVICE_HOURS } from '../../catalog/hours/service-hours.ts'
import type { Clock } from '../../clock.ts'
import { fastestVehicle } from '../../delivery/shifts/fastest-vehicle.ts'
import { isKobo } from '../../money.ts'
import { closesAt } from '../../orders/runs/join-run.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { nearestOf } from '../../places/bind-address.ts'
import { readCampus, takesDeliveries } from '../../places/read-campus.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { ORDER_RULES } from '../../settings/definitions.ts'
import { readSettings } from '../../settings/read-setting.ts'
import { locateKitchens, readVendors } from '../quote/quote.ts'
import { reachOf } from '../quote/reach.ts'
import { minutesRidden } from '../quote/ridden-at.ts'
import { beginAt, openSlots } from '../slots/slots.ts'
import { CHOOSE_MINUTES, isSecret, LEAST_MINUTES, member_name } from './rules.ts'
import { group_members, group_orders, type Pays } from './tables.ts'

/** Less buys nothing, and more is no limit. */
const LEAST_EACH_KOBO = 100_00
const MOST_EACH_KOBO = 100_000_00

/** So long before its kitchen begins nobody chooses any more: what was chosen has to be paid. */
const PAY_MINUTES = 10

export type StartGroupRefusal =
  | Refused<
      'not_found' | 'bad_name' | 'bad_limit' | 'bad_minutes' | 'bad_slot' | 'needs_slot' | 'not_shared' | 'too_soon',
      undefined
    >
  /** The kitchen takes no orders then. */
  | Refused<'kitchen_closed', { text: string }>
  /** Nothing is brought there, and the nearest meeting point to which it is. */
  | Refused<'bad_place', { instead: string | null }>

/**
 * Opens a group order of one kitchen for one place, with its starter as the first member, and answers the token of its
 * link. Where each pays, it needs a slot, since their orders share a ride; where one does, they may say what each
 * friend's dishes may cost. With a slot, all choose until ten minutes before the kitchen begins at the latest. Refuses
 * names that are none, a kitchen that takes no orders then, places out of reach, slots that are none or too near. Safe
 * to repeat: one `secret`, which the form carries, starts one.
 */
export async function startGroup(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  wanted: {
    secret: string
    vendor_id: string
    name: string
    pays: Pays
    place_id: number
    slot_from: Date | null
    minutes: number
    /** What each friend's dishes may cost where one pays; null or left out for no limit. */
    most_each_kobo?: number | null
  },
): Promise<Accepted<{ token: string }> | StartGroupRefusal> {
  const { secret, vendor_id, pays, place_id, slot_from, minutes } = wanted
  const known = await startedBy(deps.db, secret)
  if (known) return accepted({ token: known })
  const name = member_name.safeParse(wanted.name)
  if (!name.success) return refused('bad_name')
  if (!isSecret(secret) || !CHOOSE_MINUTES.includes(minutes)) return refused('bad_minutes')
  const most_each = pays === 'one' ? (wanted.most_each_kobo ?? null) : null
  if (most_each !== null && !(isKobo(most_each) && most_each >= LEAST_EACH_KOBO && most_each <= MOST_EACH_KOBO))
    return refused('bad_limit')
  const now = deps.clock.now()
  const until = await chooseUntil(deps, { vendor_id, pays, place_id, slot_from, minutes }, now)
  if (!until.ok) return until
  return deps.db.transaction(async (tx) => {
    const [group] = await tx
      .insert(group_orders)
      .values({
        link_token: randomBytes(18).toString('base64url'),
        ...{ vendor_id, place_id, pays, most_each, slot_from, choose_until: until.value, created_at: now },
      })
      .returning()
    if (!group) throw new Error('no group order')
    const starter = { group_order_id: group.id, secret, name: name.data, is_starter: true, joined_at: now }
    const [first] = await tx.insert(group_members).values(starter).onConflictDoNothing().returning()
    if (first) return accepted({ token: group.link_token })
    // The same press came twice, at once.
    await tx.delete(group_orders).where(eq(group_orders.id, group.id))
    return accepted({ token: (await startedBy(tx, secret)) ?? '' })
  })
}

async function startedBy(db: Pick<Db, 'select'>, secret: string): Promise<string | null> {
  const [known] = await db
    .select({ token: group_orders.link_token })
    .from(group_orders)
    .innerJoin(group_members, eq(group_members.group_order_id, group_orders.id))
    .where(eq(group_members.secret, secret))
  return known?.token ?? null
}

type Wanted = { vendor_id: string; pays: Pays; place_id: number; slot_from: Date | null; minutes: number }

async function chooseUntil(
  deps: { db: Db; clock: Clock; geocoder: Geocoder },
  { vendor_id, pays, place_id, slot_from, minutes }: Wanted,
  now: Date,
): Promise<Accepted<Date> | StartGroupRefusal> {
  const [vendor] = await readVendors(deps.db, [vendor_id])
  if (vendor?.status !== 'Active') return refused('not_found')
  const [service, rules, rides] = await readSettings(deps.db, [SERVICE_HOURS, ORDER_RULES, SHARED_RIDES])
  if (pays === 'each' && rides.offered === 'no') return refused('not_shared')
  if (pays === 'each' && !slot_from) return refused('needs_slot')
  if (slot_from && !openSlots(service, now).some((slot) => slot.getTime() === slot_from.getTime())) {
    return refused('bad_slot')
  }
  const campus = await readCampus(deps.db)
  const kitchens = await locateKitchens(deps, { vendors: [vendor], lines: [] }, { campus, slot_from })
  const place = campus.places.find(({ id }) => id === place_id)
  const { kitchenBeyond, meeting_points } = reachOf(campus, {
    ...{ kitchens, rules },
    vehicle: await fastestVehicle(deps.db, now, slot_from),
  })
  if (!place || !takesDeliveries(place) || kitchenBeyond(place)) {
    return refused('bad_place', { instead: (place && nearestOf(meeting_points, place)?.name) ?? null })
  }
  const [kitchen] = kitchens
  const way = kitchen?.point && { from: kitchen.point, to: place, ridden_at: kitchen.ridden_at }
  const way_minutes = way ? minutesRidden(campus, way, 'ride') : null
  const begins_at = slot_from && beginAt(slot_from, { ...vendor, way_minutes, collects: false })
  const answer = takesOrders(vendor, service, begins_at ?? now)
  if (!answer.open) return refused('kitchen_closed', { text: answer.text })
  const wished = new Date(now.getTime() + minutes * 60_000)
  if (!begins_at) return accepted(wished)
  const latest = new Date(
    Math.min(begins_at.getTime(), pays === 'each' ? closesAt(begins_at, rides).getTime() : Infinity) -
      PAY_MINUTES * 60_000,
  )
  if (latest.getTime() - now.getTime() < LEAST_MINUTES * 60_000) return refused('too_soon')
  return accepted(wished < latest ? wished : latest)
}
