import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { deliveryWorld, type Kitchen } from '../../../test/delivery.ts'
import { complete_profile, insertVendor, worldOfFile } from '../../../test/world.ts'
import { founderOf } from '../../accounts/actor.ts'
import { kitchenNames } from '../../accounts/mover-names.ts'
import { UNTIL_CHANGED } from '../../catalog/hours/availability.ts'
import { pauseOrders } from '../../catalog/hours/change-service.ts'
import { closedReasons } from '../../catalog/hours/closed-reasons.ts'
import { kitchenHistory } from '../../catalog/kitchen-history.ts'
import { vendors } from '../../catalog/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { the_system } from '../../lifecycle.ts'
import { holdRejection } from '../../orders/refunds/hold-rejection.ts'
import { rejectOrder } from '../../orders/refunds/reject-order.ts'
import { order_history, orders } from '../../orders/tables.ts'
import { kitchen_texts, messages } from '../tables.ts'
import { receiveText } from './receive-text.ts'

const world = await worldOfFile()
const { paidOrders, orderStatus } = deliveryWorld(world)
let numbers = 0

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

/** A kitchen with a number of its own, and so many orders that wait for it. */
async function kitchenWith(orders: number) {
  const phone = `+23480399${String(10_000 + numbers++)}`
  const kitchen = await insertVendor(world.deps.db, { phone, name: 'Iya Test', preparation_minutes: 25 })
  const ids: number[] = []
  for (let placed = 0; placed < orders; placed++) ids.push((await paidOrders([kitchen]))[0]?.id ?? 0)
  return { kitchen, phone, ids }
}

const write = (from: string, text: string, id: string | null = crypto.randomUUID()) =>
  receiveText(world.deps, { from, text, id })

/** What the kitchen was answered, the oldest first. */
async function answers({ user_id }: Kitchen): Promise<string[]> {
  const kept = await world.deps.db
    .select({ answer: kitchen_texts.answer })
    .from(kitchen_texts)
    .where(eq(kitchen_texts.vendor_id, user_id))
    .orderBy(kitchen_texts.id)
  return kept.map(({ answer }) => answer ?? '')
}

const textsTo = (phone: string) =>
  world.deps.db.select().from(messages).where(eq(messages.recipient, phone)).orderBy(messages.created_at)
/** The code that our latest answer told the kitchen's telephone. */
async function codeTold(phone: string): Promise<string> {
  const bodies = (await textsTo(phone)).map(({ body }) => /Text [29] (\d{3}) to/.exec(body)?.[1])
  return bodies.findLast((code) => code !== undefined) ?? ''
}
/** Writes "2" or "9", and once more with the code of our answer. */
async function writeTwice(phone: string, text: '2' | '9', id: string | null = crypto.randomUUID()) {
  await write(phone, text, id && `${id} asks`)
  await write(phone, `${text} ${await codeTold(phone)}`, id)
}
const readyMinutes = async (order_id: number) => {
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, order_id))
  return order?.ready_by && (order.ready_by.getTime() - world.clock.now().getTime()) / 60_000
}

test('"1 20" accepts the order that has waited longest, and the kitchen is answered by text', async () => {
  const { kitchen, phone, ids } = await kitchenWith(2)
  const [first = 0, second = 0] = ids
  expect(await write(phone, '1 20')).toBe('kitchen')
  expect(await orderStatus(first)).toBe('Accepted')
  expect(await orderStatus(second)).toBe('Pending')
  expect(await readyMinutes(first)).toBe(20)
  const [answer] = await answers(kitchen)
  expect(answer).toMatch(
    new RegExp(`^order ${first} is accepted, ready by \\d\\d:\\d\\d\\. Order ${second} still waits\\.$`),
  )
  expect((await textsTo(phone)).map(({ body }) => body)).toContain(`ChowGate: ${answer}`)
})

