import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { orUndone } from '../refusal.ts'
import { askRefund } from './ask-refund.ts'
import { refunds } from './tables.ts'

const world = await worldOfFile()
const { db, clock } = world.deps
const { askedRefund, refundRow } = refundsUnderTest(world)

afterEach(async () => expect(await findViolations(db)).toEqual([]))

/** A payment of NGN 4,000.50, of which NGN 400.50 are asked back already. */
async function partlyAsked() {
  const { refund_id } = await askedRefund()
  const { payment_id } = await refundRow(refund_id)
  return { payment_id, of_payment: eq(refunds.payment_id, payment_id) }
}
const ask = (payment_id: string, amount_kobo: number) => ({
  payment_id,
  amount: kobo(amount_kobo),
  reason: 'review' as const,
  now: clock.now(),
})

test('a refund of more than is left of its payment is a bug, and is not written down', async () => {
  const { payment_id, of_payment } = await partlyAsked()
  const asking = (id: string, amount_kobo: number) => db.transaction((tx) => askRefund(tx, ask(id, amount_kobo)))
  await expect(asking(payment_id, 3_600_01)).rejects.toThrow(
    new RangeError(`Payment ${payment_id} cannot give 360001 of 360000 kobo back`),
  )
  expect(await db.$count(refunds, of_payment)).toBe(1)
  const nobodys = randomUUID()
  await expect(asking(nobodys, 1)).rejects.toThrow(new RangeError(`Payment ${nobodys} cannot give 1 of 0 kobo back`))
})

test('all that is left of a payment may go back, to the kobo, and is due at once', async () => {
  const { payment_id, of_payment } = await partlyAsked()
  const asked = await orUndone((undo) =>
    db.transaction(async (tx) => {
      const refund = await askRefund(tx, ask(payment_id, 3_600_00))
      undo({ refund, of_payment: await tx.$count(refunds, of_payment) })
    }),
  )
  expect(asked).toMatchObject({
    refund: { amount: 3_600_00, status: 'Asked', asked_role: 'system', asked_by: null, next_attempt_at: clock.now() },
    of_payment: 2,
  })
})
