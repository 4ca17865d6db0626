import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { some } from '../../test/movers.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { order_keys } from '../delivery/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { moveOrder } from '../orders/move-order.ts'
import { orders } from '../orders/tables.ts'
import { hideRatingLine } from './hide-line.ts'
import { rateOrder } from './rate-order.ts'
import { latestRatings, listRatings } from './rating-lists.ts'
import { ratings } from './tables.ts'

const world = await worldOfFile()
const bank = control(world)

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const good = { food: '5', delivery: '4', line: 'Hot and plenty' }

/** A paid order of a kitchen, delivered unless a test says otherwise, with its customer's tracking token. */
async function order({ kitchen, delivered = true }: { kitchen?: { user_id: string }; delivered?: boolean } = {}) {
  const { db, announce, clock } = world.deps
  const vendor = kitchen ?? (await insertVendor(db))
  const checkout = await startedCheckout(world, [jollofFor(vendor)])
  await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await db
    .select({ id: orders.id, token: order_keys.track_token })
    .from(orders)
    .innerJoin(order_keys, eq(order_keys.order_id, orders.id))
    .where(eq(orders.checkout_id, checkout.id))
  if (!row) throw new Error('no order')
  if (delivered) {
    const move = { order_id: row.id, verb: 'deliver' as const, by: some('admin'), now: clock.now() }
    await db.transaction((tx) => moveOrder(tx, announce, move))
  }
  return { vendor, ...row }
}

const ratingOf = async (vendor: { user_id: string }) => {
  const [row] = await world.deps.db
    .select({ rating: vendors.rating, rating_count: vendors.rating_count })
    .from(vendors)
    .where(eq(vendors.user_id, vendor.user_id))
  return row
}

describe('a delivered order', () => {
  test("is rated once, and counts in the vendor's rating", async () => {
    const { vendor, id, token } = await order()
    expect(await ratingOf(vendor)).toEqual({ rating: null, rating_count: 0 })
    expect(await rateOrder(world.deps, token, good)).toEqual({ ok: true, value: { order_id: id } })
    expect(await rateOrder(world.deps, token, { ...good, food: '1' })).toMatchObject({
      reason: 'already_rated',
    })
    expect(await ratingOf(vendor)).toEqual({ rating: 5, rating_count: 1 })
    const second = await order({ kitchen: vendor })
    await rateOrder(world.deps, second.token, { food: '2', delivery: '5', line: '' })
    expect(await ratingOf(vendor)).toEqual({ rating: 3.5, rating_count: 2 })
    expect(await latestRatings(world.deps.db, vendor.user_id)).toMatchObject([
      { order_id: second.id, food: 2, line: null, first_name: 'Ada' },
      { order_id: id, food: 5, line: 'Hot and plenty' },
    ])
  })

  test('rated ten times at once, counts once', async () => {
    const { vendor, token } = await order()
    const answers = await Promise.all(Array.from({ length: 10 }, () => rateOrder(world.deps, token, good)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await ratingOf(vendor)).toEqual({ rating: 5, rating_count: 1 })
  })

  test('two orders of one kitchen rated at once both count', async () => {
    const one = await order()
    const other = await order({ kitchen: one.vendor })
    await Promise.all([
      rateOrder(world.deps, one.token, good),
      rateOrder(world.deps, other.token, { ...good, food: '3' }),
    ])
    expect(await ratingOf(one.vendor)).toEqual({ rating: 4, rating_count: 2 })
  })
})

describe('is refused', () => {
  test.each([
    ['no stars', { ...good, food: '' }, 'food'],
    ['six stars', { ...good, delivery: '6' }, 'delivery'],
    ['half a star', { ...good, food: '4.5' }, 'food'],
    ['a line that is a letter', { ...good, line: 'a'.repeat(301) }, 'line'],
  ])('%s', async (_what, input, field) => {
    const { token } = await order()
    expect(await rateOrder(world.deps, token, input)).toMatchObject({
      reason: 'fields',
      details: { [field]: expect.any(String) },
    })
  })

  test('an order that is still to come, a link that is none, and one of long ago', async () => {
    const waiting = await order({ delivered: false })
    expect(await rateOrder(world.deps, waiting.token, good)).toMatchObject({ reason: 'not_delivered' })
    expect(await rateOrder(world.deps, 'AAAAAAAAAAAAAAAA', good)).toMatchObject({ reason: 'not_found' })
    const { token } = await order()
    const later = {
      ...world.deps,
      clock: { now: () => new Date(world.clock.now().getTime() + 31 * 86_400_000) },
    }
    expect(await rateOrder(later, token, good)).toMatchObject({ reason: 'too_late' })
  })
})

describe('a line that insults', () => {
  test('is hidden by an admin with a reason, once in the audit log; its stars count', async () => {
    const { db } = world.deps
    const { vendor, id, token } = await order()
    await rateOrder(world.deps, token, { ...good, line: 'Fools!' })
    const admin = await insertAccount(db, 'admin')
    const owner = await insertAccount(db, 'vendor')
    const hide = { order_id: id, reason: 'An insult' }
    expect(await hideRatingLine(world.deps, owner, hide)).toMatchObject({ reason: 'not_found' })
    for (const reason of [' ', 'x'.repeat(201)]) {
      expect(await hideRatingLine(world.deps, admin, { ...hide, reason })).toMatchObject({ reason: 'bad_reason' })
    }
    expect(await hideRatingLine(world.deps, admin, { ...hide, order_id: 0 })).toMatchObject({
      reason: 'not_found',
    })
    expect((await hideRatingLine(world.deps, admin, hide)).ok).toBe(true)
    expect((await hideRatingLine(world.deps, admin, hide)).ok).toBe(true)
    const written = await db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `rating:${id}`))
    expect(written).toMatchObject([{ action: 'rating_line_hidden', actor: admin.email, reason: 'An insult' }])
    expect(await latestRatings(db, vendor.user_id)).toMatchObject([{ food: 5, line: null }])
    expect((await listRatings(db, { place: null })).rows.find((row) => row.order_id === id)).toMatchObject({
      line: 'Fools!',
      hidden_at: expect.any(Date),
    })
    expect(await ratingOf(vendor)).toEqual({ rating: 5, rating_count: 1 })
    expect(await db.select().from(ratings).where(eq(ratings.order_id, id))).toHaveLength(1)
  })
})
