import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/open.ts'
import { signedStep, wrongPin } from '../../test/delivery.ts'
import { access_bank } from '../../test/payouts-under-test.ts'
import { type Scene, type Stage, sceneMaker } from '../../test/race-scene.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { createWorld } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { acceptOrder } from '../orders/accept-order.ts'
import { cancelOrder } from '../orders/cancel-order.ts'
import { completeOrder } from '../orders/complete-order.ts'
import { deliverOrder } from '../orders/deliver-order.ts'
import { escalateUnaccepted } from '../orders/escalate-unaccepted.ts'
import { giveBack } from '../orders/give-back.ts'
import { lapseOrder } from '../orders/lapse-order.ts'
import type { OrderVerb } from '../orders/lifecycle.ts'
import { rejectOrder } from '../orders/reject-order.ts'
import { approvePayout } from '../payouts/approve-payout.ts'
import { cancelPayout } from '../payouts/cancel-payout.ts'
import { requestPayout } from '../payouts/request-payout.ts'
import { requestRiderPayout } from '../payouts/request-rider-payout.ts'
import { rateOrder } from '../ratings/rate-order.ts'
import type { DeliveryVerb } from './lifecycle.ts'
import { acceptOffer, declineOffer } from './offers/answer-offer.ts'
import { assignDelivery, unassignDelivery } from './offers/assign-delivery.ts'
import { expireOffers } from './offers/expire-offers.ts'
import { giveBackDelivery } from './offers/give-back-delivery.ts'
import { makeOffer } from './offers/make-offer.ts'
import { extendOffer, withdrawOffer } from './offers/overrule-offer.ts'
import { lockCarriers } from './riders/carriers.ts'
import { goOffDuty, goOnDuty, reportPosition } from './riders/go-on-duty.ts'
import { restoreRider, suspendRider } from './riders/suspend-rider.ts'
import { markStep } from './steps/mark-step.ts'
import { recordSteps } from './steps/record-steps.ts'
import { seeHandOver } from './steps/see-hand-over.ts'
import { handOver, pickUp } from './steps/take-step.ts'
import { renewPromises } from './windows/renew-promises.ts'

const world = await createWorld()
const admin: Actor = await insertAccount(world.deps.db, 'admin')
/** Racers have connections of their own: closing these makes the database report its counts. */
const racing = openDatabase(world.database.url, 40)
const deps = { ...world.deps, db: racing.db, lockCarriers }
const later = (seconds: number) => ({
  ...deps,
  clock: { now: () => new Date(world.clock.now().getTime() + seconds * 1000) },
})

/** A verb, and the stage of the order at which it is possible. */
type Racer = { at: Stage; run(scene: Scene): Promise<unknown> }
const racer = (at: Stage, run: Racer['run']): Racer => ({ at, run })
const reason = 'The soup was spilt'

const deliver = racer('Picked up', ({ order_id }) => deliverOrder(deps, admin, { order_id }))
const cancel = racer('Assigned', ({ order_id }) =>
  cancelOrder(deps, admin, { order_id, reason, refund_kobo: 'all', borne_by: 'rider' }),
)
const pick_up = racer('Ready', ({ rider, delivery_id }) => pickUp(deps, rider, { delivery_id, packs: 2 }))
const hand_over = racer('Picked up', ({ rider, delivery_id, pin }) => handOver(deps, rider, { delivery_id, pin }))
const queued = (proof: (scene: Scene) => object, verb: 'arrive' | 'hand_over') => async (scene: Scene) => {
  const happened_at = world.clock.now().toISOString()
  const step = { delivery_id: scene.delivery_id, verb, happened_at, ...proof(scene) }
  const steps = [signedStep(scene.step_key, step)]
  return recordSteps(deps, scene.rider, { sent_at: happened_at, steps })
}

