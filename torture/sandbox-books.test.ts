import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { control } from '../test/control.ts'
import { sendDueRefunds, sendDueTransfers } from '../test/due-work.ts'
import { payoutsUnderTest } from '../test/payouts-under-test.ts'
import { refundsUnderTest } from '../test/refunds-under-test.ts'
import { worldOfFile } from '../test/world.ts'
import { compareWithSandbox, readSandboxBooks } from './sandbox-books.ts'

const sandbox_folder = mkdtempSync(join(tmpdir(), 'sandbox-books-'))
// Hooks run in reverse: the folder goes when the sandbox has ended.
afterAll(() => rmSync(sandbox_folder, { recursive: true }))
const world = await worldOfFile({ data_dir: sandbox_folder })
const { askedTransfer, settleAtProvider } = payoutsUnderTest(world)
const { askedRefund } = refundsUnderTest(world)

/** A charge that paid for an order, one of which a part went back, and a payout that arrived. */
beforeAll(async () => {
  await askedRefund()
  await sendDueRefunds(world.deps)
  const { payout_id } = await askedTransfer()
  await sendDueTransfers(world.deps)
  await settleAtProvider(payout_id, 'SUCCESSFUL')
  world.clock.advance(3600)
  await sendDueTransfers(world.deps)
})

const compare = () => compareWithSandbox(world.deps.db, readSandboxBooks(sandbox_folder))

test('what the sandbox took, gave back and paid out is what we have', async () => {
  expect(readSandboxBooks(sandbox_folder)).toMatchObject({
    taken: [{}, {}],
    given_back: [{ amount_kobo: 400_50 }],
    paid_out: [{ amount_kobo: 1_500_00 }],
  })
  expect(await compare()).toEqual([])
})

const books_open = sql`alter table journal_entries disable trigger user`

test.each<[string, ...SQL[]]>([
  ['taken', sql`update payments set amount = amount - 1 where purpose = 'orders'`],
  ['given back', sql`update refunds set status = 'Sent'`],
  ['given back', sql`update refunds set amount = amount + 1`],
  ['paid out', sql`update payout_transfers set status = 'Queued'`],
  ['payment_received', books_open, sql`delete from journal_entries where account = 'provider_fees'`],
  ['refund_done', books_open, sql`update journal_entries set amount = amount * 2 where account like 'provider_%'`],
])('%s differs', async (what, ...statements) => {
  const { db } = world.deps
  const undone = db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
    expect((await compareWithSandbox(tx as never, readSandboxBooks(sandbox_folder))).join()).toContain(what)
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow('taken back')
})

test('money that only the provider knows of is found', async () => {
  await control(world).pay({ tx_ref: 'NOBODY-ASKED', amount: 100 })
  expect((await compare()).join()).toContain('we have nothing')
})
