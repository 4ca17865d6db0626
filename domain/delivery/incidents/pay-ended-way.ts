import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import { noteAdmins, noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { EventOf } from '../../events.ts'
import { type Kobo, kobo, sumKobo } from '../../money.ts'
import type { OrderVerb } from '../../orders/lifecycle.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { isHandedOn } from '../delivery-facts.ts'
import { deliveries, incidents } from '../tables.ts'
import { fetchesAnother, lockWaysOf } from './fetches-another.ts'
import { INCIDENTS } from './incident-settings.ts'
import { type CalledOffPlace, called_off_table } from './lifecycle.ts'
import { bookRiddenWay } from './pay-ridden-way.ts'
import { payForWay } from './ridden-way.ts'
import { riderBears } from './take-way-out.ts'

type Delivery = typeof deliveries.$inferSelect
type Incident = typeof incidents.$inferSelect

/** A rider to whom an order meant something that is called off, where they are with it, and what they get. */
export type CalledOffRider = {
  rider_id: string
  place: CalledOffPlace
  /** The food that they were to fetch is not at the kitchen: another rider has it. */
  from_rider: boolean
  /** What the way is paid; null for nothing. `waits` until an admin agrees. */
  pay: Kobo | null
  waits: boolean
}

/** By these an order ends that a rider may have; what ends it by the table of ways out has seen to its rider. */
const call_off_verbs: readonly OrderVerb[] = ['cancel', 'reject', 'call_off']

/**
 * In the commit in which an order is called off that its rider had: the way is paid by the platform, by where the rider
 * is with it (`called_off_table`, docs/product.md#called-off). Where the rider bears a refund of the order, it waits
 * until an admin agrees or says why not. The way to a kitchen where the rider fetches another order too is paid with
 * that one, and what the rider proved late to have handed over before (`oweProvenHandOver`) as such. Answers whom to
 * tell: its rider, and one who waits with the food for it.
 */
export async function payCalledOffWay(
  tx: Tx,
  { order, verb, explanation }: EventOf<'order_cancelled'>,
  now: Date,
): Promise<CalledOffRider[]> {
  if (!call_off_verbs.includes(verb)) return []
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.order_id, order.id)).for('no key update')
  if (delivery?.status !== 'Cancelled') return []
  const [last] = await tx
    .select()
    .from(incidents)
    .where(and(eq(incidents.delivery_id, delivery.id), ne(incidents.reason, 'told_late')))
    .orderBy(desc(incidents.id))
    .limit(1)
  const from_rider = isHandedOn({ incident: last ?? null }) && delivery.picked_up_at === null
  const stands_with_it = from_rider ? last?.rider_id : null
  const told: CalledOffRider[] = stands_with_it
    ? [{ rider_id: stands_with_it, place: 'with_food', from_rider: false, pay: null, waits: false }]
    : []
  const { rider_id } = delivery
  if (rider_id === null) return told
  noteScreen(tx, rider_id)
  noteAdmins(tx)
  await lockWaysOf(tx, rider_id)
  const place = placeOf(delivery, last?.rider_id === rider_id ? last : undefined)
  const pay = await owedFor(tx, delivery, place)
  const fetched = place === 'with_food' || place === 'going_back'
  const way = await noteWay(tx, delivery, {
    ...{ reason: fetched ? 'called_off' : 'called_off_early', way_out: place === 'going_back' ? 'bring_back' : null },
    ...{ words: explanation, pay, happened_at: now },
  })
  const waits = pay !== null && (await riderBears(tx, order.id))
  if (pay !== null && !waits) await bookRiddenWay(tx, { id: way.id, rider_id, pay, order_id: order.id }, now)
  return [...told, { rider_id, place, from_rider, pay, waits }]
}

function placeOf({ picked_up_at, at_vendor_at }: Delivery, last: Incident | undefined): CalledOffPlace {
  if (!picked_up_at) return at_vendor_at ? 'at_kitchen' : 'towards_kitchen'
  return last?.way_out === 'bring_back' && last.happened_at >= picked_up_at ? 'going_back' : 'with_food'
}

async function owedFor(tx: Tx, delivery: Delivery, place: CalledOffPlace): Promise<Kobo | null> {
  if (!delivery.picked_up_at && (await fetchesAnother(tx, delivery))) return null
  if (await isOwedAsProven(tx, delivery)) return null
  const nowhere = { from: null, to: null, until: null }
  return payForWay(delivery.pay ?? 0, called_off_table[place].pay, nowhere, await readSetting(tx, INCIDENTS))
}

async function isOwedAsProven(tx: Tx, { id, rider_id }: Delivery): Promise<boolean> {
  const proven = and(
    ...[eq(incidents.delivery_id, id), eq(incidents.rider_id, rider_id ?? ''), eq(incidents.reason, 'told_late')],
    ...[isNotNull(incidents.pay), isNull(incidents.refused_because)],
  )
  return rider_id !== null && (await tx.$count(incidents, proven)) > 0
}

/** A hand-over that the PIN proved late; `lost` by a rider from whom the delivery was taken, with the pay promised. */
export type ProvenHandOver = {
  delivery_id: number
  happened_at: Date
  lost: { rider_id: string; pay: Kobo | null } | null
}

/**
 * In the commit in which the PIN proves a hand-over of what had been given up, or taken from its rider: what the rider
 * was to get for it and has not got waits for an admin, beside the other ways without a hand-over, once for each
 * delivery and rider, also where an admin has refused it. Nothing where the whole way is paid or waits already (of what
 * was taken away that it was handed over is noted all the same), and where the rider has it again and is paid once it
 * is delivered.
 */
export async function oweProvenHandOver(tx: Tx, { delivery_id, happened_at, lost }: ProvenHandOver): Promise<void> {
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id)).for('no key update')
  const owed = lost ?? delivery
  if (!delivery || !owed?.rider_id) return
  const { rider_id } = owed
  if (delivery.status !== 'Cancelled' && delivery.rider_id === rider_id) return
  const had = await tx
    .select({ pay: incidents.pay, reason: incidents.reason, refused_because: incidents.refused_because })
    .from(incidents)
    .where(and(eq(incidents.delivery_id, delivery_id), eq(incidents.rider_id, rider_id)))
  if (had.some(({ reason }) => reason === 'told_late')) return
  const not_refused = had.filter(({ refused_because }) => refused_because === null)
  const pay = kobo((owed.pay ?? 0) - sumKobo(not_refused.map((way) => way.pay ?? 0)))
  if (pay <= 0 && !lost) return
  noteScreen(tx, rider_id)
  noteAdmins(tx)
  await noteWay(tx, { id: delivery_id, rider_id }, { reason: 'told_late', pay: pay > 0 ? pay : null, happened_at })
}

async function noteWay(
  tx: Tx,
  { id: delivery_id, rider_id }: Pick<Delivery, 'id' | 'rider_id'>,
  noted: Omit<typeof incidents.$inferInsert, 'delivery_id' | 'rider_id'>,
) {
  if (rider_id === null) throw new Error(`Delivery ${delivery_id} has no rider to pay`)
  const [way] = await tx
    .insert(incidents)
    .values({ delivery_id, rider_id, ...noted })
    .returning()
  if (!way) throw new Error('A way was not stored')
  return way
}
