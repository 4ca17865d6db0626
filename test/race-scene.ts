import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { recordCharge } from '../domain/checkout/settlement/record-charge.ts'
import { acceptOffer } from '../domain/delivery/offers/answer-offer.ts'
import { makeOffer } from '../domain/delivery/offers/make-offer.ts'
import { handOver, pickUp } from '../domain/delivery/steps/take-step.ts'
import { deliveries, order_keys, riders } from '../domain/delivery/tables.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { orders } from '../domain/orders/tables.ts'
import { requestRiderPayout } from '../domain/payouts/request-rider-payout.ts'
import { vendorActor } from './delivery.ts'
import { access_bank } from './payouts-under-test.ts'
import { phoneOf } from './promotions.ts'
import { type Basket, basketMaker } from './race-basket.ts'
import { newFriendsCode } from './race-friends.ts'
import type { Racer } from './racing.ts'
import { insertRider } from './rider.ts'
import { insertVendor, jollofFor, startedCheckout, type World } from './world.ts'

/** How far an order and its delivery are when a race begins. */
export const stages = [
  'Paid',
  'Waiting',
  'Offered',
  'Assigned',
  'Ready',
  'Picked up',
  'Delivered',
  'Requested',
  /** Ready at a kitchen where its customer collects it: without a delivery. */
  'To collect',
] as const
export type Stage = (typeof stages)[number]

/** An order with a vendor and riders of its own, and all that the verbs are told about it. */
export type Scene = {
  order_id: number
  delivery_id: number
  offer_id: number
  payout_id: number
  rider: Actor
  other_rider: Actor
  vendor: Actor
  pin: string
  track_token: string
  step_key: string
  /** Of the same kitchen and customer; null where no racer wants it. */
  basket: Basket | null
}

type Charged = Pick<Awaited<ReturnType<typeof startedCheckout>>, 'tx_ref' | 'total'>

/** Records charges that no provider knows, without its HTTP, so that hundreds of scenes are quick. */
function chargesOutOfThinAir({ deps }: World): (checkout: Charged) => Promise<unknown> {
  let charges = 0
  return ({ tx_ref, total }) =>
    recordCharge(deps, {
      provider_transaction_id: `race-${charges++}`,
      tx_ref,
      amount: total,
      currency: 'NGN',
      status: 'successful',
      provider_fee: 0,
      payment_type: 'card',
      created_at: deps.clock.now(),
    })
}

/** Makes scenes, with all that racers want; `charge` is how their orders are paid. */
export function sceneMaker(
  world: World,
  charge = chargesOutOfThinAir(world),
): (stage: Stage, racers: readonly Racer[]) => Promise<Scene> {
  const { deps } = world
  const { db } = deps
  const fillBasket = basketMaker(world, charge)
  let customers = 0

  async function paidOrder(kitchen: { user_id: string }, how: { phone?: string; code?: string; collects: boolean }) {
    const checkout = await startedCheckout(world, [jollofFor(kitchen)], how)
    await charge(checkout)
    const [order] = await db.select().from(orders).where(eq(orders.checkout_id, checkout.id))
    return taken(order, 'order')
  }

  return async (stage, racers) => {
    const collects = stage === 'To collect'
    const reached = (wanted: Stage) => !collects && stages.indexOf(stage) >= stages.indexOf(wanted)
    const kitchen = await insertVendor(db, access_bank)
    const vendor = vendorActor(kitchen)
    const [rider, other_rider] = [await insertRider(db), await insertRider(db)]
    const phone = phoneOf(++customers)
    const [basket, brought] = [racers.some((one) => one.wants_basket), racers.some((one) => one.wants_friend)]
    // The first order of somebody whom another one brought.
    const friend = basket || brought ? { phone, code: await newFriendsCode(world) } : {}
    const order = await paidOrder(kitchen, { ...friend, collects })
    const order_id = order.id
    const [keys] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
    const { pin, track_token } = taken(keys, 'keys')
    const scene: Scene = {
      ...{ order_id, delivery_id: 0, offer_id: 0, payout_id: 0, step_key: '' },
      ...{ rider, other_rider, vendor, pin, track_token },
      basket: basket ? await fillBasket(vendor, phone) : null,
    }
    if (collects) {
      await acceptOrder(deps, vendor, { order_id, minutes: 15 })
      await completeOrder(deps, vendor, order_id)
    }
    if (!reached('Waiting')) return scene
    await acceptOrder(deps, vendor, { order_id, minutes: 15 })
    const [delivery] = await db.select().from(deliveries).where(eq(deliveries.order_id, order_id))
    scene.delivery_id = taken(delivery, 'delivery').id
    const { delivery_id } = scene
    if (!reached('Offered')) return scene
    const now = deps.clock.now()
    const offer = await makeOffer(deps, { rider_id: rider.user_id, delivery_ids: [delivery_id], now })
    scene.offer_id = offer.ok ? offer.value.id : 0
    if (!reached('Assigned')) return scene
    const accepted = await acceptOffer(deps, rider, scene.offer_id)
    scene.step_key = (accepted.ok && accepted.value[0]?.step_key) || ''
    if (reached('Ready')) await completeOrder(deps, vendor, order_id)
    if (reached('Picked up')) await pickUp(deps, rider, { delivery_id, packs: 2 })
    if (reached('Delivered')) await handOver(deps, rider, { delivery_id, pin })
    if (!reached('Requested')) return scene
    await db.update(riders).set({ bank_changed_at: null }).where(eq(riders.user_id, rider.user_id))
    const payout = await requestRiderPayout(deps, rider)
    scene.payout_id = payout.ok ? payout.value.id : 0
    return scene
  }
}

function taken<Value>(value: Value | undefined, what: string): Value {
  if (!value) throw new Error(`no ${what}`)
  return value
}
