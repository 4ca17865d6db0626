import { desc, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { done, leave_out, missingDishUnderTest, refusedWith } from '../../../test/missing-dish.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, type World } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { food } from '../../catalog/tables.ts'
import { chooseByLink, setIfMissingByLink } from '../../checkout/track/choose-by-link.ts'
import { kobo } from '../../money.ts'
import { messages } from '../../notifications/tables.ts'
import { acceptOrder } from '../acceptance/accept-order.ts'
import { completeOrder } from '../complete-order.ts'
import { deliverOrder } from '../deliver-order.ts'
import { cancelOrder } from '../refunds/cancel-order.ts'
import { giveBack } from '../refunds/give-back.ts'
import { rejectOrder } from '../refunds/reject-order.ts'
import { order_history, orders } from '../tables.ts'
import { decideForSilent } from './decide-missing.ts'
import { markMissing } from './mark-missing.ts'

const {
  scene,
  people,
  token,
  dishId,
  orderTogetherWith,
  order,
  refundsOf,
  missingOf,
  putOnMenu,
  mark,
  choose,
  swapFor,
} = await missingDishUnderTest()
let world: World
let vendor: Actor
let order_id: number
beforeEach(() => {
  ;({ world, vendor, order_id } = scene())
})

describe('a dish that is out', () => {
  test('is sold out for today everywhere, and its customer reads by when to choose', async () => {
    await mark({ quantity: 1 })
    const [jollof] = await world.deps.db
      .select()
      .from(food)
      .where(eq(food.id, await dishId('Jollof Rice')))
    expect(jollof?.sold_out_until?.getTime()).toBeGreaterThan(world.clock.now().getTime())
    const [sms] = await world.deps.db.select().from(messages).where(like(messages.dedupe_key, 'dish_missing_sms:%'))
    expect(sms?.body).toMatch(/has no Jollof Rice for order \d+\. Choose by 12:04, or we leave it out and pay it back/)
    expect(sms).toMatchObject({ dispensable: false, expires_at: new Date(LUNCH_TIME.getTime() + 4 * 60_000) })
  })

  test('that is all of the order: its customer reads that silence cancels it', async () => {
    await mark()
    const [sms] = await world.deps.db
      .select()
      .from(messages)
      .where(like(messages.dedupe_key, 'dish_missing_sms:%'))
      .orderBy(desc(messages.created_at))
    expect(sms?.body).toContain('or we cancel the order')
  })

  test('stays on the menu where only this one is gone', async () => {
    await mark({ keeps_selling: true })
    const [jollof] = await world.deps.db
      .select()
      .from(food)
      .where(eq(food.id, await dishId('Jollof Rice')))
    expect(jollof?.sold_out_until).toBeNull()
  })

  test('is left out: its money goes back, out of the kitchen’s share and the commission', async () => {
    await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
    const id = await mark({ quantity: 1 })
    expect(await choose(id, leave_out)).toMatchObject({
      ...done,
      value: { outcome: 'left_out', closed_role: 'customer' },
    })
    expect(await refundsOf()).toMatchObject([
      {
        amount: 1_500_00,
        delivery_fee: 0,
        reason: 'missing_dish',
        borne_by: 'vendor',
        lines: [{ item: 0, quantity: 1 }],
      },
    ])
    expect(await order()).toMatchObject({ status: 'Accepted', vendor_share: 1_350_00, commission: 150_00 })
    expect(await completeOrder(world.deps, vendor, order_id)).toMatchObject(done)
  })

  test('is swapped: what comes instead is on the ticket, and the difference goes back', async () => {
    await putOnMenu('Fried Rice', 1_200_00)
    const id = await mark({ quantity: 1 })
    expect(await choose(id, await swapFor('Fried Rice', 300_00))).toMatchObject({
      ...done,
      value: { outcome: 'swapped', swap_name: 'Fried Rice', back: 300_00 },
    })
    expect((await order()).items).toMatchObject([
      { name: 'Jollof Rice', quantity: 1 },
      { name: 'Fried Rice', quantity: 1, price_kobo: 1_200_00, instead_of: 'Jollof Rice' },
    ])
    expect(await refundsOf()).toMatchObject([{ amount: 300_00, lines: null }])
    expect(await order()).toMatchObject({ total_price: 3_000_00, vendor_share: 2_430_00, commission: 270_00 })
  })

  test('all of it is swapped in its own place, for as much or with the cheapest of what must be chosen', async () => {
    const size = {
      ...{ name: 'Size', min: 1, max: 1 },
      options: [
        { name: 'Large', price_kobo: kobo(700_00) },
        { name: 'Small', price_kobo: kobo(500_00) },
      ],
    }
    await putOnMenu('Yam', 1_000_00, { option_groups: [size] })
    const id = await mark()
    expect(await choose(id, await swapFor('Yam', 0))).toMatchObject({ ...done, value: { swap_name: 'Yam (Small)' } })
    expect((await order()).items).toEqual([
      {
        ...{ name: 'Yam', quantity: 2, price_kobo: 1_500_00, instead_of: 'Jollof Rice' },
        options: [{ group: 'Size', name: 'Small' }],
      },
    ])
    expect(await refundsOf()).toEqual([])
  })

  test('cancels its kitchen’s order where the customer wants that, with the fee of its way', async () => {
    await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
    const id = await mark({ quantity: 1 })
    expect(await choose(id, { kind: 'cancel' })).toMatchObject({ ...done, value: { outcome: 'cancelled' } })
    expect(await order()).toMatchObject({ status: 'Cancelled', vendor_share: 0, commission: 0 })
    expect(await refundsOf()).toMatchObject([{ amount: 3_600_00, delivery_fee: 600_00, reason: 'cancelled' }])
    const [last] = (await world.deps.db.select().from(order_history).where(eq(order_history.order_id, order_id))).slice(
      -1,
    )
    expect(last).toMatchObject({ verb: 'call_off', role: 'customer', reason: 'Jollof Rice was out' })
    expect((await people.deliveryOf(order_id)).status).toBe('Cancelled')
  })

  test('leaves nothing where it was the last: its kitchen’s part is cancelled, the rest goes on', async () => {
    const other = await insertVendor(world.deps.db)
    await orderTogetherWith(other)
    ;({ order_id } = scene())
    expect(await choose(await mark(), leave_out)).toMatchObject({ ...done, value: { outcome: 'cancelled' } })
    expect((await order()).status).toBe('Cancelled')
    const others = await world.deps.db.select().from(orders).where(eq(orders.vendor_id, other.user_id))
    expect(others).toMatchObject([{ status: 'Pending' }])
  })
})

describe('a customer who does not choose', () => {
  test('gets the money back after the time, once, and reads so', async () => {
    await mark({ quantity: 1 })
    world.clock.advance(239)
    expect(await decideForSilent(world.deps)).toBe(0)
    world.clock.advance(1)
    expect(await Promise.all([decideForSilent(world.deps), decideForSilent(world.deps)])).toContain(1)
    expect(await refundsOf()).toMatchObject([
      { amount: 1_500_00, asked_role: 'system', explanation: expect.stringMatching(/nobody chose by 12:04$/) },
    ])
    expect(await missingOf()).toMatchObject([{ outcome: 'left_out', closed_role: 'system', back: 1_500_00 }])
  })

  test('who wanted it so beforehand, has the order cancelled', async () => {
    expect(await setIfMissingByLink(world.deps, await token(), 'cancel')).toMatchObject(done)
    await mark({ quantity: 1 })
    const sms = await world.deps.db
      .select()
      .from(messages)
      .where(like(messages.body, `%order ${order_id}.%`))
    expect(sms.map(({ body }) => body).join()).toContain('or we cancel the order')
    world.clock.advance(240)
    await decideForSilent(world.deps)
    expect(await order()).toMatchObject({ status: 'Cancelled', vendor_share: 0 })
  })

  test('in time, is told so, and a second answer changes nothing', async () => {
    const id = await mark({ quantity: 1 })
    world.clock.advance(240)
    expect(await choose(id, leave_out)).toMatchObject(refusedWith('too_late'))
    await decideForSilent(world.deps)
    expect(await choose(id, { kind: 'cancel' })).toMatchObject(refusedWith('chosen_already', { outcome: 'left_out' }))
    expect(await refundsOf()).toHaveLength(1)
  })
})

describe('a choice', () => {
  test('is made once, however often it is sent', async () => {
    const id = await mark({ quantity: 1 })
    const answers = await Promise.all([choose(id, leave_out), choose(id, leave_out), choose(id, { kind: 'cancel' })])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await refundsOf()).toHaveLength(1)
  })

  test('is nobody else’s: not with a forged link, and not with that of another order', async () => {
    const id = await mark({ quantity: 1 })
    const forged = chooseByLink(world.deps, 'AAAAAAAAAAAAAAAA', { missing_id: id, choice: leave_out })
    expect(await forged).toMatchObject(refusedWith('not_found'))
    const stranger = await people.paidOrders([await insertVendor(world.deps.db)])
    const foreign = await token(stranger[0]?.id)
    expect(await chooseByLink(world.deps, foreign, { missing_id: id, choice: leave_out })).toMatchObject(
      refusedWith('not_found'),
    )
    expect(await choose(Number.NaN, leave_out)).toMatchObject(refusedWith('not_found'))
    expect(await setIfMissingByLink(world.deps, 'AAAAAAAAAAAAAAAA', 'cancel')).toMatchObject(refusedWith('not_found'))
    expect(await missingOf()).toMatchObject([{ outcome: null }])
  })

  test('of a swap is no longer there once that is sold out, dearer, or missing itself', async () => {
    await putOnMenu('Fried Rice', 1_200_00)
    await putOnMenu('Goat', 3_000_00)
    const id = await mark({ quantity: 1 })
    for (const [name, back] of [
      ['Goat', -1_500_00],
      ['Jollof Rice', 0],
      ['Fried Rice', 200_00],
    ] as const)
      expect(await choose(id, await swapFor(name, back))).toMatchObject(refusedWith('swap_gone'))
    await world.deps.db
      .update(food)
      .set({ sold_out_until: new Date(LUNCH_TIME.getTime() + 60_000) })
      .where(eq(food.id, await dishId('Fried Rice')))
    expect(await choose(id, await swapFor('Fried Rice', 300_00))).toMatchObject(refusedWith('swap_gone'))
    expect(await choose(id, leave_out)).toMatchObject(done)
  })
})

