import { and, eq, isNull, notExists } from 'drizzle-orm'
import { anyOf } from '../../../db/columns.ts'
import type { Tx } from '../../../db/handle.ts'
import { checkout_devices, push_subscriptions } from '../tables.ts'

/** Forgets those of these customers' browsers that hear of no checkout any more, in the caller's commit. */
export async function forgetUnheard(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  // One that is subscribed at this moment is left alone.
  const free = await tx
    .select({ id: push_subscriptions.id })
    .from(push_subscriptions)
    .where(and(anyOf(push_subscriptions.id, ids), isNull(push_subscriptions.user_id)))
    .for('update', { skipLocked: true })
  const heard = tx
    .select({ id: checkout_devices.subscription_id })
    .from(checkout_devices)
    .where(eq(checkout_devices.subscription_id, push_subscriptions.id))
  await tx.delete(push_subscriptions).where(
    and(
      anyOf(
        push_subscriptions.id,
        free.map(({ id }) => id),
      ),
      notExists(heard),
    ),
  )
}
