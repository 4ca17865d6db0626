import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../db/handle.ts'
import { type CaseVerb, case_moves, case_statuses } from '../domain/cases/lifecycle.ts'
import { moveCase } from '../domain/cases/move-case.ts'
import { cases } from '../domain/cases/tables.ts'
import { type VendorStatus, type VendorVerb, vendor_moves, vendor_statuses } from '../domain/catalog/lifecycle.ts'
import { moveVendor } from '../domain/catalog/move-vendor.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { type ClaimVerb, claim_moves } from '../domain/claims/lifecycle.ts'
import { moveClaim } from '../domain/claims/move-claim.ts'
import { claims } from '../domain/claims/tables.ts'
import {
  type DeliveryVerb,
  delivery_moves,
  delivery_statuses,
  type RiderVerb,
  rider_moves,
  rider_statuses,
} from '../domain/delivery/lifecycle.ts'
import { moveRider } from '../domain/delivery/riders/move-rider.ts'
import { type PlaceVerb, place_moves, place_statuses } from '../domain/delivery/shifts/lifecycle.ts'
import { movePlace } from '../domain/delivery/shifts/move-place.ts'
import { shift_places, shifts } from '../domain/delivery/shifts/tables.ts'
import { moveDelivery } from '../domain/delivery/steps/move-delivery.ts'
import { deliveries, riders } from '../domain/delivery/tables.ts'
import { type Move, type Mover, mover_roles } from '../domain/lifecycle.ts'
import { kobo } from '../domain/money.ts'
import {
  type MessageMover,
  type MessageVerb,
  message_movers,
  message_moves,
  message_statuses,
} from '../domain/notifications/lifecycle.ts'
import { moveMessages } from '../domain/notifications/outbox/move-messages.ts'
import { messages } from '../domain/notifications/tables.ts'
import { type OrderVerb, order_moves, order_statuses } from '../domain/orders/lifecycle.ts'
import { moveOrder } from '../domain/orders/move-order.ts'
import { type RunVerb, run_moves } from '../domain/orders/runs/lifecycle.ts'
import { moveRun } from '../domain/orders/runs/move-run.ts'
import { runs } from '../domain/orders/runs/tables.ts'
import { orders } from '../domain/orders/tables.ts'
import { type PayoutVerb, payout_moves, payout_statuses } from '../domain/payouts/lifecycle.ts'
import { movePayout } from '../domain/payouts/move-payout.ts'
import { payouts } from '../domain/payouts/tables.ts'
import { type PromotionVerb, promotion_moves } from '../domain/promotions/lifecycle.ts'
import { movePromotion } from '../domain/promotions/move-promotion.ts'
import { type ReferralVerb, referral_moves, referral_statuses } from '../domain/promotions/referrals/lifecycle.ts'
import { moveReferral } from '../domain/promotions/referrals/move-referral.ts'
import { promotions, referrals } from '../domain/promotions/tables.ts'
import { putOnRide } from './put-on-ride.ts'
import { sceneMaker } from './race-scene.ts'
import { worldOfFile } from './world.ts'

const world = await worldOfFile()
let claim_id: string
let case_id: number
let place_id: number
let promotion_id: number
let referral_id: number
let run_id: number
let message_id: string
let scene: Awaited<ReturnType<ReturnType<typeof sceneMaker>>>

