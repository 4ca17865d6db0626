import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { handOver } from '../../domain/delivery/steps/take-step.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { orders } from '../../domain/orders/tables.ts'
import { createAtOnce } from '../../server/at-once.ts'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { createWorld } from '../../test/world.ts'
import { inTurn } from './in-turn.ts'

test('sixty hand-overs of one rider at once leave the database to others', async () => {
  const world = await createWorld()
  const { pickedUp } = deliveryWorld(world)
  const { rider, delivery_id, order_id, pin } = await pickedUp()
  const admin = await insertAccount(world.deps.db, 'admin')
  // A small pool: sixty requests that wait for one order would use it up.
  const small = openDatabase(world.database.url, 4)
  const deps = { ...world.deps, db: small.db }
  const services = { enter: createAtOnce() }
  let ended = 0
  let sixty: Promise<unknown[]> = Promise.resolve([])
  await world.deps.db.transaction(async (tx) => {
    await tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update')
    sixty = Promise.all(
      Array.from({ length: 60 }, () =>
        inTurn(services, rider.user_id, () => handOver(deps, rider, { delivery_id, pin })).finally(() => ended++),
      ),
    )
    expect(await deliverOrder(deps, admin, { order_id: order_id + 1000 })).toMatchObject({
      reason: 'not_found',
    })
    expect(ended).toBe(0)
  })
  const answers = (await sixty) as { ok: boolean }[]
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  await small.close()
  await world.close()
})

test('who never gets a turn is told so', async () => {
  vi.useFakeTimers()
  try {
    const refused = expect(inTurn({ enter: () => null }, 'ada', async () => {})).rejects
    const told = refused.toMatchObject({ init: { status: 429 } })
    await vi.advanceTimersByTimeAsync(10_000)
    await told
  } finally {
    vi.useRealTimers()
  }
})
