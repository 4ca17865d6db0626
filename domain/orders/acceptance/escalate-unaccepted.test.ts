import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../../test/vendors-under-test.ts'
import { LUNCH_TIME, type World, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { users } from '../../accounts/tables.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { messages, notifications } from '../../notifications/tables.ts'
import { ESCALATION } from '../../settings/definitions.ts'
import { settings } from '../../settings/tables.ts'
import { cancelOrder } from '../refunds/cancel-order.ts'
import { order_escalations, order_history, orders } from '../tables.ts'
import { acceptOrder } from './accept-order.ts'
import { dueSteps, escalateUnaccepted } from './escalate-unaccepted.ts'
import { lapseOrder } from './lapse-order.ts'

const world = await worldOfFile()
let admin_id: string

beforeAll(async () => {
  const [admin] = await world.deps.db
    .insert(users)
    .values({
      name: 'Boss',
      email: 'boss@example.com',
      role: 'admin',
      admin_role: 'operations',
      created_at: LUNCH_TIME,
      updated_at: LUNCH_TIME,
    })
    .returning()
  admin_id = admin?.id ?? ''
})
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  // Orders left waiting by one test would be handled in the next.
  const pending = await world.deps.db.select().from(orders).where(eq(orders.status, 'Pending'))
  for (const { id } of pending) {
    await lapseOrder(world.deps, id)
  }
  await world.deps.db.delete(settings)
})

const { kitchen, paidOrders, orderRow, refundsOf } = vendorsUnderTest(world)

async function onePaidOrder(more: Parameters<typeof kitchen>[0] = {}) {
  const owner = await kitchen(more)
  const [order] = await paidOrders([owner])
  if (!order) throw new Error('no order')
  return { owner, order_id: order.id }
}
const escalate = () => escalateUnaccepted(world.deps)
const minutes = (count: number) => world.clock.advance(count * 60)

async function escalationOf(order_id: number) {
  const [row] = await world.deps.db.select().from(order_escalations).where(eq(order_escalations.order_id, order_id))
  return row ?? null
}
async function bodyOf(...dedupe_keys: string[]) {
  const rows = await world.deps.db.select().from(messages).where(inArray(messages.dedupe_key, dedupe_keys))
  return rows.map((row) => row.body)
}
const bellOf = (user_id: string, order_id: number) =>
  world.deps.db
    .select({ kind: notifications.kind, text: notifications.text })
    .from(notifications)
    .where(eq(notifications.user_id, user_id))
    .then((rows) => rows.filter((row) => row.text.toLowerCase().includes(`order ${order_id}`)))

test('an order that cannot be worked on holds up none behind it', async () => {
  const broken = await onePaidOrder()
  const next = await onePaidOrder()
  minutes(4)
  const announce: World['deps']['announce'] = async (tx, event, now) => {
    if ('order' in event && event.order.id === broken.order_id) throw new Error('this one is broken')
    await world.deps.announce(tx, event, now)
  }
  await expect(escalateUnaccepted({ ...world.deps, announce })).rejects.toThrow('this one is broken')
  expect(await escalationOf(broken.order_id)).toBeNull()
  expect(await escalationOf(next.order_id)).toMatchObject({ reminded_at: world.clock.now() })
})

