import { afterEach, beforeEach, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { undoMove } from '../delivery/kitchen/undo-move.ts'
import { findViolations } from '../invariants/invariants.ts'
import { acceptOrder } from './acceptance/accept-order.ts'
import { escalateUnaccepted } from './acceptance/escalate-unaccepted.ts'
import { carryOutRejections, holdRejection } from './refunds/hold-rejection.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, orderRow, refundsOf } = vendorsUnderTest(world)
const escalate = () => escalateUnaccepted(world.deps)

/** An order that is given up in a second: its kitchen was reminded, and the admins were called. */
async function almostGivenUp() {
  const owner = await kitchen()
  const [order] = await paidOrders([owner])
  for (const minutes of [4, 4]) {
    world.clock.advance(minutes * 60)
    await escalate()
  }
  world.clock.advance(7 * 60 - 1)
  return { owner, order_id: order?.id ?? 0 }
}
const accept = (owner: Actor, order_id: number) => acceptOrder(world.deps, owner, { order_id, minutes: 15 })
const reject = (owner: Actor, order_id: number) => holdRejection(world.deps, owner, { order_id, reason: 'Out of rice' })

test('a rejection that is held is no silence: the order is given up by its kitchen, not by the clock', async () => {
  const { owner, order_id } = await almostGivenUp()
  await reject(owner, order_id)
  world.clock.advance(10)
  expect(await escalate()).toBe(0)
  expect(await carryOutRejections(world.deps)).toBe(1)
  expect(await refundsOf(order_id)).toMatchObject([{ reason: 'rejected' }])
})

test.each([
  ['yes', accept],
  ['no', reject],
])('a %s that is taken back late leaves the kitchen the minutes of a reminder', async (_, answer) => {
  const { owner, order_id } = await almostGivenUp()
  await answer(owner, order_id)
  world.clock.advance(9)
  expect(await undoMove(world.deps, owner, order_id)).toMatchObject({ ok: true })
  expect(await escalate()).toBe(0)
  world.clock.advance(11 * 60 - 1)
  expect(await escalate()).toBe(0)
  world.clock.advance(1)
  expect(await escalate()).toBe(1)
  expect((await orderRow(order_id)).status).toBe('Cancelled')
})
