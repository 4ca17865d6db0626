import { noteOrder } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { Actor } from '../../accounts/actor.ts'
import type { Announce } from '../../events.ts'
import { kitchenFor } from '../../kitchen-roles.ts'
import { moveOrder } from '../../orders/move-order.ts'
import { type Accepted, accepted, refused } from '../../refusal.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { type Delivery, type MoveDeliveryRefusal, moveDelivery } from '../steps/move-delivery.ts'
import { failOrder, whereItIs } from './fail-order.ts'
import { INCIDENTS } from './incident-settings.ts'
import { atClosedKitchen, consequenceOf } from './lifecycle.ts'
import { lockIncident } from './lock-incident.ts'
import { noteIncident } from './note-incident.ts'
import { payForWay } from './ridden-way.ts'
import { riderBears } from './take-way-out.ts'

/**
 * The food is back at its kitchen, or in front of a closed one, by its rider, its kitchen or an admin, in the caller's
 * commit: it waits for the next rider, or its order ends, as the table of lifecycle.ts says. Refused unless it was to
 * be brought back.
 */
export async function comeBack(
  tx: Tx,
  announce: Announce,
  actor: Actor,
  back: { delivery_id: number; kitchen_closed: boolean; words?: string | undefined; at: Date; now: Date },
): Promise<Accepted<Delivery> | MoveDeliveryRefusal> {
  const { kitchen_closed, at, now } = back
  const locked = await lockIncident(tx, actor, back.delivery_id, kitchenFor(actor, 'run_orders'))
  if (!locked) return refused('not_found')
  const { delivery, order, incident } = locked
  const to_come = incident?.way_out === 'bring_back' ? consequenceOf(incident.reason, 'bring_back') : null
  if (!incident || !to_come || delivery.status !== 'Picked up')
    return refused('not_allowed', { status: delivery.status })
  const cannot_wait = kitchen_closed || (await riderBears(tx, order.id))
  const planned = cannot_wait ? atClosedKitchen(to_come) : to_come
  const nowhere = { from: null, to: null, until: null }
  const pay = payForWay(delivery.pay ?? 0, planned.pay, nowhere, await readSetting(tx, INCIDENTS))
  const { reason, happened_at } = incident
  const noted = await noteIncident(tx, locked, { reason, happened_at, kitchen_closed, pay })
  noteOrder(tx, order.id)
  const where = whereItIs({ kitchen_closed, way_out: 'bring_back' })
  const said = [where, back.words].filter(Boolean).join(': ')
  const move = { delivery_id: delivery.id, by: actor, reason: said, at, now }
  const tell = () =>
    announce(tx, { kind: 'incident_noted', incident: noted, order_id: order.id, step: 'back', by: actor }, now)
  if (planned.next === 'ends') {
    const failed = await failOrder(tx, announce, { order, move, incident: noted, planned })
    await tell()
    return accepted(failed)
  }
  const moved = await moveDelivery(tx, announce, { ...move, verb: 'come_back', sets: { incident_id: null } })
  if (!moved.ok) throw new Error(`Delivery ${delivery.id} did not come back: ${moved.reason}`)
  const ready = await moveOrder(tx, announce, {
    ...{ order_id: order.id, verb: 'come_back', by: actor, reason: where, at, now },
  })
  if (!ready.ok) throw new Error(`Order ${order.id} did not come back: ${ready.reason}`)
  await tell()
  return moved
}
