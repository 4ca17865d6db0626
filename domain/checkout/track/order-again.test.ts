import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { dishPictures } from '../../catalog/menu/dish-pictures.ts'
import { food } from '../../catalog/tables.ts'
import { order_keys } from '../../delivery/tables.ts'
import { kobo } from '../../money.ts'
import { orders } from '../../orders/tables.ts'
import { priceCart } from '../quote/quote.ts'
import { checkouts } from '../tables.ts'
import { orderAgain } from './order-again.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { paidOrders } = deliveryWorld(world)

async function tokenOf(order_id = 0): Promise<string> {
  const [key] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return key?.track_token ?? ''
}

test('the link of one order has all that was ordered and paid with it; priced anew, it says what changed', async () => {
  const { db } = world.deps
  const kitchens = [await insertVendor(db), await insertVendor(db, { email: 'bose@example.com' })]
  const [, second] = await paidOrders(kitchens)
  const again = await orderAgain(db, await tokenOf(second?.id))
  expect(again?.lines).toEqual([
    expect.objectContaining({ vendor_id: kitchens[0]?.user_id, name: 'Jollof Rice', price_kobo: 1_500_00 }),
    expect.objectContaining({ vendor_id: kitchens[1]?.user_id, name: 'Jollof Rice', price_kobo: 1_500_00 }),
  ])
  const [paid] = await db.select().from(checkouts)
  expect(again?.total_kobo).toBe(paid?.total)

  await db
    .update(food)
    .set({ price: kobo(1_600_00), food_image: '/images/jollof-640.webp' })
    .where(eq(food.vendor_id, kitchens[0]?.user_id ?? ''))
  await db.delete(food).where(eq(food.vendor_id, kitchens[1]?.user_id ?? ''))
  const { lines, changes } = await priceCart(world.deps, again?.lines ?? [])
  expect(lines).toMatchObject([{ vendor_id: kitchens[0]?.user_id, price_kobo: 1_600_00 }])
  expect(changes.map(({ change }) => change.kind)).toEqual(['price', 'gone'])
  expect(await dishPictures(db, again?.lines ?? [])).toEqual(['/images/jollof-640.webp', null])
})

test('a dish that two lines became is one line', async () => {
  const { db } = world.deps
  const [order] = await paidOrders([await insertVendor(db)])
  const items = order?.items ?? []
  await db
    .update(orders)
    .set({ items: [...items, ...items.map((item) => ({ ...item, instead_of: 'Zobo' }))] })
    .where(eq(orders.id, order?.id ?? 0))
  expect(items).toHaveLength(1)
  const again = await orderAgain(db, await tokenOf(order?.id))
  expect(again?.lines).toMatchObject([{ name: 'Jollof Rice', quantity: 2 * (items[0]?.quantity ?? 0) }])
  expect(again?.lines[0]).not.toHaveProperty('instead_of')
})

test('a link that does not exist, and one that cannot be ours, have nothing', async () => {
  expect(await orderAgain(world.deps.db, 'AAAAAAAAAAAAAAAA')).toBeNull()
  expect(await orderAgain(world.deps.db, '../health')).toBeNull()
})
