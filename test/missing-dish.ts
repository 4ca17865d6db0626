import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Actor } from '../domain/accounts/actor.ts'
import { food } from '../domain/catalog/tables.ts'
import { chooseByLink } from '../domain/checkout/track/choose-by-link.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { kobo } from '../domain/money.ts'
import { type Choice, decideForSilent } from '../domain/orders/missing-dish/decide-missing.ts'
import { markMissing } from '../domain/orders/missing-dish/mark-missing.ts'
import { missing_dishes, orders } from '../domain/orders/tables.ts'
import { refunds } from '../domain/payments/tables.ts'
import { deliveryWorld, type Kitchen, vendorActor } from './delivery.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from './world.ts'

export const done = { ok: true } as const
export const leave_out = { kind: 'leave_out' } as const
export const refusedWith = (reason: string, details?: object) => ({ ok: false, reason, ...(details && { details }) })

/** For each test a kitchen with a new order of two portions of Jollof (NGN 1,500), and what happens about them. */
export async function missingDishUnderTest() {
  const world = await worldOfFile()
  const { db } = world.deps
  let kitchen: Kitchen
  let vendor: Actor
  let order_id: number
  const people = deliveryWorld(world)
  const paid = async (...others: Kitchen[]) => (await people.paidOrders([kitchen, ...others]))[0]?.id ?? 0

  beforeEach(async () => {
    world.clock.set(LUNCH_TIME)
    kitchen = await insertVendor(db, { commission_percent: 10 })
    vendor = vendorActor(kitchen)
    order_id = await paid()
  })
  afterEach(async () => {
    // Nothing of one test waits in the next.
    world.clock.advance(3600)
    await decideForSilent(world.deps)
    expect(await findViolations(db)).toEqual([])
  })

  const token = async (of_order = order_id) => {
    const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, of_order))
    return keys?.track_token ?? ''
  }
  const dishId = async (name: string) => {
    const [dish] = await db
      .select()
      .from(food)
      .where(and(eq(food.vendor_id, kitchen.user_id), eq(food.name, name)))
    return dish?.id ?? 0
  }
  return {
    people,
    token,
    dishId,
    scene: () => ({ world, kitchen, vendor, order_id }),
    /** The same kitchen's order in a cart with others, which the test is about from now on. */
    async orderTogetherWith(...others: Kitchen[]): Promise<void> {
      order_id = await paid(...others)
    },
    async order() {
      const [row] = await db.select().from(orders).where(eq(orders.id, order_id))
      if (!row) throw new Error('no order')
      return row
    },
    refundsOf: () => db.select().from(refunds).where(eq(refunds.order_id, order_id)),
    missingOf: () =>
      db.select().from(missing_dishes).where(eq(missing_dishes.order_id, order_id)).orderBy(missing_dishes.id),
    putOnMenu: (name: string, price: number, more: Partial<typeof food.$inferInsert> = {}) =>
      db.insert(food).values({ vendor_id: kitchen.user_id, name, price: kobo(price), ...more }),
    /** The kitchen says that Jollof is out; answers the number of that. */
    async mark(more: { quantity?: number; keeps_selling?: boolean } = {}): Promise<number> {
      const { quantity = null, keeps_selling = false } = more
      const marked = await markMissing(world.deps, vendor, { order_id, item: 0, quantity, keeps_selling })
      if (!marked.ok) throw new Error(marked.reason)
      return marked.value.id
    },
    choose: async (missing_id: number, choice: Exclude<Choice, { kind: 'default' }>) =>
      chooseByLink(world.deps, await token(), { missing_id, choice }),
    swapFor: async (name: string, back_kobo: number) => ({
      kind: 'swap' as const,
      dish_id: await dishId(name),
      back_kobo,
    }),
  }
}
