import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { sendDueTransfers } from '../../test/due-work.ts'
import { adminActor, approveAsShown, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { clockOfTheMachine, compareNow, differencesAbout } from '../../test/provider-lists-under-test.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { findViolations } from '../invariants/invariants.ts'
import { notifications } from '../notifications/tables.ts'
import { payout_transfers } from '../payouts/tables.ts'

const world = await worldOfFile()
const { askedTransfer, payoutRow, transferRows } = payoutsUnderTest(world)
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

test('a transfer that a restored database lost rings once, and is a difference until it is entered', async () => {
  const admin = await insertAccount(world.deps.db, 'admin')
  const { payout_id } = await askedTransfer()
  await sendDueTransfers(world.deps)
  const [sent] = await transferRows(payout_id)
  const { reference = '', provider_transfer_id } = sent ?? {}
  const found = async () =>
    (await differencesAbout(world, provider_transfer_id ?? '')).filter(({ kind }) => kind === 'transfer_missing_here')
  clockOfTheMachine(world)
  await compareNow(world)
  expect(await found()).toEqual([])
  // As the tables were before it was asked for.
  await world.deps.db.delete(payout_transfers).where(eq(payout_transfers.payout_id, payout_id))
  await compareNow(world)
  await compareNow(world)
  expect(await found()).toMatchObject([
    { status: 'Open', tx_ref: reference, ours: null, theirs: { amount_kobo: 1_500_00 } },
  ])
  const bell = await world.deps.db.select().from(notifications).where(eq(notifications.user_id, admin.user_id))
  expect(bell.filter(({ text }) => text.includes(reference))).toMatchObject([
    { text: expect.stringMatching(/^The provider sent ₦1,500 to a bank account as CHOW-PAYOUT-/) },
  ])
  const by_hand = { payout_id, method: 'hand', bank_reference: reference, paid_on: '2026-03-10' } as const
  expect(await approveAsShown(world.deps, adminActor(), by_hand)).toMatchObject({ ok: true })
  expect(await payoutRow(payout_id)).toMatchObject({ status: 'Paid' })
  await compareNow(world)
  expect(await found()).toMatchObject([{ status: 'Resolved' }])
})
