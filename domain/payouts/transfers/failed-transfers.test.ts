import { and, eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '../../../adapters/call-provider.ts'
import { control } from '../../../test/control.ts'
import { sendDueTransfers } from '../../../test/due-work.ts'
import { adminActor, approveAsShown, payoutsUnderTest, retryAsShown } from '../../../test/payouts-under-test.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { audit_log } from '../../audit/tables.ts'
import { openPayouts } from '../../desk/waiting-money.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { notifications } from '../../notifications/tables.ts'
import { listPayouts } from '../admin-payouts.ts'
import { cancelPayout } from '../cancel-payout.ts'
import { recordTransferFailure } from './finish-transfer.ts'

const world = await worldOfFile()
const bank = control(world)

beforeEach(() => bank.reset())
afterEach(async () => {
  await setSecondAdminAbove(null)
  expect(await findViolations(world.deps.db)).toEqual([])
})

const {
  askedTransfer,
  requestedPayout,
  payoutRow,
  transferRows,
  transfersAtProvider,
  settleAtProvider,
  balance,
  claimOf,
  setSecondAdminAbove,
  workForHours,
} = payoutsUnderTest(world)

describe('a transfer that fails', () => {
  test.each([
    ['in the end', 'FAILED', 'DISBURSE FAILED'],
    ['for want of money', 'insufficient_balance', 'Insufficient funds in customer wallet'],
    ['for a blacklisted account', '0690000036', 'blacklisted'],
  ])('%s leaves the payout Pending, with the reason', async (_, how, reason) => {
    const admin = await insertAccount(world.deps.db, 'admin')
    if (how === 'insufficient_balance') await bank.behave({ transfer: how })
    const { payout_id, kitchen } = await askedTransfer(how === '0690000036' ? { account_number: how } : {})
    await sendDueTransfers(world.deps)
    if (how === 'FAILED') await settleAtProvider(payout_id, 'FAILED')
    await workForHours(2)
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Failed', next_attempt_at: null, last_error: expect.stringContaining(reason) },
    ])
    expect((await payoutRow(payout_id)).status).toBe('Pending')
    expect(await balance(`vendor:${kitchen.user_id}`)).toBe(-1_500_00)
    expect(
      await world.deps.db
        .select()
        .from(notifications)
        .where(and(eq(notifications.user_id, admin.user_id), like(notifications.text, `%payout ${payout_id} %`))),
    ).toHaveLength(1)
  })

  async function failedTransfer() {
    const asked = await askedTransfer()
    await sendDueTransfers(world.deps)
    await settleAtProvider(asked.payout_id, 'FAILED')
    await workForHours(2)
    return asked
  }

  /** The provider says this of the payout's first transfer, whatever became of it, and the truth of all others. */
  async function saysOfFirst(payout_id: number, status: 'pending' | 'successful') {
    const [first] = await transferRows(payout_id)
    const findTransfer: typeof world.deps.transfers.findTransfer = async (reference) => {
      const known = await world.deps.transfers.findTransfer(reference)
      return known && reference === first?.reference ? { ...known, status } : known
    }
    return { ...world.deps, transfers: { ...world.deps.transfers, findTransfer } }
  }

  test('is tried again under a new reference', async () => {
    const { payout_id, admin } = await failedTransfer()
    expect(await approveAsShown(world.deps, admin, { payout_id, method: 'transfer' })).toMatchObject({
      reason: 'failed_before',
    })
    expect(await retryAsShown(world.deps, admin, { payout_id })).toMatchObject({ value: 'transfer_asked' })
    await sendDueTransfers(world.deps)
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await workForHours(2)
    const [first, second] = await transferRows(payout_id)
    expect(first?.status).toBe('Failed')
    expect(second).toMatchObject({ status: 'Successful', reference: `${first?.reference}_RETRY_1` })
    expect((await payoutRow(payout_id)).bank_reference).toBe(second?.reference)
  })

  test('is tried as often as it fails, each time under the next number, and the audit has every one', async () => {
    const { payout_id, admin } = await failedTransfer()
    const again = adminActor()
    await retryAsShown(world.deps, again, { payout_id })
    await sendDueTransfers(world.deps)
    await settleAtProvider(payout_id, 'FAILED')
    await workForHours(2)
    expect(await retryAsShown(world.deps, again, { payout_id })).toMatchObject({ value: 'transfer_asked' })
    const [first, ...retries] = await transferRows(payout_id)
    const references = retries.map(({ reference }) => reference)
    expect(references).toEqual([`${first?.reference}_RETRY_1`, `${first?.reference}_RETRY_2`])
    const entries = await world.deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `payout:${payout_id}`))
      .orderBy(audit_log.id)
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['payout_transfer_asked', admin.email],
      ['payout_transfer_retried', again.email],
      ['payout_transfer_retried', again.email],
    ])
  })

  test('is sent again by two admins where the amount needs two', async () => {
    const { payout_id } = await failedTransfer()
    await setSecondAdminAbove(1_000_00)
    const [first, second] = [adminActor(), adminActor()]
    expect(await retryAsShown(world.deps, first, { payout_id })).toMatchObject({ value: 'first_approval' })
    expect(await retryAsShown(world.deps, first, { payout_id })).toMatchObject({
      reason: 'second_admin_needed',
      details: { by: first.email },
    })
    expect(await transferRows(payout_id)).toHaveLength(1)
    expect(await retryAsShown(world.deps, second, { payout_id })).toMatchObject({ value: 'transfer_asked' })
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed' }, { asked_by: second.user_id }])
  })

  test('is not sent again while the provider does not know the bank or cannot say', async () => {
    const { payout_id, admin } = await failedTransfer()
    const retry = (bankCode: typeof world.deps.transfers.bankCode) =>
      retryAsShown({ ...world.deps, transfers: { ...world.deps.transfers, bankCode } }, admin, { payout_id })
    expect(await retry(async () => null)).toMatchObject({
      reason: 'unknown_bank',
      details: { bank_name: 'Access Bank' },
    })
    const unavailable = new ProviderUnavailable('HTTP 503')
    expect(await retry(() => Promise.reject(unavailable))).toMatchObject({ reason: 'provider_unavailable' })
    await expect(retry(() => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug')
    expect(await transferRows(payout_id)).toHaveLength(1)
  })

  test('is paid by hand instead', async () => {
    const { payout_id } = await failedTransfer()
    expect(
      await approveAsShown(world.deps, adminActor(), {
        payout_id,
        method: 'hand',
        bank_reference: 'GTB-9',
        paid_on: '2026-03-10',
      }),
    ).toMatchObject({ value: 'paid' })
    expect(await retryAsShown(world.deps, adminActor(), { payout_id })).toMatchObject({
      reason: 'not_pending',
    })
  })

  test('is cancelled instead', async () => {
    const { payout_id, order_id } = await failedTransfer()
    expect(await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'The account is closed' })).toMatchObject({
      ok: true,
    })
    expect(await claimOf(order_id)).toBeNull()
  })

  test('and is alive after all is followed, and its retry is not sent', async () => {
    const { payout_id, admin } = await failedTransfer()
    await retryAsShown(world.deps, admin, { payout_id })
    const changed_mind = await saysOfFirst(payout_id, 'successful')
    while ((await sendDueTransfers(changed_mind)) > 0);
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Successful' },
      { status: 'Failed', last_error: expect.stringContaining('under way after all') },
    ])
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('and is under way after all lets nobody pay, cancel or send the payout until it has ended', async () => {
    const { payout_id, order_id, admin } = await failedTransfer()
    await retryAsShown(world.deps, admin, { payout_id })
    await sendDueTransfers(await saysOfFirst(payout_id, 'pending'))
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued' }, { status: 'Failed' }])

    const alive = { reason: 'transfer_alive', details: { status: 'Queued' } }
    const by_hand = { method: 'hand', bank_reference: 'GTB-9', paid_on: '2026-03-10' } as const
    expect(await approveAsShown(world.deps, adminActor(), { payout_id, ...by_hand })).toMatchObject(alive)
    expect(await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'No money came' })).toMatchObject(alive)
    expect(await retryAsShown(world.deps, adminActor(), { payout_id })).toMatchObject(alive)
    expect(await claimOf(order_id)).toBe(payout_id)

    const { rows } = await listPayouts(world.deps.db, { filter: 'Pending', place: null })
    expect(rows.find(({ id }) => id === payout_id)).toMatchObject({ transfer: { status: 'Queued' } })
    expect((await openPayouts(world.deps.db, world.clock.now())).filter(({ id }) => id === payout_id)).toEqual([])

    world.clock.advance(3600)
    await sendDueTransfers(await saysOfFirst(payout_id, 'successful'))
    expect((await payoutRow(payout_id)).status).toBe('Paid')
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
  })

  test('and is alive after all though the payout was cancelled meanwhile is told to admins', async () => {
    const { user_id } = await insertAccount(world.deps.db, 'admin')
    const { payout_id, admin } = await failedTransfer()
    await retryAsShown(world.deps, admin, { payout_id })
    const [, retry] = await transferRows(payout_id)
    if (!retry) throw new Error('no retry')
    const { transfers } = await saysOfFirst(payout_id, 'pending')
    const findTransfer: typeof transfers.findTransfer = async (reference) => {
      await recordTransferFailure(world.deps, retry, 'Sent by a faster worker, and refused')
      await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'No money came' })
      return transfers.findTransfer(reference)
    }
    await sendDueTransfers({ ...world.deps, transfers: { ...transfers, findTransfer } })
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed' }, { status: 'Failed' }])
    expect((await payoutRow(payout_id)).status).toBe('Cancelled')
    const told = await world.deps.db
      .select({ text: notifications.text })
      .from(notifications)
      .where(and(eq(notifications.user_id, user_id), like(notifications.text, '%after all%Ask its support%')))
    expect(told).toHaveLength(1)
  })

  test('and is alive after all is found behind another that failed after it', async () => {
    const { payout_id, admin } = await failedTransfer()
    await retryAsShown(world.deps, admin, { payout_id })
    await sendDueTransfers(world.deps)
    await settleAtProvider(payout_id, 'FAILED')
    await workForHours(2)
    await retryAsShown(world.deps, admin, { payout_id })
    const changed_mind = await saysOfFirst(payout_id, 'successful')
    while ((await sendDueTransfers(changed_mind)) > 0);
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Successful' },
      { status: 'Failed' },
      { status: 'Failed', last_error: expect.stringContaining('under way after all') },
    ])
    expect(await transfersAtProvider(payout_id)).toHaveLength(2)
  })
})

test('there is nothing to retry where nothing failed, and only an admin may', async () => {
  const { payout_id, vendor } = await requestedPayout()
  expect(await retryAsShown(world.deps, adminActor(), { payout_id })).toMatchObject({
    reason: 'nothing_to_retry',
  })
  expect(await retryAsShown(world.deps, vendor, { payout_id })).toMatchObject({ reason: 'not_found' })
  expect(await retryAsShown(world.deps, adminActor(), { payout_id: 999_999 })).toMatchObject({
    reason: 'not_found',
  })
})
