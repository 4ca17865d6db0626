import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { OpenDatabase } from '../db/open.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { changeAutoAccept } from '../domain/catalog/hours/change-service.ts'
import { restoreVendor, suspendVendor } from '../domain/catalog/move-vendor.ts'
import { withdrawOrder } from '../domain/checkout/track/withdraw-order.ts'
import { closeUncollected, collectOrder } from '../domain/delivery/collecting/collect-order.ts'
import { decideIncident, markComeBack } from '../domain/delivery/incidents/decide-incident.ts'
import { payRiddenWay } from '../domain/delivery/incidents/pay-ridden-way.ts'
import { sayPacks } from '../domain/delivery/kitchen/say-packs.ts'
import { takeFoodBack } from '../domain/delivery/kitchen/take-food-back.ts'
import { undoMove } from '../domain/delivery/kitchen/undo-move.ts'
import type { DeliveryVerb } from '../domain/delivery/lifecycle.ts'
import { acceptOffer, declineOffer } from '../domain/delivery/offers/answer-offer.ts'
import { assignDelivery, unassignDelivery } from '../domain/delivery/offers/assign-delivery.ts'
import { expireOffers } from '../domain/delivery/offers/expire-offers.ts'
import { makeOffer } from '../domain/delivery/offers/make-offer.ts'
import { extendOffer, withdrawOffer } from '../domain/delivery/offers/overrule-offer.ts'
import { lockCarriers } from '../domain/delivery/riders/carriers.ts'
import { goOffDuty, goOnDuty, reportPosition } from '../domain/delivery/riders/go-on-duty.ts'
import { restoreRider, suspendRider } from '../domain/delivery/riders/suspend-rider.ts'
import { markStep } from '../domain/delivery/steps/mark-step.ts'
import { recordSteps } from '../domain/delivery/steps/record-steps.ts'
import { seeHandOver } from '../domain/delivery/steps/see-hand-over.ts'
import * as steps from '../domain/delivery/steps/take-step.ts'
import { incidents } from '../domain/delivery/tables.ts'
import { judgeLateness } from '../domain/delivery/windows/judge-lateness.ts'
import { renewPromises } from '../domain/delivery/windows/renew-promises.ts'
import { kobo } from '../domain/money.ts'
import { acceptForKitchens } from '../domain/orders/acceptance/accept-for-kitchens.ts'
import { acceptOrder } from '../domain/orders/acceptance/accept-order.ts'
import { callDueOrders } from '../domain/orders/acceptance/call-due-orders.ts'
import { escalateUnaccepted } from '../domain/orders/acceptance/escalate-unaccepted.ts'
import { lapseOrder } from '../domain/orders/acceptance/lapse-order.ts'
import { pauseSilentKitchen } from '../domain/orders/acceptance/pause-silent-kitchen.ts'
import { completeOrder } from '../domain/orders/complete-order.ts'
import { deliverOrder } from '../domain/orders/deliver-order.ts'
import type { OrderVerb } from '../domain/orders/lifecycle.ts'
import { decideForSilent } from '../domain/orders/missing-dish/decide-missing.ts'
import { findMissing } from '../domain/orders/missing-dish/find-missing.ts'
import { markMissing } from '../domain/orders/missing-dish/mark-missing.ts'
import { cancelOrder } from '../domain/orders/refunds/cancel-order.ts'
import { giveBack } from '../domain/orders/refunds/give-back.ts'
import { carryOutRejections, holdRejection } from '../domain/orders/refunds/hold-rejection.ts'
import { rejectOrder } from '../domain/orders/refunds/reject-order.ts'
import { closeRuns } from '../domain/orders/runs/close-runs.ts'
import { approvePayout } from '../domain/payouts/approve-payout.ts'
import { cancelPayout } from '../domain/payouts/cancel-payout.ts'
import type { PayoutVerb } from '../domain/payouts/lifecycle.ts'
import { requestPayout } from '../domain/payouts/request-payout.ts'
import { requestRiderPayout } from '../domain/payouts/request-rider-payout.ts'
import { chargeBackAndWin } from './chargeback-racer.ts'
import { chatRacer } from './chat-racer.ts'
import { checkoutRacers } from './checkout-racers.ts'
import { claimAndDecide } from './claim-racer.ts'
import { customerRacers } from './customer-racers.ts'
import { wrongPin } from './delivery.ts'
import { sendDueRefunds, sendDueTransfers } from './due-work.ts'
import { access_bank } from './payouts-under-test.ts'
import { putOnRide } from './put-on-ride.ts'
import type { Scene } from './race-scene.ts'
import { type Pair, type Racer, racer } from './racing.ts'
import { planTakeAndCallOff } from './shift-racer.ts'
import { signedStep } from './signed-step.ts'
import { undoRacers } from './undo-racers.ts'
import { pauseUnreached } from './unreached-kitchen.ts'
import type { World } from './world.ts'

