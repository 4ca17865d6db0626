import { createHmac } from 'node:crypto'
import { and, count, eq, max } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { PIN_PAUSE_MINUTES, PIN_TRIES, PIN_TRIES_IN_ALL } from '../lifecycle.ts'
import { order_keys } from '../tables.ts'
import { recorded_steps } from './tables.ts'

export type PinRefusal =
  | Refused<'wrong_pin', { tries_left: number }>
  | Refused<'pin_paused', { until: Date }>
  /** Too many wrong ones in all: only a reason with a photo works now. */
  | Refused<'pin_blocked', undefined>

/**
 * Compares a PIN with the order's, in the caller's commit. That must be committed even after a wrong PIN, since wrong
 * ones are counted: after five, a pause of 15 minutes; after fifteen, no more tries (decision 041).
 */
export async function checkPin(
  tx: Tx,
  check: { order_id: number; pin: string; now: Date },
): Promise<Accepted<undefined> | PinRefusal> {
  const { order_id, pin, now } = check
  const [key] = await tx.select().from(order_keys).where(eq(order_keys.order_id, order_id)).for('no key update')
  if (!key) throw new Error(`Order ${order_id} has no PIN`)
  if (key.pin_failures >= PIN_TRIES_IN_ALL) return refused('pin_blocked')
  if (key.pin_paused_until && key.pin_paused_until > now) {
    return refused('pin_paused', { until: key.pin_paused_until })
  }
  if (key.pin === pin) return accepted(undefined)
  const pin_failures = key.pin_failures + 1
  const tries_left = triesLeft(pin_failures)
  await tx
    .update(order_keys)
    .set({ pin_failures, pin_paused_until: tries_left === 0 ? pausedFrom(now) : null })
    .where(eq(order_keys.order_id, order_id))
  return refused('wrong_pin', { tries_left })
}

/**
 * The same for a rider who has lost the delivery, which the caller has locked: only that rider's own wrong ones count,
 * each a step that the caller records as `wrong_pin`, so that they keep nobody who has it now from handing it over.
 */
export async function checkPinOfFormer(
  tx: Tx,
  check: { order_id: number; delivery_id: number; rider_id: string; pin: string; now: Date },
): Promise<Accepted<undefined> | PinRefusal> {
  const { order_id, delivery_id, rider_id, pin, now } = check
  const [key] = await tx.select({ pin: order_keys.pin }).from(order_keys).where(eq(order_keys.order_id, order_id))
  if (!key) throw new Error(`Order ${order_id} has no PIN`)
  const { outcome, recorded_at } = recorded_steps
  const [wrong] = await tx
    .select({ tries: count(), last_at: max(recorded_at) })
    .from(recorded_steps)
    .where(
      and(
        eq(recorded_steps.delivery_id, delivery_id),
        eq(recorded_steps.rider_id, rider_id),
        // Inlined, so that the planner uses the index of wrong ones.
        eq(outcome, 'wrong_pin').inlineParams(),
      ),
    )
  const { tries = 0, last_at = null } = wrong ?? {}
  if (tries >= PIN_TRIES_IN_ALL) return refused('pin_blocked')
  const until = last_at && triesLeft(tries) === 0 ? pausedFrom(last_at) : null
  if (until && until > now) return refused('pin_paused', { until })
  return key.pin === pin ? accepted(undefined) : refused('wrong_pin', { tries_left: triesLeft(tries + 1) })
}

/** Until the next pause. */
const triesLeft = (failures: number) => (PIN_TRIES_IN_ALL - failures) % PIN_TRIES
const pausedFrom = (at: Date) => new Date(at.getTime() + PIN_PAUSE_MINUTES * 60_000)

/**
 * Lets a phone without a network check a PIN: a number from 0 to 31 that one PIN in 32 has. It catches typing errors;
 * somebody who tries all PINs against it is left with some 312 of them (decision 041).
 */
export function pinCheck(pin: { step_key: string; delivery_id: number; pin: string }): number {
  const digest = createHmac('sha256', pin.step_key).update(`pin ${pin.delivery_id} ${pin.pin}`).digest()
  return (digest[0] ?? 0) % 32
}
