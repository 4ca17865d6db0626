import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { control } from '../../../test/control.ts'
import { sendDueTransfers } from '../../../test/due-work.ts'
import { adminActor, approveAsShown, payoutsUnderTest, retryAsShown } from '../../../test/payouts-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import { audit_log } from '../../audit/tables.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { cancelPayout } from '../cancel-payout.ts'
import { requestPayout } from '../request-payout.ts'
import { payout_transfers } from '../tables.ts'
import { lookUpTransfer } from './look-up-transfer.ts'

const world = await worldOfFile()
const bank = control(world)

const under_test = payoutsUnderTest(world)

beforeEach(() => bank.reset())
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const {
  failedTransfer,
  depsSaying: saying,
  payoutRow,
  transferRows,
  transfersAtProvider,
  settleAtProvider,
} = under_test
const { workForHours, claimOf } = under_test

const reason = 'No money came'
const by_hand = { method: 'hand', bank_reference: 'GTB-9', paid_on: '2026-03-10' } as const

type Deps = typeof world.deps

const hand = (deps: Deps, payout_id: number) => approveAsShown(deps, adminActor(), { payout_id, ...by_hand })
const cancel = (deps: Deps, payout_id: number) => cancelPayout(deps, adminActor(), { payout_id, reason })
const lookUp = (payout_id: number, transfer_id: number) =>
  lookUpTransfer(world.deps, adminActor(), { payout_id, transfer_id, note: 'Their page says FAILED' })

const actionsOf = async (payout_id: number) =>
  (
    await world.deps.db
      .select({ action: audit_log.action, after: audit_log.after })
      .from(audit_log)
      .where(eq(audit_log.subject, `payout:${payout_id}`))
      .orderBy(audit_log.id)
  ).slice(1)

const ways = [
  ['paid by hand', hand],
  ['cancelled', cancel],
] as const