describe('an order that no kitchen takes', () => {
  test('is left alone for four minutes, then its kitchen is reminded once, by SMS and on the bell', async () => {
    const { owner, order_id } = await onePaidOrder()
    world.clock.advance(4 * 60 - 1)
    expect(await escalate()).toBe(0)
    world.clock.advance(1)
    expect(await escalate()).toBe(1)
    expect(await escalate()).toBe(0)
    const [sms] = await bodyOf(`unaccepted_sms:${order_id}`)
    expect(sms).toBe(
      `ChowGate: order ${order_id} has waited since 12:00. Accept or reject it by 12:15, or its money goes back: ` +
        'http://localhost:3000/vendor-order',
    )
    expect(await bellOf(owner.user_id, order_id)).toContainEqual({
      kind: 'order_unaccepted',
      text: expect.stringContaining('by 12:15, or it is cancelled'),
    })
  })

  test('is told to the admins after eight minutes, once, with the number to call', async () => {
    const { order_id } = await onePaidOrder()
    minutes(4)
    await escalate()
    minutes(4)
    expect(await escalate()).toBe(1)
    expect(await escalate()).toBe(0)
    expect(await bellOf(admin_id, order_id)).toEqual([
      { kind: 'order_unaccepted', text: expect.stringContaining('Please call 0803 123 4567.') },
    ])
    const [mail] = await bodyOf(`unaccepted_call:${order_id}:${admin_id}`)
    expect(mail).toContain('is cancelled at 12:15 by itself')
  })

  test('is cancelled after fifteen, all its money goes back, and everybody reads why', async () => {
    const { owner, order_id } = await onePaidOrder()
    minutes(4)
    await escalate()
    minutes(4)
    await escalate()
    minutes(7)
    expect(await escalate()).toBe(1)
    expect(await escalate()).toBe(0)
    expect(await orderRow(order_id)).toMatchObject({ status: 'Cancelled', vendor_share: 0 })
    const [refund] = await refundsOf(order_id)
    expect(refund).toMatchObject({
      amount: 3_600_00,
      borne_by: 'vendor',
      asked_role: 'system',
      asked_by: null,
    })
    const moves = await world.deps.db
      .select()
      .from(order_history)
      .where(eq(order_history.order_id, order_id))
      .orderBy(order_history.id)
    expect(moves.at(-1)).toMatchObject({
      verb: 'lapse',
      role: 'system',
      reason: 'The restaurant did not answer in time, and we are sorry',
    })
    const [sms = ''] = await bodyOf(`refund_sms:${refund?.id}`)
    expect(sms).toContain('did not answer in time, and we are sorry. NGN 3,600 is on its way back to you.')
    expect(sms.length).toBeLessThanOrEqual(160)
    expect(await bellOf(owner.user_id, order_id)).toContainEqual({
      kind: 'order_cancelled',
      text: expect.stringContaining('The restaurant did not answer in time'),
    })
  })

  test('of a cart leaves the other kitchen and its way alone', async () => {
    const owners = [await kitchen(), await kitchen()]
    const [slow, quick] = await paidOrders(owners)
    if (!slow || !quick) throw new Error('no orders')
    await acceptOrder(world.deps, owners[1] as Actor, { order_id: quick.id, minutes: 15 })
    for (const pause of [4, 4, 7]) {
      minutes(pause)
      await escalate()
    }
    expect((await orderRow(slow.id)).status).toBe('Cancelled')
    expect((await orderRow(quick.id)).status).toBe('Accepted')
    expect(await refundsOf(slow.id)).toMatchObject([{ amount: 3_600_00, delivery_fee: 600_00 }])
  })

  test('that is taken in time is not spoken of again', async () => {
    const { owner, order_id } = await onePaidOrder()
    minutes(4)
    await escalate()
    await acceptOrder(world.deps, owner, { order_id, minutes: 15 })
    minutes(60)
    expect(await escalate()).toBe(0)
    expect((await orderRow(order_id)).status).toBe('Accepted')
    expect(await escalationOf(order_id)).toMatchObject({ called_at: null })
  })

  test('whose kitchen has closed is neither reminded of nor cancelled before it opens; admins hear of it', async () => {
    const { owner, order_id } = await onePaidOrder()
    const one_day = (opens: string) => [{ opens, closes: '13:00' }]
    const hours = Array.from({ length: 7 }, () => one_day('11:00'))
    await world.deps.db.update(vendors).set({ week_hours: hours }).where(eq(vendors.user_id, owner.user_id))
    minutes(61)
    expect(await escalate()).toBe(1)
    expect(await escalationOf(order_id)).toMatchObject({ reminded_at: null, called_at: world.clock.now() })
    minutes(22 * 60)
    expect(await escalate()).toBe(1)
    minutes(10)
    expect(await escalate()).toBe(0)
    minutes(1)
    expect(await escalate()).toBe(1)
    expect((await orderRow(order_id)).status).toBe('Cancelled')
  })

  test('is worked on by many workers at once, each step by one of them', async () => {
    const { owner, order_id } = await onePaidOrder()
    for (const pause of [4, 4, 7]) {
      minutes(pause)
      const made = await Promise.all([escalate(), escalate(), escalate()])
      expect(made.reduce((sum, steps) => sum + steps)).toBe(1)
    }
    expect(await refundsOf(order_id)).toHaveLength(1)
    const kinds = (await bellOf(owner.user_id, order_id)).map(({ kind }) => kind)
    expect(kinds.sort()).toEqual(['new_order', 'order_cancelled', 'order_unaccepted'])
  })
})