test('"1" takes the usual minutes, a number names the order, "2" rejects and gives the money back', async () => {
  const { kitchen, phone, ids } = await kitchenWith(3)
  const [first = 0, second = 0, third = 0] = ids
  await write(phone, ' 1. ')
  expect(await readyMinutes(first)).toBe(25)
  await write(phone, `1 15 ${third}`)
  expect(await readyMinutes(third)).toBe(15)
  await writeTwice(phone, '2')
  expect(await orderStatus(second)).toBe('Cancelled')
  await write(phone, '2')
  expect((await answers(kitchen)).slice(-2)).toEqual([
    `order ${second} is rejected, and its money goes back.`,
    'no order waits for you.',
  ])
})

test('an order for later has not waited before it is to be begun', async () => {
  const { phone, ids } = await kitchenWith(2)
  const [for_later = 0, now = 0] = ids
  const begin_at = new Date(world.clock.now().getTime() + 7_200_000)
  await world.deps.db.update(orders).set({ begin_at }).where(eq(orders.id, for_later))
  await write(phone, '1 20')
  expect([await orderStatus(for_later), await orderStatus(now)]).toEqual(['Pending', 'Accepted'])
})

test('"9" pauses for an hour and "8" opens again', async () => {
  const { kitchen, phone } = await kitchenWith(0)
  await world.deps.db.update(vendors).set(complete_profile).where(eq(vendors.user_id, kitchen.user_id))
  const paused = async () =>
    (await world.deps.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id)))[0]?.paused_until ?? null
  await write(phone, '9')
  expect((await paused())?.getTime()).toBe(world.clock.now().getTime() + 3_600_000)
  expect(await closedReasons(world.deps.db, kitchen.user_id, world.clock.now())).toContainEqual(
    expect.objectContaining({ kind: 'paused', by: 'text' }),
  )
  await write(phone, '8')
  expect(await paused()).toBeNull()
  // Of the only kitchen of a number "8" ends every pause, and "9" says which one holds.
  await pauseOrders(world.deps, founderOf(kitchen), 'until_reopened')
  await write(phone, '9')
  await write(phone, '8')
  expect(await paused()).toBeNull()
  expect(await answers(kitchen)).toEqual([
    expect.stringMatching(/^you are paused until \d\d:\d\d and/),
    'your pause is over: you take orders in your opening hours.',
    'you are paused until you open again and get no new orders. Text 8 to open again.',
    'your pause is over: you take orders in your opening hours.',
  ])
  const { lines } = await kitchenHistory(world.deps.db, founderOf(kitchen), null)
  expect(lines.map(({ did, user_id }) => [did, user_id]).reverse()).toEqual([
    ['paused', null],
    ['opened', null],
    ['paused', kitchen.user_id],
    ['opened', null],
  ])
})

test('of "9", "8" and "9" within a minute the last one counts, also where the gateway gives no numbers', async () => {
  const { kitchen, phone } = await kitchenWith(0)
  const paused = async () =>
    (await world.deps.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id)))[0]?.paused_until ?? null
  for (const text of ['9', '9', '8', '8', '9', '9']) {
    await write(phone, text, null)
    expect((await paused()) === null).toBe(text === '8')
  }
  await Promise.all([write(phone, '8', null), write(phone, '8', null)])
  expect(await paused()).toBeNull()
  expect(await answers(kitchen)).toEqual([
    expect.stringMatching(/^you are paused/),
    expect.stringMatching(/^your pause is over/),
    expect.stringMatching(/^you are paused/),
    expect.stringMatching(/^your pause is over/),
  ])
})

