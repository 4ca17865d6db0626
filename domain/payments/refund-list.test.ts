import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sendDueRefunds } from '../../test/due-work.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { plainView } from '../list-view.ts'
import { moneyBackOf } from './money-back.ts'
import { countRefunds, findRefund, listRefunds } from './refund-list.ts'
import { payments, refunds } from './tables.ts'

const world = await worldOfFile()
const { db } = world.deps
const { askedRefund } = refundsUnderTest(world)

const asked: string[] = []
for (let one = 0; one < 3; one++) {
  asked.push((await askedRefund()).refund_id)
  world.clock.advance(60)
}
await sendDueRefunds(world.deps, 1)
const [done, ...open] = asked

afterEach(async () => expect(await findViolations(db)).toEqual([]))

const idsOf = (rows: readonly { refund: { id: string } }[]) => rows.map(({ refund }) => refund.id)

test('refunds are listed newest first, of all or of one status', async () => {
  const of = async (status: Parameters<typeof listRefunds>[1]['status']) =>
    idsOf((await listRefunds(db, { status, place: null })).rows)
  expect(await of(null)).toEqual(asked.toReversed())
  expect(await of('Asked')).toEqual(open.toReversed())
  expect(await of('Done')).toEqual([done])
  expect(await of('Failed')).toEqual([])
  expect(await countRefunds(db)).toEqual({ All: 3, Asked: 2, Sent: 0, Done: 1, Failed: 0 })
})

test('page by page each comes once, also where two were asked for at the same moment', async () => {
  const [{ created_at } = { created_at: new Date() }] = await db
    .select()
    .from(refunds)
    .where(eq(refunds.id, asked[2] ?? ''))
  await db
    .update(refunds)
    .set({ created_at })
    .where(eq(refunds.id, asked[1] ?? ''))
  const seen: string[] = []
  let place: Parameters<typeof listRefunds>[1]['place'] = null
  for (let page = 0; page < 4; page++) {
    const { rows, after } = await listRefunds(db, { status: null, place, view: plainView(1) })
    seen.push(...idsOf(rows))
    if (!after) break
    place = { side: 'after', cursor: after }
  }
  expect(seen).toEqual([...open.toSorted().toReversed(), done])
})

test('one refund names its payment and who asked for it; what is no id, or nobody’s, is none', async () => {
  const found = await findRefund(db, done ?? '')
  expect(found).toMatchObject({ refund: { id: done, status: 'Done' }, provider: 'flutterwave', asked_by: 'system' })
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.tx_ref, found?.tx_ref ?? ''))
  expect(payment?.id).toBe(found?.refund.payment_id)
  expect(await findRefund(db, 'no id')).toBeNull()
  expect(await findRefund(db, crypto.randomUUID())).toBeNull()
})

test('a refund that an admin decided names them', async () => {
  const tola = await insertAccount(db, 'admin', { name: 'Tola', email: 'tola@example.com' })
  const by_tola = open[1] ?? ''
  await db.update(refunds).set({ asked_role: 'admin', asked_by: tola.user_id }).where(eq(refunds.id, by_tola))
  expect((await findRefund(db, by_tola))?.asked_by).toBe('admin Tola (tola@example.com)')
})

test('a checkout’s customer is told of its own money only, and whether it came from our bank', async () => {
  const checkoutOf = async (refund_id: string) => {
    const [row] = await db
      .select({ id: payments.checkout_id })
      .from(payments)
      .innerJoin(refunds, eq(refunds.payment_id, payments.id))
      .where(eq(refunds.id, refund_id))
    return row?.id ?? ''
  }
  const [told, ...more] = await moneyBackOf(db, await checkoutOf(done ?? ''))
  expect(more).toEqual([])
  const plain = {
    order_id: null,
    amount: 400_50,
    tip: 0,
    delivery_fee: 0,
    reason: 'excess',
    explanation: null,
    by_bank: false,
  }
  expect(told).toEqual({ ...plain, status: 'Done', asked_at: expect.any(Date), done_at: expect.any(Date) })
  await db
    .update(refunds)
    .set({ bank_reference: 'GTB-1' })
    .where(eq(refunds.id, open[0] ?? ''))
  expect(await moneyBackOf(db, await checkoutOf(open[0] ?? ''))).toMatchObject([{ done_at: null, by_bank: true }])
})
