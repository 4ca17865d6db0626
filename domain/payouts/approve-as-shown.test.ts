import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sendDueTransfers } from '../../test/due-work.ts'
import {
  access_bank,
  adminActor,
  approveAsShown,
  payoutsUnderTest,
  retryAsShown,
} from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { vendors } from '../catalog/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import type { Kobo } from '../money.ts'
import { approvePayout } from './approve-payout.ts'
import { confirmBankAccount } from './confirm-bank-account.ts'
import { accountFingerprint } from './payee.ts'
import { payouts } from './tables.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { requestedPayout, askedTransfer, payoutRow, transferRows, settleAtProvider, workForHours, changeAccount } =
  payoutsUnderTest(world)

const by_hand = { method: 'hand', bank_reference: 'GTB-20260310-77', paid_on: '2026-03-10' } as const

test.each([by_hand, { method: 'transfer' as const }])('only what was shown goes, $method', async (method) => {
  const { payout_id, kitchen } = await requestedPayout()
  const { amount, bank_name, account_number, account_name } = await payoutRow(payout_id)
  const shown = { amount, bank_name, account_number, account_name }
  const approve = (seen: typeof shown) => approvePayout(world.deps, adminActor(), { payout_id, seen, ...method })
  for (const [field, other] of Object.entries({
    amount: amount - 1,
    bank_name: 'GTBank',
    account_number: '0123456789',
    account_name: 'SOMEBODY ELSE',
  })) {
    expect(await approve({ ...shown, [field]: other })).toEqual({
      ok: false,
      reason: 'not_as_shown',
      details: shown,
    })
  }
  expect(await approve({ ...shown, amount: Number.NaN as Kobo })).toMatchObject({ reason: 'not_as_shown' })

  // The account changes between look and press, and another admin has already confirmed the new one.
  await changeAccount(kitchen.user_id, '0123456789')
  const now = { ...access_bank, account_number: '0123456789' }
  const payee = { kind: 'vendor', user_id: kitchen.user_id } as const
  expect(await confirmBankAccount(world.deps, adminActor(), { payee, seen: accountFingerprint(now) })).toMatchObject({
    ok: true,
  })
  expect(await approve(shown)).toMatchObject({
    reason: 'not_as_shown',
    details: { account_number: '0123456789' },
  })
  expect(await transferRows(payout_id)).toEqual([])
  expect(await approve({ ...shown, account_number: '0123456789' })).toMatchObject({ ok: true })
})

test('a payout that goes to another bank by the time the provider has named the bank is not sent', async () => {
  const first = await requestedPayout()
  const failed = await askedTransfer()
  await sendDueTransfers(world.deps)
  await settleAtProvider(failed.payout_id, 'FAILED')
  await workForHours(2)
  for (const [{ payout_id, kitchen }, send] of [
    [first, approveAsShown],
    [failed, retryAsShown],
  ] as const) {
    const bankCode: typeof world.deps.transfers.bankCode = async (bank) => {
      const { db } = world.deps
      await db.update(vendors).set({ bank_code: '058' }).where(eq(vendors.user_id, kitchen.user_id))
      await db.update(payouts).set({ bank_code: '058' }).where(eq(payouts.id, payout_id))
      return world.deps.transfers.bankCode(bank)
    }
    const deps = { ...world.deps, transfers: { ...world.deps.transfers, bankCode } }
    const before = await transferRows(payout_id)
    expect(await send(deps, adminActor(), { payout_id, method: 'transfer' })).toMatchObject({
      reason: 'bank_changed',
    })
    expect(await transferRows(payout_id)).toEqual(before)
  }
})
