import { and, desc, eq } from 'drizzle-orm'
import { noteAdmins, noteScreen } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import type { EventOf } from '../../events.ts'
import { kobo, sumKobo } from '../../money.ts'
import { readSetting } from '../../settings/read-setting.ts'
import { deliveries, incidents } from '../tables.ts'
import { INCIDENTS } from './incident-settings.ts'
import { called_off_pay } from './lifecycle.ts'
import { bookRiddenWay } from './pay-ridden-way.ts'
import { payForWay } from './ridden-way.ts'
import { riderBears } from './take-way-out.ts'

type Delivery = typeof deliveries.$inferSelect

/**
 * In the commit in which an admin cancels an order that its rider had: the way is paid by the platform, as for food
 * that was lost or taken back (`called_off_pay`, docs/product.md#a-way-out-after-the-pick-up). Where the rider bears a
 * refund of the order, it waits until an admin agrees or says why not. What ends an order by the table, or before the
 * pick-up, has nothing to follow here.
 */
export async function payCalledOffWay(
  tx: Tx,
  { order, verb, explanation }: EventOf<'order_cancelled'>,
  now: Date,
): Promise<void> {
  if (verb !== 'cancel') return
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.order_id, order.id)).for('no key update')
  if (!delivery?.picked_up_at || delivery.status !== 'Cancelled') return
  const { id, rider_id, pay, picked_up_at } = delivery
  if (rider_id === null) return
  noteScreen(tx, rider_id)
  noteAdmins(tx)
  const [last] = await tx
    .select()
    .from(incidents)
    .where(and(eq(incidents.delivery_id, id), eq(incidents.rider_id, rider_id)))
    .orderBy(desc(incidents.id))
    .limit(1)
  const goes_back = last?.way_out === 'bring_back' && last.happened_at >= picked_up_at
  const nowhere = { from: null, to: null, until: null }
  const owed = payForWay(
    pay ?? 0,
    called_off_pay[goes_back ? 'bring_back' : 'write_off'],
    nowhere,
    await readSetting(tx, INCIDENTS),
  )
  const way = await noteWay(tx, delivery, {
    ...{ reason: 'called_off', way_out: goes_back ? 'bring_back' : null, words: explanation },
    ...{ pay: owed, happened_at: now },
  })
  if (owed !== null && !(await riderBears(tx, order.id))) {
    await bookRiddenWay(tx, { id: way.id, rider_id, pay: owed, order_id: order.id }, now)
  }
}

/**
 * In the commit in which the PIN proves a hand-over of what had been given up: what the rider was to get for it and has
 * not got waits for an admin, beside the other ways without a hand-over, once for each delivery, also where an admin
 * has refused it. Nothing, where the whole way is paid or waits already.
 */
export async function oweProvenHandOver(tx: Tx, delivery_id: number, happened_at: Date): Promise<void> {
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.id, delivery_id)).for('no key update')
  if (!delivery?.rider_id || delivery.status !== 'Cancelled') return
  const { rider_id } = delivery
  const had = await tx
    .select({ pay: incidents.pay, reason: incidents.reason, refused_because: incidents.refused_because })
    .from(incidents)
    .where(and(eq(incidents.delivery_id, delivery_id), eq(incidents.rider_id, rider_id)))
  if (had.some(({ reason }) => reason === 'told_late')) return
  const not_refused = had.filter(({ refused_because }) => refused_because === null)
  const pay = kobo((delivery.pay ?? 0) - sumKobo(not_refused.map((way) => way.pay ?? 0)))
  if (pay <= 0) return
  noteScreen(tx, rider_id)
  noteAdmins(tx)
  await noteWay(tx, delivery, { reason: 'told_late', pay, happened_at })
}

async function noteWay(
  tx: Tx,
  { id: delivery_id, rider_id }: Delivery,
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
