import { desc, eq } from 'drizzle-orm'
import { type ChatPartner, chat_lines } from '../../domain/chat/tables.ts'
import { closeTalk, writeAsAdmin, writeAsCustomer, writeAsRider } from '../../domain/chat/write-line.ts'
import { changeNote } from '../../domain/checkout/track/change-note.ts'
import { carried_statuses } from '../../domain/delivery/lifecycle.ts'
import { sayAtGate } from '../../domain/delivery/steps/say-at-gate.ts'
import { order_keys } from '../../domain/delivery/tables.ts'
import { note_changes, orders } from '../../domain/orders/tables.ts'
import { ordersIn } from '../looks.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'
import { anAdmin } from './admin.ts'
import { carried } from './rider.ts'

const partners: readonly ChatPartner[] = ['rider', 'desk']

async function aKey({ db, chance }: World) {
  return chance.any(await db.select().from(order_keys).orderBy(order_keys.order_id))
}

/** What customers, riders and we say to each other about an order, and how food is announced at the gate. */
export const talk = [
  move('writes a line', 3, async (world) => {
    const key = await aKey(world)
    if (!key) return null
    const partner = world.chance.one(partners)
    // Some tell the PIN, which nobody is to have before the food is there.
    const text = world.chance.one(['Blue door', 'Where are you?', `My number is ${key.pin}.`])
    return {
      about: `order ${key.order_id}, to the ${partner}: ${text}`,
      act: () => writeAsCustomer(world.deps, key.track_token, { partner, text }),
    }
  }),
  move('changes the note', 1, async (world) => {
    const key = await aKey(world)
    const note = world.chance.one(['', 'No pepper', 'Call at the gate'])
    return key && { about: `order ${key.order_id}: ${note}`, act: () => changeNote(world.deps, key.track_token, note) }
  }),
  move('writes to the customer', 2, async (world) => {
    const own = await carried(world, ...carried_statuses)
    const line = { delivery_id: own?.delivery.id ?? 0, text: world.chance.one(['At the gate', 'Two minutes']) }
    return own && { about: own.about, act: () => writeAsRider(world.deps, own.actor, line) }
  }),
  move('says to be at the gate', 2, async (world) => {
    const own = await carried(world, 'Picked up')
    return own && { about: own.about, act: () => sayAtGate(world.deps, own.actor, own.delivery.id) }
  }),
  move('answers for the desk', 1, async (world) => {
    const order = world.chance.any(await ordersIn(world.db))
    if (!order) return null
    const answers = world.chance.of(0.7)
    return {
      about: `order ${order.id}: ${answers ? 'an answer' : 'needs none'}`,
      act: () =>
        answers
          ? writeAsAdmin(world.deps, anAdmin(world), { order_id: order.id, text: 'We asked the kitchen' })
          : closeTalk(world.deps, anAdmin(world), order.id),
    }
  }),
]

/** Nobody has read a PIN in a chat, and an order's note is what was last asked for. Answers what is wrong, in words. */
export async function wrongTalks({ db }: Pick<World, 'db'>): Promise<string[]> {
  const told = await db
    .select({ id: chat_lines.id, text: chat_lines.text, pin: order_keys.pin, order_id: orders.id })
    .from(chat_lines)
    .innerJoin(orders, eq(orders.id, chat_lines.order_id))
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .orderBy(chat_lines.id)
  const changed = await db
    .selectDistinctOn([note_changes.order_id], {
      ...{ order_id: note_changes.order_id, asked: note_changes.after, note: orders.customer_note },
    })
    .from(note_changes)
    .innerJoin(orders, eq(orders.id, note_changes.order_id))
    .orderBy(note_changes.order_id, desc(note_changes.id))
  return [
    ...told
      .filter(({ text, pin }) => text.includes(pin))
      .map(({ id, order_id }) => `line ${id} tells the PIN of order ${order_id}`),
    ...changed
      .filter(({ asked, note }) => asked !== note)
      .map(({ order_id, asked, note }) => `order ${order_id} has the note ${note}, and ${asked} was asked for`),
  ]
}
