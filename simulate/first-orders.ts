import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { startPayment } from '../domain/checkout/payment/start-payment.ts'
import { placeCheckout } from '../domain/checkout/place-checkout.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { checkouts } from '../domain/checkout/tables.ts'
import { assignDelivery } from '../domain/delivery/offers/assign-delivery.ts'
import { handOver, pickUp } from '../domain/delivery/steps/take-step.ts'
import { order_keys } from '../domain/delivery/tables.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { approved, charge } from '../sandbox/flutterwave/charges/charge.ts'
import { ada, nowhere } from '../test/ada.ts'
import { FOR_ONE } from './campus.ts'
import { allDeliveries, ordersIn, packsOf } from './looks.ts'
import type { World } from './world.ts'

const MOST = 3
/** Who wants a code that counts once, both at the same time. */
const rivals = [
  { ...ada, firstName: 'Kunle', email: 'kunle@example.com', phone: '0803 900 0005' },
  { ...ada, firstName: 'Ngozi', email: 'ngozi@example.com', phone: '0803 900 0006' },
] as const

/** Without faults: some orders that have come as far as chance says, so that there is something to quarrel about. */
export async function placeFirstOrders(world: World): Promise<void> {
  const { chance, clock } = world
  for (let number = chance.whole(1, MOST); number > 0; number--) {
    await world.turns.live('first orders', () => pay(world, ada, ''))
    clock.advance(1)
  }
  if (chance.of(0.3)) {
    await Promise.all(rivals.map((who) => world.turns.live(who.firstName, () => pay(world, who, FOR_ONE))))
    clock.advance(1)
  }
  for (const { id, vendor_id } of await ordersIn(world.db, ['Pending'])) {
    const vendor = world.campus.kitchens.find(({ actor }) => actor.user_id === vendor_id)?.actor
    const depth = chance.whole(0, 4)
    const steps = [
      () => vendor && acceptOrder(world.deps, vendor, { order_id: id, minutes: 15 }),
      () => vendor && completeOrder(world.deps, vendor, id),
      () => fetchIt(world, id),
      () => bringIt(world, id),
    ]
    for (const step of steps.slice(0, depth)) await world.turns.live('first orders', async () => step())
    world.tell(`order ${id} is there, ${['paid', 'accepted', 'ready', 'picked up', 'delivered'][depth]}`)
  }
}

/** Orders and pays with a code (empty for none); of a code that is used up, nothing is ordered. */
async function pay(world: World, form: typeof ada, code: string): Promise<void> {
  const { deps, campus, chance, outside, checkouts: known } = world
  const wanted = chance.of(0.5) ? campus.kitchens : [chance.one(campus.kitchens)]
  const cart = wanted.map(({ actor, dish }) => ({ vendor_id: actor.user_id, ...dish, quantity: chance.whole(1, 2) }))
  const key = randomUUID()
  const placed = await placeCheckout(deps, { idempotency_key: key, cart, form, place: nowhere, code })
  if (!placed.ok && placed.reason === 'bad_code') return world.tell(`${form.firstName} comes too late for ${code}`)
  if (!placed.ok) throw new Error(`The first order was refused: ${placed.reason}`)
  const { link_token } = placed.value
  await startPayment(deps, link_token, { accepts_wait: true })
  const [row] = await deps.db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
  if (!row) throw new Error('A checkout disappeared')
  known.push({ link_token, tx_ref: row.tx_ref, total_kobo: row.total, key })
  const order = {
    tx_ref: row.tx_ref,
    amount_kobo: row.total,
    currency: 'NGN',
    payment_type: 'card',
    auth_model: 'PIN',
  } as const
  charge(outside.sandbox, { ...order, customer: { email: form.email } }, approved)
  await settleCheckout(deps, { tx_ref: row.tx_ref })
}

async function fetchIt({ deps, db, campus, chance }: World, order_id: number): Promise<void> {
  const delivery = (await allDeliveries(db)).find((row) => row.order_id === order_id)
  const [admin] = campus.admins
  if (!delivery || !admin) return
  const rider = chance.one(campus.riders)
  await assignDelivery(deps, admin, { delivery_id: delivery.id, rider_id: rider.user_id })
  await pickUp(deps, rider, { delivery_id: delivery.id, packs: await packsOf(db, order_id) })
}

async function bringIt({ deps, db, campus }: World, order_id: number): Promise<void> {
  const delivery = (await allDeliveries(db)).find((row) => row.order_id === order_id)
  const rider = campus.riders.find(({ user_id }) => user_id === delivery?.rider_id)
  const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  if (delivery && rider && key) await handOver(deps, rider, { delivery_id: delivery.id, pin: key.pin })
}
