import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { lockCarriers } from '../delivery/riders/carriers.ts'
import { findViolations } from '../invariants/invariants.ts'
import { messages } from '../notifications/tables.ts'
import { giveBack } from '../orders/refunds/give-back.ts'
import { orders } from '../orders/tables.ts'
import { requestPayout } from '../payouts/request-payout.ts'
import { findClaim } from './claim-lists.ts'
import { approveClaim, refuseClaim } from './decide-claim.ts'
import type { ClaimKind } from './lifecycle.ts'
import { makeClaim } from './make-claim.ts'
import { claims } from './tables.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { admin, order, claim, orderRow, refundsOf } = claimsUnderTest(world)

async function openClaim(told: Parameters<typeof claim>[1] = {}) {
  const placed = await order()
  const made = await claim(placed.token, told)
  if (!made.ok) throw new Error(made.reason)
  return { ...placed, claim_id: made.value.id }
}

type Approval = Partial<Parameters<typeof approveClaim>[2]>
const approve = (claim_id: string, how: Approval = {}) => {
  const { amount_kobo = 1_500_00, with_delivery_fee = false, borne_by = 'vendor' } = how
  const confirmed_kobo = how.confirmed_kobo === undefined ? amount_kobo + (with_delivery_fee ? 600_00 : 0) : null
  return approveClaim({ ...world.deps, lockCarriers }, admin, {
    ...{ claim_id, amount_kobo, with_delivery_fee, borne_by, confirmed_kobo },
    reason: 'A plate was missing',
  })
}

/** One plate of each, for the same money as two of one. */
async function asTwoDishes(order_id: number): Promise<void> {
  const [jollof] = (await orderRow(order_id)).items
  if (!jollof) throw new Error('Nothing was ordered')
  const items = [jollof, { ...jollof, name: 'Eba' }].map((item) => ({ ...item, quantity: 1 }))
  await world.deps.db.update(orders).set({ items }).where(eq(orders.id, order_id))
}