test('what was written stands in the order’s history as that, and as nobody’s press', async () => {
  const { phone, ids } = await kitchenWith(2)
  await write(phone, '1 20')
  await writeTwice(phone, '2')
  for (const [order_id, verb] of [
    [ids[0] ?? 0, 'accept'],
    [ids[1] ?? 0, 'reject'],
  ] as const) {
    const rows = await world.deps.db.select().from(order_history).where(eq(order_history.order_id, order_id))
    const move = rows.find((row) => row.verb === verb)
    expect(move).toMatchObject({ role: 'vendor', user_id: null })
    expect((await kitchenNames(world.deps.db, rows))(move ?? the_system)).toBe('text message from the kitchen’s number')
  }
})

describe('nothing is changed by', () => {
  test.each([
    ['1 200', /still waits: minutes go from 5 to 120/],
    ['1 2', /still waits: minutes go from 5 to 120/],
    ['yes', /did not understand/],
    ['20', /did not understand/],
    ['1 20 please', /did not understand/],
    ['', /did not understand/],
    ['1 20 999999999', /you have no order 999999999/],
  ])('%j, which is answered', async (text, answer) => {
    const { kitchen, phone, ids } = await kitchenWith(1)
    expect(await write(phone, text)).toBe('kitchen')
    expect(await orderStatus(ids[0] ?? 0)).toBe('Pending')
    expect(await answers(kitchen)).toEqual([expect.stringMatching(answer)])
  })

  test('a stranger, another kitchen that names the order, and a kitchen that is not active', async () => {
    const { ids } = await kitchenWith(1)
    const [order_id = 0] = ids
    expect(await write('+2348099999999', '2')).toBe('ignored')
    expect(await write('ChowGate', '2')).toBe('ignored')
    const other = await kitchenWith(1)
    await write(other.phone, `2 ${order_id} 417`)
    expect(await answers(other.kitchen)).toEqual([`you have no order ${order_id}.`])
    await world.deps.db.update(vendors).set({ status: 'Inactive' }).where(eq(vendors.user_id, other.kitchen.user_id))
    expect(await write(other.phone, '2')).toBe('ignored')
    for (const id of [order_id, ...other.ids]) expect(await orderStatus(id)).toBe('Pending')
  })

  test('the same text again, with the gateway’s number or without one, also at once', async () => {
    const { kitchen, phone, ids } = await kitchenWith(3)
    await Promise.all(Array.from({ length: 4 }, () => write(phone, '1 20', 'once')))
    await write(phone, '1 20', 'once')
    await write(phone, '2', null)
    await write(phone, '2', null)
    const with_code = `2 ${await codeTold(phone)}`
    await write(phone, with_code, null)
    await write(phone, with_code, null)
    expect(await Promise.all(ids.map(orderStatus))).toEqual(['Accepted', 'Cancelled', 'Pending'])
    expect(await answers(kitchen)).toHaveLength(3)
    // Without a number nobody knows whether the second "2" was meant for the third order: it says so, once.
    await write(phone, '2', null)
    const again = (await textsTo(phone)).filter(({ dedupe_key }) => dedupe_key.startsWith('kitchen_again'))
    expect(again.map(({ body }) => body)).toEqual([
      expect.stringContaining(`order ${ids[2]} still waits: text 1 20 ${ids[2]} to accept it`),
    ])
    expect((await textsTo(phone)).filter(({ dedupe_key }) => dedupe_key.startsWith('kitchen_'))).toHaveLength(4)
    world.clock.advance(180)
    await writeTwice(phone, '2', null)
    expect(await orderStatus(ids[2] ?? 0)).toBe('Cancelled')
  })

  test('a text for an order that somebody is rejecting on a screen', async () => {
    const { kitchen, phone, ids } = await kitchenWith(1)
    const [order_id = 0] = ids
    await holdRejection(world.deps, founderOf(kitchen), { order_id, reason: 'No more yam' })
    await write(phone, '1 20')
    expect(await answers(kitchen)).toEqual([`order ${order_id} is being rejected on a screen. Nothing was changed.`])
    expect(await orderStatus(order_id)).toBe('Pending')
  })

  test('a text for an order that somebody decided meanwhile', async () => {
    const { kitchen, phone, ids } = await kitchenWith(1)
    const [order_id = 0] = ids
    const owner = founderOf(kitchen)
    await rejectOrder(world.deps, owner, { order_id, reason: 'No more yam' })
    await write(phone, `1 20 ${order_id}`)
    expect(await answers(kitchen)).toEqual([`order ${order_id} is Cancelled already. Nothing was changed.`])
  })
})

