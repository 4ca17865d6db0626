import { desc, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Clock } from '../../clock.ts'
import type { Announce } from '../../events.ts'
import { type Accepted, type Refused, refused } from '../../refusal.ts'
import type { Delivery, MoveDeliveryRefusal } from '../steps/move-delivery.ts'
import { deliveries, incidents } from '../tables.ts'
import { comeBack } from './come-back.ts'
import { bookRiddenWay } from './pay-ridden-way.ts'
import { takeWayOut, type WayOutRefusal, type WayOutTaken } from './take-way-out.ts'

type Deps = { db: Db; clock: Clock; announce: Announce }

/**
 * An admin decides what happens with food that is on its way, for a rider whose phone is off, or otherwise than the
 * rider chose (`takeWayOut`). The rider's way is paid without another look.
 */
export async function decideIncident(
  deps: Deps,
  actor: Actor,
  decision: Omit<WayOutTaken, 'photo' | 'words'> & { words: string; seen_rider_id?: string },
): Promise<Accepted<Delivery> | WayOutRefusal> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(decision.delivery_id)) return refused('not_found')
  const words = admin_reason.safeParse(decision.words)
  if (!words.success) return refused('bad_reason')
  const { delivery_id, reason, way_out, place, seen_rider_id } = decision
  const now = deps.clock.now()
  return decided(deps, actor, { delivery_id, seen_rider_id, action: 'incident_decided', reason: words.data }, (tx) =>
    takeWayOut(tx, deps.announce, actor, { delivery_id, reason, way_out, place, words: words.data, at: now, now }),
  )
}

/** An admin marks for a rider that the food is back at its kitchen, or in front of a closed one (`comeBack`). */
export async function markComeBack(
  deps: Deps,
  actor: Actor,
  back: { delivery_id: number; kitchen_closed: boolean; words: string; seen_rider_id?: string },
): Promise<Accepted<Delivery> | MoveDeliveryRefusal | Refused<'bad_reason', undefined>> {
  if (!may(actor, 'run_orders') || !Number.isSafeInteger(back.delivery_id)) return refused('not_found')
  const words = admin_reason.safeParse(back.words)
  if (!words.success) return refused('bad_reason')
  const { delivery_id, kitchen_closed, seen_rider_id } = back
  const now = deps.clock.now()
  return decided(deps, actor, { delivery_id, seen_rider_id, action: 'incident_came_back', reason: words.data }, (tx) =>
    comeBack(tx, deps.announce, actor, { delivery_id, kitchen_closed, words: words.data, at: now, now }),
  )
}

type Done = {
  delivery_id: number
  /** Who had the food on the screen of the admin; somebody else has it now, and nothing is done. */
  seen_rider_id: string | undefined
  action: 'incident_decided' | 'incident_came_back'
  reason: string
}

/** In a commit of its own, with the pay that an admin's word is enough for, and in the audit log. */
function decided<Refusal extends Refused<string, unknown>>(
  deps: Deps,
  actor: Actor,
  { delivery_id, seen_rider_id, action, reason }: Done,
  decide: (tx: Tx) => Promise<Accepted<Delivery> | Refusal>,
): Promise<Accepted<Delivery> | Refusal | MoveDeliveryRefusal> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id))
    if (before && seen_rider_id !== undefined && before.rider_id !== seen_rider_id)
      return refused('not_allowed', { status: before.status })
    const done = await decide(tx)
    if (!done.ok || !before) return done
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
      reason,
      now,
    })
    return done
  })
}

async function latestIncident(tx: Tx, delivery_id: number) {
  const [latest] = await tx
    .select()
    .from(incidents)
    .where(eq(incidents.delivery_id, delivery_id))
    .orderBy(desc(incidents.id))
    .limit(1)
  if (!latest) throw new Error(`Nothing stood in the way of delivery ${delivery_id}`)
  return latest
}
