import { expect, test } from 'vitest'
import { findViolations } from '../domain/invariants/invariants.ts'
import { listPayouts } from '../domain/payouts/admin-payouts.ts'
import { eligibleOrders } from '../domain/payouts/eligible-orders.ts'
import { adminActor, payoutsUnderTest } from '../test/payouts-under-test.ts'
import { worldOfFile } from '../test/world.ts'
import { makePastPayouts } from './past-payouts.ts'

const world = await worldOfFile()
const { vendorWithAccount, deliveredOrder } = payoutsUnderTest(world)

test('every state of a payout is there, the books balance, and the first kitchen can ask', async () => {
  const { db } = world.deps
  const made = []
  for (let kitchens = 0; kitchens < 9; kitchens++) made.push(await vendorWithAccount())
  // One of the vendors has sold nothing.
  for (const { kitchen } of made.slice(0, 8)) await deliveredOrder(kitchen)
  const kitchens = made.map(({ actor }) => actor)
  const people = { vendors: kitchens, admin: adminActor() }
  expect(await makePastPayouts(db, people, world.clock.now())).toBe(7)
  const rows = [
    ...(await listPayouts(db, { filter: 'Paid', place: null })).rows,
    ...(await listPayouts(db, { filter: 'Pending', place: null })).rows,
    ...(await listPayouts(db, { filter: 'Cancelled', place: null })).rows,
  ]
  expect(rows.map((row) => row.paid_by ?? row.status).sort()).toEqual(
    ['Cancelled', 'Pending', 'Pending', 'Pending', 'hand', 'transfer', 'transfer'].sort(),
  )
  expect(await eligibleOrders(db, kitchens[0]?.user_id ?? '')).toHaveLength(1)
  expect(await findViolations(db)).toEqual([])
})
