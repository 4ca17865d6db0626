import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { noteHeard } from '../../catalog/heard.ts'
import { web_heard } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { order_escalations } from '../tables.ts'
import { escalateUnaccepted } from './escalate-unaccepted.ts'

const world = await worldOfFile()
const { kitchen, paidOrders, orderRow } = vendorsUnderTest(world)
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(web_heard)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const escalate = () => escalateUnaccepted(world.deps)
const minutes = (count: number) => world.clock.advance(count * 60)

async function onePaidOrder() {
  const [order] = await paidOrders([await kitchen()])
  return { order_id: order?.id ?? 0 }
}

async function escalationOf(order_id: number) {
  const of_order = eq(order_escalations.order_id, order_id)
  const [row] = await world.deps.db.select().from(order_escalations).where(of_order)
  return row
}

test('an order whose kitchen was reminded before an outage of ours has as long from its end', async () => {
  const { order_id } = await onePaidOrder()
  const heard = () => noteHeard(world.deps.db, world.clock.now())
  await heard()
  minutes(4)
  await heard()
  expect(await escalate()).toBe(1)
  // Nobody reaches us for twenty minutes, and at its end the worker is there before the pages.
  minutes(20)
  expect(await escalate()).toBe(1)
  expect(await escalationOf(order_id)).toMatchObject({ called_at: world.clock.now() })
  await heard()
  for (const pause of [4, 4, 2]) {
    minutes(pause)
    await heard()
    expect(await escalate()).toBe(0)
  }
  minutes(1)
  expect(await escalate()).toBe(1)
  expect((await orderRow(order_id)).status).toBe('Cancelled')
})

test('an order that has waited for hours when an outage of ours ends is given up at once', async () => {
  const { order_id } = await onePaidOrder()
  await noteHeard(world.deps.db, world.clock.now())
  minutes(4)
  await escalate()
  minutes(90)
  await noteHeard(world.deps.db, world.clock.now())
  await escalate()
  expect((await orderRow(order_id)).status).toBe('Cancelled')
})