describe.each(ways)('a payout whose transfer failed is not %s', (way, close) => {
  test.each(['successful', 'pending'] as const)('while the provider calls that %s: it is followed', async (says) => {
    const { payout_id, order_id, reference } = await failedTransfer()
    expect(await close(saying(says, reference), payout_id)).toMatchObject({
      reason: 'made_after_all',
      details: { reference },
    })
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued', done_at: null, last_error: null }])
    expect(await claimOf(order_id)).toBe(payout_id)
    expect(await close(world.deps, payout_id)).toMatchObject({ reason: 'transfer_alive' })
    await sendDueTransfers(saying('successful', reference))
    expect(await payoutRow(payout_id)).toMatchObject({ status: 'Paid', bank_reference: reference })
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
    expect(await actionsOf(payout_id)).toMatchObject([
      way === 'cancelled'
        ? { action: 'payout_transfer_recognised', after: { reference } }
        : { action: 'payout_made_besides', after: { reference, bank_reference: 'GTB-9' } },
    ])
  })

  test('while the provider does not answer for it, until it does', async () => {
    const { payout_id, reference } = await failedTransfer()
    const may_be_made = { reason: 'may_be_made', details: { payout_id, reference } }
    expect(await close(saying('silent', reference), payout_id)).toMatchObject(may_be_made)
    expect(await close(saying('silent', reference), payout_id)).toMatchObject(may_be_made)
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed', doubt: 'silent' }])
    expect((await payoutRow(payout_id)).status).toBe('Pending')
    expect(await close(world.deps, payout_id)).toMatchObject({ ok: true })
    expect(await transferRows(payout_id)).toMatchObject([{ doubt: null, doubted_at: null, looked_up_at: null }])
  })

  test('or after an admin looked there, whose word counts as long as the provider is silent', async () => {
    const { payout_id, reference, first } = await failedTransfer()
    expect(await lookUp(payout_id, first.id)).toMatchObject({ reason: 'nothing_in_doubt' })
    await close(saying('silent', reference), payout_id)
    expect(await lookUp(payout_id, first.id)).toMatchObject({ ok: true })
    expect(await lookUp(payout_id, first.id)).toMatchObject({ reason: 'nothing_in_doubt' })
    expect(await close(saying('silent', reference), payout_id)).toMatchObject({ ok: true })
    expect((await actionsOf(payout_id)).map(({ action }) => action)).toEqual([
      'payout_transfer_looked_up',
      way === 'cancelled' ? 'payout_cancelled' : 'payout_paid_by_hand',
    ])
  })

  test('where the provider answers after all, whatever an admin said', async () => {
    const { payout_id, reference, first } = await failedTransfer()
    await close(saying('silent', reference), payout_id)
    await lookUp(payout_id, first.id)
    expect(await close(saying('successful', reference), payout_id)).toMatchObject({ reason: 'made_after_all' })
    await sendDueTransfers(saying('successful', reference))
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('where an older transfer than the last is made, and not where another failed meanwhile', async () => {
    const { payout_id, reference, admin } = await failedTransfer()
    const again = async () => {
      await retryAsShown(world.deps, admin, { payout_id })
      await sendDueTransfers(world.deps)
      await settleAtProvider(payout_id, 'FAILED')
      await workForHours(2)
    }
    const { transfers } = world.deps
    const findTransfer: typeof transfers.findTransfer = async (asked) => {
      const known = await transfers.findTransfer(asked)
      await again()
      return known
    }
    const slow = { ...world.deps, transfers: { ...transfers, findTransfer } }
    expect(await close(slow, payout_id)).toMatchObject({ reason: 'failed_meanwhile' })
    expect(await close(saying('pending', reference), payout_id)).toMatchObject({ reason: 'made_after_all' })
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Queued' }, { status: 'Failed' }])
    await sendDueTransfers(saying('successful', reference))
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('and the provider is asked nothing for whoever may not, or where nothing failed', async () => {
    const { payout_id } = await failedTransfer()
    const findTransfer = () => Promise.reject(new Error('asked'))
    const deps = { ...world.deps, transfers: { ...world.deps.transfers, findTransfer } }
    const stranger = { ...adminActor(), admin_role: 'read_only' } as const
    expect(await cancelPayout(deps, stranger, { payout_id, reason })).toMatchObject({ reason: 'not_found' })
    expect(await approveAsShown(deps, stranger, { payout_id, ...by_hand })).toMatchObject({ reason: 'not_found' })
    await close(world.deps, payout_id)
    expect(await close(deps, payout_id)).toMatchObject({ reason: 'not_pending' })
  })
})

/** A cancelled payout whose transfer had failed, and the new one of the same order. */
async function requestedAnew() {
  const before = await failedTransfer()
  await cancelPayout(world.deps, adminActor(), { payout_id: before.payout_id, reason })
  const anew = await requestPayout(world.deps, before.vendor)
  if (!anew.ok) throw new Error(anew.reason)
  return { ...before, anew: anew.value.id }
}

describe('a payout requested anew after a cancelled one whose transfer failed', () => {
  test('is not sent while the provider makes that, until an admin says what came of it', async () => {
    const { payout_id, reference, first, anew } = await requestedAnew()
    await approveAsShown(world.deps, adminActor(), { payout_id: anew, method: 'transfer' })
    await sendDueTransfers(saying('pending', reference))
    expect(await transferRows(anew)).toMatchObject([
      { status: 'Failed', last_error: expect.stringContaining(`${reference} of payout ${payout_id}`) },
    ])
    expect(await transfersAtProvider(anew)).toHaveLength(0)
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed', doubt: 'alive' }])
    expect(await hand(saying('pending', reference), anew)).toMatchObject({
      reason: 'made_before',
      details: { payout_id, reference },
    })
    await lookUp(payout_id, first.id)
    expect(await retryAsShown(world.deps, adminActor(), { payout_id: anew })).toMatchObject({ ok: true })
    await sendDueTransfers(saying('pending', reference))
    expect(await transfersAtProvider(anew)).toHaveLength(1)
    await settleAtProvider(anew, 'SUCCESSFUL')
    await workForHours(2)
    expect((await payoutRow(anew)).status).toBe('Paid')
  })

  test('waits while the provider does not answer for that, and is cancelled without a question', async () => {
    const { payout_id, reference, anew, first } = await requestedAnew()
    const silent = saying('silent', reference)
    expect(await hand(silent, anew)).toMatchObject({ reason: 'may_be_made', details: { payout_id, reference } })
    await approveAsShown(world.deps, adminActor(), { payout_id: anew, method: 'transfer' })
    await sendDueTransfers(silent)
    expect(await transferRows(anew)).toMatchObject([
      { status: 'Asked', last_error: expect.stringContaining(`${reference} of payout ${payout_id}`) },
    ])
    await lookUp(payout_id, first.id)
    world.clock.advance(3600)
    await sendDueTransfers(silent)
    expect(await transfersAtProvider(anew)).toHaveLength(1)
    await settleAtProvider(anew, 'FAILED')
    await workForHours(2)
    expect(await cancel(silent, anew)).toMatchObject({ ok: true })
  })

  test('and sent by another worker meanwhile is not called failed by one who asked too long', async () => {
    const { reference, anew } = await requestedAnew()
    await approveAsShown(world.deps, adminActor(), { payout_id: anew, method: 'transfer' })
    const late = saying('pending', reference)
    const findTransfer: typeof late.transfers.findTransfer = async (asked) => {
      world.clock.advance(61)
      await sendDueTransfers(world.deps)
      return late.transfers.findTransfer(asked)
    }
    await sendDueTransfers({ ...late, transfers: { ...late.transfers, findTransfer } })
    expect(await transferRows(anew)).toMatchObject([{ status: 'Queued', last_error: null }])
    await settleAtProvider(anew, 'SUCCESSFUL')
    await workForHours(2)
    expect((await payoutRow(anew)).status).toBe('Paid')
  })

  test('is sent where that is still called failed', async () => {
    const { anew } = await requestedAnew()
    await approveAsShown(world.deps, adminActor(), { payout_id: anew, method: 'transfer' })
    await sendDueTransfers(world.deps)
    await settleAtProvider(anew, 'SUCCESSFUL')
    await workForHours(2)
    expect((await payoutRow(anew)).status).toBe('Paid')
  })
})

test('only an admin who moves money says what came of a transfer, of its own payout, with a note', async () => {
  const { payout_id, reference, first, vendor } = await failedTransfer()
  await cancel(saying('silent', reference), payout_id)
  const said = { payout_id, transfer_id: first.id, note: 'It failed there' }
  const { deps } = world
  expect(await lookUpTransfer(deps, vendor, said)).toMatchObject({ reason: 'not_found' })
  const read_only = { ...adminActor(), admin_role: 'read_only' } as const
  expect(await lookUpTransfer(deps, read_only, said)).toMatchObject({ reason: 'not_found' })
  expect(await lookUpTransfer(deps, adminActor(), { ...said, payout_id: 999_999 })).toMatchObject({
    reason: 'not_found',
  })
  expect(await lookUpTransfer(deps, adminActor(), { ...said, note: ' a ' })).toMatchObject({ reason: 'bad_reason' })
  const rows = await deps.db.select().from(payout_transfers).where(eq(payout_transfers.id, first.id))
  expect(rows).toMatchObject([{ doubt: 'silent', looked_up_at: null }])
})

describe('a payout with many failed transfers', () => {
  /** So many failed before the newest, of which the provider knows nothing. */
  async function failedBefore(many: number) {
    const { payout_id, first } = await failedTransfer()
    const { id: _, ...row } = first
    const earlier = Array.from({ length: many - 1 }, (_, n) => ({ ...row, reference: `${row.reference}_EARLIER_${n}` }))
    await world.deps.db.insert(payout_transfers).values(earlier)
    expect(await retryAsShown(world.deps, adminActor(), { payout_id })).toMatchObject({ ok: true })
    return payout_id
  }

  /** Each question takes 15 seconds. */
  function slow(meanwhile: (asked: number) => Promise<void>) {
    const counts = { asked: 0, at_once: 0, most_at_once: 0 }
    const findTransfer: Deps['transfers']['findTransfer'] = async (reference) => {
      counts.asked++
      counts.most_at_once = Math.max(counts.most_at_once, ++counts.at_once)
      if (counts.at_once === 1) world.clock.advance(15)
      await meanwhile(counts.asked)
      counts.at_once--
      return world.deps.transfers.findTransfer(reference)
    }
    return { counts, deps: { ...world.deps, transfers: { ...world.deps.transfers, findTransfer } } }
  }

  test('is sent by the worker who asks about all of them, a few at once, whatever that takes', async () => {
    const payout_id = await failedBefore(25)
    let taken_over = 0
    const { counts, deps } = slow(async (asked) => {
      await new Promise(setImmediate)
      if (asked === 25) taken_over = await sendDueTransfers(world.deps)
    })
    await sendDueTransfers(deps)
    expect(taken_over).toBe(0)
    expect(counts).toMatchObject({ asked: 25, most_at_once: 5 })
    expect(await transfersAtProvider(payout_id)).toHaveLength(2)
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await workForHours(2)
    expect((await payoutRow(payout_id)).status).toBe('Paid')
  })

  test('is not sent where more are than are asked about, until an admin says what came of the others', async () => {
    const payout_id = await failedBefore(51)
    const [first] = await transferRows(payout_id)
    const { counts, deps } = slow(async () => {})
    await sendDueTransfers(deps)
    expect(counts.asked).toBe(50)
    expect(await transfersAtProvider(payout_id)).toHaveLength(1)
    expect(await transferRows(payout_id)).toMatchObject([
      { doubt: 'silent' },
      ...Array.from({ length: 50 }, () => ({ doubt: null })),
      { status: 'Asked', last_error: expect.stringContaining(`transfer ${first?.reference}`) },
    ])
    await lookUp(payout_id, first?.id ?? 0)
    await workForHours(2)
    expect(await transfersAtProvider(payout_id)).toHaveLength(2)
  })
})