test('several kitchens of one number: the order that has waited longest in any of them', async () => {
  const { phone, kitchen, ids } = await kitchenWith(1)
  const second = await insertVendor(world.deps.db, { phone, name: 'Mama Adunni Test Kitchens' })
  const [younger] = await paidOrders([second])
  await write(phone, '1 20')
  await write(phone, '1 30')
  expect(await orderStatus(ids[0] ?? 0)).toBe('Accepted')
  expect(await orderStatus(younger?.id ?? 0)).toBe('Accepted')
  expect(await answers(kitchen)).toEqual([
    expect.stringMatching(`^order ${ids[0]} of Iya Test is accepted, ready by .* Order ${younger?.id} still waits\\.$`),
  ])
  expect(await answers(second)).toEqual([
    expect.stringMatching(`^order ${younger?.id} of Mama Adunni Test Kitch\\.\\. is accepted`),
  ])
})

test('several kitchens of one number: "9" pauses all, "8" opens all, and one part names them', async () => {
  const { phone, kitchen } = await kitchenWith(0)
  const second = await insertVendor(world.deps.db, { phone, name: 'Ọbẹ̀ Place' })
  const closed = await insertVendor(world.deps.db, { phone, name: 'Closed', status: 'Inactive' })
  const paused = async ({ user_id }: Kitchen) =>
    (await world.deps.db.select().from(vendors).where(eq(vendors.user_id, user_id)))[0]?.paused_until ?? null
  await write(phone, '9')
  const until = new Date(world.clock.now().getTime() + 3_600_000)
  expect([await paused(kitchen), await paused(second), await paused(closed)]).toEqual([until, until, null])
  // A longer pause is not made shorter.
  await pauseOrders(world.deps, founderOf(second), 'until_reopened')
  await write(phone, '9')
  expect([await paused(kitchen), await paused(second)]).toEqual([until, UNTIL_CHANGED])
  // What somebody said on a screen stays, until the text says "all".
  await write(phone, '8')
  expect([await paused(kitchen), await paused(second)]).toEqual([null, UNTIL_CHANGED])
  await write(phone, '8')
  await write(phone, '8 ALL')
  expect([await paused(kitchen), await paused(second)]).toEqual([null, null])
  const both = /^Iya Test and Obe Place are paused until \d\d:\d\d and get no new orders\. Text 8 to open again\.$/
  const stays = 'Iya Test is open. Obe Place: still paused, as somebody said on a screen. Text 8 all to open it.'
  expect(await answers(kitchen)).toEqual([
    expect.stringMatching(both),
    expect.stringMatching(
      /^paused are Iya Test until \d\d:\d\d, Obe Place until you open again\. Text 8 to open again\.$/,
    ),
    stays,
    stays,
    'the pause of Iya Test and Obe Place is over: they take orders in their opening hours.',
  ])

  for (let more = 3; more <= 10; more++) {
    await insertVendor(world.deps.db, { phone, name: `A kitchen with a long name, number ${more}` })
    await write(phone, '9')
    await write(phone, '8')
  }
  const sent = (await textsTo(phone)).filter(({ dedupe_key }) => dedupe_key.startsWith('kitchen_answer'))
  expect(sent).toHaveLength(21)
  for (const { body } of sent) expect(body.length).toBeLessThanOrEqual(160)
  expect(sent.at(-2)?.body).toMatch(/^ChowGate: Iya Test, Obe Pl\.\., A kitc\.\., .* and \d more are paused until/)
})
