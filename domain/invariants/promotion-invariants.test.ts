import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { vendorActor } from '../../test/delivery.ts'
import { promotionsUnderTest } from '../../test/promotions.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, worldOfFile } from '../../test/world.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const admin = await insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })
const { promotion, paid, placing } = promotionsUnderTest(
  () => world,
  () => admin,
)

/** A code that was used, one of which a kitchen's part went back, a free delivery, one that is held, a kitchen's. */
beforeAll(async () => {
  const { code } = await promotion({ percent: '20', most_uses: '5', most_uses_each: '5', budget: '5000' })
  await paid(code)
  const { placed, owners } = await paid(code, [1, 1])
  const [order, owner] = [placed[0], owners[0]]
  if (!order || !owner) throw new Error('nothing was ordered')
  await rejectOrder(world.deps, owner, { order_id: order.id, reason: 'No rice' })
  await paid((await promotion({ kind: 'free_delivery' })).code)
  await placing(code)
  const kitchen = await insertVendor(world.deps.db, { commission_percent: 10 })
  const own = await promotion({ percent: '10' }, vendorActor(kitchen))
  await paid(own.code, [1], { kitchens: [kitchen] })
})

test('nothing is wrong', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

const used = sql`promotion_id = (select min(id) from promotions)`

test.each<['I2' | 'I3' | 'I4', string, SQL]>([
  ['I2', 'its promotion is not what its orders say', sql`update orders set discount = discount + 1 where discount > 0`],
  ['I2', 'its promotion is not what its orders say', sql`update orders set free_delivery = not free_delivery`],
  ['I2', 'its promotion is not what was held for it', sql`update promotion_uses set discount = discount + 1`],
  ['I2', 'its promotion is not what was held for it', sql`update promotion_uses set status = 'Held'`],
  ['I2', 'its promotion is not what was held for it', sql`delete from promotion_uses where ${used}`],
  [
    'I3',
    'differs from what was recorded',
    sql`with planted as (
        insert into journals (kind, subject, recorded_at) values ('planted', 'planted', now()) returning id
      ), entries(account, amount) as (values ('shortfalls'::text, -10.00), ('promotions'::text, 10.00))
      insert into journal_entries (journal_id, account, amount)
      select planted.id, entries.account, entries.amount from planted, entries`,
  ],
  [
    'I3',
    'differs from what was recorded',
    sql`update orders set vendor_promotion = vendor_promotion - 1 where vendor_promotion > 0`,
  ],
  ['I4', 'shares differ from its refunds', sql`update orders set vendor_promotion = 1 where vendor_promotion > 0`],
  [
    'I4',
    'what its promotion cost is not what the platform and its kitchens bore',
    sql`update orders set vendor_promotion = 1 where vendor_promotion > 0`,
  ],
  [
    'I4',
    'its vendor bears a promotion that is not its own',
    sql`update promotions set vendor_id = null where vendor_id is not null`,
  ],
  [
    'I4',
    "a kitchen's discount that the kitchen does not bear",
    sql`update orders set vendor_bears_discount = false where vendor_bears_discount`,
  ],
  ['I4', 'used more often, or dearer, than it may be', sql`update promotions set most_uses = 1`],
  ['I4', 'used more often, or dearer, than it may be', sql`update promotions set budget = 599.99`],
  ['I4', 'used more often by one phone than it may be', sql`update promotions set most_uses_each = 1`],
  ['I4', 'used more often by one phone than it may be', sql`update promotions set first_order_only = true`],
  [
    'I4',
    'what came back to its promotion is not what its refunds say',
    sql`update promotion_uses set returned = 0 where returned > 0`,
  ],
  ['I4', 'shares differ from its refunds', sql`update refunds set promotion = 0 where promotion > 0`],
])('%s finds: %s', async (invariant, problem, planted) => {
  const undone = world.deps.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(planted)
    expect(rowCount).toBeGreaterThan(0)
    expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ invariant, problem }))
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
})
