import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { customersNamed } from '../checkout/track/customer-names.ts'
import { listOrders } from './admin-orders.ts'
import { orders } from './tables.ts'

const world = await worldOfFile()
const { db } = world.deps
const { kitchen, paidOrders } = vendorsUnderTest(world)

test('an order is found by a word that all have beside one that few have, in any order', async () => {
  const [paid] = await paidOrders([await kitchen()])
  const [order] = await db
    .select()
    .from(orders)
    .where(eq(orders.id, paid?.id ?? 0))
  if (!order) throw new Error('no order')
  const { id: _, ...row } = order
  await db.transaction(async (tx) => {
    // The copies belong to no checkout of their own.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const first_name of ['Zúbairu', ...Array.from({ length: 15 }, () => 'Tunde')]) {
      const copy = { ...row, vendor_id: crypto.randomUUID(), customer_name: `${first_name} Bello` }
      await tx.insert(orders).values(copy)
    }
  })
  const found = async (search: string) =>
    (await listOrders(db, { search, filter: 'All', vendor_id: null, place: null })).rows.map((one) => one.customer_name)
  expect(await found('bello zubairu')).toEqual(['Zúbairu Bello'])
  expect(await found('jollof ZÚB bello')).toEqual(['Zúbairu Bello'])
  expect(await found('bello ada')).toEqual([])
  expect(await found('tunde bello')).toHaveLength(5)
  // What is rare is too short for the index.
  expect(await found('bello zú')).toEqual(['Zúbairu Bello'])
  expect(await customersNamed(db, 'bello zubairu')).toMatchObject([{ customer_name: 'Zúbairu Bello' }])
})
