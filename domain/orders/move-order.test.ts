import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../db/handle.ts'
import { control } from '../../test/control.ts'
import { untilWaitingForLocks } from '../../test/locks.ts'
import { orderMover, some } from '../../test/movers.ts'
import { startedCheckout, worldOfFile } from '../../test/world.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { moveDelivery } from '../delivery/steps/move-delivery.ts'
import { deliveries } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { type OrderStatus, type OrderVerb, order_moves, order_statuses } from './lifecycle.ts'
import { moveOrder } from './move-order.ts'
import { order_history, orders } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)

afterEach(async () => {
  // A move alone refunds nothing: the verbs that reject and cancel do that.
  const found = await findViolations(world.deps.db)
  expect(found.filter(({ problem }) => problem !== 'cancelled, but not refunded')).toEqual([])
})

const move = (order_id: number, verb: OrderVerb, by = orderMover(verb), reason?: string) =>
  world.deps.db.transaction(async (tx) => {
    const brought = moved_before[verb]
    if (brought) await bringDelivery(tx, order_id, brought)
    return moveOrder(tx, world.deps.announce, {
      order_id,
      verb,
      by,
      now: world.clock.now(),
      ...(reason ? { reason } : {}),
    })
  })

const moved_before: Partial<Record<OrderVerb, 'deliver' | 'cancel'>> = {
  hand_over: 'deliver',
  leave: 'deliver',
  not_taken: 'deliver',
  fail: 'cancel',
}

/** A rider's step moves the delivery before its order. */
async function bringDelivery(tx: Tx, order_id: number, verb: 'deliver' | 'cancel'): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update')
  const [delivery] = await tx.select().from(deliveries).where(eq(deliveries.order_id, order_id))
  // It fails at the kitchen, too, where a rider finds nobody.
  const from: readonly OrderStatus[] = verb === 'cancel' ? ['Accepted', 'Completed', 'Picked up'] : ['Picked up']
  if (!order || !from.includes(order.status) || !delivery) return
  const done = {
    delivery_id: delivery.id,
    verb,
    by: some('admin'),
    now: world.clock.now(),
  } as const
  await moveDelivery(tx, world.deps.announce, done)
}

/** The moves that bring a fresh order into each status. */
const ways: Record<OrderStatus, readonly OrderVerb[]> = {
  Pending: [],
  Accepted: ['accept'],
  Completed: ['accept', 'complete'],
  'Picked up': ['complete', 'pick_up'],
  Delivered: ['deliver'],
  Cancelled: ['cancel'],
}

/** The id of a paid order, moved into this status. */
async function orderThatIs(status: OrderStatus, how: { collects?: boolean } = {}): Promise<number> {
  const checkout = await startedCheckout(world, undefined, how)
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
  if (!order) throw new Error('no order')
  for (const verb of ways[status]) await move(order.id, verb)
  return order.id
}

async function statusOf(order_id: number): Promise<OrderStatus | undefined> {
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
  return order?.status
}

const historyOf = (order_id: number) =>
  world.deps.db.select().from(order_history).where(eq(order_history.order_id, order_id)).orderBy(order_history.id)