describe('an approved claim', () => {
  test('gives back its dishes, once, and both sides are told', async () => {
    const { id, claim_id } = await openClaim()
    expect(await approve(claim_id, { confirmed_kobo: null })).toMatchObject({
      reason: 'not_confirmed',
      details: { total_kobo: 1_500_00 },
    })
    const answers = await Promise.all([approve(claim_id), approve(claim_id), approve(claim_id)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ reason: 'not_allowed', details: { status: 'Approved' } })
    const given = await refundsOf(id)
    expect(given).toMatchObject([{ amount: 1_500_00, lines: [{ item: 0, quantity: 1 }], borne_by: 'vendor' }])
    expect((await orderRow(id)).vendor_share).toBe(1_500_00)
    const { db } = world.deps
    const [sms] = await db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `refund_sms:${given[0]?.id}`))
    expect(sms?.body).toContain(`We are sorry about your order ${id}: A plate was missing. NGN 1,500`)
    const log = await db
      .select({ action: audit_log.action })
      .from(audit_log)
      .where(eq(audit_log.subject, `claim:${claim_id}`))
    expect(log).toEqual([{ action: 'claim_approved' }])
  })

  test('is never more than what is left of what it is about', async () => {
    const { id, claim_id } = await openClaim({ quantity: 2 })
    const give = { order_id: id, reason: 'Small meat', borne_by: 'platform', request_key: crypto.randomUUID() } as const
    await giveBack(world.deps, admin, { ...give, lines: [{ item: 0, quantity: 1 }] })
    const too_much = await approve(claim_id, { amount_kobo: 1_500_01 })
    expect(too_much).toMatchObject({ reason: 'more_than_claimed', details: { food_kobo: 1_500_00, fee_kobo: 0 } })
    expect(await approve(claim_id, { with_delivery_fee: true, confirmed_kobo: null })).toMatchObject({
      details: { total_kobo: 1_500_00 },
    })
    for (const amount_kobo of [0, -1, 0.5, Number.NaN]) {
      expect(await approve(claim_id, { amount_kobo })).toMatchObject({ reason: 'bad_amount' })
    }
    expect(await approve(claim_id)).toMatchObject({ ok: true })
  })

  test.each([
    [
      'by an admin',
      async (id: number) => {
        const give = {
          order_id: id,
          reason: 'Small meat',
          borne_by: 'platform',
          request_key: crypto.randomUUID(),
        } as const
        await giveBack(world.deps, admin, { ...give, amount_kobo: 500_00 })
      },
    ],
    [
      'for an earlier claim',
      async (_: number, token: string) => {
        const earlier = await claim(token, { quantity: 1 })
        if (earlier.ok) await approve(earlier.value.id, { amount_kobo: 500_00 })
      },
    ],
  ])('is what is left of a dish of which a part went back %s', async (_, giveSome) => {
    const { id, token } = await order()
    await asTwoDishes(id)
    await giveSome(id, token)
    // Sooner it would be the same press.
    world.clock.advance(180)
    const again = await claim(token, { quantity: 1 })
    const claim_id = again.ok ? again.value.id : ''
    expect((await findClaim(world.deps.db, claim_id))?.most).toEqual({ food_kobo: 1_000_00, fee_kobo: 0 })
    expect(await approve(claim_id)).toMatchObject({ reason: 'more_than_claimed' })
    expect(await approve(claim_id, { amount_kobo: 1_000_00 })).toMatchObject({ ok: true })
  })

  test('about one dish takes nothing from another', async () => {
    const { id, token } = await order()
    await asTwoDishes(id)
    const first = await claim(token, { quantity: 1 })
    if (first.ok) await approve(first.value.id, { amount_kobo: 500_00 })
    const told = { kind: 'spoiled', words: '', dishes: [{ item: 1, quantity: 1 }] }
    const other = await makeClaim(world.deps, token, told)
    expect(await approve(other.ok ? other.value.id : '')).toMatchObject({ ok: true })
  })

  test('is never about a second payment, which goes back by itself', async () => {
    const { claim_id } = await openClaim({ kind: 'paid_twice' })
    expect((await findClaim(world.deps.db, claim_id))?.most).toEqual({ food_kobo: 0, fee_kobo: 0 })
    expect(await approve(claim_id, { amount_kobo: 1 })).toMatchObject({ reason: 'more_than_claimed' })
    expect(await approve(claim_id, { amount_kobo: 0, with_delivery_fee: true })).toMatchObject({ reason: 'bad_amount' })
  })

  test('about a whole order brings its fee too, if the admin says so', async () => {
    const { id, claim_id } = await openClaim({ kind: 'not_arrived' })
    expect(await approve(claim_id, { amount_kobo: 3_000_00, with_delivery_fee: true })).toMatchObject({ ok: true })
    expect(await refundsOf(id)).toMatchObject([{ amount: 3_600_00, delivery_fee: 600_00, lines: null }])
  })

  test('is not the kitchen’s once it was paid, nor a rider’s whom nobody saw', async () => {
    const { claim_id, owner } = await openClaim()
    await requestPayout(world.deps, owner)
    expect(await approve(claim_id)).toMatchObject({ reason: 'in_payout' })
    expect(await approve(claim_id, { borne_by: 'rider' })).toMatchObject({ reason: 'no_rider' })
    expect(await approve(claim_id, { borne_by: 'platform' })).toMatchObject({ ok: true })
  })
})

test('a refused claim says why, once, by SMS and mail, and can be told anew', async () => {
  const { id, token, claim_id } = await openClaim()
  expect(await refuseClaim(world.deps, admin, { claim_id, reason: 'x' })).toMatchObject({ reason: 'bad_reason' })
  const refuse = () => refuseClaim(world.deps, admin, { claim_id, reason: 'Your roommate has it' })
  const answers = await Promise.all([refuse(), refuse(), approve(claim_id)])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const [row] = await world.deps.db.select().from(claims).where(eq(claims.id, claim_id))
  const told = await world.deps.db
    .select({ body: messages.body })
    .from(messages)
    .where(sql`${messages.dedupe_key} like ${`claim_refused%${claim_id}`}`)
  expect(told).toHaveLength(row?.status === 'Refused' ? 2 : 0)
  expect(await refundsOf(id)).toHaveLength(row?.status === 'Approved' ? 1 : 0)
  expect(await claim(token)).toMatchObject({ ok: true })
})

