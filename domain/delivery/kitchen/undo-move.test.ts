import { and, eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deliveryWorld, type Kitchen, vendorActor } from '../../../test/delivery.ts'
import { untilWaitingForLocks } from '../../../test/locks.ts'
import { insertDevice } from '../../../test/pushes.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { acceptOrder } from '../../orders/acceptance/accept-order.ts'
import { giveMoreTime } from '../../orders/acceptance/give-more-time.ts'
import { lapseOrder } from '../../orders/acceptance/lapse-order.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { deliverOrder } from '../../orders/deliver-order.ts'
import { cancelOrder } from '../../orders/refunds/cancel-order.ts'
import { carryOutRejections, holdRejection } from '../../orders/refunds/hold-rejection.ts'
import { orders } from '../../orders/tables.ts'
import { undoKey } from '../../orders/undo-window.ts'
import { refunds } from '../../payments/tables.ts'
import { acceptOffer } from '../offers/answer-offer.ts'
import { order_promises } from '../tables.ts'
import { kitchenBoard } from './kitchen-board.ts'
import { undoMove } from './undo-move.ts'

const world = await worldOfFile()
let kitchen: Kitchen
let vendor: Actor
let order_id: number
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  kitchen = await insertVendor(world.deps.db)
  vendor = vendorActor(kitchen)
  order_id = await paid()
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const people = deliveryWorld(world)
const paid = async (how: { collects?: boolean } = {}) => (await people.paidOrders([kitchen], how))[0]?.id ?? 0
const accept = () => acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
const undo = (actor = vendor, seen?: string) => undoMove(world.deps, actor, order_id, seen)
/** What the button on the board takes back. */
const shown = async () => {
  const [card] = (await kitchenBoard(world.deps.db, kitchen.user_id, world.clock.now())).orders
  return card?.undo ? undoKey(card.undo) : ''
}
const done = { ok: true } as const
const refusedWith = (reason: string) => ({ ok: false, reason })
const stored = async () => (await world.deps.db.select().from(orders).where(eq(orders.id, order_id)))[0]
const unreadOf = async () =>
  (await world.deps.db.select().from(notifications).where(eq(notifications.order_id, order_id))).filter(
    ({ read_at }) => read_at === null,
  )
const texts = async (news: string) =>
  world.deps.db
    .select()
    .from(messages)
    .where(and(like(messages.dedupe_key, `${news}_sms:${order_id}`), eq(messages.status, 'Queued')))

describe('a yes', () => {
  test('is taken back: the order is new, rings again, nobody is told, and no rider is looked for', async () => {
    await accept()
    expect(await unreadOf()).toEqual([])
    expect((await texts('accepted'))[0]?.next_attempt_at).toEqual(new Date(LUNCH_TIME.getTime() + 10_000))
    world.clock.advance(9)
    expect(await undo()).toMatchObject({ ...done, value: { status: 'Pending', ready_by: null } })
    expect(await unreadOf()).toMatchObject([{ kind: 'new_order' }])
    expect(await texts('accepted')).toEqual([])
    expect((await people.deliveryOf(order_id)).status).toBe('Cancelled')
    const [card] = (await kitchenBoard(world.deps.db, kitchen.user_id, world.clock.now())).orders
    expect(card).toMatchObject({ status: 'Pending', undo: null })
  })

  test('comes again after that: its delivery waits, and the customer is told of the new time', async () => {
    await accept()
    await undo()
    world.clock.advance(60)
    expect(await acceptOrder(world.deps, vendor, { order_id, minutes: 40 })).toMatchObject(done)
    expect(await people.deliveryOf(order_id)).toMatchObject({ status: 'Waiting', closed_at: null })
    expect(await texts('accepted')).toHaveLength(1)
    await undo()
    expect(await completeOrder(world.deps, vendor, order_id)).toMatchObject(done)
    expect((await people.deliveryOf(order_id)).status).toBe('Waiting')
  })

  test('ends an offer of it, and stays once a rider has taken it', async () => {
    await accept()
    const rider = await insertRider(world.deps.db)
    const { id } = await people.deliveryOf(order_id)
    const offered = await people.offer(rider, [id])
    await undo()
    expect((await people.offerRow(offered))?.status).toBe('Withdrawn')
    await accept()
    await acceptOffer(world.deps, rider, await people.offer(rider, [id]))
    expect(await undo()).toMatchObject(refusedWith('rider_found'))
    expect((await stored())?.status).toBe('Accepted')
  })

  test('taken back does not keep an admin from delivering it', async () => {
    await accept()
    await undo()
    const admin = await insertAccount(world.deps.db, 'admin')
    expect(await deliverOrder(world.deps, admin, { order_id })).toMatchObject(done)
    expect(await people.deliveryOf(order_id)).toMatchObject({ status: 'Delivered', rider_id: null })
  })

  test('is taken back once, within ten seconds, by its own kitchen', async () => {
    await accept()
    const stranger = vendorActor(await insertVendor(world.deps.db))
    expect(await undo(stranger)).toMatchObject(refusedWith('not_found'))
    const both = await Promise.all([undo(), undo()])
    expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await undo()).toMatchObject(refusedWith('not_allowed'))
    await accept()
    world.clock.advance(10)
    expect(await undo()).toMatchObject(refusedWith('too_late_to_undo'))
  })
})

