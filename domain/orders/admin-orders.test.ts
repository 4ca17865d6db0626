import { createHash } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { startedCheckout, worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { acceptShortPayment } from '../checkout/review/decide-review.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { customersNamed } from '../checkout/track/customer-names.ts'
import { customerOrders, hasLookedUp, lookUpCustomer } from '../checkout/track/customer-orders.ts'
import { findViolations } from '../invariants/invariants.ts'
import { review_cases } from '../payments/tables.ts'
import { listOrders } from './admin-orders.ts'
import { completeOrder } from './complete-order.ts'
import { deliverOrder } from './deliver-order.ts'
import type { AdminFilter } from './lifecycle.ts'
import { orderFile } from './order-file.ts'
import { cancelOrder } from './refunds/cancel-order.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { name: 'Ngozi' })
/** Two orders of one cart, delivered and cancelled, and one that is on its way; oldest first. */
let ids: number[]
let reference: string
const { kitchen, paidOrders } = vendorsUnderTest(world)
const owner = await kitchen({ name: 'Iya Bose' })

beforeAll(async () => {
  const cart = await paidOrders([owner, await kitchen()])
  const [later] = await paidOrders([owner])
  ids = [...cart.map(({ id }) => id), later?.id ?? 0]
  reference = cart[0]?.payment_reference ?? ''
  await deliverOrder(world.deps, admin, { order_id: ids[0] ?? 0, reason: 'The rider called' })
  await cancelOrder(world.deps, admin, {
    order_id: ids[1] ?? 0,
    reason: 'Out of rice',
    refund_kobo: 1_000_00,
    borne_by: 'platform',
  })
  await completeOrder(world.deps, owner, ids[2] ?? 0)
})

const found = async (search: string, filter: AdminFilter = 'All', vendor_id: string | null = null) =>
  (await listOrders(world.deps.db, { search, filter, vendor_id, place: null })).rows.map(({ id }) => ids.indexOf(id))

describe("the admins' list of orders", () => {
  test.each([
    ['', 'All', [2, 1, 0]],
    ['', 'Pending', [2]],
    ['', 'Delivered', [0]],
    ['', 'Cancelled', [1]],
    ['JÓLLOF', 'All', [2, 1, 0]],
    ['llof', 'Cancelled', [1]],
    ['ada OBI', 'All', [2, 1, 0]],
    ['óbi ad', 'Cancelled', [1]],
    ['obi jollof', 'All', [2, 1, 0]],
    ['obi amala', 'All', []],
    ['obi xyz', 'All', []],
    ['bose obi', 'All', []],
    ['ob', 'Delivered', [0]],
    ['bose iya', 'All', [2, 0]],
    ['Iya Nobody', 'All', []],
    ['0803 123 4567', 'All', [2, 1, 0]],
    ['+234 (0) 803-123-4567', 'All', [2, 1, 0]],
    ['+2348031234567', 'Delivered', [0]],
    ['ADA@example.com', 'All', [2, 1, 0]],
    ['amala', 'All', []],
    ['%', 'All', []],
    ['_', 'All', []],
    ['CHOW-1-nobody', 'All', []],
  ] as const)('finds %j among %s', async (search, filter, places) => {
    expect(await found(search, filter)).toEqual(places)
  })

  test('finds an order by its number and a cart by its reference', async () => {
    expect(await found(String(ids[1]))).toContain(1)
    expect(await found(`#${ids[2]}`)).toEqual([2])
    expect(await found(reference)).toEqual([1, 0])
  })

  test('can be narrowed to one vendor', async () => {
    expect(await found('', 'All', owner.user_id)).toEqual([2, 0])
  })
})

describe("an order's file", () => {
  test('holds who did what, what was paid and given back, what still can, and what was paid with it', async () => {
    const file = await orderFile(world.deps.db, ids[1] ?? 0)
    expect(file?.history.map(({ verb, who }) => [verb, who])).toEqual([
      ['place', 'customer'],
      ['cancel', `admin Ngozi (${admin.email})`],
    ])
    expect(file?.payments).toMatchObject([{ amount: 7_200_00, purpose: 'orders' }])
    expect(file?.refunds).toMatchObject([{ amount: 1_000_00, borne_by: 'platform', order_id: ids[1] }])
    expect(file?.siblings).toMatchObject([{ id: ids[0], status: 'Delivered' }])
    expect(file?.room).toMatchObject({
      food_left_kobo: 2_000_00,
      items_left: [2],
      checkout_left_kobo: 6_200_00,
    })
  })

  test.each([2 ** 40, -1, 0.5, Number.NaN])('of %s there is none', async (id) => {
    expect(await orderFile(world.deps.db, id)).toBeNull()
  })
})

describe('a customer', () => {
  const look = (contact: string, actor = admin) => customerOrders(world.deps, actor, contact, null)

  test('is seen only by an admin who looked them up, and that is written down without the number', async () => {
    expect(await look('0803 123 4567')).toBeNull()
    expect(await lookUpCustomer(world.deps, admin, ' 0803 123 4567 ')).toMatchObject({
      value: '+2348031234567',
    })
    const seen = await look('+2348031234567')
    expect(seen).toMatchObject({ orders: 3, paid: 10_800_00, refunded: 1_000_00 })
    expect(seen?.page.rows.map(({ id }) => ids.indexOf(id))).toEqual([2, 1, 0])
    expect(seen?.page.rows[1]).toMatchObject({ refunded: 1_000_00, link_token: expect.any(String) })
    const other = await insertAccount(world.deps.db, 'admin')
    expect(await look('+2348031234567', other)).toBeNull()
    const lines = await world.deps.db.select().from(audit_log).where(eq(audit_log.action, 'customer_looked_up'))
    expect(lines).toMatchObject([{ actor: admin.email, after: { contact: '…67' } }])
    expect(JSON.stringify(lines)).not.toContain('4567')
    // Whoever reads the log could try all numbers.
    const unkeyed = createHash('sha256').update('+2348031234567').digest('hex')
    expect(unkeyed).not.toContain(lines[0]?.subject.replace('customer:', ''))
  })

  test('is forgotten after half an hour', async () => {
    await lookUpCustomer(world.deps, admin, 'Ada@Example.com')
    expect(await look('ada@example.com')).toMatchObject({ orders: 3 })
    world.clock.advance(31 * 60)
    expect(await look('ada@example.com')).toBeNull()
  })

  test('is found by words of a name, which is written down as well', async () => {
    const answer = await lookUpCustomer(world.deps, admin, ' OBI ada ')
    expect(answer).toMatchObject({ value: 'obi ada' })
    const entries = await world.deps.db.select().from(audit_log).orderBy(desc(audit_log.id)).limit(1)
    expect(entries).toMatchObject([{ action: 'customer_looked_up', after: { contact: 'a name' } }])
    expect(await hasLookedUp(world.deps, admin, 'obi ada')).toBe(true)
    expect(await hasLookedUp(world.deps, admin, 'obi')).toBe(false)
    expect(await customersNamed(world.deps.db, 'obi ada')).toEqual([
      { customer_name: 'Ada Obi', customer_phone: '+2348031234567', last_order: expect.any(Date) },
    ])
    // The name of a dish is no customer's name.
    expect(await customersNamed(world.deps.db, 'jollof')).toEqual([])
  })

  test('is not looked up by nonsense or by anybody else', async () => {
    expect(await lookUpCustomer(world.deps, admin, 'Ad')).toMatchObject({ reason: 'bad_contact' })
    expect(await lookUpCustomer(world.deps, admin, '0803 123')).toMatchObject({ reason: 'bad_contact' })
    expect(await lookUpCustomer(world.deps, owner, '08031234567')).toMatchObject({ reason: 'not_found' })
  })
})

test('a customer whose short payment was accepted has paid so much', async () => {
  const { deps } = world
  const checkout = await startedCheckout(world, undefined, { phone: '+2348031112222' })
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: 3_500 })
  await settleCheckout(deps, { tx_ref: checkout.tx_ref })
  const [open] = await deps.db.select().from(review_cases)
  const decision = { case_id: open?.id ?? '', reason: 'The customer called.' }
  expect(await acceptShortPayment(deps, admin, decision)).toMatchObject({ ok: true })
  await lookUpCustomer(deps, admin, checkout.phone)
  expect(await customerOrders(deps, admin, checkout.phone, null)).toMatchObject({ orders: 1, paid: 3_500_00 })
  expect(await findViolations(deps.db)).toEqual([])
})
