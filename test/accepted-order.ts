import { system_clock } from '../domain/clock.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { reactions } from '../domain/reactions.ts'
import { paidOrderFor } from './paid-order.ts'
import { insertAccount } from './sign-in.ts'
import type { TestApp } from './start-app.ts'
import { insertVendor } from './world.ts'

/** The dependencies of verbs, for journeys in which somebody else acts without a screen. */
export function actingOn(app: TestApp) {
  return { db: app.db, clock: system_clock, announce: reactions({ public_url: app.url }) }
}

/** A paid order that its vendor took; `ready` says that the food is. */
export async function acceptedOrder(app: TestApp) {
  const { order_id, owner } = await placedOrder(app)
  await acceptOrder(actingOn(app), owner, { order_id, minutes: 15 })
  return { order_id, ready: () => completeOrder(actingOn(app), owner, order_id) }
}

/** A paid order whose food is ready at once: its delivery begins with that, so the dispatcher looks without a pause. */
export async function readyOrder(app: TestApp): Promise<number> {
  const { order_id, owner } = await placedOrder(app)
  await completeOrder(actingOn(app), owner, order_id)
  return order_id
}

/** So many ready orders of one kitchen. */
export async function readyTogether(app: TestApp, many: number): Promise<number[]> {
  const { kitchen, owner } = await kitchenOf(app)
  const order_ids: number[] = []
  for (let one = 0; one < many; one++) order_ids.push(await paidOrderFor(app, kitchen))
  for (const order_id of order_ids) await completeOrder(actingOn(app), owner, order_id)
  return order_ids
}

/** A paid order that its vendor has not answered. */
export async function placedOrder(app: TestApp) {
  const { kitchen, owner } = await kitchenOf(app)
  return { order_id: await paidOrderFor(app, kitchen), owner }
}

async function kitchenOf(app: TestApp) {
  const kitchen = await insertVendor(app.db, {
    name: 'Iya Bose Buka',
    email: `${crypto.randomUUID()}@example.com`,
  })
  return { kitchen, owner: await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id }) }
}
