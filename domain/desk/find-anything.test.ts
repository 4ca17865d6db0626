import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertRider } from '../../test/rider.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import type { AdminRole } from '../admin-roles.ts'
import { kobo } from '../money.ts'
import { orders } from '../orders/tables.ts'
import { provider_transactions } from '../reconciliation/tables.ts'
import { type FoundKind, findAnything } from './find-anything.ts'

const world = await worldOfFile()
const kitchen = await insertVendor(world.deps.db, { name: 'Iyá Search' })
let order: typeof orders.$inferSelect
const people = deliveryWorld(world)

beforeAll(async () => {
  const [paid] = await people.paidOrders([kitchen])
  if (!paid) throw new Error('no order')
  order = paid
  const set = { customer_name: 'Chídì Okafor', customer_phone: '+2348035550199', user_email: 'Chidi@Example.com' }
  await world.deps.db.update(orders).set(set).where(eq(orders.id, order.id))
  await world.deps.db.insert(provider_transactions).values({
    provider: 'flutterwave',
    provider_transaction_id: '900100200',
    tx_ref: order.payment_reference,
    customer_email: 'chidi@example.com',
    amount: kobo(100),
    currency: 'NGN',
    status: 'successful',
    payment_type: 'card',
    created_at: world.clock.now(),
    seen_at: world.clock.now(),
  })
})

const find = (text: string, admin_role: AdminRole = 'owner') =>
  findAnything(world.deps.db, { role: 'admin', admin_role }, text)
const idsOf = async (kind: FoundKind, text: string, role?: AdminRole) =>
  (await find(text, role)).filter((one) => one.kind === kind).map(({ id }) => id)

test('an order is found by number, name, phone in any spelling, mail, dish, kitchen and reference', async () => {
  const spellings = ['08035550199', '+234 803 555 0199', '0803 555 0199', '2348035550199', '+234 (0) 803-555-0199']
  const others = [`#${order.id}`, 'okafor chidi', 'chidi@example.com', 'jollof', 'iya search', order.payment_reference]
  for (const text of [...spellings, ...others]) expect(await idsOf('orders', text), text).toContain(order.id)
  // Who is shown a number with its middle left out must not try out what the middle is.
  for (const text of ['08035550199', 'chidi@example.com']) expect(await find(text, 'read_only')).toEqual([])
})

test('kitchens, dishes, riders and charges are found too, charges by who may see the money', async () => {
  const rider = await insertRider(world.deps.db, { name: 'Bayo Finder', phone: '+2348035550177' })
  expect(await idsOf('vendors', 'IYA sear')).toEqual([kitchen.user_id])
  expect(await idsOf('dishes', 'jollof')).toContain(kitchen.user_id)
  for (const text of ['finder', '0803 555 0177']) expect(await idsOf('riders', text)).toEqual([rider.user_id])
  for (const text of [order.payment_reference, '900100200']) {
    expect(await idsOf('transactions', text)).toHaveLength(1)
    expect(await idsOf('transactions', text, 'read_only')).toHaveLength(1)
    expect(await idsOf('transactions', text, 'support')).toEqual([])
  }
  const aboutFor = async (role: AdminRole) => (await find('900100200', role)).map(({ about }) => about)
  expect(await aboutFor('finance')).toEqual(['chidi@example.com'])
  expect(await aboutFor('read_only')).toEqual(['c•••@example.com'])
})

test('what finds everything finds a bounded number; what means nothing finds nothing', async () => {
  await people.paidOrders(Array.from({ length: 7 }, () => kitchen))
  for (let count = 0; count < 7; count++) await insertVendor(world.deps.db, { name: `Iya Bound ${count}` })
  expect((await find('iya')).filter(({ kind }) => kind === 'vendors')).toHaveLength(5)
  for (const text of ['', ' ', 'x', '%', "'; drop table orders", 'Zubairu %_\\']) expect(await find(text)).toEqual([])
})