const reason = 'The soup was spilt'

/**
 * Every two of the verbs, by the database connections that race: once where both are possible at the same stage, else
 * at the stage of each.
 */
export function racingPairs(world: World, { db }: Pick<OpenDatabase, 'db'>, admin: Actor): Pair[] {
  const racers = [...racersOf(world, db, admin)]
  return racers.flatMap(([name, first], at) =>
    racers.flatMap(([other, second], its) =>
      first.at === second.at && its < at ? [] : [{ names: [name, other] as const, first, second }],
    ),
  )
}

/** The verbs by their names; one that moves an order and its delivery is there once. */
export function racersOf(world: World, db: World['deps']['db'], admin: Actor): Map<string, Racer> {
  const deps = { ...world.deps, db, lockCarriers }
  const later = (seconds: number) => ({
    ...deps,
    clock: { now: () => new Date(world.clock.now().getTime() + seconds * 1000) },
  })

  const deliver = racer('Picked up', ({ order_id }) => deliverOrder(deps, admin, { order_id }))
  const cancel = racer('Assigned', ({ order_id }) =>
    cancelOrder(deps, admin, { order_id, reason, refund_kobo: 'all', borne_by: 'rider' }),
  )
  const pick_up = racer('Ready', ({ rider, delivery_id }) => steps.pickUp(deps, rider, { delivery_id, packs: 2 }))
  const hand_over = racer('Picked up', ({ rider, delivery_id, pin }) =>
    steps.handOver(deps, rider, { delivery_id, pin }),
  )
  const { taken_back, more_time, not_ready } = undoRacers(deps)
  const queued = (proof: (scene: Scene) => object, verb: 'arrive' | 'hand_over') => async (scene: Scene) => {
    const happened_at = world.clock.now().toISOString()
    const step = { delivery_id: scene.delivery_id, verb, happened_at, ...proof(scene) }
    const steps = [signedStep(scene.step_key, step)]
    return recordSteps(deps, scene.rider, { sent_at: happened_at, steps })
  }

  const wayOut = (scene: Scene, what: string, way_out: string) =>
    steps.takeOwnWayOut(deps, scene.rider, {
      delivery_id: scene.delivery_id,
      incident: { reason: what, way_out, place: 'FUTA North Gate', words: 'The chain broke' },
    })
  // All ways out lock by one function, so one stands here for those that change the same rows.
  const nobody_came = racer('Picked up', async ({ rider, delivery_id }) => {
    await steps.waitAtDoor(later(300), rider, delivery_id)
    const decision = { delivery_id, reason: 'customer_absent', way_out: 'bring_back', words: reason }
    await decideIncident(deps, admin, decision)
    await markComeBack(deps, admin, { delivery_id, kitchen_closed: true, words: reason })
  })
  /** With an admin's look at the way, which books its pay. */
  const fail = racer('Picked up', async (scene) => {
    await wayOut(scene, 'accident', 'write_off')
    const [way] = await db.select().from(incidents).where(eq(incidents.delivery_id, scene.delivery_id))
    if (way) await payRiddenWay(deps, admin, way.id)
  })
  const next_rider = racer('Picked up', async (scene) => {
    await wayOut(scene, 'cannot_go_on', 'bring_back')
    // Of the kitchen and the rider the first one says it.
    await takeFoodBack(deps, scene.vendor, scene.order_id)
    await steps.bringBack(deps, scene.rider, { delivery_id: scene.delivery_id, kitchen_closed: false })
  })

  /** Every verb of the three lifecycles … */
  const of_orders: Record<OrderVerb, Racer> = {
    accept: racer('Paid', ({ vendor, order_id }) => acceptOrder(deps, vendor, { order_id, minutes: 15 })),
    complete: racer('Assigned', ({ vendor, order_id }) => completeOrder(deps, vendor, order_id)),
    reject: racer('Assigned', ({ vendor, order_id }) => rejectOrder(deps, vendor, { order_id, reason })),
    lapse: racer('Paid', ({ order_id }) => lapseOrder(deps, order_id)),
    withdraw: racer('Paid', ({ track_token }) => withdrawOrder(deps, track_token)),
    pick_up,
    hand_over,
    leave: nobody_came,
    not_taken: nobody_came,
    come_back: next_rider,
    fail,
    collect: racer('To collect', ({ vendor, order_id, pin }) => collectOrder(deps, vendor, { order_id, pin })),
    not_collected: racer('To collect', ({ vendor, order_id }) => closeUncollected(later(7200), vendor, order_id)),
    deliver,
    cancel,
    more_time,
    call_off: racer('Assigned', async ({ vendor, order_id }) => {
      const missing = await markMissing(deps, vendor, { order_id, item: 0, quantity: 1, keeps_selling: true })
      if (!missing.ok) return missing
      const { id: missing_id } = missing.value
      await findMissing(deps, vendor, { order_id, missing_id })
      await markMissing(deps, vendor, { order_id, item: 0, quantity: null, keeps_selling: false })
      return decideForSilent(later(240))
    }),
    undo_accept: taken_back,
    undo_more_time: more_time,
    undo_complete: not_ready,
    undo_complete_new: not_ready,
  }
  const of_deliveries: Record<DeliveryVerb, Racer> = {
    offer: racer('Waiting', ({ other_rider, delivery_id }) =>
      makeOffer(deps, {
        rider_id: other_rider.user_id,
        delivery_ids: [delivery_id],
        now: world.clock.now(),
      }),
    ),
    expire: racer('Offered', () => expireOffers(later(60))),
    withdraw: racer('Offered', ({ offer_id }) => withdrawOffer(deps, admin, offer_id)),
    decline: racer('Offered', ({ rider, offer_id }) => declineOffer(deps, rider, offer_id)),
    accept: racer('Offered', ({ rider, offer_id }) => acceptOffer(deps, rider, offer_id)),
    give_back: racer('Assigned', ({ rider, delivery_id }) =>
      steps.giveBackDelivery(deps, rider, { delivery_id, reason: 'Flat tyre' }),
    ),
    arrive: racer(
      'Assigned',
      queued(() => ({}), 'arrive'),
    ),
    assign: racer('Assigned', ({ other_rider, delivery_id }) =>
      assignDelivery(deps, admin, { delivery_id, rider_id: other_rider.user_id }),
    ),
    reopen: taken_back,
    unassign: racer('Assigned', ({ delivery_id }) => unassignDelivery(deps, admin, { delivery_id, reason })),
    pick_up,
    hand_over,
    leave: nobody_came,
    not_taken: nobody_came,
    hand_on: next_rider,
    come_back: next_rider,
    fail,
    deliver,
    cancel,
  }
  const shown_payout = { ...access_bank, amount: kobo(480_00), account_name: 'MUSA BELLO' }
  const of_payouts: Record<PayoutVerb, Racer> = {
    cancel: racer('Requested', ({ payout_id }) => cancelPayout(deps, admin, { payout_id, reason })),
    approve: racer('Requested', ({ payout_id }) =>
      approvePayout(deps, admin, {
        ...{ payout_id, method: 'hand', seen: shown_payout },
        ...{ bank_reference: randomUUID(), paid_on: '2026-03-10' },
      }),
    ),
  }
  /** … and everything else that locks an order, a delivery or a rider. */
  const others: Record<string, Racer> = {
    'a queued hand-over': racer(
      'Picked up',
      queued(({ pin }) => ({ pin }), 'hand_over'),
    ),
    'a wrong PIN': racer(
      'Picked up',
      queued(({ pin }) => ({ pin: wrongPin(pin) }), 'hand_over'),
    ),
    'a wrong PIN at the kitchen': racer('To collect', ({ vendor, order_id, pin }) =>
      collectOrder(deps, vendor, { order_id, pin: wrongPin(pin) }),
    ),
    'a claim is made, answered and decided': racer('Delivered', (scene) => claimAndDecide(deps, admin, scene)),
    'a look at a hand-over': racer('Delivered', ({ delivery_id }) => seeHandOver(deps, admin, delivery_id)),
    'an admin marks the pick-up': racer('Ready', ({ delivery_id }) =>
      markStep(deps, admin, { delivery_id, verb: 'pick_up', reason }),
    ),
    'more time for an offer': racer('Offered', ({ offer_id }) => extendOffer(later(20), admin, offer_id)),
    'money back': racer('Delivered', ({ order_id }) =>
      giveBack(deps, admin, {
        ...{ order_id, amount_kobo: 1_00, reason },
        ...{ borne_by: 'rider', request_key: randomUUID() },
      }),
    ),
    'off duty and back': racer('Offered', async ({ rider }) => {
      await goOffDuty(deps, rider)
      await goOnDuty(deps, rider)
    }),
    'a position': racer('Assigned', ({ rider }) => reportPosition(deps, rider, { latitude: 7.3, longitude: 5.13 })),
    'suspended and restored': racer('Assigned', async ({ rider }) => {
      await suspendRider(deps, admin, { rider_id: rider.user_id, reason })
      await restoreRider(deps, admin, rider.user_id)
    }),
    'a shift is planned, taken, handed on and called off': racer('Assigned', (scene) =>
      planTakeAndCallOff(deps, later(31 * 3600), admin, scene),
    ),
    'what is expected': racer('Waiting', () => renewPromises(deps, later(1800).clock.now())),
    'a shared ride closes': racer('Waiting', async ({ order_id }) => {
      await putOnRide(db, order_id, world.clock.now())
      return closeRuns(later(60))
    }),
    'a judgement of lateness': racer('Picked up', () => judgeLateness(later(10_800))),
    'the kitchen’s word on packs': racer('Ready', ({ vendor, order_id }) =>
      sayPacks(deps, vendor, { order_id, packs: 2, reason }),
    ),
    'a pause of who is not reached': racer('Paid', ({ vendor }) => pauseUnreached(later(3700), vendor)),
    'a pause for silence': racer('Paid', ({ vendor }) => pauseSilentKitchen(deps, vendor.user_id)),
    'a rejection that is held': racer('Assigned', async ({ vendor, order_id }) => {
      await holdRejection(deps, vendor, { order_id, reason })
      await undoMove(deps, vendor, order_id)
      await holdRejection(deps, vendor, { order_id, reason })
      await carryOutRejections(later(10))
    }),
    'a kitchen that accepts by itself': racer('Paid', async ({ vendor }) => {
      await changeAutoAccept(deps, vendor, {
        auto_accept_orders: '5',
        auto_accept_opens: '',
        auto_accept_closes: '',
      })
      await acceptForKitchens(deps)
    }),
    'time to begin': racer('Paid', () => callDueOrders(deps, later(180).clock.now())),
    'a reminder': racer('Paid', () => escalateUnaccepted(later(180))),
    'the kitchen’s payout': racer('Delivered', ({ vendor }) => requestPayout(deps, vendor)),
    'the rider’s payout': racer('Delivered', ({ rider }) => requestRiderPayout(deps, rider)),
    'the kitchen is suspended and restored': racer('Paid', async ({ vendor }) => {
      await suspendVendor(deps, admin, { vendor_id: vendor.user_id, reason })
      await restoreVendor(deps, admin, vendor.user_id)
    }),
    ...customerRacers(deps, admin),
    ...checkoutRacers(deps, later(3600), { keys: world.keys, admin }),
    'a chat': chatRacer(deps, admin),
    'a chargeback that is won': racer('Assigned', (scene) => chargeBackAndWin(deps, admin, scene)),
    'refunds are sent': racer('Assigned', () => sendDueRefunds(deps)),
    'transfers are sent': racer('Requested', () => sendDueTransfers(deps)),
    'a payout paid by transfer': racer('Requested', ({ payout_id }) =>
      approvePayout(deps, admin, { payout_id, method: 'transfer', seen: shown_payout }),
    ),
  }

  const named = (of: Record<string, Racer>, noun: string) =>
    Object.entries(of).map(([verb, one]) => [one, `${noun}${verb}`] as const)
  const once = new Map([
    ...named(of_deliveries, 'delivery: '),
    ...named(of_orders, 'order: '),
    ...named(of_payouts, 'payout: '),
    ...named(others, ''),
  ])
  return new Map([...once].map(([one, name]) => [name, one]))
}