describe('an order that is moved on meanwhile', () => {
  const admin = () => insertAccount(world.deps.db, 'admin')
  test.each([
    ['rejected', async () => rejectOrder(world.deps, vendor, { order_id, reason: 'Out of rice' })],
    [
      'cancelled',
      async () =>
        cancelOrder(world.deps, await admin(), { order_id, reason: 'Closed', refund_kobo: 'all', borne_by: 'vendor' }),
    ],
    ['delivered', async () => deliverOrder(world.deps, await admin(), { order_id })],
  ])('%s: nothing is left to choose', async (_, moveOn) => {
    await acceptOrder(world.deps, vendor, { order_id, minutes: 20 })
    const id = await mark({ quantity: 1 })
    expect(await moveOn()).toMatchObject(done)
    expect(await choose(id, leave_out)).toMatchObject(refusedWith('chosen_already', { outcome: 'overtaken' }))
    world.clock.advance(300)
    expect(await decideForSilent(world.deps)).toBe(0)
  })

  test('or partly paid back: never more goes back than is left', async () => {
    const back = {
      order_id,
      reason: 'A plate was cold',
      borne_by: 'platform',
      request_key: crypto.randomUUID(),
    } as const
    expect(await giveBack(world.deps, await admin(), { ...back, amount_kobo: 2_000_00 })).toMatchObject(done)
    const id = await mark({ quantity: 1 })
    expect(await choose(id, leave_out)).toMatchObject({ ...done, value: { back: 1_000_00 } })
    expect((await refundsOf()).reduce((sum, { amount }) => sum + amount, 0)).toBe(3_000_00)
  })

  test.each([
    [2, 'overtaken', 'Pending'],
    [1, 'cancelled', 'Cancelled'],
  ])('%i of two given back by an admin are not given back again', async (given, outcome, status) => {
    const id = await mark()
    const back = { order_id, reason: 'It is out', borne_by: 'platform', request_key: crypto.randomUUID() } as const
    const lines = [{ item: 0, quantity: given }]
    expect(await giveBack(world.deps, await admin(), { ...back, lines })).toMatchObject(done)
    world.clock.advance(5 * 60)
    await decideForSilent(world.deps)
    expect(await missingOf()).toMatchObject([{ id, outcome }])
    expect(await order()).toMatchObject({ status })
    const food = (await refundsOf()).reduce((sum, refund) => sum + refund.amount - refund.delivery_fee, 0)
    expect(food).toBe(3_000_00)
  })

  test('said twice by a kitchen, it is one: the screen said how many there were', async () => {
    const said = { order_id, item: 0, quantity: 1, keeps_selling: true, seen_left: 2 }
    expect(await markMissing(world.deps, vendor, said)).toMatchObject(done)
    expect(await markMissing(world.deps, vendor, said)).toMatchObject(refusedWith('missing_already'))
    expect(await missingOf()).toHaveLength(1)
  })
})