beforeAll(async () => {
  const make = sceneMaker(world)
  // A delivery that was never carried is paid to nobody.
  scene = { ...(await make('Requested', [])), delivery_id: (await make('Waiting', [])).delivery_id }
  const claim = { order_id: scene.order_id, kind: 'spoiled', lines: [], created_at: now } as const
  const [made] = await world.deps.db.insert(claims).values(claim).returning()
  claim_id = made?.id ?? ''
  const opened = { opened_by: randomUUID(), opened_at: now, request_key: randomUUID() }
  const about = { subject_kind: 'order', subject_id: String(scene.order_id), title: 'Walked' } as const
  const [of] = await world.deps.db
    .insert(cases)
    .values({ ...about, ...opened })
    .returning()
  case_id = of?.id ?? 0
  const hours = { begins_at: now, ends_at: now, planned_by: randomUUID(), planned_at: now }
  const [shift] = await world.deps.db.insert(shifts).values(hours).returning()
  const [place] = await world.deps.db
    .insert(shift_places)
    .values({ shift_id: shift?.id ?? 0 })
    .returning()
  place_id = place?.id ?? 0
  const code = { code: 'WALKED', kind: 'free_delivery', starts_at: now } as const
  const [promotion] = await world.deps.db
    .insert(promotions)
    .values({ ...code, created_by: randomUUID(), created_at: now })
    .returning()
  promotion_id = promotion?.id ?? 0
  const [order] = await world.deps.db.select().from(orders).where(eq(orders.id, scene.order_id))
  const friend = {
    checkout_id: order?.checkout_id ?? '',
    friend_phone: '+2348030000001',
    ordered_at: now,
    moved_at: now,
  }
  const [brought] = await world.deps.db
    .insert(referrals)
    .values({ ...friend, promotion_id })
    .returning()
  referral_id = brought?.id ?? 0
  await putOnRide(world.deps.db, scene.order_id, now)
  const [run] = await world.deps.db.select().from(runs)
  run_id = run?.id ?? 0
  const mail = { channel: 'mail', dedupe_key: 'walked', recipient: 'ada@example.com', body: 'Hello' } as const
  const [message] = await world.deps.db
    .insert(messages)
    .values({ ...mail, created_at: now })
    .returning()
  message_id = message?.id ?? ''
  // A row is put into each status, whatever its other columns say.
  await world.deps.db.execute(
    sql`alter table deliveries drop constraint deliveries_carried_by, drop constraint deliveries_offered`,
  )
})

/** What follows from a move is tested elsewhere; this is about the table only. */
const announce = async () => {}
const now = new Date()
type Answer = { ok: true; value: { status: string } } | { ok: false; reason: string }
type Walked = {
  moves: Readonly<Record<string, Move<string>>>
  statuses: readonly string[]
  put(tx: Tx, status: never): Promise<unknown>
  move(tx: Tx, verb: never, by: Mover): Promise<Answer>
}

const lifecycles: Record<string, Walked> = {
  order: {
    moves: order_moves,
    statuses: order_statuses,
    put: (tx, status) => tx.update(orders).set({ status }).where(eq(orders.id, scene.order_id)),
    move: (tx, verb: OrderVerb, by) => moveOrder(tx, announce, { order_id: scene.order_id, verb, by, now }),
  },
  delivery: {
    moves: delivery_moves,
    statuses: delivery_statuses,
    put: (tx, status) => tx.update(deliveries).set({ status }).where(eq(deliveries.id, scene.delivery_id)),
    move: (tx, verb: DeliveryVerb, by) =>
      moveDelivery(tx, announce, {
        delivery_id: scene.delivery_id,
        verb,
        by,
        rider: { rider_id: scene.rider.user_id, pay: kobo(100_00) },
        now,
      }),
  },
  claim: {
    moves: claim_moves,
    statuses: ['Open', 'Approved', 'Refused'],
    put: (tx, status) => tx.update(claims).set({ status }).where(eq(claims.id, claim_id)),
    move: (tx, verb: ClaimVerb, { role }) =>
      moveClaim(tx, announce, { claim_id, verb, by: { ...scene.vendor, role: role as 'admin' }, now }),
  },
  case: {
    moves: case_moves,
    statuses: case_statuses,
    put: (tx, status) => tx.update(cases).set({ status }).where(eq(cases.id, case_id)),
    move: (tx, verb: CaseVerb, { role }) =>
      moveCase(tx, announce, { case_id, verb, by: { ...scene.vendor, role: role as 'admin' }, now }),
  },
  'place in a shift': {
    moves: place_moves,
    statuses: place_statuses,
    put: (tx, status) => tx.update(shift_places).set({ status }).where(eq(shift_places.id, place_id)),
    move: (tx, verb: PlaceVerb, by) => movePlace(tx, announce, { place_id, verb, by, now }),
  },
  promotion: {
    moves: promotion_moves,
    statuses: ['Active', 'Ended'],
    put: (tx, status) => tx.update(promotions).set({ status }).where(eq(promotions.id, promotion_id)),
    move: (tx, verb: PromotionVerb, { role }) =>
      movePromotion(tx, announce, { promotion_id, verb, by: { ...scene.vendor, role: role as 'admin' }, now }),
  },
  'brought friend': {
    moves: referral_moves,
    statuses: referral_statuses,
    put: (tx, status) => tx.update(referrals).set({ status }).where(eq(referrals.id, referral_id)),
    move: (tx, verb: ReferralVerb, by) => moveReferral(tx, announce, { referral_id, verb, by, now }),
  },
  run: {
    moves: run_moves,
    statuses: ['Gathering', 'Closed'],
    put: (tx, status) => tx.update(runs).set({ status }).where(eq(runs.id, run_id)),
    move: (tx, verb: RunVerb, by) => moveRun(tx, announce, { run_id, verb, by, now }),
  },
  payout: {
    moves: payout_moves,
    statuses: payout_statuses,
    put: (tx, status) => tx.update(payouts).set({ status }).where(eq(payouts.id, scene.payout_id)),
    move: (tx, verb: PayoutVerb, by) =>
      movePayout(tx, announce, {
        payout_id: scene.payout_id,
        verb,
        by,
        paid: { paid_by: 'hand', bank_reference: 'R-1', paid_on: '2026-03-10' },
        now,
      }),
  },
  vendor: {
    moves: vendor_moves,
    statuses: vendor_statuses,
    put: (tx, status: VendorStatus) =>
      tx.update(vendors).set({ status }).where(eq(vendors.user_id, scene.vendor.user_id)),
    move: (tx, verb: VendorVerb, { role }) =>
      moveVendor(tx, announce, {
        vendor_id: scene.vendor.user_id,
        verb,
        by: { ...scene.vendor, role: role as 'admin' },
        reason: null,
        now,
      }),
  },
  rider: {
    moves: rider_moves,
    statuses: rider_statuses,
    put: (tx, status) => tx.update(riders).set({ status }).where(eq(riders.user_id, scene.rider.user_id)),
    move: (tx, verb: RiderVerb, { role }) =>
      moveRider(tx, announce, {
        rider_id: scene.rider.user_id,
        verb,
        by: { ...scene.rider, role: role as 'admin' },
        now,
      }),
  },
}

