import { and, asc, desc, eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Accepted, accepted } from '../../refusal.ts'
import type { QueuedStep } from '../forms.ts'
import type { ProvenHandOver } from '../incidents/pay-ended-way.ts'
import type { DeliveryVerb } from '../lifecycle.ts'
import { deliveries, delivery_history } from '../tables.ts'
import { checkPin, checkPinOfFormer, type PinRefusal } from './check-pin.ts'
import { isSigned } from './is-signed.ts'

/** After these the books say that the customer has nothing. */
const ends_without_food: readonly DeliveryVerb[] = ['not_taken', 'fail', 'cancel']

type Delivery = typeof deliveries.$inferSelect
type Told = { step: QueuedStep; happened: Date; now: Date }

/**
 * What a rider proves by the customer's PIN of a delivery that is still theirs, and that an admin, who heard nothing of
 * it, has given up. Null for every other step, also where the PIN is wrong; refused while wrong ones pause it. Tries
 * are counted as at the door, so that nobody finds the PIN by trying, and the caller must commit them.
 */
export async function provenAfterEnd(
  tx: Tx,
  { step: { verb, pin }, happened, now }: Told,
  { id, order_id }: Delivery,
): Promise<Accepted<ProvenHandOver> | Extract<PinRefusal, { reason: 'pin_paused' }> | null> {
  if (verb !== 'hand_over' || pin === undefined) return null
  const [last] = await tx
    .select({ verb: delivery_history.verb })
    .from(delivery_history)
    .where(eq(delivery_history.delivery_id, id))
    .orderBy(desc(delivery_history.id))
    .limit(1)
  if (!last || !ends_without_food.includes(last.verb as DeliveryVerb)) return null
  const right = await checkPin(tx, { order_id, pin, now })
  if (!right.ok) return right.reason === 'pin_paused' ? right : null
  return accepted({ delivery_id: id, happened_at: happened, lost: null })
}

/**
 * What a rider proves by the customer's PIN of a delivery that was theirs when the phone signed the step, and was taken
 * away before we heard of it. Null for every other step, and for one that no key of such an assignment of this rider
 * has signed. Refused as at the door for a wrong PIN, which is counted apart from those of who has it now; the caller
 * must commit that. The time counts within what can be: not before the rider had it.
 */
export async function provenAfterLoss(
  tx: Tx,
  { step, happened, now }: Told,
  rider_id: string,
): Promise<Accepted<ProvenHandOver> | PinRefusal | null> {
  if (step.verb !== 'hand_over' || step.pin === undefined) return null
  const moves = await tx
    .select()
    .from(delivery_history)
    .where(and(eq(delivery_history.delivery_id, step.delivery_id), eq(delivery_history.rider_id, rider_id)))
    .orderBy(asc(delivery_history.id))
  const lost = moves.find(({ lost_step_key }) => isSigned(step, lost_step_key))
  if (!lost) return null
  const had_since = moves.findLast(({ id, verb }) => id < lost.id && (verb === 'accept' || verb === 'assign'))?.moved_at
  // Locked before the PIN, as everywhere.
  const of_step = eq(deliveries.id, step.delivery_id)
  const [delivery] = await tx.select().from(deliveries).where(of_step).for('no key update')
  if (!delivery) return null
  const { order_id, id: delivery_id } = delivery
  const right = await checkPinOfFormer(tx, { order_id, delivery_id, rider_id, pin: step.pin, now })
  if (!right.ok) return right
  const happened_at = new Date(Math.max(happened.getTime(), had_since?.getTime() ?? 0))
  return accepted({ delivery_id, happened_at, lost: { rider_id, pay: lost.lost_pay } })
}