/** Every verb of the two lifecycles … */
const of_orders: Record<OrderVerb, Racer> = {
  accept: racer('Paid', ({ vendor, order_id }) => acceptOrder(deps, vendor, { order_id, minutes: 15 })),
  complete: racer('Assigned', ({ vendor, order_id }) => completeOrder(deps, vendor, order_id)),
  reject: racer('Assigned', ({ vendor, order_id }) => rejectOrder(deps, vendor, { order_id, reason })),
  lapse: racer('Paid', ({ order_id }) => lapseOrder(deps, order_id)),
  pick_up,
  hand_over,
  deliver,
  cancel,
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
    giveBackDelivery(deps, rider, { delivery_id, reason: 'Flat tyre' }),
  ),
  arrive: racer(
    'Assigned',
    queued(() => ({}), 'arrive'),
  ),
  assign: racer('Assigned', ({ other_rider, delivery_id }) =>
    assignDelivery(deps, admin, { delivery_id, rider_id: other_rider.user_id }),
  ),
  unassign: racer('Assigned', ({ delivery_id }) => unassignDelivery(deps, admin, { delivery_id, reason })),
  pick_up,
  hand_over,
  deliver,
  cancel,
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
  'what is expected': racer('Waiting', () => renewPromises(deps, later(1800).clock.now())),
  'a reminder': racer('Paid', () => escalateUnaccepted(later(180))),
  'a rating': racer('Delivered', ({ track_token }) =>
    rateOrder(deps, track_token, { food: '5', delivery: '4', line: '' }),
  ),
  'the kitchen’s payout': racer('Delivered', ({ vendor }) => requestPayout(deps, vendor)),
  'the rider’s payout': racer('Delivered', ({ rider }) => requestRiderPayout(deps, rider)),
  'a payout cancelled': racer('Requested', ({ payout_id }) => cancelPayout(deps, admin, { payout_id, reason })),
  'a payout paid by hand': racer('Requested', ({ payout_id }) =>
    approvePayout(deps, admin, {
      ...{ payout_id, method: 'hand' },
      seen: { ...access_bank, amount: kobo(480_00), account_name: 'MUSA BELLO' },
      ...{ bank_reference: randomUUID(), paid_on: '2026-03-10' },
    }),
  ),
}
const racers = [...new Set([...Object.values(of_orders), ...Object.values(of_deliveries), ...Object.values(others)])]

test('every verb that locks what others lock is among those that race', () => {
  const elsewhere = [
    // Registrations and settings touch no order, and the dispatcher works through the verbs above.
    /delivery\/(riders\/(decide|register)-rider|riders\/save-rider-draft|dispatch\/dispatch-waiting)\.ts$/,
    // A promise is locked alone, and nothing after it.
    /delivery\/windows\/renew-promises\.ts$/,
    // A transfer's own rows and its payout; nothing of an order.
    /payouts\/(book-transfer-fees|confirm-bank-account|finish-transfer|retry-transfer|send-transfers|save-\w+)\.ts$/,
    /ratings\/hide-line\.ts$/,
  ]
  const folder = new URL('../', import.meta.url)
  const here = readFileSync(new URL(import.meta.url), 'utf8')
  const forgotten = globSync('{orders,delivery,payouts,ratings}/**/*.ts', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts') && !elsewhere.some((place) => place.test(path)))
    .filter((path) => readFileSync(new URL(path, folder), 'utf8').includes('.transaction('))
    .filter((path) => !here.includes(`/${path.split('/').at(-1)}'`))
  expect(forgotten).toEqual([])
})

test('no row is locked so that a foreign key waits for it, but those that are deleted at once', () => {
  const folder = new URL('../', import.meta.url)
  const locking = globSync('**/*.ts', { cwd: folder })
    .filter((path) => !path.endsWith('.test.ts') && !/\/tidy-\w+\.ts$/.test(path))
    .filter((path) => /\.for\('update'/.test(readFileSync(new URL(path, folder), 'utf8')))
  expect(locking).toEqual([])
})

test('every two of them, twenty at once, whoever is first: no deadlock, no error, and the books are right', async () => {
  const sceneAt = sceneMaker(world)
  const pairs = racers.flatMap((first) => racers.map((second) => [first, second] as const))
  const errors: unknown[] = []
  const race = async () => {
    for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
      const [first, second] = pair
      const scene = await sceneAt(first.at)
      const twenty = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? first : second).run(scene))
      for (const end of await Promise.allSettled(twenty)) {
        if (end.status === 'rejected') errors.push(end.reason)
      }
    }
  }
  await Promise.all([race(), race(), race()])
  expect(errors).toEqual([])
  // A connection reports its counts for certain when it ends.
  await racing.close()
  const { rows } = await world.deps.db.execute(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  expect(await findViolations(world.deps.db)).toEqual([])
  await world.close()
}, 300_000)