describe('the lifecycle table of docs/product.md#order-lifecycle, every verb from every status', () => {
  /** Written down a second time, so that a mistake in the code's table shows. */
  const table: Record<OrderVerb, Partial<Record<OrderStatus, OrderStatus>>> = {
    accept: { Pending: 'Accepted' },
    complete: { Pending: 'Completed', Accepted: 'Completed' },
    reject: { Pending: 'Cancelled', Accepted: 'Cancelled' },
    pick_up: { Completed: 'Picked up' },
    hand_over: { 'Picked up': 'Delivered' },
    leave: { 'Picked up': 'Delivered' },
    not_taken: { 'Picked up': 'Delivered' },
    come_back: { 'Picked up': 'Completed' },
    fail: { Accepted: 'Cancelled', Completed: 'Cancelled', 'Picked up': 'Cancelled' },
    collect: { Completed: 'Delivered' },
    not_collected: { Completed: 'Delivered' },
    deliver: {
      Pending: 'Delivered',
      Accepted: 'Delivered',
      Completed: 'Delivered',
      'Picked up': 'Delivered',
    },
    cancel: { Pending: 'Cancelled', Accepted: 'Cancelled', Completed: 'Cancelled', 'Picked up': 'Cancelled' },
    lapse: { Pending: 'Cancelled' },
    withdraw: { Pending: 'Cancelled' },
    more_time: { Accepted: 'Accepted' },
    call_off: { Pending: 'Cancelled', Accepted: 'Cancelled' },
    undo_accept: { Accepted: 'Pending' },
    undo_more_time: { Accepted: 'Accepted' },
    undo_complete: { Completed: 'Accepted' },
    undo_complete_new: { Completed: 'Pending' },
  }
  const verbs = Object.keys(order_moves) as OrderVerb[]
  const pairs = verbs.flatMap((verb) => order_statuses.map((from) => [verb, from, table[verb][from] ?? null] as const))

  test.each(pairs)('%s an order that is %s: %s', async (verb, from, to) => {
    const collects = (verb === 'collect' || verb === 'not_collected') && from !== 'Picked up'
    const order_id = await orderThatIs(from, { collects })
    const before = (await historyOf(order_id)).length
    const answer = await move(order_id, verb)
    if (to) {
      expect(answer).toMatchObject({ ok: true, value: { id: order_id, status: to } })
      expect((await historyOf(order_id)).slice(before)).toMatchObject([{ verb, from_status: from, to_status: to }])
    } else {
      expect(answer).toEqual({ ok: false, reason: 'not_allowed', details: { status: from } })
      expect(await historyOf(order_id)).toHaveLength(before)
    }
    expect(await statusOf(order_id)).toBe(to ?? from)
  })
})

describe('a move', () => {
  test('is written down with who, when and why', async () => {
    const iya_basira = crypto.randomUUID()
    const order_id = await orderThatIs('Pending')
    world.clock.advance(90)
    await move(order_id, 'reject', { role: 'vendor', user_id: iya_basira }, 'Out of rice')
    expect((await historyOf(order_id)).at(-1)).toMatchObject({
      verb: 'reject',
      role: 'vendor',
      user_id: iya_basira,
      reason: 'Out of rice',
      moved_at: world.clock.now(),
    })
  })

  test('of an order that never was is refused', async () => {
    expect(await move(2 ** 40, 'accept')).toEqual({ ok: false, reason: 'not_found', details: undefined })
  })

  test('whose commit is taken back never happened', async () => {
    const order_id = await orderThatIs('Pending')
    const undone = world.deps.db.transaction(async (tx) => {
      await moveOrder(tx, world.deps.announce, {
        order_id,
        verb: 'accept',
        by: orderMover('accept'),
        now: world.clock.now(),
      })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    expect(await statusOf(order_id)).toBe('Pending')
    expect(await historyOf(order_id)).toHaveLength(1)
  })

  test.each([
    ['hand_over', 'cancel', 'Picked up'],
    ['cancel', 'hand_over', 'Picked up'],
    ['accept', 'accept', 'Pending'],
  ] as const)('(%s) that races another one (%s): one wins, the other is told what it met', async (one, other, from) => {
    const order_id = await orderThatIs(from)
    const racing = await world.deps.db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, order_id)).for('update')
      const moves = [one, other].map((verb) => move(order_id, verb))
      await untilWaitingForLocks(world.deps.db, 2)
      return { moves }
    })
    const answers = await Promise.all(racing.moves)
    const status = await statusOf(order_id)
    expect(answers).toContainEqual(expect.objectContaining({ ok: true }))
    expect(answers).toContainEqual({ ok: false, reason: 'not_allowed', details: { status } })
  })
})

describe('what happened stays written down', () => {
  test.each([
    ['changed', sql`update order_history set role = 'somebody else'`],
    ['removed', sql`delete from order_history`],
  ])('the database refuses a history that is %s', async (_, statement) => {
    await orderThatIs('Pending')
    await expect(world.deps.db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'order_history is append-only' },
    })
  })
})
