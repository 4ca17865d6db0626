import { randomBytes, randomInt } from 'node:crypto'
import { noteDue } from '../../../db/after-commit.ts'
import type { Tx } from '../../../db/handle.ts'
import { type Given, kept } from '../../../db/kept-statement.ts'
import type { Mover } from '../../lifecycle.ts'
import { firstLine } from '../../move.ts'
import { deliveries, delivery_history, order_keys } from '../tables.ts'
import type { Delivery } from './move-delivery.ts'

/** Gives each paid order its tracking link and its PIN, in the commit that made the orders. */
export async function makeOrderKeys(tx: Tx, order_ids: readonly number[]): Promise<void> {
  if (order_ids.length === 0) return
  const keys = order_ids.map((order_id) => ({
    order_id,
    track_token: randomBytes(12).toString('base64url'),
    pin: String(randomInt(10_000)).padStart(4, '0'),
  }))
  await insertKeys(tx, {}, keys)
}

const insertKeys = kept((tx, _, keys: readonly Given<typeof order_keys.$inferInsert>[]) =>
  tx.insert(order_keys).values([...keys]),
)

/** Makes the delivery of an order that a vendor accepted; null when there is one already. */
export async function makeDelivery(tx: Tx, made: { order_id: number; by: Mover; now: Date }): Promise<Delivery | null> {
  const { order_id, by, now } = made
  const [delivery] = await tx
    .insert(deliveries)
    .values({ order_id, created_at: now })
    .onConflictDoNothing({ target: deliveries.order_id })
    .returning()
  if (!delivery) return null
  noteDue(tx, 'dispatch')
  const line = firstLine(delivery, { verb: 'make', by, now })
  await tx.insert(delivery_history).values({ delivery_id: delivery.id, ...line })
  return delivery
}
