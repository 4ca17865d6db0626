import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../db/handle.ts'
import { deliveryWorld } from '../../test/delivery.ts'
import { planted } from '../../test/planted.ts'
import { worldOfFile } from '../../test/world.ts'
import { handOver, pickUp } from '../delivery/steps/take-step.ts'
import { kobo } from '../money.ts'
import { RIDER_PAY } from '../settings/definitions.ts'
import { settings } from '../settings/tables.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const { assigned, waiting, pinOf } = deliveryWorld(world)

/** An order whose rider got more than its fee, which the platform added, and one that waits. */
beforeAll(async () => {
  await world.deps.db.insert(settings).values({
    key: RIDER_PAY.key,
    value: { ...RIDER_PAY.default, minimum_kobo: kobo(900_00), top_up_kobo: kobo(100_00) },
  })
  const { rider, delivery_id, order_id } = await assigned({ ready: true })
  await pickUp(world.deps, rider, { delivery_id, packs: 2 })
  await handOver(world.deps, rider, { delivery_id, pin: await pinOf(order_id) })
  await waiting()
})

/** A journal that sums to zero and that no verb books, about the delivered order. */
const booked = (kind: string, from: string, to: string) => sql`
  with planted as (
    insert into journals (kind, subject, recorded_at) values (${kind}, 'planted', now()) returning id
  ), entries(account, amount) as (values (${from}::text, 10.00), (${to}::text, -10.00))
  insert into journal_entries (journal_id, account, amount, order_id)
  select planted.id, entries.account, entries.amount, (select id from orders where status = 'Delivered')
  from planted, entries`

const unequal = 'its fee is not what rider, margin and subsidy are'

test('nothing is wrong, and the platform added what the fee did not cover', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
  const { rows } = await world.deps.db.execute(sql`
    select account, amount::float8 from journal_entries join journals on journals.id = journal_id
    where kind = 'delivery_done' order by amount desc`)
  expect(rows).toEqual([
    { account: 'delivery_fees', amount: 600 },
    { account: 'rider_top_ups', amount: 100 },
    { account: expect.stringMatching(/^rider:/), amount: -700 },
  ])
})

describe('I8 finds an order', () => {
  test.each<[string, string, SQL]>([
    ['whose rider has other pay', unequal, sql`update deliveries set pay = pay - 1 where status = 'Delivered'`],
    [
      'whose fee is another',
      unequal,
      sql`update orders set own_delivery_fee = own_delivery_fee + 1,
      delivery_fee = delivery_fee + 1`,
    ],
    ['of whose fee something is missing', unequal, booked('planted', 'delivery_fees', 'provider_fees')],
    ['to which something was added for nobody', unequal, booked('planted', 'rider_top_ups', 'provider_fees')],
    [
      'whose fee paid its rider more than was paid for its way',
      'its rider got more out of the fee than was paid for its way',
      booked('delivery_done', 'delivery_fees', 'provider_fees'),
    ],
    [
      'whose rider paid the platform',
      'a subsidy that was earned',
      sql`${booked('planted', 'bank', 'rider_top_ups')}, (
      values (1), (2), (3), (4), (5), (6), (7), (8), (9), (10), (11)) as times`,
    ],
  ])('%s', async (_, problem, change) => {
    await planted(world.deps.db, [change], (db) => hasViolation(db, problem))
  })

  const unguarded = sql`alter table journal_entries disable trigger journal_entries_append_only`

  test('but not one that was paid before entries named their order', async () => {
    const before = [
      unguarded,
      sql`update journal_entries set order_id = null`,
      sql`update orders set own_delivery_fee = own_delivery_fee + 1`,
    ]
    await planted(world.deps.db, before, async (db) => expect(await findViolations(db)).toEqual([]))
  })

  test('delivered by the release before, which named the order in the subject alone', async () => {
    const before = sql`update journal_entries set order_id = null
      where journal_id in (select id from journals where kind = 'delivery_done')`
    await planted(world.deps.db, [unguarded, before], async (db) => {
      expect(await findViolations(db)).toEqual([])
      await db.execute(sql`update deliveries set pay = pay - 1 where status = 'Delivered'`)
      await hasViolation(db, unequal)
    })
  })
})

async function hasViolation(db: Db, problem: string): Promise<void> {
  expect(await findViolations(db)).toContainEqual(expect.objectContaining({ invariant: 'I8', problem }))
}
