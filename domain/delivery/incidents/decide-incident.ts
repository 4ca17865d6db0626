import { and, desc, eq, ne } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Announce, AnnouncingDeps } from '../../events.ts'
import { type Kobo, kobo } from '../../money.ts'
import type { NotConfirmed } from '../../orders/refunds/confirmed-total.ts'
import { type Accepted, orUndone, type Refused, refused, type Undo } from '../../refusal.ts'
import { type OtherRider, refuseOtherRider, type SeenRider } from '../seen-rider.ts'
import type { Delivery, MoveDeliveryRefusal } from '../steps/move-delivery.ts'
import { deliveries, incidents } from '../tables.ts'
import { comeBack } from './come-back.ts'
import { bookRiddenWay } from './pay-ridden-way.ts'
import { takeWayOut, type WayOutRefusal, type WayOutTaken } from './take-way-out.ts'

/** What an admin says about food that is on its way. */
type Said = SeenRider & {
  delivery_id: number
  words: string
  /**
   * What the admin saw and confirmed that goes back to the customer by it, in kobo, and null where they saw nothing
   * yet; left out by callers without a screen.
   */
  confirmed_kobo?: number | null
}

/**
 * An admin decides what happens with food that is on its way, for a rider whose phone is off, or otherwise than the
 * rider chose (`takeWayOut`). The rider's way is paid without another look. Where another amount than the confirmed one
 * would go back to the customer, nothing is done, and the refusal has the right one.
 */
export function decideIncident(
  deps: AnnouncingDeps,
  actor: Actor,
  decision: Omit<WayOutTaken, 'photo' | 'words'> & Said,
): Promise<Accepted<Delivery> | WayOutRefusal | OtherRider | NotConfirmed> {
  const { reason, way_out, place } = decision
  return decided(deps, actor, 'incident_decided', decision, (tx, announce, said) =>
    takeWayOut(tx, announce, actor, { reason, way_out, place, ...said }),
  )
}

/**
 * An admin marks for a rider that the food is back at its kitchen, or in front of a closed one (`comeBack`). As there,
 * nothing is done where another amount than the confirmed one would go back to the customer.
 */
export function markComeBack(
  deps: AnnouncingDeps,
  actor: Actor,
  back: { kitchen_closed: boolean } & Said,
): Promise<Accepted<Delivery> | MoveDeliveryRefusal | OtherRider | Refused<'bad_reason', undefined> | NotConfirmed> {
  const { kitchen_closed } = back
  return decided(deps, actor, 'incident_came_back', back, (tx, announce, said) =>
    comeBack(tx, announce, actor, { kitchen_closed, ...said }),
  )
}

type Decide<Refusal> = (
  tx: Tx,
  announce: Announce,
  said: { delivery_id: number; words: string; at: Date; now: Date },
) => Promise<Accepted<Delivery> | Refusal>

/** In a commit of its own, with the pay that an admin's word is enough for, and in the audit log. */
async function decided<Refusal extends Refused<string, unknown>>(
  deps: AnnouncingDeps,
  actor: Actor,
  action: 'incident_decided' | 'incident_came_back',
  { delivery_id, words: written, confirmed_kobo, ...seen }: Said,
  decide: Decide<Refusal>,
): Promise<
  Accepted<Delivery> | Refusal | MoveDeliveryRefusal | OtherRider | Refused<'bad_reason', undefined> | NotConfirmed
> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(delivery_id)) return refused('not_found')
  const { data: words } = admin_reason.safeParse(written)
  if (words === undefined) return refused('bad_reason')
  const now = deps.clock.now()
  let total_kobo: Kobo = kobo(0)
  const announce: Announce = (tx, event, at) => {
    if (event.kind === 'order_cancelled') total_kobo = kobo(total_kobo + (event.refund?.amount ?? 0))
    return deps.announce(tx, event, at)
  }
  const work = async (
    tx: Tx,
    undo: Undo<NotConfirmed>,
  ): Promise<Accepted<Delivery> | Refusal | MoveDeliveryRefusal | OtherRider> => {
    // The database may ask for all of it once more.
    total_kobo = kobo(0)
    const [before] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id))
    const other = before && refuseOtherRider(before, seen)
    if (other) return other
    const done = await decide(tx, announce, { delivery_id, words, at: now, now })
    if (!done.ok || !before) return done
    // What goes back is known once it was done, under its locks: it is undone, and asked about.
    if (confirmed_kobo !== undefined && (confirmed_kobo ?? 0) !== total_kobo)
      return undo(refused('not_confirmed', { total_kobo }))
    const incident = await latestIncident(tx, delivery_id)
    if (incident.pay !== null && !incident.booked_at && !incident.refused_because) {
      await bookRiddenWay(tx, { ...incident, pay: incident.pay, order_id: before.order_id }, now)
    }
    await recordAudit(tx, {
      actor,
      action,
      subject: `delivery:${delivery_id}`,
      before: { status: before.status, rider_id: before.rider_id },
      after: {
        status: done.value.status,
        incident: incident.reason,
        way_out: incident.way_out,
        place: incident.place,
        pay_kobo: incident.pay,
      },
      reason: words,
      now,
    })
    return done
  }
  return orUndone((undo: Undo<NotConfirmed>) => deps.db.transaction((tx) => work(tx, undo)))
}

async function latestIncident(tx: Tx, delivery_id: number) {
  const [latest] = await tx
    .select()
    .from(incidents)
    // What a rider before told late waits for a look of its own.
    .where(and(eq(incidents.delivery_id, delivery_id), ne(incidents.reason, 'told_late')))
    .orderBy(desc(incidents.id))
    .limit(1)
  if (!latest) throw new Error(`Nothing stood in the way of delivery ${delivery_id}`)
  return latest
}