describe('more time', () => {
  const more = (minutes: number) => giveMoreTime(world.deps, vendor, { order_id, minutes })
  const told = (by: 'sms' | 'push') =>
    world.deps.db
      .select()
      .from(messages)
      .where(like(messages.dedupe_key, `more_time_${by}:${order_id}:%`))
  const laterTexts = () => told('sms')
  const rung = () => told('push')
  const promise = async () =>
    (await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, order_id)))[0]

  test('is taken back: all is as it was, and neither customer nor rider is told', async () => {
    const rider = await insertRider(world.deps.db)
    await accept()
    await acceptOffer(world.deps, rider, await people.offer(rider, [(await people.deliveryOf(order_id)).id]))
    await insertDevice(world, rider)
    world.clock.advance(60)
    const ready_by = (await stored())?.ready_by
    const before = await promise()
    await more(15)
    expect(await laterTexts()).toMatchObject([{ next_attempt_at: new Date(world.clock.now().getTime() + 10_000) }])
    expect(await rung()).toMatchObject([{ next_attempt_at: new Date(world.clock.now().getTime() + 10_000) }])
    world.clock.advance(9)
    expect(await undo()).toMatchObject({ ...done, value: { status: 'Accepted', ready_by } })
    expect(await promise()).toMatchObject({
      told_until: before?.told_until,
      told_later_at: null,
      later_because: null,
      promised_until: before?.promised_until,
    })
    expect(await laterTexts()).toEqual([])
    expect(await unreadOf()).toEqual([])
    expect(await rung()).toEqual([])
    expect(await undo()).toMatchObject(refusedWith('not_allowed'))
  })

  test('stays where another takes back what they gave before it', async () => {
    await accept()
    world.clock.advance(60)
    await more(5)
    const first = await shown()
    world.clock.advance(3)
    await more(10)
    const ready_by = (await stored())?.ready_by
    expect(await undo(vendor, first)).toMatchObject(refusedWith('stale'))
    expect((await stored())?.ready_by).toEqual(ready_by)
    expect(await undo(vendor, await shown())).toMatchObject(done)
  })

  test('that was taken back does not count, and the one before it stays told', async () => {
    await accept()
    for (const _ of [1, 2, 3]) {
      await more(10)
      await undo()
    }
    await more(5)
    world.clock.advance(60)
    const before = await promise()
    await more(10)
    await undo()
    expect(before).toMatchObject({ later_because: 'kitchen' })
    expect(await promise()).toMatchObject({
      later_because: 'kitchen',
      told_later_at: before?.told_later_at,
      told_until: before?.told_until,
    })
    expect(await laterTexts()).toHaveLength(1)
    expect(await more(10)).toMatchObject(done)
    expect(await more(10)).toMatchObject(refusedWith('no_more_time'))
    world.clock.advance(10)
    expect(await undo()).toMatchObject(refusedWith('too_late_to_undo'))
  })
})

describe('that it is ready', () => {
  test('goes back to what it was: cooking, or new', async () => {
    await accept()
    await completeOrder(world.deps, vendor, order_id)
    expect(await undo()).toMatchObject({ ...done, value: { status: 'Accepted' } })
    // The yes before it still stands.
    expect(await texts('accepted')).toHaveLength(1)
    expect((await people.deliveryOf(order_id)).status).toBe('Waiting')

    order_id = await paid()
    await completeOrder(world.deps, vendor, order_id)
    expect(await undo()).toMatchObject({ ...done, value: { status: 'Pending' } })
    expect(await texts('accepted')).toEqual([])
    expect((await people.deliveryOf(order_id)).status).toBe('Cancelled')
  })

  test('of an order to collect is not told to its customer', async () => {
    order_id = await paid({ collects: true })
    await accept()
    await completeOrder(world.deps, vendor, order_id)
    expect(await texts('ready')).toHaveLength(1)
    await undo()
    expect(await texts('ready')).toEqual([])
  })
})