test('a claim that comes a second time from a phone after it was decided stays one, another does not', async () => {
  const { id, token, claim_id } = await openClaim({ words: 'No meat' })
  const again = (told: Parameters<typeof claim>[1]) => claim(token, { words: 'No meat', waited_ms: 1000, ...told })
  expect(await again({})).toMatchObject({ ok: true, value: { id: claim_id, status: 'Open' } })
  await approve(claim_id)
  expect(await again({})).toMatchObject({ ok: true, value: { id: claim_id, status: 'Approved' } })
  expect(await world.deps.db.$count(claims, eq(claims.order_id, id))).toBe(1)
  expect(await refundsOf(id)).toHaveLength(1)
  expect(await again({ words: 'No fish' })).toMatchObject({ ok: true, value: { status: 'Open' } })
  expect(await again({ quantity: 2 })).toMatchObject({ reason: 'already_open' })
})

test('a claim that was told before the wait is not the one that waited', async () => {
  const { token, claim_id } = await openClaim()
  await approve(claim_id)
  world.clock.advance(3600)
  const later = await claim(token, { waited_ms: 60_000 })
  expect(later.ok && later.value.id !== claim_id).toBe(true)
})

test('only admins decide, and about claims that there are', async () => {
  const { claim_id, owner } = await openClaim()
  expect(await refuseClaim(world.deps, owner, { claim_id, reason: 'No, no' })).toMatchObject({ reason: 'not_found' })
  for (const nothing of ['', 'abc', crypto.randomUUID()]) {
    expect(await approve(nothing)).toMatchObject({ reason: 'not_found' })
    expect(await refuseClaim(world.deps, admin, { claim_id: nothing, reason: 'No, no' })).toMatchObject({ ok: false })
  }
})

const kind = fc.constantFrom<ClaimKind>('missing_item', 'spoiled', 'not_arrived', 'paid_twice')
const decision = fc.record({
  kind,
  quantity: fc.integer({ min: 1, max: 3 }),
  percent: fc.integer({ min: 1, max: 110 }),
  fee: fc.boolean(),
  borne_by: fc.constantFrom('vendor' as const, 'platform' as const),
  before: fc.integer({ min: 0, max: 2 }),
  refuse: fc.boolean(),
})

test('whatever is claimed and decided about one order, every kobo is where it belongs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(decision, { minLength: 2, maxLength: 4 }), async (all) => {
      const { id, token } = await order()
      for (const one of all.slice(0, 3)) {
        const made = await claim(token, one)
        if (!made.ok) throw new Error(made.reason)
        const give = { order_id: id, reason: 'Small meat', borne_by: one.borne_by, request_key: crypto.randomUUID() }
        if (one.before > 0) await giveBack(world.deps, admin, { ...give, amount_kobo: one.before * 100_00 })
        const amount_kobo = Math.round(1_500_00 * one.quantity * (one.percent / 100))
        const how = { amount_kobo, with_delivery_fee: one.fee, borne_by: one.borne_by }
        const asked = one.refuse ? { ok: false } : await approve(made.value.id, { ...how, confirmed_kobo: null })
        if ('details' in asked && asked.reason === 'not_confirmed') await approve(made.value.id, how)
        await refuseClaim(world.deps, admin, { claim_id: made.value.id, reason: 'All went back' })
        expect(await findViolations(world.deps.db)).toEqual([])
      }
    }),
    { seed: Number(process.env.SEED) || 20_261_123, numRuns: 8, endOnFailure: true },
  )
}, 120_000)

test.each([
  ['approved without money', sql`update claims set refund_id = null where status = 'Approved'`],
  ['of another order', sql`update claims set order_id = (select max(id) from orders) where refund_id is not null`],
  ['open, but somebody decided', sql`update claims set status = 'Open' where status = 'Refused'`],
  ['with more than its dishes', sql`update claims set lines = '[]' where refund_id is not null`],
])('a claim %s is found', async (_, planted) => {
  const { claim_id } = await openClaim()
  await approve(claim_id)
  const refused = await openClaim()
  await refuseClaim(world.deps, admin, { claim_id: refused.claim_id, reason: 'Your roommate has it' })
  const taken_back = world.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set session_replication_role = replica`)
    await tx.execute(sql`drop index claims_one_open`)
    await tx.execute(planted)
    expect(await findViolations(tx as never)).toContainEqual(
      expect.objectContaining({
        problem: expect.stringMatching(
          /^(decided otherwise than its money went|a claim gave back more than its dishes)$/,
        ),
      }),
    )
    throw new Error('taken back')
  })
  await expect(taken_back).rejects.toThrow('taken back')
})
