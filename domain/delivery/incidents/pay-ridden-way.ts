import { eq } from 'drizzle-orm'
import { noteAdmins, noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { admin_reason } from '../../audit/forms.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Deps } from '../../events.ts'
import { type Kobo, kobo } from '../../money.ts'
import { accounts, bookJournal } from '../../payments/ledger.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { deliveries, incidents } from '../tables.ts'

type Incident = typeof incidents.$inferSelect
export type WayPayRefusal = Refused<'not_found' | 'bad_reason' | 'not_open', undefined>

/**
 * An admin has looked at a way without a hand-over, and the rider is paid for it. Refused once it was refused; agreed
 * twice, it counts once.
 */
export function payRiddenWay(
  deps: Deps,
  actor: Actor,
  incident_id: number,
): Promise<Accepted<undefined> | WayPayRefusal> {
  const now = deps.clock.now()
  return decideAboutPay(deps, actor, incident_id, async (tx, way) => {
    if (way.refused_because) return refused('not_open')
    if (way.booked_at) return accepted(undefined)
    await bookRiddenWay(tx, way, now)
    await noted(tx, actor, way, { action: 'way_paid', now })
    return accepted(undefined)
  })
}

/** An admin has looked at it, and it is not paid; the rider reads why. Refused once it is paid. */
export async function refuseRiddenWay(
  deps: Deps,
  actor: Actor,
  refusal: { incident_id: number; reason: string },
): Promise<Accepted<undefined> | WayPayRefusal> {
  const reason = admin_reason.safeParse(refusal.reason)
  if (!reason.success) return refused('bad_reason')
  const now = deps.clock.now()
  return decideAboutPay(deps, actor, refusal.incident_id, async (tx, way) => {
    if (way.booked_at) return refused('not_open')
    if (way.refused_because) return accepted(undefined)
    await tx.update(incidents).set({ refused_because: reason.data }).where(eq(incidents.id, way.id))
    await noted(tx, actor, way, { action: 'way_pay_refused', reason: reason.data, now })
    return accepted(undefined)
  })
}

/**
 * Books the pay of a way without a hand-over, once, in the commit that decides it. The fee of the order is for the
 * rider who hands it over, so this is added by the platform.
 */
export async function bookRiddenWay(
  tx: Tx,
  way: Pick<Incident, 'id' | 'rider_id'> & { pay: Kobo; order_id: number },
  now: Date,
): Promise<void> {
  await tx.update(incidents).set({ booked_at: now }).where(eq(incidents.id, way.id))
  await bookJournal(tx, {
    kind: 'way_ridden',
    subject: `incident:${way.id}`,
    order_id: way.order_id,
    recorded_at: now,
    entries: [
      { account: accounts.rider_top_ups, amount: way.pay },
      { account: accounts.rider(way.rider_id), amount: kobo(-way.pay) },
    ],
  })
}

type Way = Incident & { pay: Kobo; order_id: number }

function decideAboutPay(
  deps: Deps,
  actor: Actor,
  incident_id: number,
  decide: (tx: Tx, way: Way) => Promise<Accepted<undefined> | WayPayRefusal>,
): Promise<Accepted<undefined> | WayPayRefusal> {
  return deps.db.transaction(async (tx) => {
    if (!may(actor, 'run_orders') || !Number.isSafeInteger(incident_id)) return refused('not_found')
    const [way] = await tx.select().from(incidents).where(eq(incidents.id, incident_id)).for('no key update')
    if (!way || way.pay === null) return refused('not_found')
    const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, way.delivery_id))
    if (!delivery) throw new Error(`Incident ${incident_id} is of no delivery`)
    noteScreen(tx, way.rider_id)
    noteAdmins(tx)
    return decide(tx, { ...way, pay: way.pay, order_id: delivery.order_id })
  })
}

async function noted(
  tx: Tx,
  actor: Actor,
  way: Way,
  decision: { action: 'way_paid' | 'way_pay_refused'; reason?: string; now: Date },
): Promise<void> {
  const { pay, rider_id, delivery_id, way_out, reason: incident } = way
  const after = { pay_kobo: pay, rider_id, incident, way_out }
  await recordAudit(tx, { actor, subject: `delivery:${delivery_id}`, after, ...decision })
}
