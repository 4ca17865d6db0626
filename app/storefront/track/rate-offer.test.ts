import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { trackedCheckout } from '../../../domain/checkout/track/tracked-orders.ts'
import { DAY_MS } from '../../../domain/clock.ts'
import { handOver } from '../../../domain/delivery/steps/take-step.ts'
import { order_keys } from '../../../domain/delivery/tables.ts'
import { rateOrder } from '../../../domain/ratings/rate-order.ts'
import { deliveryWorld } from '../../../test/delivery.ts'
import { worldOfFile } from '../../../test/world.ts'
import { trackView } from './track-view.server.ts'

const world = await worldOfFile()
const { db, clock } = world.deps
const { pickedUp } = deliveryWorld(world)
const stars = { food: '5', delivery: '4', line: '' }

async function delivered() {
  const { order_id, delivery_id, rider, pin } = await pickedUp()
  await handOver(world.deps, rider, { delivery_id, pin })
  const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  const token = keys?.track_token ?? ''
  const offered = async () => {
    const tracked = await trackedCheckout(db, token)
    return tracked && trackView(tracked, new Map(), clock.now()).orders[0]?.rate
  }
  return { token, offered }
}

test('the stars are offered as long as a rating is taken, and what was given stays', async () => {
  const [one, other] = [await delivered(), await delivered()]
  world.clock.advance((30 * DAY_MS) / 1000 - 1)
  expect(await one.offered()).toContain('How was it?')
  expect(await rateOrder(world.deps, one.token, stars)).toMatchObject({ ok: true })
  world.clock.advance(2)
  expect(await rateOrder(world.deps, other.token, stars)).toMatchObject({ reason: 'too_late' })
  expect(await other.offered()).toBe('')
  expect(await one.offered()).toContain('You gave 5 of 5 stars')
})
