import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { deliveryWorld, vendorActor } from '../../../test/delivery.ts'
import { insertVendor, worldOfFile } from '../../../test/world.ts'
import { pickUp } from '../../delivery/steps/take-step.ts'
import { order_keys } from '../../delivery/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { notifications } from '../../notifications/tables.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { note_changes, orders } from '../../orders/tables.ts'
import { changeNote, MOST_NOTE_CHANGES } from './change-note.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { assigned, paidOrders, pickedUp, waiting } = deliveryWorld(world)

async function tokenOf(order_id: number): Promise<string> {
  const [keys] = await world.deps.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return keys?.track_token ?? ''
}
const change = async (order_id: number, text: string) => changeNote(world.deps, await tokenOf(order_id), text)
const orderOf = async (id: number) => (await world.deps.db.select().from(orders).where(eq(orders.id, id)))[0]

/** Who was told of a changed note, and how. */
async function told(order_id: number) {
  const rows = await world.deps.db.select().from(notifications).where(eq(notifications.order_id, order_id))
  return rows.flatMap(({ kind, user_id, text }) => (kind === 'note_changed' ? [{ user_id, text }] : []))
}

test('kitchen and rider hear of it, once, and nothing else of the order changes', async () => {
  const { order_id, vendor, rider } = await assigned()
  const before = await orderOf(order_id)
  expect(await change(order_id, '  Meet me at the gate ')).toMatchObject({ ok: true, value: { order_ids: [order_id] } })
  expect(await change(order_id, 'Meet me at the gate')).toMatchObject({ ok: true, value: { order_ids: [] } })
  expect(await orderOf(order_id)).toEqual({ ...before, customer_note: 'Meet me at the gate' })
  const text = `Order ${order_id}: the customer changed the note to “Meet me at the gate”`
  expect(await told(order_id)).toEqual([vendor, rider].map(({ user_id }) => ({ user_id, text })))
  const kept = await world.deps.db.select().from(note_changes).where(eq(note_changes.order_id, order_id))
  expect(kept).toMatchObject([{ before: before?.customer_note, after: 'Meet me at the gate' }])
})

test('a second change is told again, and an empty text takes the note out', async () => {
  const { order_id, vendor } = await waiting()
  await change(order_id, 'First')
  await change(order_id, '')
  expect((await orderOf(order_id))?.customer_note).toBeNull()
  expect(await told(order_id)).toEqual([
    { user_id: vendor.user_id, text: expect.stringContaining('“First”') },
    { user_id: vendor.user_id, text: `Order ${order_id}: the customer took the note out.` },
  ])
})

test('of a note that waited and one that was changed meanwhile, the newer stands', async () => {
  const { order_id } = await waiting()
  const waited = async (text: string) => changeNote(world.deps, await tokenOf(order_id), text, 60_000)
  expect(await change(order_id, 'Newer')).toMatchObject({ ok: true })
  world.clock.advance(30)
  expect(await waited('Older')).toMatchObject({ reason: 'changed_since' })
  // Its answer was lost, and it came.
  expect(await waited('Newer')).toMatchObject({ ok: true, value: { order_ids: [] } })
  expect((await orderOf(order_id))?.customer_note).toBe('Newer')
  world.clock.advance(60)
  expect(await waited('Newest')).toMatchObject({ ok: true, value: { order_ids: [order_id] } })
})

test('once it is packed only the rider hears, and after the pick-up it is too late', async () => {
  const { order_id, delivery_id, rider } = await assigned({ ready: true })
  expect(await change(order_id, 'By the tree')).toMatchObject({ ok: true })
  expect((await told(order_id)).map(({ user_id }) => user_id)).toEqual([rider.user_id])
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  expect(await change(order_id, 'At home')).toMatchObject({ reason: 'too_late' })
  expect((await orderOf(order_id))?.customer_note).toBe('By the tree')
})

test('of a cart what is not on its way changes; what is collected keeps its note once it is ready', async () => {
  const carried = await pickedUp()
  expect(await change(carried.order_id, 'x')).toMatchObject({ reason: 'too_late' })
  const kitchen = await insertVendor(world.deps.db)
  const [order] = await paidOrders([kitchen], { collects: true })
  if (!order) throw new Error('no order')
  expect(await change(order.id, 'No onions')).toMatchObject({ ok: true })
  await completeOrder(world.deps, vendorActor(kitchen), order.id)
  expect(await change(order.id, 'Onions')).toMatchObject({ reason: 'too_late' })
})

test('an unknown link, a web address, a long text and the sixth change are refused', async () => {
  const { order_id } = await waiting()
  expect(await changeNote(world.deps, 'AAAAAAAAAAAAAAAA', 'x')).toMatchObject({ reason: 'not_found' })
  expect(await change(order_id, 'see www.example.com')).toMatchObject({ reason: 'bad_note' })
  expect(await change(order_id, 'x'.repeat(201))).toMatchObject({ reason: 'bad_note' })
  for (let count = 0; count < MOST_NOTE_CHANGES; count++) {
    expect(await change(order_id, `Note ${count}`)).toMatchObject({ ok: true })
  }
  expect(await change(order_id, 'Once more')).toMatchObject({ reason: 'too_often' })
})
