import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { acceptShortPayment } from '../../checkout/review/decide-review.ts'
import { settleCheckout } from '../../checkout/settlement/settle-checkout.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { payments, review_cases } from '../../payments/tables.ts'
import { orders } from '../tables.ts'
import { giveBack, giveBackCheckout } from './give-back.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, refundsOf } = vendorsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }

test('what a customer was let off a short payment does not go back', async () => {
  const complaint = () => ({ borne_by: 'vendor' as const, reason: 'Cold food', request_key: randomUUID() })
  const owner = await kitchen()
  const checkout = await startedCheckout(world, [jollofFor(owner)])
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 - 700 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [payment] = await world.deps.db.select().from(payments).where(eq(payments.checkout_id, checkout.id))
  const [found] = await world.deps.db
    .select()
    .from(review_cases)
    .where(eq(review_cases.payment_id, payment?.id ?? ''))
  await acceptShortPayment(world.deps, admin, { case_id: found?.id ?? '', reason: 'A kobo is no lunch' })
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  const order_id = order?.id ?? 0
  expect(await giveBack(world.deps, admin, { ...complaint(), order_id, amount_kobo: 2_900_01 })).toMatchObject({
    reason: 'more_than_paid',
    details: { left_kobo: 2_900_00 },
  })
  expect(await giveBackCheckout(world.deps, admin, { ...complaint(), order_id })).toMatchObject({ ok: true })
  expect(await refundsOf(order_id)).toMatchObject([{ amount: 2_900_00, delivery_fee: 0 }])
})
