import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import type { Delivery, MoveDeliveryRefusal } from '../steps/move-delivery.ts'
import { earliestAtDoor } from '../windows/earliest-at-door.ts'
import { INCIDENTS } from './incident-settings.ts'
import { lockIncident } from './lock-incident.ts'
import { noteIncident } from './note-incident.ts'

/**
 * The rider is at the door and nobody comes: a clock of set minutes begins, of which the customer is told. In the
 * caller's commit; `at` is when it happened. Refused before the food is picked up, before anybody could be at the door,
 * and while something is decided already; said twice, the first time counts.
 */
export async function waitForCustomer(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  wait: { delivery_id: number; at: Date; now: Date },
): Promise<Accepted<Delivery> | MoveDeliveryRefusal | Refused<'too_soon', { from: Date }>> {
  const { at, now } = wait
  const locked = await lockIncident(tx, actor, wait.delivery_id)
  if (!locked) return refused('not_found')
  const { delivery, order, incident } = locked
  if (delivery.status !== 'Picked up' || incident?.way_out) return refused('not_allowed', { status: delivery.status })
  if (incident) return accepted(delivery)
  const from = await earliestAtDoor(tx, delivery)
  if (from && at < from) return refused('too_soon', { from })
  const { wait_minutes } = await readSetting(tx, INCIDENTS)
  const noted = await noteIncident(tx, locked, {
    reason: 'customer_absent',
    happened_at: at,
    waits_until: new Date(at.getTime() + wait_minutes * 60_000),
  })
  noteOrder(tx, order.id)
  await announce(tx, { kind: 'incident_noted', incident: noted, order_id: order.id, step: 'waits', by: actor }, now)
  return accepted({ ...delivery, incident_id: noted.id })
}
