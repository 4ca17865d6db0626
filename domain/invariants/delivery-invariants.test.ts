import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { planted } from '../../test/planted.ts'
import { worldOfFile } from '../../test/world.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { findViolations, type InvariantName } from './invariants.ts'

const world = await worldOfFile()
const { assigned, waiting, pinOf } = deliveryWorld(world)

/** A paid delivery, one that is carried and one that waits: nothing is wrong. */
beforeAll(async () => {
  const { rider, delivery_id, order_id } = await assigned({ ready: true })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  await assigned({ rider })
  await waiting()
})

const unguarded = sql`alter table deliveries drop constraint deliveries_carried_by, drop constraint deliveries_offered`
const expectViolation = (invariant: InvariantName, problem: string, ...changes: SQL[]) =>
  planted(world.deps.db, [unguarded, ...changes], async (db) => {
    expect(await findViolations(db)).toContainEqual(expect.objectContaining({ invariant, problem }))
  })

test('nothing is wrong', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

describe('I3 and I4 find', () => {
  test.each<[InvariantName, string, ...SQL[]]>([
    ['I3', 'delivered, but its pay is not in the books', sql`update deliveries set pay = pay + 1`],
    ['I4', "rider's account differs from deliveries and payouts", sql`update deliveries set pay = pay + 1`],
    [
      'I3',
      'paid as a delivery, but not delivered',
      sql`update deliveries set status = 'Cancelled' where status = 'Delivered'`,
    ],
    [
      'I3',
      'a way that is paid, but not in the books',
      sql`insert into incidents (delivery_id, rider_id, reason, happened_at, pay, booked_at)
        select id, rider_id, 'accident', now(), 1, now() from deliveries where rider_id is not null limit 1`,
    ],
    [
      'I4',
      "rider's account differs from deliveries and payouts",
      sql`insert into incidents (delivery_id, rider_id, reason, happened_at, pay, booked_at)
        select id, rider_id, 'accident', now(), 1, now() from deliveries where rider_id is not null limit 1`,
    ],
    [
      'I3',
      'paid as a way, but nobody agreed to it',
      sql`insert into journals (kind, subject, recorded_at) values ('way_ridden', 'incident:7', now())`,
    ],
    [
      'I4',
      'way claimed by a payout that is not its own',
      sql`insert into payouts (vendor_id, amount, created_at, bank_name, account_number, account_name)
        select vendor_id, 1, now(), '', '', '' from orders limit 1`,
      sql`insert into incidents (delivery_id, rider_id, reason, happened_at, payout_id)
        select id, rider_id, 'accident', now(), (select id from payouts limit 1)
        from deliveries where rider_id is not null limit 1`,
    ],
    [
      'I4',
      'payout differs from its deliveries',
      sql`insert into payouts (rider_id, amount, created_at, bank_name, account_number, account_name)
        select user_id, 1, now(), '', '', '' from riders limit 1`,
    ],
    [
      'I4',
      "more taken off a rider's payouts than the rider bears",
      sql`insert into payouts (rider_id, amount, taken_off, created_at, bank_name, account_number, account_name)
        select user_id, 1, 1, now(), '', '', '' from riders limit 1`,
    ],
    [
      'I4',
      'takes a refund off that nobody bears',
      sql`insert into payouts (vendor_id, amount, taken_off, created_at, bank_name, account_number, account_name)
        select vendor_id, 1, 1, now(), '', '', '' from orders limit 1`,
    ],
    [
      'I4',
      'delivery claimed by a payout that is not its own',
      sql`insert into payouts (vendor_id, amount, created_at, bank_name, account_number, account_name)
        select vendor_id, 1, now(), '', '', '' from orders limit 1`,
      sql`update deliveries set payout_id = (select id from payouts limit 1)`,
    ],
  ])('%s: %s', async (invariant, problem, ...statements) => {
    await expectViolation(invariant, problem, ...statements)
  })
})

describe('I5 and I6 find', () => {
  test.each<[InvariantName, string, ...SQL[]]>([
    [
      'I5',
      'two deliveries of one order',
      sql`alter table deliveries drop constraint deliveries_order_id_unique`,
      sql`insert into deliveries (order_id, created_at)
        select order_id, now() from deliveries where status = 'Waiting'`,
    ],
    [
      'I5',
      'carried by nobody, or by somebody while it waits',
      sql`update deliveries set rider_id = null where status = 'Assigned'`,
    ],
    ['I5', 'offered by no open offer', sql`update deliveries set status = 'Offered' where status = 'Waiting'`],
    [
      'I5',
      'two open offers at once',
      sql`drop index offers_one_open`,
      sql`insert into offers (rider_id, offered_at, expires_at)
        select user_id, now(), now() from riders, generate_series(1, 2)`,
    ],
    [
      'I6',
      'a delivery moved outside the lifecycle: hand_over',
      sql`insert into delivery_history (delivery_id, verb, from_status, to_status, role, moved_at, recorded_at)
        select id, 'hand_over', 'Waiting', 'Delivered', 'test', now(), now() from deliveries limit 1`,
    ],
    [
      'I6',
      'delivery differs from its history',
      sql`update deliveries set status = 'At vendor' where status = 'Assigned'`,
    ],
    [
      'I6',
      'delivery and order do not stand together',
      sql`update deliveries set status = 'Picked up' where status = 'Assigned'`,
    ],
  ])('%s: %s', async (invariant, problem, ...statements) => {
    await expectViolation(invariant, problem, ...statements)
  })
})
