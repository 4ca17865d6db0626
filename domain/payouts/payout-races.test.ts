import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sendDueTransfers } from '../../test/due-work.ts'
import { untilWaitingForLocks } from '../../test/locks.ts'
import { adminActor, approveAsShown, payoutsUnderTest, retryAsShown } from '../../test/payouts-under-test.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { vendors } from '../catalog/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { cancelPayout } from './cancel-payout.ts'
import { requestPayout } from './request-payout.ts'
import { payouts } from './tables.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const {
  requestedPayout,
  askedTransfer,
  payoutRow,
  transferRows,
  transfersAtProvider,
  settleAtProvider,
  claimOf,
  workForHours,
} = payoutsUnderTest(world)

const by_hand = { method: 'hand', bank_reference: 'GTB-1', paid_on: '2026-03-10' } as const

/** Holds the payout's row until all these others wait for it, then lets them go at once. */
async function whileLocked<Answer>(payout_id: number, others: readonly (() => Promise<Answer>)[]) {
  const running: Promise<Answer>[] = []
  await world.deps.db.transaction(async (tx) => {
    await tx.select().from(payouts).where(eq(payouts.id, payout_id)).for('update')
    running.push(...others.map((start) => start()))
    await untilWaitingForLocks(world.deps.db, others.length)
  })
  return Promise.all(running)
}

const admin = () => insertAccount(world.deps.db, 'admin')

test('two admins by hand: one pays, the other is told who was first', async () => {
  const { payout_id } = await requestedPayout()
  const admins = [await admin(), await admin()]
  const answers = await whileLocked(
    payout_id,
    admins.map((admin) => () => approveAsShown(world.deps, admin, { payout_id, ...by_hand })),
  )
  const winner = admins[answers.findIndex((answer) => answer.ok)]
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(answers.find((answer) => !answer.ok)).toMatchObject({
    reason: 'not_pending',
    details: { by: `admin ${winner?.email}`, status: 'Paid' },
  })
})

test('two admins by transfer: one transfer', async () => {
  const { payout_id } = await requestedPayout()
  const admins = [await admin(), await admin()]
  const answers = await whileLocked(
    payout_id,
    admins.map((admin) => () => approveAsShown(world.deps, admin, { payout_id, method: 'transfer' })),
  )
  const winner = admins[answers.findIndex((answer) => answer.ok)]
  expect(answers.find((answer) => !answer.ok)).toMatchObject({
    reason: 'transfer_alive',
    details: { by: `admin ${winner?.email}` },
  })
  expect(await transferRows(payout_id)).toHaveLength(1)
})

test('one retry of two', async () => {
  const { payout_id, admin } = await askedTransfer()
  await sendDueTransfers(world.deps)
  await settleAtProvider(payout_id, 'FAILED')
  await workForHours(2)
  const answers = await whileLocked(
    payout_id,
    [admin, adminActor()].map((one) => () => retryAsShown(world.deps, one, { payout_id })),
  )
  expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
  expect(await transferRows(payout_id)).toHaveLength(2)
})

test('approve against cancel: one wins, the other is told', async () => {
  for (const approval of [by_hand, { method: 'transfer' as const }]) {
    const { payout_id, order_id } = await requestedPayout()
    const answers = await whileLocked<{ ok: boolean }>(payout_id, [
      () => approveAsShown(world.deps, adminActor(), { payout_id, ...approval }),
      () => cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Duplicate' }),
    ])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(await claimOf(order_id)).toBe(answers[0]?.ok ? payout_id : null)
  }
})

test('a transfer that arrives against a cancel: the cancel is refused, whoever comes first', async () => {
  const { payout_id } = await askedTransfer()
  await sendDueTransfers(world.deps)
  await settleAtProvider(payout_id, 'SUCCESSFUL')
  world.clock.advance(60)
  const [, cancelled] = await whileLocked<unknown>(payout_id, [
    () => sendDueTransfers(world.deps),
    () => cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Too late' }),
  ])
  expect(cancelled).toMatchObject({ ok: false })
  expect((await payoutRow(payout_id)).status).toBe('Paid')
})

test('a transfer that fails against a cancel ends without money on its way', async () => {
  const { payout_id } = await askedTransfer()
  await sendDueTransfers(world.deps)
  await settleAtProvider(payout_id, 'FAILED')
  world.clock.advance(60)
  await whileLocked<unknown>(payout_id, [
    () => sendDueTransfers(world.deps),
    () => cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Account closed' }),
  ])
  expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed' }])
  expect(await transfersAtProvider(payout_id)).toMatchObject([{ status: 'FAILED' }])
})

test('a bank account that changes while an admin approves: the change is seen', async () => {
  const { payout_id, kitchen } = await requestedPayout()
  let approving: ReturnType<typeof approveAsShown> | undefined
  await world.deps.db.transaction(async (tx) => {
    await tx
      .update(vendors)
      .set({ account_number: '0690000034', bank_changed_at: world.clock.now() })
      .where(eq(vendors.user_id, kitchen.user_id))
    approving = approveAsShown(world.deps, adminActor(), { payout_id, method: 'transfer' })
    await untilWaitingForLocks(world.deps.db, 1)
  })
  expect(await approving).toMatchObject({ reason: 'bank_changed' })
  expect(await transferRows(payout_id)).toEqual([])
})

test('a cancel against the next request: the orders are in one payout or in none', async () => {
  const { payout_id, order_id, vendor } = await requestedPayout()
  const [cancelled, requested] = await Promise.all([
    cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Duplicate' }),
    requestPayout(world.deps, vendor),
  ])
  expect(cancelled.ok).toBe(true)
  expect(await claimOf(order_id)).toBe(requested.ok ? requested.value.id : null)
})
