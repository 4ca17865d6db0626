import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from '../../../adapters/payments/payment-provider.ts'
import { createAtOnce } from '../../../server/at-once.ts'
import { createRateLimit } from '../../../server/rate-limit.ts'
import { control } from '../../../test/control.ts'
import { insertRider } from '../../../test/rider.ts'
import { insertVendor, jollofFor, startedCheckout, worldOfFile } from '../../../test/world.ts'
import { type KnownFleet, knownFleet } from '../../delivery/windows/fleet.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { confirmPayments } from './confirm-payment.ts'
import { settleCheckout } from './settle-checkout.ts'

const world = await worldOfFile()
const bank = control(world)
let calls: { begun: number; now: number; most: number }
let fleet: KnownFleet

beforeEach(async () => {
  await bank.reset()
  calls = { begun: 0, now: 0, most: 0 }
  fleet = knownFleet(world.deps)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

/** The provider of the world, or `answer` in its place, with every question counted. */
function counting(answer?: () => Promise<null>): PaymentProvider {
  const { payments } = world.deps
  const counted =
    <Args extends unknown[], Result>(ask: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      calls.begun++
      calls.most = Math.max(calls.most, ++calls.now)
      try {
        return await ask(...args)
      } finally {
        calls.now--
      }
    }
  return {
    ...payments,
    findCharge: counted(answer ?? payments.findCharge),
    findChargeByReference: counted(answer ?? payments.findChargeByReference),
  }
}

function confirming(payments = counting()) {
  return confirmPayments({
    ...world.deps,
    fleet,
    payments,
    ...createRateLimit(world.deps.db, 'secret'),
    enter: createAtOnce(),
  })
}

async function unpaid() {
  return startedCheckout(world, [jollofFor(await insertVendor(world.deps.db))])
}

test('400 confirms of one unpaid checkout are one question', async () => {
  const { tx_ref } = await unpaid()
  const confirm = confirming()
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => confirm({ tx_ref, provider_transaction_id: null })),
  )
  expect(new Set(answers)).toEqual(new Set(['no_charge']))
  expect(await confirm({ tx_ref, provider_transaction_id: null })).toBe('no_charge')
  expect(calls.begun).toBe(1)
  // Nothing is placed.
  expect(fleet.latest()).toBeNull()
})

test('400 made-up transactions of one checkout are asked one after the other, and soon not any more', async () => {
  const { tx_ref } = await unpaid()
  const confirm = confirming()
  const answers = await Promise.all(
    Array.from({ length: 400 }, (_, number) => confirm({ tx_ref, provider_transaction_id: String(number) })),
  )
  expect(answers.filter((answer) => answer === 'no_charge')).toHaveLength(20)
  expect(answers.filter((answer) => answer === 'pending')).toHaveLength(380)
  expect(calls).toMatchObject({ begun: 40, most: 1 })
})

test('a payment that came in between is found by its transaction at once', async () => {
  const { tx_ref } = await unpaid()
  // That nobody is on duty is never kept.
  await insertRider(world.deps.db)
  const confirm = confirming()
  expect(await confirm({ tx_ref, provider_transaction_id: null })).toBe('no_charge')
  const { transaction_id } = await bank.pay({ tx_ref, amount: 3600 })
  const provider_transaction_id = String(transaction_id)
  const answers = await Promise.all(Array.from({ length: 50 }, () => confirm({ tx_ref, provider_transaction_id })))
  expect(new Set(answers)).toEqual(new Set(['paid']))
  // Before anything was locked.
  expect(fleet.latest()).not.toBeNull()
})

test('while the provider hangs so many wait for it and no more, and the worker asks all the same', async () => {
  const paid = await unpaid()
  await bank.pay({ tx_ref: paid.tx_ref, amount: 3600 })
  let wake = () => {}
  const asleep = new Promise<null>((resolve) => {
    wake = () => resolve(null)
  })
  const confirm = confirming(counting(() => asleep))
  let turned_away = 0
  const answers = Array.from({ length: 300 }, async (_, number) => {
    const outcome = await confirm({ tx_ref: `CHOW-${number}`, provider_transaction_id: null })
    if (outcome === 'pending') turned_away++
    return outcome
  })
  await expect.poll(() => turned_away, { timeout: 20_000 }).toBe(300 - 64)
  expect(calls.now).toBe(64)
  expect(await settleCheckout(world.deps, { tx_ref: paid.tx_ref })).toBe('paid')
  wake()
  const outcomes = await Promise.all(answers)
  expect(outcomes.filter((outcome) => outcome === 'pending')).toHaveLength(300 - 64)
  expect(calls).toMatchObject({ begun: 64, most: 64 })
})

test('after a question that failed the next one is asked again', async () => {
  const { tx_ref } = await unpaid()
  let fails = true
  const confirm = confirming(
    counting(async () => {
      if (fails) throw new Error('the line is down')
      return null
    }),
  )
  const question = { tx_ref, provider_transaction_id: null }
  const both = await Promise.allSettled([confirm(question), confirm(question)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await confirm(question)).toBe('no_charge')
  expect(calls.begun).toBe(2)
})
