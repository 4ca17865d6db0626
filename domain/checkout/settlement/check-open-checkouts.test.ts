import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { checkOpenCheckouts } from '../../../test/due-work.ts'
import { startedCheckout, type World, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { laneOf } from '../../lane.ts'
import { orders } from '../../orders/tables.ts'
import { payments, refunds } from '../../payments/tables.ts'
import { startPayment } from '../payment/start-payment.ts'
import { checkouts } from '../tables.ts'
import { openCheckoutErrands } from './check-open-checkouts.ts'
import { settleCheckout } from './settle-checkout.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(async () => {
  await bank.reset()
  await world.deps.db.update(checkouts).set({ next_check_at: null })
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

async function rowOf({ id }: { id: string }) {
  const [row] = await world.deps.db.select().from(checkouts).where(eq(checkouts.id, id))
  if (!row) throw new Error('no checkout')
  return row
}
const ordersOf = ({ id }: { id: string }) => world.deps.db.select().from(orders).where(eq(orders.checkout_id, id))
const refundsOf = ({ tx_ref }: { tx_ref: string }) =>
  world.deps.db
    .select({ amount: refunds.amount, reason: refunds.reason })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(eq(payments.tx_ref, tx_ref))
const withPayments = (change: Partial<World['deps']['payments']>) => ({
  ...world.deps,
  payments: { ...world.deps.payments, ...change },
})
const seconds = (count: number) => new Date(world.clock.now().getTime() + count * 1000)

/** A checkout that was paid and became orders; the provider may report a second charge. */
async function paidCheckout() {
  const checkout = await startedCheckout(world)
  await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  return checkout
}

test('a window that is opened anew while its checkout is being checked stays open', async () => {
  const checkout = await startedCheckout(world)
  world.clock.advance(61 * 60)
  const questions: { answer: () => void }[] = []
  const findChargeByReference = () => new Promise<null>((resolve) => questions.push({ answer: () => resolve(null) }))
  const checking = checkOpenCheckouts(withPayments({ findChargeByReference }))
  await expect.poll(() => questions.length).toBe(1)
  expect(await startPayment(world.deps, checkout.link_token, { accepts_wait: true })).toMatchObject({
    ok: true,
  })
  for (const question of questions) question.answer()
  await checking
  expect(await rowOf(checkout)).toMatchObject({ status: 'Open', checks: 0, next_check_at: seconds(5) })
})

test('forty payers whose provider hangs hold up nobody: whoever paid has orders meanwhile', async () => {
  const hanging = await Promise.all(Array.from({ length: 40 }, () => startedCheckout(world)))
  world.clock.advance(1)
  const healthy = await Promise.all(Array.from({ length: 3 }, () => startedCheckout(world)))
  for (const { tx_ref } of healthy) await bank.pay({ tx_ref, amount: 3600 })
  world.clock.advance(5)
  const hang = new Set(hanging.map(({ tx_ref }) => tx_ref))
  const findChargeByReference = (tx_ref: string) =>
    hang.has(tx_ref) ? new Promise<never>(() => {}) : world.deps.payments.findChargeByReference(tx_ref)
  const lane = laneOf(openCheckoutErrands(withPayments({ findChargeByReference })), (error) => {
    throw error
  })
  while ((await lane.run()) > 0);
  for (const checkout of healthy) await expect.poll(() => ordersOf(checkout)).toHaveLength(1)
  expect((await rowOf(hanging[0] ?? { id: '' })).status).toBe('Open')
})

test('what was paid when the process was killed, again and again, is recorded within five minutes', async () => {
  const paid = await Promise.all(Array.from({ length: 30 }, () => startedCheckout(world)))
  for (const { tx_ref } of paid) await bank.pay({ tx_ref, amount: 3600 })
  // Every process claims what is due and is killed before the provider answers.
  const claim = openCheckoutErrands(world.deps).claim
  for (let kills = 0; kills < 12; kills++) {
    world.clock.advance(60)
    while ((await claim(20)).claimed.length > 0);
  }
  // In the last process the provider hangs at the first question for some of them.
  const asked = new Set<string>()
  const hung = new Set(paid.slice(0, 10).map(({ tx_ref }) => tx_ref))
  const findChargeByReference = (tx_ref: string) => {
    const first = !asked.has(tx_ref)
    asked.add(tx_ref)
    return first && hung.has(tx_ref)
      ? Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
      : world.deps.payments.findChargeByReference(tx_ref)
  }
  for (let second = 0; second < 300; second += 15) {
    while ((await checkOpenCheckouts(withPayments({ findChargeByReference }))) > 0);
    world.clock.advance(15)
  }
  for (const checkout of paid) expect(await ordersOf(checkout)).toHaveLength(1)
})

describe('an unexpected error', () => {
  const broken = (tx_ref: string) =>
    withPayments({
      findChargeByReference: async (asked) => {
        if (asked === tx_ref) throw new TypeError('this one breaks the check')
        return world.deps.payments.findChargeByReference(asked)
      },
    })

  test('is told when all are done, and takes nothing from the other checkouts', async () => {
    const [one, other] = [await startedCheckout(world), await startedCheckout(world)]
    await bank.pay({ tx_ref: other.tx_ref, amount: 3600 })
    world.clock.advance(5)
    await expect(checkOpenCheckouts(broken(one.tx_ref))).rejects.toMatchObject({
      name: 'AggregateError',
      errors: [{ message: 'this one breaks the check' }],
    })
    expect(await ordersOf(other)).toHaveLength(1)
    expect(await rowOf(one)).toMatchObject({ status: 'Open', next_check_at: seconds(10) })
  })

  test('in every check ends like a checkout that nobody paid', async () => {
    const checkout = await startedCheckout(world)
    let errors = 0
    while ((await rowOf(checkout)).next_check_at) {
      world.clock.advance(3600)
      await checkOpenCheckouts(broken(checkout.tx_ref)).catch(() => errors++)
    }
    expect(await rowOf(checkout)).toMatchObject({ status: 'Expired' })
    expect(errors).toBeLessThan(30)
  })
})

describe('a second payment without callback or webhook', () => {
  test.each([
    ['ten minutes', 10],
    ['two hours', 120],
  ])('is found %s after the first, and goes back', async (_, minutes) => {
    const checkout = await paidCheckout()
    world.clock.advance(minutes * 60 - 1)
    await checkOpenCheckouts(world.deps)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    world.clock.advance(1)
    expect(await checkOpenCheckouts(world.deps)).toBe(1)
    expect(await refundsOf(checkout)).toEqual([{ amount: 360000, reason: 'duplicate' }])
    expect(await ordersOf(checkout)).toHaveLength(1)
  })

  test('is not looked for any more after two hours', async () => {
    const checkout = await paidCheckout()
    let questions = 0
    for (let minute = 0; minute < 180; minute++) {
      world.clock.advance(60)
      questions += await checkOpenCheckouts(world.deps)
    }
    expect(questions).toBe(2)
    expect(await rowOf(checkout)).toMatchObject({ status: 'Paid', next_check_at: null })
  })

  test('is looked for again when the provider gave no answer', async () => {
    const checkout = await paidCheckout()
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    const findSuccessfulCharges = () =>
      Promise.reject(Object.assign(new Error('no answer'), { name: 'ProviderUnavailable' }))
    world.clock.advance(2 * 3600)
    await checkOpenCheckouts(withPayments({ findSuccessfulCharges }))
    expect(await refundsOf(checkout)).toEqual([])
    world.clock.advance(60)
    await checkOpenCheckouts(world.deps)
    expect(await refundsOf(checkout)).toHaveLength(1)
  })

  test('of an expired checkout goes back like the first', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    world.clock.advance(61 * 60)
    await checkOpenCheckouts(world.deps)
    const late = { amount: 360000, reason: 'late' }
    expect(await refundsOf(checkout)).toEqual([late, late])
  })

  test('in full after a short one makes the orders', async () => {
    const checkout = await startedCheckout(world)
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 100 })
    await bank.pay({ tx_ref: checkout.tx_ref, amount: 3600 })
    world.clock.advance(5)
    await checkOpenCheckouts(world.deps)
    expect(await ordersOf(checkout)).toHaveLength(1)
  })
})
