import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { trackedCheckout } from '../checkout/track/tracked-orders.ts'
import { order_promises } from '../delivery/tables.ts'
import { whatWaits } from '../desk/what-waits.ts'
import { findViolations } from '../invariants/invariants.ts'
import { rejectOrder } from '../orders/refunds/reject-order.ts'
import { order_history } from '../orders/tables.ts'
import { settings } from '../settings/tables.ts'
import { answerClaim, showPhoto } from './add-to-claim.ts'
import { CLAIMS } from './claim-rules.ts'
import { refuseClaim } from './decide-claim.ts'
import { possibleKinds } from './possible-kinds.ts'
import { claims } from './tables.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(settings)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { admin, order, orderOfKnown, claim, rules, orderRow, refundsOf, kitchen } = claimsUnderTest(world)
const kindsOf = async (id: number) =>
  possibleKinds(world.deps.db, await orderRow(id), CLAIMS.default, world.clock.now())

describe('what can be told', () => {
  test('goes by the order: new, delivered, cancelled, and for a day', async () => {
    const { id, owner } = await order({ delivered: false })
    expect(await kindsOf(id)).toEqual(['paid_twice'])
    await rejectOrder(world.deps, owner, { order_id: id, reason: 'The gas is finished' })
    expect(await kindsOf(id)).toEqual(['paid_twice'])
    const delivered = await order()
    expect(await kindsOf(delivered.id)).toEqual(['missing_item', 'spoiled', 'not_arrived', 'paid_twice'])
    world.clock.advance(24 * 3600)
    expect(await kindsOf(delivered.id)).toHaveLength(4)
    world.clock.advance(1)
    expect(await kindsOf(delivered.id)).toEqual([])
    expect(await claim(delivered.token)).toMatchObject({ ok: false, reason: 'not_possible' })
  })

  test('is that it has not arrived once a promise is missed, wherever it is, unless it is collected', async () => {
    const { id } = await order({ delivered: false })
    const [promise] = await world.deps.db.select().from(order_promises).where(eq(order_promises.order_id, id))
    world.clock.set(promise?.first_promised_until ?? LUNCH_TIME)
    expect(await kindsOf(id)).toEqual(['paid_twice'])
    world.clock.advance(1)
    expect(await kindsOf(id)).toEqual(['not_arrived', 'paid_twice'])
    const collected = { ...(await orderRow(id)), collects: true }
    expect(await possibleKinds(world.deps.db, collected, CLAIMS.default, world.clock.now())).toEqual(['paid_twice'])
  })

  test('is nothing of the dishes where nobody took them', async () => {
    const { id } = await order()
    const taken_back = world.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.update(order_history).set({ verb: 'not_taken' }).where(eq(order_history.to_status, 'Delivered'))
      const kinds = await possibleKinds(tx, await orderRow(id), CLAIMS.default, world.clock.now())
      expect(kinds).toEqual(['not_arrived', 'paid_twice'])
      throw new Error('taken back')
    })
    await expect(taken_back).rejects.toThrow('taken back')
  })

  test('needs a kind that is ours, dishes where it is about some, and no novel', async () => {
    const { token } = await order()
    expect(await claim(token, { kind: 'ugly' })).toMatchObject({ details: { kind: 'Please choose what is wrong.' } })
    expect(await claim(token, { quantity: 0 })).toMatchObject({ reason: 'no_dishes' })
    expect(await claim(token, { quantity: Number.NaN })).toMatchObject({ reason: 'no_dishes' })
    expect(await claim(token, { words: 'x'.repeat(501) })).toMatchObject({ details: { words: expect.any(String) } })
    expect(await claim('AAAAAAAAAAAAAAAA')).toMatchObject({ reason: 'not_found' })
  })
})

test('a claim waits for an admin, is counted, and its customer sees it and adds to it', async () => {
  const { id, token } = await order()
  const made = await claim(token, { words: 'No meat in it\u0007', quantity: 9 })
  expect(made).toMatchObject({ ok: true, value: { status: 'Open', refund_id: null } })
  expect(made.ok && made.value.lines).toMatchObject([{ item: 0, quantity: 2, amount_kobo: 3_000_00 }])
  expect(await whatWaits(world.deps.db, world.clock.now(), ['claims_open'])).toMatchObject([
    { count: 1, lines: [{ order_id: id, about: 'missing_item', since: world.clock.now() }] },
  ])
  expect(await claim(token, { kind: 'spoiled' })).toMatchObject({ reason: 'already_open' })
  expect(await answerClaim(world.deps, token, ' ')).toMatchObject({ reason: 'fields' })
  expect(await answerClaim(world.deps, token, 'The rider knows')).toMatchObject({ ok: true })
  expect(await showPhoto(world.deps, token, '/images/a.webp')).toMatchObject({ ok: true })
  const tracked = await trackedCheckout(world.deps.db, token)
  expect(tracked?.orders[0]?.claims).toMatchObject([
    {
      ...{ order_id: id, status: 'Open', photo: '/images/a.webp' },
      words: [{ text: 'No meat in it' }, { text: 'The rider knows' }],
    },
  ])
  for (let word = 2; word < 10; word++) await answerClaim(world.deps, token, `Hello? ${word}`)
  // What waited on a phone may come twice.
  expect(await answerClaim(world.deps, token, 'Hello? 2')).toMatchObject({ ok: true })
  expect(await answerClaim(world.deps, token, 'Hello?')).toMatchObject({ reason: 'too_many_words' })
  if (made.ok) await refuseClaim(world.deps, admin, { claim_id: made.value.id, reason: 'It was handed over whole' })
  expect(await answerClaim(world.deps, token, 'But no')).toMatchObject({ reason: 'not_open' })
  expect(await showPhoto(world.deps, token, '/images/b.webp')).toMatchObject({ reason: 'not_open' })
})

