import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { PIN_PAUSE_MINUTES, PIN_TRIES, PIN_TRIES_IN_ALL } from '../lifecycle.ts'
import { order_keys } from '../tables.ts'

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
  const tries_left = (PIN_TRIES_IN_ALL - pin_failures) % PIN_TRIES
  const until = new Date(now.getTime() + PIN_PAUSE_MINUTES * 60_000)
  await tx
    .update(order_keys)
    .set({ pin_failures, pin_paused_until: tries_left === 0 ? until : null })
    .where(eq(order_keys.order_id, order_id))
  return refused('wrong_pin', { tries_left })
}

/**
 * Lets a phone without a network check a PIN: a number from 0 to 31 that one PIN in 32 has. It catches typing errors;
 * somebody who tries all PINs against it is left with some 312 of them (decision 041).
 */
export function pinCheck(pin: { step_key: string; delivery_id: number; pin: string }): number {
  const digest = createHmac('sha256', pin.step_key).update(`pin ${pin.delivery_id} ${pin.pin}`).digest()
  return (digest[0] ?? 0) % 32
}