describe.each(Object.entries(lifecycles))('the lifecycle of a %s', (_, { moves, statuses, put, move }) => {
  test.each(Object.keys(moves))('%s is made from its statuses by its roles, and else by nobody', async (verb) => {
    const may: string[] = []
    const told: string[] = []
    for (const status of statuses) {
      for (const role of mover_roles) {
        const undone = world.deps.db.transaction(async (tx) => {
          await put(tx, status as never)
          const answer = await move(tx, verb as never, { role, user_id: null })
          if (answer.ok) may.push(`${status} > ${answer.value.status} by ${role}`)
          else told.push(answer.reason)
          throw new Error('taken back')
        })
        await expect(undone).rejects.toThrow('taken back')
      }
    }
    const line = moves[verb]
    const table = line?.from.flatMap((from) => line.who.map((role) => `${from} > ${line.to} by ${role}`)) ?? []
    expect(may.sort()).toEqual(table.sort())
    expect(new Set(told)).toEqual(new Set(['not_allowed']))
  })
})

describe('the lifecycle of a message', () => {
  const tried = async (verb: MessageVerb, status: (typeof message_statuses)[number], by: MessageMover) => {
    await world.deps.db.update(messages).set({ status }).where(eq(messages.id, message_id))
    const moved = await moveMessages(world.deps.db, { verb, by, where: eq(messages.id, message_id) })
    const [found] = await world.deps.db.select().from(messages).where(eq(messages.id, message_id))
    if (moved.length === 0) expect(found?.status).toBe(status)
    return moved.length === 0 ? [] : [`${status} > ${found?.status} by ${by}`]
  }

  test.each(Object.keys(message_moves) as MessageVerb[])('%s is made from its statuses by its movers', async (verb) => {
    const may: string[] = []
    for (const status of message_statuses) {
      for (const by of message_movers) may.push(...(await tried(verb, status, by)))
    }
    const { from, to, who } = message_moves[verb]
    const table = from.flatMap((status) => who.map((by) => `${status} > ${to} by ${by}`))
    expect(may.sort()).toEqual(table.sort())
  })
})
