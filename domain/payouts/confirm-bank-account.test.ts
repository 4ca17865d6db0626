import { and, eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sendDueTransfers } from '../../test/due-work.ts'
import { access_bank, adminActor, approveAsShown, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { vendors } from '../catalog/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { confirmBankAccount } from './confirm-bank-account.ts'
import { payoutFile } from './payout-file.ts'

const world = await worldOfFile()

afterEach(async () => {
  await setSecondAdminAbove(null)
  expect(await findViolations(world.deps.db)).toEqual([])
})

const {
  requestedPayout,
  askedTransfer,
  payoutRow,
  transferRows,
  settleAtProvider,
  workForHours,
  changeAccount,
  setSecondAdminAbove,
} = payoutsUnderTest(world)

const NEW_ACCOUNT = '0690000034'

/** What the screen would send: the fingerprint of the account on it. */
async function seenIn(payout_id: number): Promise<string> {
  const file = await payoutFile(world.deps.db, payout_id)
  if (!file?.held) throw new Error('not held')
  return file.held.fingerprint
}
const vendorOf = ({ kitchen }: { kitchen: { user_id: string } }) => ({
  kind: 'vendor' as const,
  user_id: kitchen.user_id,
})

test('shows the old and the new account, masked, and sends what waits to the new one', async () => {
  const requested = await requestedPayout()
  const { payout_id, kitchen } = requested
  await changeAccount(kitchen.user_id, NEW_ACCOUNT)
  expect((await payoutFile(world.deps.db, payout_id))?.held).toMatchObject({
    asked: 'Access Bank ••••0031',
    now: 'Access Bank ••••0034',
  })
  const admin = adminActor()
  const payee = vendorOf(requested)
  const seen = await seenIn(payout_id)
  expect(await confirmBankAccount(world.deps, admin, { payee, seen })).toEqual({
    ok: true,
    value: { redirected: 1 },
  })
  expect((await payoutRow(payout_id)).account_number).toBe(NEW_ACCOUNT)
  expect((await payoutFile(world.deps.db, payout_id))?.held).toBeNull()
  const [entry] = await world.deps.db
    .select()
    .from(audit_log)
    .where(and(eq(audit_log.subject, `vendor:${kitchen.user_id}`), eq(audit_log.action, 'bank_account_confirmed')))
  expect(entry).toMatchObject({
    actor: admin.email,
    before: { changed_at: world.clock.now().toISOString(), payouts: { [payout_id]: 'Access Bank ••••0031' } },
    after: { account: 'Access Bank ••••0034' },
  })
  expect(JSON.stringify(entry)).not.toContain(NEW_ACCOUNT)
  expect(await approveAsShown(world.deps, admin, { payout_id, method: 'transfer' })).toMatchObject({
    ok: true,
  })
  expect(await transferRows(payout_id)).toMatchObject([{ account_number: NEW_ACCOUNT }])
})

test('an account that changed again since it was looked at is not confirmed', async () => {
  const requested = await requestedPayout()
  const { payout_id, kitchen } = requested
  await changeAccount(kitchen.user_id, NEW_ACCOUNT)
  const seen = await seenIn(payout_id)
  await changeAccount(kitchen.user_id, '0690000033')
  expect(await confirmBankAccount(world.deps, adminActor(), { payee: vendorOf(requested), seen })).toMatchObject({
    reason: 'stale',
  })
  expect(await payoutRow(payout_id)).toMatchObject({ account_number: '0690000031' })
})

test('a first approval does not count for another account', async () => {
  await setSecondAdminAbove(1_000_00)
  const requested = await requestedPayout()
  const { payout_id, kitchen } = requested
  const first = adminActor()
  await approveAsShown(world.deps, first, { payout_id, method: 'transfer' })
  await changeAccount(kitchen.user_id, NEW_ACCOUNT)
  const seen = await seenIn(payout_id)
  await confirmBankAccount(world.deps, adminActor(), { payee: vendorOf(requested), seen })
  expect(await approveAsShown(world.deps, adminActor(), { payout_id, method: 'transfer' })).toMatchObject({
    value: 'first_approval',
  })
})

test('a first approval stays where the account is the same after all', async () => {
  await setSecondAdminAbove(1_000_00)
  const requested = await requestedPayout()
  const { payout_id, kitchen } = requested
  const first = adminActor()
  await approveAsShown(world.deps, first, { payout_id, method: 'transfer' })
  await changeAccount(kitchen.user_id, access_bank.account_number)
  const confirm = { payee: vendorOf(requested), seen: await seenIn(payout_id) }
  expect(await confirmBankAccount(world.deps, adminActor(), confirm)).toMatchObject({ value: { redirected: 0 } })
  expect(await payoutRow(payout_id)).toMatchObject({ approved_by: first.user_id })
})

test('a transfer under way is left alone; when it fails the payout is held again', async () => {
  const asked = await askedTransfer()
  const { payout_id, kitchen, admin } = asked
  await sendDueTransfers(world.deps)
  await changeAccount(kitchen.user_id, NEW_ACCOUNT)
  const payee = vendorOf(asked)
  expect(await confirmBankAccount(world.deps, admin, { payee, seen: await seenIn(payout_id) })).toMatchObject({
    value: { redirected: 0 },
  })
  await settleAtProvider(payout_id, 'FAILED')
  await workForHours(2)
  expect((await payoutFile(world.deps.db, payout_id))?.held).not.toBeNull()
  expect(await confirmBankAccount(world.deps, admin, { payee, seen: await seenIn(payout_id) })).toMatchObject({
    value: { redirected: 1 },
  })
})

test('nobody but an admin confirms, and only an account that there is', async () => {
  const requested = await requestedPayout()
  const { payout_id, kitchen, vendor } = requested
  await changeAccount(kitchen.user_id, NEW_ACCOUNT)
  const payee = vendorOf(requested)
  const seen = await seenIn(payout_id)
  expect(await confirmBankAccount(world.deps, vendor, { payee, seen })).toMatchObject({ reason: 'not_found' })
  for (const user_id of ['00000000-0000-4000-8000-000000000000', 'x', '']) {
    for (const kind of ['vendor', 'rider'] as const) {
      expect(await confirmBankAccount(world.deps, adminActor(), { payee: { kind, user_id }, seen })).toMatchObject({
        reason: 'not_found',
      })
    }
  }
  for (const missing of ['bank_name', 'account_number', 'account_name']) {
    await world.deps.db
      .update(vendors)
      .set({ ...access_bank, [missing]: null })
      .where(eq(vendors.user_id, kitchen.user_id))
    expect(await confirmBankAccount(world.deps, adminActor(), { payee, seen })).toMatchObject({
      reason: 'no_bank_account',
    })
  }
})