test('a customer may tell three things in a week, also at once', async () => {
  const phone = '+2348031110000'
  const mine = []
  for (let number = 0; number < 5; number++) mine.push(await order({ phone }))
  const answers = await Promise.all(mine.map(({ token }) => claim(token)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
  expect(answers.filter((answer) => !answer.ok).map((answer) => !answer.ok && answer.reason)).toEqual([
    'too_many',
    'too_many',
  ])
  world.clock.advance(8 * 24 * 3600)
  expect(await claim((await order({ phone })).token)).toMatchObject({ ok: true })
})

describe('whose claims are counted', () => {
  const ada = (of: number) => ({
    phone: `+23480311100${of}`,
    email: `ada${of}@example.com`,
    address: `Room ${of}, Jadesola Hall`,
  })
  const tellThree = async (whose: ReturnType<typeof ada>) => {
    for (let number = 0; number < 3; number++)
      expect(await claim((await order(whose)).token)).toMatchObject({ ok: true })
  }

  test('not those of a stranger who typed my number, or my mail', async () => {
    await tellThree({ ...ada(20), phone: ada(10).phone })
    await tellThree({ ...ada(21), email: ada(10).email })
    expect(await claim((await order(ada(10))).token)).toMatchObject({ ok: true })
  })

  test.each([
    ['number', 11, { phone: '+2348031110099' }],
    ['mail', 12, { email: 'else@example.com' }],
    [
      'number and way to write',
      13,
      { phone: '+2348031110098', email: 'ADA13@example.com', address: 'room 13 jadesola hall' },
    ],
  ])('those under another %s of mine', async (_, of, other) => {
    await tellThree(ada(of))
    expect(await claim((await order({ ...ada(of), ...other })).token)).toMatchObject({ reason: 'too_many' })
  })
})

test('of an order told the same twice at once, one claim is made, and every press is answered with it', async () => {
  const { token, id } = await order()
  const answers = await Promise.all([claim(token), claim(token), claim(token)])
  expect(new Set(answers.map((answer) => answer.ok && answer.value.id)).size).toBe(1)
  expect(await claim(token, { quantity: 2 })).toMatchObject({ reason: 'already_open' })
  expect(await world.deps.db.$count(claims, eq(claims.order_id, id))).toBe(1)
})

describe('what the rules call small', () => {
  const small = { at_once_up_to_kobo: 1_500_00, at_once_per_customer: 1, at_once_per_kitchen: 2 } as never

  test('goes back at once, at the platform’s cost; more than that waits', async () => {
    await rules(small)
    const { id, token } = await orderOfKnown()
    expect(await claim(token)).toMatchObject({ ok: true, value: { status: 'Approved', decided_role: 'system' } })
    expect(await claim(token)).toMatchObject({ ok: true, value: { status: 'Approved' } })
    expect(await world.deps.db.$count(claims, eq(claims.order_id, id))).toBe(1)
    expect(await refundsOf(id)).toMatchObject([
      { amount: 1_500_00, delivery_fee: 0, borne_by: 'platform', asked_role: 'system', reason: 'complaint' },
    ])
    expect((await orderRow(id)).vendor_share).toBe(3_000_00)
    expect(await claim((await orderOfKnown()).token, { quantity: 2 })).toMatchObject({ value: { status: 'Open' } })
    expect(await claim((await orderOfKnown()).token, { kind: 'not_arrived' })).toMatchObject({
      value: { status: 'Open' },
    })
  })

  test('waits where its customer is new here, or had nothing else than complaints', async () => {
    await rules(small)
    const phone = '+2348031110005'
    const first = await order({ phone })
    expect(await claim(first.token)).toMatchObject({ value: { status: 'Open' } })
    expect(await claim((await order({ phone })).token)).toMatchObject({ value: { status: 'Open' } })
    await order({ phone })
    expect(await claim((await order({ phone })).token)).toMatchObject({ value: { status: 'Approved' } })
  })

  test('is counted for the customer and for the kitchen, also at once', async () => {
    await rules(small)
    const phone = '+2348031110001'
    const mine = [await orderOfKnown({ phone }), await order({ phone })]
    const answers = await Promise.all(mine.map(({ token }) => claim(token)))
    expect(answers.map((answer) => answer.ok && answer.value.status).sort()).toEqual(['Approved', 'Open'])

    const owner = await kitchen()
    const theirs = [await orderOfKnown({ owner }), await orderOfKnown({ owner }), await orderOfKnown({ owner })]
    const all = await Promise.all(theirs.map(({ token }) => claim(token)))
    expect(all.filter((answer) => answer.ok && answer.value.status === 'Approved')).toHaveLength(2)
  })
})
