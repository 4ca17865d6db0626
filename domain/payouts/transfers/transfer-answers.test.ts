import { and, eq, like } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProviderTransfer, TransferProvider } from '../../../adapters/payments/transfer-provider.ts'
import { noAftermath } from '../../../db/after-commit.ts'
import { aftermathOf } from '../../../test/aftermath.ts'
import { sendDueTransfers } from '../../../test/due-work.ts'
import { payoutsUnderTest } from '../../../test/payouts-under-test.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { kobo } from '../../money.ts'
import { notifications } from '../../notifications/tables.ts'
import { payout_transfers, payouts } from '../tables.ts'
import { finishTransfer, recordTransferFailure } from './finish-transfer.ts'
import { hurryTransfer } from './hurry-transfer.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { askedTransfer, payoutRow, transferRows, transfersAtProvider, settleAtProvider, balance, workForHours } =
  payoutsUnderTest(world)

/** A worker whose provider answers as it says here. */
const answering = (answers: Partial<TransferProvider>) => ({
  ...world.deps,
  transfers: { ...world.deps.transfers, ...answers },
})
const inSeconds = (seconds: number) => new Date(world.clock.now().getTime() + seconds * 1000)

async function onlyTransfer(payout_id: number) {
  const [transfer] = await transferRows(payout_id)
  if (!transfer) throw new Error('no transfer')
  const answer: ProviderTransfer = {
    provider_transfer_id: '1',
    reference: transfer.reference,
    amount: kobo(1_500_00),
    status: 'successful',
    fee: kobo(10_75),
    message: '',
  }
  return { transfer, answer }
}

/** The transfer comes to its end, so that no later test meets it. */
async function arrives(payout_id: number) {
  await settleAtProvider(payout_id, 'SUCCESSFUL')
  await workForHours(2)
  expect((await payoutRow(payout_id)).status).toBe('Paid')
  expect(await transfersAtProvider(payout_id)).toHaveLength(1)
}

describe('a transfer without an answer', () => {
  test('is repeated after 80 seconds, and the provider is asked before the repeat whether it has it', async () => {
    const { payout_id } = await askedTransfer()
    const calls: string[] = []
    const silent = answering({
      findTransfer: async () => {
        calls.push('look up')
        return null
      },
      transfer: () => {
        calls.push('send')
        return Promise.reject(new Error('no answer'))
      },
    })
    await sendDueTransfers(silent)
    expect(calls).toEqual(['send'])
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Asked', last_error: 'no answer', next_attempt_at: inSeconds(80) },
    ])
    world.clock.advance(80)
    await sendDueTransfers(silent)
    expect(calls).toEqual(['send', 'look up', 'send'])
    world.clock.advance(3600)
    await sendDueTransfers(world.deps)
    await arrives(payout_id)
  })

  test('is not sent by a worker who searched so long that another one took it over', async () => {
    const { payout_id } = await askedTransfer()
    await sendDueTransfers(answering({ transfer: () => Promise.reject(new Error('no answer')) }))
    world.clock.advance(80)
    const sent: string[] = []
    const slow = answering({
      findTransfer: async () => {
        world.clock.advance(61)
        await sendDueTransfers(world.deps)
        return null
      },
      transfer: async (order) => {
        sent.push(order.reference)
        return world.deps.transfers.transfer(order)
      },
    })
    await sendDueTransfers(slow)
    expect(sent).toEqual([])
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued', last_error: null }])
    await arrives(payout_id)
  })

  test('is left to the worker who is claiming it', async () => {
    const { payout_id } = await askedTransfer()
    await world.deps.db.transaction(async (tx) => {
      await tx.select().from(payout_transfers).where(eq(payout_transfers.payout_id, payout_id)).for('update')
      expect(await sendDueTransfers(world.deps)).toBe(0)
    })
    expect(await sendDueTransfers(world.deps)).toBe(1)
    await arrives(payout_id)
  })
})

