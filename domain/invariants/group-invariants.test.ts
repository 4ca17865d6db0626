import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { groupsUnder, jollof, press } from '../../test/group-orders.ts'
import { worldOfFile } from '../../test/world.ts'
import { addDish } from '../checkout/group-orders/change-lines.ts'
import { group_orders } from '../checkout/group-orders/tables.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const { started, paying } = groupsUnder(world)

test('what friends chose and two orders have is found', async () => {
  const { db } = world.deps
  for (let at = 0; at < 2; at++) {
    const { starter } = await started()
    await addDish(world.deps, starter, jollof, press())
    await paying(starter)
  }
  expect(await findViolations(db)).toEqual([])
  const [first] = await db.select().from(group_orders)
  const planted = db.transaction(async (tx) => {
    await tx.execute(sql`update group_members set name = name || id, group_order_id = ${first?.id}`)
    const twice = { invariant: 'I5', subject: String(first?.id) }
    expect(await findViolations(tx as never)).toMatchObject([twice])
    await tx
      .update(group_orders)
      .set({ pays: 'each' })
      .where(eq(group_orders.id, first?.id ?? 0))
    expect(await findViolations(tx as never)).toEqual([])
    throw new Error('taken back')
  })
  await expect(planted).rejects.toThrow('taken back')
})
