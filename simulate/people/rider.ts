import { eq } from 'drizzle-orm'
import type { Actor } from '../../domain/accounts/actor.ts'
import { carried_statuses, type DeliveryStatus } from '../../domain/delivery/lifecycle.ts'
import { acceptOffer, declineOffer } from '../../domain/delivery/offers/answer-offer.ts'
import { goOffDuty, goOnDuty, reportPosition } from '../../domain/delivery/riders/go-on-duty.ts'
import { recordSteps } from '../../domain/delivery/steps/record-steps.ts'
import { arriveAtVendor, giveBackDelivery, handOver, pickUp } from '../../domain/delivery/steps/take-step.ts'
import { offers, order_keys } from '../../domain/delivery/tables.ts'
import { requestRiderPayout } from '../../domain/payouts/request-rider-payout.ts'
import { signedStep } from '../../test/signed-step.ts'
import { allDeliveries, packsOf } from '../looks.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'

const somebody = ({ campus, chance }: World): Actor => chance.one(campus.riders)

/** What a rider has to fetch or to bring, by its status; now and then, something else or not theirs. */
export async function carried(world: World, ...wanted: DeliveryStatus[]) {
  const { db, chance, campus } = world
  const all = await allDeliveries(db)
  const delivery = chance.any(chance.of(0.9) ? all.filter(({ status }) => wanted.includes(status)) : all)
  if (!delivery) return null
  const own = campus.riders.find(({ user_id }) => user_id === delivery.rider_id)
  const actor = own && chance.of(0.95) ? own : somebody(world)
  return { actor, delivery, about: `delivery ${delivery.id} (${delivery.status})` }
}

/** Now and then the customer says the wrong one. */
async function pinOf({ db, chance }: World, { order_id }: { order_id: number }): Promise<string> {
  const [key] = await db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  return chance.of(0.9) ? (key?.pin ?? '') : '0000'
}

async function openOffer({ db, chance, campus }: World) {
  const all = await db.select().from(offers).orderBy(offers.id)
  const offer = chance.any(chance.of(0.9) ? all.filter(({ status }) => status === 'Open') : all)
  const actor = campus.riders.find(({ user_id }) => user_id === offer?.rider_id)
  return offer && actor ? { actor, offer_id: offer.id, about: `offer ${offer.id} (${offer.status})` } : null
}

export const rider = [
  move('accepts an offer', 4, async (world) => {
    const open = await openOffer(world)
    return open && { about: open.about, act: () => acceptOffer(world.deps, open.actor, open.offer_id) }
  }),
  move('declines an offer', 1, async (world) => {
    const open = await openOffer(world)
    return open && { about: open.about, act: () => declineOffer(world.deps, open.actor, open.offer_id) }
  }),
  move('arrives', 1, async (world) => {
    const own = await carried(world, 'Assigned')
    return own && { about: own.about, act: () => arriveAtVendor(world.deps, own.actor, own.delivery.id) }
  }),
  move('picks up', 4, async (world) => {
    const own = await carried(world, 'Assigned', 'At vendor')
    if (!own) return null
    const delivery_id = own.delivery.id
    const packs = (await packsOf(world.db, own.delivery.order_id)) + (world.chance.of(0.1) ? 1 : 0)
    return own && { about: own.about, act: () => pickUp(world.deps, own.actor, { delivery_id, packs }) }
  }),
  move('hands over', 4, async (world) => {
    const own = await carried(world, 'Picked up')
    const step = own && { delivery_id: own.delivery.id, pin: await pinOf(world, own.delivery) }
    return step && { about: own.about, act: () => handOver(world.deps, own.actor, step) }
  }),
  move('sends what the phone kept', 2, sendKeptSteps),
  move('gives a delivery back', 0.5, async (world) => {
    const own = await carried(world, 'Assigned', 'At vendor')
    const back = { delivery_id: own?.delivery.id ?? 0, reason: 'Flat tyre' }
    return own && { about: own.about, act: () => giveBackDelivery(world.deps, own.actor, back) }
  }),
  move('goes on duty', 1, async (world) => {
    const actor = somebody(world)
    return { about: actor.email, act: () => goOnDuty(world.deps, actor) }
  }),
  move('goes off duty', 0.4, async (world) => {
    const actor = somebody(world)
    return { about: actor.email, act: () => goOffDuty(world.deps, actor) }
  }),
  move('says where they are', 0.5, async (world) => {
    const actor = somebody(world)
    const at = { latitude: 7.3 + world.chance.whole(0, 100) / 10_000, longitude: 5.13 }
    return { about: actor.email, act: () => reportPosition(world.deps, actor, at) }
  }),
  move('asks for their pay', 2, async (world) => {
    const actor = somebody(world)
    return { about: actor.email, act: () => requestRiderPayout(world.deps, actor) }
  }),
]

/** Steps that were made without a network, sent late, in whatever sequence, and perhaps twice. */
async function sendKeptSteps(world: World) {
  const own = await carried(world, ...carried_statuses)
  if (!own) return null
  const { chance, clock, deps } = world
  const { delivery, actor, about } = own
  const pin = await pinOf(world, delivery)
  const packs = await packsOf(world.db, delivery.order_id)
  const now_ms = clock.now().getTime()
  const happened_at = new Date(now_ms - chance.whole(0, 600) * 1000).toISOString()
  const step_key = delivery.step_key ?? 'none'
  const all = [
    signedStep(step_key, { delivery_id: delivery.id, verb: 'arrive', happened_at }),
    signedStep(step_key, { delivery_id: delivery.id, verb: 'pick_up', happened_at, packs }),
    signedStep(step_key, { delivery_id: delivery.id, verb: 'hand_over', happened_at, pin }),
  ]
  const steps = all.filter(() => chance.of(0.7))
  if (chance.of(0.2)) steps.reverse()
  const queue = { sent_at: new Date(now_ms).toISOString(), steps }
  const twice = chance.of(0.5)
  return {
    about: `${about}: ${steps.map(({ verb }) => verb).join(', ')}${twice ? ', twice' : ''}`,
    async act() {
      await recordSteps(deps, actor, queue)
      if (twice) await recordSteps(deps, actor, queue)
    },
  }
}
