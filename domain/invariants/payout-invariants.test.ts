import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { sendDueTransfers } from '../../test/due-work.ts'
import { adminActor, approveAsShown, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { cancelPayout } from '../payouts/cancel-payout.ts'
import { findViolations } from './invariants.ts'

const world = await worldOfFile()
const { requestedPayout, askedTransfer, settleAtProvider, workForHours } = payoutsUnderTest(world)

/** One payout of each kind: waiting, cancelled, paid by hand, sent, and one whose transfer is under way. */
beforeAll(async () => {
  const { deps } = world
  await requestedPayout()
  const { payout_id: unwanted } = await requestedPayout()
  await cancelPayout(deps, adminActor(), { payout_id: unwanted, reason: 'Duplicate' })
  const { payout_id: by_hand } = await requestedPayout()
  const paid = { method: 'hand', bank_reference: 'GTB-1', paid_on: '2026-03-10' } as const
  await approveAsShown(deps, adminActor(), { payout_id: by_hand, ...paid })
  const { payout_id: sent } = await askedTransfer()
  await sendDueTransfers(deps)
  await settleAtProvider(sent, 'SUCCESSFUL')
  await workForHours(2)
  await askedTransfer()
  await sendDueTransfers(deps)
})

test('payouts of every kind break nothing', async () => {
  expect(await findViolations(world.deps.db)).toEqual([])
})

const booksOpen = sql`alter table journal_entries disable trigger user`

test.each<[string, string, ...SQL[]]>([
  ['I3', 'differs from the provider', sql`update payout_transfers set fee = fee + 1 where status = 'Successful'`],
  ['I3', 'differs from the provider', sql`update payout_transfers set status = 'Queued' where status = 'Successful'`],
  ['I4', 'paid out, but not in the books', sql`update payouts set status = 'Paid' where status = 'Pending'`],
  [
    'I4',
    'paid out, but not in the books',
    booksOpen,
    sql`update journal_entries set account = 'vendor:' || gen_random_uuid()
      where amount > 0 and account like 'vendor:%'`,
  ],
  ['I4', 'paid by hand, but not from the bank', sql`update payouts set paid_by = 'hand' where paid_by = 'transfer'`],
  [
    'I4',
    'paid by hand, but not from the bank',
    booksOpen,
    sql`update journal_entries set account = 'provider_clearing:flutterwave' where account = 'bank'`,
  ],
  ['I4', 'in the books as paid out, but not Paid', sql`update payouts set status = 'Pending' where status = 'Paid'`],
  [
    'I4',
    'its transfers do not fit its status',
    sql`update payout_transfers set status = 'Failed' where status = 'Successful'`,
  ],
  [
    'I4',
    'its transfers do not fit its status',
    sql`update payout_transfers set status = 'Successful' where status = 'Queued'`,
  ],
  [
    'I4',
    'its transfers do not fit its status',
    sql`update payouts set status = 'Cancelled'
      where id in (select payout_id from payout_transfers where status = 'Queued')`,
  ],
  [
    'I5',
    'sent twice',
    sql`drop index payout_transfers_one_alive`,
    sql`insert into payout_transfers (payout_id, provider, reference, bank_name, bank_code, account_number,
        account_name, asked_by, created_at)
      select payout_id, provider, reference || '_RETRY_1', bank_name, bank_code, account_number, account_name,
        asked_by, created_at from payout_transfers`,
  ],
  [
    'I5',
    'transfer reference twice',
    sql`alter table payout_transfers drop constraint payout_transfers_reference_unique`,
    sql`update payout_transfers set reference = 'one'`,
  ],
  [
    'I6',
    'a payout moved outside the lifecycle: cancel',
    sql`insert into payout_history (payout_id, verb, from_status, to_status, role, moved_at, recorded_at)
      select min(id), 'cancel', 'Paid', 'Cancelled', 'admin', now(), now() from payouts`,
  ],
  ['I6', 'payout differs from its history', sql`update payouts set status = 'Paid' where status = 'Pending'`],
])('%s finds: %s', async (invariant, problem, ...statements) => {
  const undone = world.deps.db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
    expect(await findViolations(tx as never)).toContainEqual(expect.objectContaining({ invariant, problem }))
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
})