describe('races on real connections', () => {
  test('the kitchen accepts as the order is given up: one wins, the other is told', async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, order_id } = await onePaidOrder()
      const accept = () => acceptOrder(world.deps, owner, { order_id, minutes: 15 })
      const lapse = () => lapseOrder(world.deps, order_id)
      const answers = await Promise.all(round % 2 ? [accept(), lapse()] : [lapse(), accept()])
      const { status } = await orderRow(order_id)
      expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
      expect(answers.find((answer) => !answer.ok)).toMatchObject({
        reason: 'not_allowed',
        details: { status },
      })
      expect(await refundsOf(order_id)).toHaveLength(status === 'Cancelled' ? 1 : 0)
    }
  })

  test('an admin cancels as the order is given up: its money goes back once', async () => {
    const { order_id } = await onePaidOrder()
    const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' }
    const cancel = { order_id, reason: 'No answer', refund_kobo: 'all', borne_by: 'platform' } as const
    const answers = await Promise.all([lapseOrder(world.deps, order_id), cancelOrder(world.deps, admin, cancel)])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await refundsOf(order_id)).toHaveLength(1)
  })

  test('two orders of one cart are given up at once: each way goes back once', async () => {
    const placed = await paidOrders([await kitchen(), await kitchen()])
    await Promise.all(placed.map(({ id }) => lapseOrder(world.deps, id)))
    const amounts = await Promise.all(placed.map(async ({ id }) => (await refundsOf(id))[0]?.amount))
    expect(amounts.sort()).toEqual([3_600_00, 3_600_00])
  })
})

test('giving up is refused for an order that was taken, twice, and for one that never was', async () => {
  const { owner, order_id } = await onePaidOrder()
  await acceptOrder(world.deps, owner, { order_id, minutes: 15 })
  expect(await lapseOrder(world.deps, order_id)).toMatchObject({
    reason: 'not_allowed',
    details: { status: 'Accepted' },
  })
  expect(await lapseOrder(world.deps, 2 ** 40)).toMatchObject({ reason: 'not_found' })
})

describe('the setting', () => {
  const save = (value: object) =>
    world.deps.db.insert(settings).values({ key: 'escalation', value, updated_at: world.clock.now() })

  test('moves the minutes', async () => {
    await save({ remind_minutes: 1, call_minutes: 2, cancel_minutes: 3 })
    const { order_id } = await onePaidOrder()
    for (const _ of [1, 2, 3]) {
      minutes(1)
      expect(await escalate()).toBe(1)
    }
    expect((await orderRow(order_id)).status).toBe('Cancelled')
  })

  test('that is out of order counts as not saved', async () => {
    await save({ remind_minutes: 30, call_minutes: 2 })
    await onePaidOrder()
    minutes(3)
    expect(await escalate()).toBe(0)
    minutes(1)
    expect(await escalate()).toBe(1)
  })
})

test('a worker that slept for an hour reminds and calls first, and gives the kitchen its minutes', () => {
  const placed_at = LUNCH_TIME
  const now = new Date(LUNCH_TIME.getTime() + 60 * 60_000)
  const order = { placed_at, open: true, reminded_at: null, called_at: null }
  expect(dueSteps(order, ESCALATION.default, now)).toEqual(['remind', 'call'])
  expect(dueSteps({ ...order, reminded_at: now, called_at: now }, ESCALATION.default, now)).toEqual([])
})
