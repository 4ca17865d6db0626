import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import { changeAutoAccept } from '../../catalog/hours/change-service.ts'
import { undoMove } from '../../delivery/kitchen/undo-move.ts'
import { order_keys } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { acceptForKitchens } from '../../orders/acceptance/accept-for-kitchens.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { escalateUnaccepted } from '../../orders/acceptance/escalate-unaccepted.ts'
import { lapseOrder } from '../../orders/acceptance/lapse-order.ts'
import { orderFile } from '../../orders/order-file.ts'
import { carryOutRejections, holdRejection } from '../../orders/refunds/hold-rejection.ts'
import { orders } from '../../orders/tables.ts'
import { withdrawable, withdrawOrder } from './withdraw-order.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, orderRow, refundsOf } = vendorsUnderTest(world)

async function tokenOf(order_id: number): Promise<string> {
  const [key] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return key?.track_token ?? ''
}
const withdraw = async (order_id: number) => withdrawOrder(world.deps, await tokenOf(order_id))

async function newOrder() {
  const owner = await kitchen()
  const [order] = await paidOrders([owner])
  if (!order) throw new Error('nothing was ordered')
  return { owner, order_id: order.id, order }
}

test('all its money goes back, its kitchen stops ringing, and everybody is told in words of their own', async () => {
  const { order_id, owner, order } = await newOrder()
  expect(await withdrawable(world.deps.db, order.checkout_id)).toEqual(new Map([[order_id, 3_600_00]]))
  expect(await withdraw(order_id)).toMatchObject({ ok: true, value: { id: order_id, status: 'Cancelled' } })
  expect(await withdrawable(world.deps.db, order.checkout_id)).toEqual(new Map())
  expect(await orderRow(order_id)).toMatchObject({ vendor_share: 0, commission: 0 })
  expect(await refundsOf(order_id)).toMatchObject([
    { amount: 3_600_00, delivery_fee: 600_00, reason: 'cancelled', borne_by: 'vendor', asked_role: 'customer' },
  ])
  const { db } = world.deps
  const [refund] = await refundsOf(order_id)
  const [sms] = await db
    .select()
    .from(messages)
    .where(eq(messages.dedupe_key, `refund_sms:${refund?.id}`))
  expect(sms?.body).toContain(`You cancelled your order ${order_id}. NGN 3,600 is on its way back to you.`)
  const bell = await db.select().from(notifications).where(eq(notifications.user_id, owner.user_id))
  expect(bell.find(({ kind }) => kind === 'new_order')?.read_at).not.toBeNull()
  expect(bell.find(({ kind }) => kind === 'order_cancelled')?.text).toBe(
    `Order ${order_id} was cancelled: The customer no longer wants it. You keep ₦0.`,
  )
  const file = await orderFile(db, order_id)
  expect(file?.history.at(-1)).toMatchObject({ verb: 'withdraw', to_status: 'Cancelled', who: 'customer' })
})

test('pressed twice, also at once, it happens once', async () => {
  const { order_id } = await newOrder()
  const answers = await Promise.all([withdraw(order_id), withdraw(order_id), withdraw(order_id)])
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.find((answer) => !answer.ok)).toMatchObject({ details: { status: 'Cancelled' } })
  expect(await withdraw(order_id)).toMatchObject({ ok: false, details: { status: 'Cancelled' } })
  expect(await refundsOf(order_id)).toHaveLength(1)
})

test.each(['its kitchen', 'its customer'] as const)(
  'its kitchen accepts meanwhile, %s first: one wins',
  async (first) => {
    const { order_id, owner } = await newOrder()
    const { db } = world.deps
    const track_token = await tokenOf(order_id)
    const acts = {
      'its kitchen': () => acceptOrder(world.deps, owner, { order_id, minutes: 15 }),
      'its customer': () => withdrawOrder(world.deps, track_token),
    }
    const second = first === 'its kitchen' ? 'its customer' : 'its kitchen'
    const running = await db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, order_id)).for('update')
      const winner = acts[first]()
      await untilWaitingForLocks(db, 1)
      const loser = acts[second]()
      await untilWaitingForLocks(db, 2)
      return { winner, loser }
    })
    const status = first === 'its kitchen' ? 'Accepted' : 'Cancelled'
    expect(await running.winner).toMatchObject({ ok: true, value: { status } })
    expect(await running.loser).toEqual({ ok: false, reason: 'not_allowed', details: { status } })
    expect((await orderRow(order_id)).status).toBe(status)
    expect(await refundsOf(order_id)).toHaveLength(status === 'Cancelled' ? 1 : 0)
  },
)

test('once accepted it stays, also where the kitchen accepts by itself; taken back, it can be withdrawn', async () => {
  const { order_id, owner } = await newOrder()
  await acceptOrder(world.deps, owner, { order_id, minutes: 15 })
  expect(await withdraw(order_id)).toEqual({ ok: false, reason: 'not_allowed', details: { status: 'Accepted' } })
  await undoMove(world.deps, owner, order_id)
  expect(await withdraw(order_id)).toMatchObject({ ok: true })

  const by_itself = await newOrder()
  await changeAutoAccept(world.deps, by_itself.owner, {
    ...{ auto_accept_orders: '5', auto_accept_opens: '', auto_accept_closes: '' },
  })
  await acceptForKitchens(world.deps)
  expect(await withdraw(by_itself.order_id)).toMatchObject({ ok: false, details: { status: 'Accepted' } })
})

test('a rejection that is held is overtaken: one refund, and the kitchen can undo nothing', async () => {
  const { order_id, owner } = await newOrder()
  await holdRejection(world.deps, owner, { order_id, reason: 'The soup was spilt' })
  expect(await withdraw(order_id)).toMatchObject({ ok: true })
  expect(await undoMove(world.deps, owner, order_id)).toMatchObject({ ok: false, details: { status: 'Cancelled' } })
  world.clock.advance(11)
  expect(await carryOutRejections(world.deps)).toBe(0)
  expect(await lapseOrder(world.deps, order_id)).toMatchObject({ ok: false })
  expect(await refundsOf(order_id)).toHaveLength(1)
})

test('of a cart only the one order goes, and the fee with the last', async () => {
  const [one, other] = await paidOrders([await kitchen(), await kitchen()])
  if (!one || !other) throw new Error('nothing was ordered')
  const before = await withdrawable(world.deps.db, one.checkout_id)
  await withdraw(one.id)
  expect((await orderRow(other.id)).status).toBe('Pending')
  await withdraw(other.id)
  const amounts = [await refundsOf(one.id), await refundsOf(other.id)].map(([refund]) => refund?.amount)
  expect(amounts[0]).toBe(before.get(one.id))
  expect((amounts[0] ?? 0) + (amounts[1] ?? 0)).toBe(one.total_price + other.total_price + one.delivery_fee)
})

test('what was withdrawn is not looked after any more', async () => {
  const { order_id } = await newOrder()
  await withdraw(order_id)
  world.clock.advance(3600)
  await escalateUnaccepted(world.deps)
  const rung = await world.deps.db
    .select()
    .from(notifications)
    .where(and(eq(notifications.order_id, order_id), eq(notifications.kind, 'order_unaccepted')))
  expect(rung).toEqual([])
})

test('another link, or none, finds nothing', async () => {
  for (const token of ['AAAAAAAAAAAAAAAA', '', '%00']) {
    expect(await withdrawOrder(world.deps, token)).toMatchObject({ ok: false, reason: 'not_found' })
  }
})
