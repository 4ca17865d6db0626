import { afterEach, expect, test } from 'vitest'
import { access_bank, adminActor, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import type { Kobo } from '../money.ts'
import { approvePayout } from './approve-payout.ts'
import { confirmBankAccount } from './confirm-bank-account.ts'
import { accountFingerprint } from './payee.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { requestedPayout, payoutRow, transferRows, changeAccount } = payoutsUnderTest(world)

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
