import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { deliveryWorld } from '../../test/delivery.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { cases } from '../cases/tables.ts'
import { kitchen_history, vendors } from '../catalog/tables.ts'
import { checkouts } from '../checkout/tables.ts'
import { DAY_MS, HOUR_MS } from '../clock.ts'
import { kobo } from '../money.ts'
import { orders } from '../orders/tables.ts'
import { chargebacks } from '../payments/chargebacks/tables.ts'
import { isSlowRefund } from '../payments/money-back.ts'
import { payments, refunds } from '../payments/tables.ts'
import { payout_transfers, payouts } from '../payouts/tables.ts'
import { places } from '../places/tables.ts'
import { keepCases } from './keep-cases.ts'
import type { WaitingKind } from './kinds.ts'
import { MOST_LINES } from './waiting-line.ts'
import { whatWaits } from './what-waits.ts'

const world = await worldOfFile()
const { db } = world.deps
const people = deliveryWorld(world)

const many = <Row>(row: (n: number) => Row) => Array.from({ length: MOST_LINES }, (_, n) => row(n))
const linesOf = async (kind: WaitingKind, now = world.clock.now()) =>
  (await whatWaits(db, now, [kind])).flatMap(({ lines }) => lines)
const statusOf = async (cause: string) => (await db.select().from(cases).where(eq(cases.cause, cause)))[0]?.status

const account = { bank_name: 'Bank', bank_code: '1', account_number: '2', account_name: 'IYA MANY' }

test('payouts that failed or do not end are found behind a hundred that wait', async () => {
  const kitchen = await insertVendor(db)
  const now = world.clock.now()
  const payout = { ...account, vendor_id: kitchen.user_id, amount: kobo(1_000_00), created_at: now }
  const waiting = await db
    .insert(payouts)
    .values(many(() => payout))
    .returning()
  const [failed, slow] = await db.insert(payouts).values([payout, payout]).returning()
  const transfer = { ...account, provider: 'flutterwave', asked_by: kitchen.user_id }
  const old = new Date(now.getTime() - 2 * DAY_MS)
  await db.insert(payout_transfers).values([
    { ...transfer, payout_id: failed?.id ?? 0, status: 'Failed', reference: 'failed', created_at: now },
    { ...transfer, payout_id: slow?.id ?? 0, status: 'Queued', reference: 'slow', created_at: old },
  ])
  expect(await linesOf('payouts_failed')).toMatchObject([{ id: failed?.id }])
  expect(await linesOf('payouts_slow')).toMatchObject([{ id: slow?.id }])
  expect(await linesOf('payouts_waiting')).toHaveLength(MOST_LINES)

  await keepCases(world.deps)
  // Older ones that are under way are no reason to close what still stands.
  await db.insert(payout_transfers).values(
    waiting.map(({ id }) => ({
      ...transfer,
      payout_id: id,
      status: 'Asked' as const,
      reference: `${id}`,
      created_at: now,
    })),
  )
  await keepCases(world.deps)
  expect(await statusOf(`payouts_failed:${failed?.id}`)).toBe('Open')
  expect(await statusOf(`payouts_slow:${slow?.id}`)).toBe('Open')
})

test('a chargeback that waits for our answer is found behind a hundred that were answered', async () => {
  const at = (ms: number) => new Date(LUNCH_TIME.getTime() + ms)
  const chargeback = (n: number, status: 'initiated' | 'declined') => ({
    ...{ provider: 'flutterwave', provider_chargeback_id: `${n}`, provider_transaction_id: `${n}`, status },
    ...{ amount: kobo(500_00), stage: 'new', reason: 'Not received' },
    ...{ raised_at: at(n), first_seen_at: at(n), moved_at: at(n) },
  })
  await db.insert(chargebacks).values([...many((n) => chargeback(n, 'declined')), chargeback(1_000, 'initiated')])
  expect(await linesOf('chargebacks_open')).toMatchObject([{ id: '1000' }])
  expect(await linesOf('chargebacks_answered')).toHaveLength(MOST_LINES)
})

test('the kitchen that has been silent longest is among the lines, however many are', async () => {
  const now = world.clock.now()
  const paused_until = new Date(now.getTime() + DAY_MS)
  const paused = { status: 'Active', paused_for_silence: true, paused_until } as const
  const silent = await db
    .insert(vendors)
    .values([...many(String), 'the last'].map((name) => ({ ...paused, name, user_id: crypto.randomUUID(), email: '' })))
    .returning()
  const pausedFor = ({ user_id: vendor_id }: { user_id: string }, hours: number) => {
    const done_at = new Date(now.getTime() - hours * HOUR_MS)
    return { vendor_id, role: 'system', did: 'paused', done_at } as const
  }
  await db.insert(kitchen_history).values(silent.map((kitchen, n) => pausedFor(kitchen, 1 + n)))
  const lines = await linesOf('kitchens_silent')
  expect(lines).toHaveLength(MOST_LINES)
  expect(lines.map(({ name }) => name)).toEqual(['the last', ...many(String).slice(1).toReversed()])
})

test('a refund is slow by its last sending, in the database as elsewhere, whatever the hour', async () => {
  const [order] = await people.paidOrders([await insertVendor(db)])
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.checkout_id, order?.checkout_id ?? ''))
  const now = world.clock.now()
  const by = { payment_id: payment?.id ?? '', order_id: order?.id, reason: 'complaint', asked_role: 'admin' } as const
  const refund = { ...by, amount: kobo(100), status: 'Sent' } as const
  const long_ago = new Date(now.getTime() - 30 * DAY_MS)
  await db.insert(refunds).values(many(() => ({ ...refund, created_at: long_ago, round: 2, round_at: now })))
  // Every other hour of nine days: all weekdays, and every hour of the day in one zone or another.
  const sent = await db
    .insert(refunds)
    .values(
      Array.from({ length: 96 }, (_, n) => ({
        ...refund,
        created_at: new Date(now.getTime() - 2 * DAY_MS - n * 2.25 * HOUR_MS),
      })),
    )
    .returning()
  for (const hours of [0, 9, 20, 31, 42, 53, 64, 75, 86]) {
    const then = new Date(now.getTime() + hours * HOUR_MS)
    const slow = sent.filter((one) => isSlowRefund(one, then)).map(({ id }) => id)
    expect(slow.length).toBeGreaterThan(0)
    expect((await linesOf('refunds_slow', then)).map(({ id }) => id)).toEqual(slow.toReversed())
  }
})

test('the case of an order that is cut off stays open behind any number of orders that begin sooner', async () => {
  const kitchen = await insertVendor(db)
  const [[cut_off], [other]] = [await people.paidOrders([kitchen]), await people.paidOrders([kitchen])]
  if (!cut_off || !other) throw new Error('no orders')
  const now = world.clock.now()
  const [closed] = await db
    .insert(places)
    .values({ name: 'Closed Hall', kind: 'building', latitude: 7.3, longitude: 5.14, closed_at: now })
    .returning()
  await db.update(checkouts).set({ place_id: closed?.id }).where(eq(checkouts.id, cut_off.checkout_id))
  await keepCases(world.deps)
  expect(await statusOf(`cut_off:${cut_off.id}`)).toBe('Open')
  const { id: _, ...values } = { ...other, begin_at: new Date(now.getTime() - HOUR_MS) }
  await db.insert(orders).values(Array.from({ length: 10 * MOST_LINES }, () => values))
  await keepCases(world.deps)
  expect(await statusOf(`cut_off:${cut_off.id}`)).toBe('Open')
})
