import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld } from '../../../test/delivery.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { whatWaits } from '../../desk/what-waits.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { declineOffer } from '../offers/answer-offer.ts'
import { giveBackDelivery } from '../steps/take-step.ts'
import { order_promises } from '../tables.ts'
import { promiseOf } from '../windows/promise.ts'
import { dispatchBoard } from './dispatch-board.ts'
import { delivery_troubles } from './watched-deliveries.ts'

const MINUTE = 60
const world = await worldOfFile()
const { assigned, waiting, offer, deliveryOf } = deliveryWorld(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const db = () => world.deps.db
const board = () => dispatchBoard(db(), world.clock.now())

test('what was told first stays, however often what is expected moves', async () => {
  const placed = await assigned()
  const first = (await promiseOf(db(), placed.order_id))?.promised_by
  for (const minutes of [20, 40]) {
    world.clock.advance(minutes * MINUTE)
    const { rider, delivery_id } = placed
    await giveBackDelivery(world.deps, rider, { delivery_id, reason: 'Flat tyre' })
    const other = await insertRider(db())
    await declineOffer(world.deps, other, await offer(other, [delivery_id]))
    placed.rider = await insertRider(db())
  }
  const now = await promiseOf(db(), placed.order_id)
  expect(now?.promised_by).toEqual(first)
  expect(now?.expected_by.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
  const slides = db()
    .update(order_promises)
    .set({ first_promised_until: world.clock.now() })
    .where(eq(order_promises.order_id, placed.order_id))
  await expect(slides).rejects.toMatchObject({
    cause: { message: 'What a customer was told first stays as it is' },
  })
})

test('of more than are watched those that were promised first are, and the rest is counted', async () => {
  const [slow, quick] = [
    await waiting(await insertVendor(db(), { preparation_minutes: 90 })),
    await waiting(await insertVendor(db())),
  ]
  const all = await board()
  const open = all.waiting.length + all.assigned.length
  expect(all.not_shown).toBe(0)
  const at_quick = all.waiting.findIndex(({ order_id }) => order_id === quick.order_id)
  const few = await dispatchBoard(db(), world.clock.now(), open - 1)
  expect(at_quick).toBeLessThan(all.waiting.findIndex(({ order_id }) => order_id === slow.order_id))
  expect(few.waiting.some(({ order_id }) => order_id === quick.order_id)).toBe(true)
  expect(few.waiting.some(({ order_id }) => order_id === slow.order_id)).toBe(false)
  expect(few.not_shown).toBe(1)
})

test('the order that was promised first stands first, late by that promise, and its wait never restarts', async () => {
  const [early, fresh] = [await assigned(), []] as [Awaited<ReturnType<typeof assigned>>, number[]]
  world.clock.advance(60 * MINUTE)
  for (let count = 0; count < 3; count++) fresh.push((await waiting()).order_id)
  await giveBackDelivery(world.deps, early.rider, { delivery_id: early.delivery_id, reason: 'Flat tyre' })
  const rows = (await board()).waiting
  const place = (order_id: number) => rows.findIndex((row) => row.order_id === order_id)
  for (const order_id of fresh) expect(place(early.order_id)).toBeLessThan(place(order_id))
  const row = rows[place(early.order_id)]
  expect(row?.troubles).toContain('late')
  expect(row?.expected_until?.getTime()).toBeGreaterThan(world.clock.now().getTime())
  expect(world.clock.now().getTime() - (row?.paid_at.getTime() ?? 0)).toBe(60 * MINUTE * 1000)
  // The alarm counts the whole wait too.
  expect((await deliveryOf(early.order_id)).alarmed_at).toBeNull()
  expect(row?.troubles).toContain('no_rider')
})

test('the dashboard counts what the board shows: late, at risk, without a rider, declined by all, stuck', async () => {
  const musa = await insertRider(db())
  await completeOrder(world.deps, ...vendorOf(await assigned({ rider: musa })))
  const declined = await waiting()
  for (const { user_id } of (await board()).riders) {
    const rider = { user_id, role: 'rider' as const, email: 'rider@example.com' }
    if ((await board()).riders.some((one) => one.user_id === user_id && one.on_duty_since))
      await declineOffer(world.deps, rider, await offer(rider, [declined.delivery_id]))
  }
  world.clock.advance(25 * MINUTE)
  const { waiting: without, assigned: carried } = await board()
  const counted = await whatWaits(db(), world.clock.now())
  for (const kind of delivery_troubles) {
    const shown = [...without, ...carried].filter(({ troubles }) => troubles.includes(kind)).length
    expect(counted.find((one) => one.kind === kind)?.count ?? 0).toBe(shown)
  }
  expect(counted.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['late', 'no_rider', 'declined', 'stuck']))
})

const vendorOf = ({ vendor, order_id }: Awaited<ReturnType<typeof assigned>>) => [vendor, order_id] as const
