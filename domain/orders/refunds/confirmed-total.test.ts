import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { cancelOrder } from './cancel-order.ts'
import { giveBack, giveBackCheckout } from './give-back.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, refundsOf } = vendorsUnderTest(world)

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
const wish = (order_id: number) => ({
  order_id,
  reason: 'A plate was missing',
  borne_by: 'vendor' as const,
  request_key: randomUUID(),
})

test('only a total that was confirmed goes back, or ends an order', async () => {
  const [order] = await paidOrders([await kitchen()])
  const order_id = order?.id ?? 0
  const asks = [
    [
      900_00,
      (more: Record<string, unknown>) =>
        giveBack(world.deps, admin, {
          ...wish(order_id),
          amount_kobo: 300_00,
          with_delivery_fee: true,
          ...more,
        }),
    ],
    [3_600_00, (more: Record<string, unknown>) => giveBackCheckout(world.deps, admin, { ...wish(order_id), ...more })],
    [
      3_600_00,
      (more: Record<string, unknown>) =>
        cancelOrder(world.deps, admin, { ...wish(order_id), refund_kobo: 'all', ...more }),
    ],
  ] as const
  for (const [total_kobo, ask] of asks) {
    for (const confirmed_kobo of [null, Number.NaN, total_kobo - 1]) {
      const not_confirmed = { ok: false, reason: 'not_confirmed', details: { total_kobo } }
      expect(await ask({ confirmed_kobo })).toEqual(not_confirmed)
    }
  }
  expect(await refundsOf(order_id)).toEqual([])
  const [[total, ask]] = asks
  expect(await ask({ confirmed_kobo: total })).toMatchObject({ ok: true })
  expect(await refundsOf(order_id)).toMatchObject([{ amount: 900_00, delivery_fee: 600_00 }])
})