describe('a rejection', () => {
  const reject = () => holdRejection(world.deps, vendor, { order_id, reason: 'Out of rice' })
  const given_back = () => world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))

  test('is held: nothing moves for ten seconds, then the money goes back', async () => {
    expect(await reject()).toMatchObject({ ...done, value: { status: 'Pending' } })
    expect(await reject()).toMatchObject(done)
    expect(await unreadOf()).toEqual([])
    world.clock.advance(9)
    expect(await carryOutRejections(world.deps)).toBe(0)
    expect(await given_back()).toEqual([])
    world.clock.advance(1)
    expect(await undo()).toMatchObject(refusedWith('too_late_to_undo'))
    const at_once = await Promise.all([carryOutRejections(world.deps), carryOutRejections(world.deps)])
    expect(at_once.toSorted()).toEqual([0, 1])
    expect(await stored()).toMatchObject({ status: 'Cancelled', reject_at: null })
    expect(await given_back()).toMatchObject([{ reason: 'rejected', asked_by: vendor.user_id }])
    expect(await people.lastMove(order_id)).toMatchObject({ role: 'vendor', reason: 'Out of rice' })
  })

  test('stays where another takes back what they did before it', async () => {
    await accept()
    const accepted = await shown()
    world.clock.advance(6)
    await reject()
    const rejected = await shown()
    world.clock.advance(1)
    expect(await undo(vendor, accepted)).toMatchObject(refusedWith('stale'))
    expect(await stored()).toMatchObject({ status: 'Accepted', reject_reason: 'Out of rice' })
    expect(await undo(vendor, '')).toMatchObject(refusedWith('stale'))
    expect(await undo(vendor, rejected)).toMatchObject({ ...done, value: { reject_at: null } })
  })

  test('is taken back: the order rings again, and nothing was given back', async () => {
    await reject()
    expect(await undo()).toMatchObject({ ...done, value: { status: 'Pending', reject_at: null } })
    expect(await unreadOf()).toMatchObject([{ kind: 'new_order' }])
    world.clock.advance(60)
    expect(await carryOutRejections(world.deps)).toBe(0)
    expect(await given_back()).toEqual([])
  })

  test('keeps others in the kitchen from accepting, and is no silence; an admin’s move drops it', async () => {
    await reject()
    expect(await accept()).toMatchObject(refusedWith('being_rejected'))
    expect(await completeOrder(world.deps, vendor, order_id)).toMatchObject(refusedWith('being_rejected'))
    expect(await lapseOrder(world.deps, order_id)).toMatchObject(refusedWith('being_rejected'))
    const admin = await insertAccount(world.deps.db, 'admin')
    const cancel = { order_id, reason: 'No rider today', refund_kobo: 'all', borne_by: 'platform' } as const
    expect(await cancelOrder(world.deps, admin, cancel)).toMatchObject(done)
    expect(await stored()).toMatchObject({ status: 'Cancelled', reject_at: null })
    world.clock.advance(10)
    expect(await carryOutRejections(world.deps)).toBe(0)
    expect(await reject()).toMatchObject(refusedWith('not_allowed'))
  })

  test.each([
    ['accepted', () => accept()],
    ['completed', () => completeOrder(world.deps, vendor, order_id)],
  ])('stands when it is %s by another at the same moment', async (_, answer) => {
    const { db } = world.deps
    const answers = await db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, order_id)).for('no key update')
      const rejected = reject()
      await untilWaitingForLocks(db, 1)
      const other = answer()
      await untilWaitingForLocks(db, 2)
      return [rejected, other]
    })
    expect(await Promise.all(answers)).toMatchObject([done, refusedWith('being_rejected')])
    expect(await stored()).toMatchObject({ status: 'Pending', reject_reason: 'Out of rice' })
  })

  test('needs a reason, and an order that can be rejected', async () => {
    expect(await holdRejection(world.deps, vendor, { order_id, reason: ' ' })).toMatchObject(refusedWith('bad_reason'))
    await completeOrder(world.deps, vendor, order_id)
    expect(await reject()).toMatchObject(refusedWith('not_allowed'))
  })
})
