import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { chargebacksUnderTest } from '../../test/chargebacks-under-test.ts'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { planted } from '../../test/planted.ts'
import { worldOfFile } from '../../test/world.ts'
import { orders } from '../orders/tables.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const { chargeBack, read, bank } = chargebacksUnderTest(world)
const { order } = claimsUnderTest(world)

/** One that is open, and one that was won. */
beforeAll(async () => {
  for (const status of ['initiated', 'won'] as const) {
    const { id } = await order()
    const [placed] = await world.deps.db.select().from(orders).where(eq(orders.id, id))
    const number = await chargeBack(placed?.checkout_id ?? '')
    await read()
    await bank.moveChargeback(number, status)
    await read()
  }
})

test('chargebacks break nothing', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

const booksOpen = sql`alter table journal_entries disable trigger user`
const twice = sql`insert into journals (kind, subject, recorded_at)
  select kind, subject || '9', recorded_at from journals where kind = 'chargeback' limit 1`

test.each<[string, string, ...SQL[]]>([
  ['I3', 'differs from the provider', sql`update chargebacks set status = 'won' where status = 'initiated'`],
  ['I3', 'differs from the provider', sql`update chargebacks set amount = amount + 1 where status = 'initiated'`],
  ['I3', 'differs from what banks took back', sql`update chargebacks set status = 'lost' where status = 'won'`],
  [
    'I3',
    'differs from what banks took back',
    booksOpen,
    sql`update journal_entries set account = 'shortfalls' where account = 'chargebacks' and amount > 0`,
  ],
  ['I3', 'a chargeback is booked otherwise than it stands', twice],
  ['I3', 'a chargeback is booked otherwise than it stands', sql`update chargebacks set bookings = bookings + 2`],
  [
    'I4',
    'covered by a chargeback that is not of its payment',
    sql`insert into refunds (payment_id, amount, reason, asked_role, created_at, covered_by)
      select payment_id, 1, 'complaint', 'admin', now(), id + 1000 from chargebacks limit 1`,
  ],
  [
    'I4',
    'covers more than it took back',
    sql`insert into refunds (payment_id, amount, reason, asked_role, created_at, covered_by, status)
      select payment_id, amount + 1, 'complaint', 'admin', now(), id, 'Done' from chargebacks limit 1`,
  ],
])('%s finds: %s (%#)', async (invariant, problem, ...changes) => {
  await planted(world.deps.db, changes, async (changed) => {
    expect(await findViolations(changed)).toContainEqual(expect.objectContaining({ invariant, problem }))
  })
})