describe('a transfer that the provider took', () => {
  test('is under way, with the payout’s number on it, even where the provider’s list has not got it yet', async () => {
    const { payout_id } = await askedTransfer()
    const { transfer } = await onlyTransfer(payout_id)
    const sent: unknown[] = []
    const deps = answering({
      findTransfer: async () => null,
      transfer: async (order) => {
        sent.push(order)
        return world.deps.transfers.transfer(order)
      },
    })
    await sendDueTransfers(deps)
    const { reference, account_number } = transfer
    expect(sent).toMatchObject([{ reference, account_number, amount: 1_500_00, narration: `Payout ${payout_id}` }])
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued', last_error: null }])
    await arrives(payout_id)
  })

  test('is asked about at once when there is news of it, and not for other news', async () => {
    const { payout_id } = await askedTransfer()
    await sendDueTransfers(world.deps)
    const [transfer] = await transferRows(payout_id)
    const hurry = (id: string | null) => aftermathOf(world.deps.db, () => hurryTransfer(world.deps, id))
    expect(await hurry(null)).toEqual(noAftermath())
    expect(await transferRows(payout_id)).toEqual([transfer])
    expect([...(await hurry(transfer?.provider_transfer_id ?? '')).due]).toEqual(['transfer'])
    expect(await sendDueTransfers(world.deps)).toBe(1)
    await arrives(payout_id)
  })

  test('and does not list later is not sent again, but asked about again, as soon as other work', async () => {
    const { payout_id } = await askedTransfer()
    await sendDueTransfers(world.deps)
    world.clock.advance(10)
    await sendDueTransfers(answering({ findTransfer: async () => null }))
    expect(await transferRows(payout_id)).toMatchObject([
      {
        status: 'Queued',
        last_error: 'The provider does not list the transfer that it took',
        next_attempt_at: inSeconds(20),
      },
    ])
    await arrives(payout_id)
  })

  test('and fails without a word has failed for the admins all the same', async () => {
    const { payout_id } = await askedTransfer()
    const { answer } = await onlyTransfer(payout_id)
    const failed = { ...answer, status: 'failed' as const, fee: null }
    await sendDueTransfers(answering({ transfer: async () => ({ accepted: true, transfer: failed }) }))
    expect(await transferRows(payout_id)).toMatchObject([
      { status: 'Failed', last_error: 'The provider reports the transfer as failed' },
    ])
    expect((await payoutRow(payout_id)).status).toBe('Pending')
  })
})

describe('the end of a transfer', () => {
  test('is booked once, however often it is told', async () => {
    const { payout_id, kitchen } = await askedTransfer()
    const { transfer, answer } = await onlyTransfer(payout_id)
    const fees_kobo = await balance('provider_fees')
    await finishTransfer(world.deps, transfer, answer)
    await finishTransfer(world.deps, transfer, answer)
    expect((await balance('provider_fees')) - fees_kobo).toBe(10_75)
    expect(await balance(`vendor:${kitchen.user_id}`)).toBe(0)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('is told to the admins once where it failed, and not at all after it arrived', async () => {
    const admin = await insertAccount(world.deps.db, 'admin')
    const failed = await askedTransfer()
    const { transfer } = await onlyTransfer(failed.payout_id)
    await recordTransferFailure(world.deps, transfer, 'The account is closed')
    await recordTransferFailure(world.deps, transfer, 'The account is closed, we said')
    const arrived = await askedTransfer()
    const done = await onlyTransfer(arrived.payout_id)
    await finishTransfer(world.deps, done.transfer, done.answer)
    await recordTransferFailure(world.deps, done.transfer, 'It failed after all')
    const told = await world.deps.db
      .select()
      .from(notifications)
      .where(and(eq(notifications.user_id, admin.user_id), like(notifications.text, '%failed%')))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('The account is closed')
    expect(await transferRows(arrived.payout_id)).toMatchObject([{ status: 'Successful', last_error: null }])
  })

  test('is not booked on a payout that is no longer Pending, and is not lost either', async () => {
    const { payout_id } = await askedTransfer()
    const { transfer, answer } = await onlyTransfer(payout_id)
    const become = (status: 'Cancelled' | 'Pending') =>
      world.deps.db.update(payouts).set({ status }).where(eq(payouts.id, payout_id))
    await become('Cancelled')
    await expect(finishTransfer(world.deps, transfer, answer)).rejects.toThrow(`Payout ${payout_id} was sent and is`)
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Asked', done_at: null }])
    await become('Pending')
    await finishTransfer(world.deps, transfer, answer)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })
})
