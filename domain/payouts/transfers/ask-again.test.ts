import { and, eq, like } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { askAboutFailedTransfers, sendDueTransfers } from '../../../test/due-work.ts'
import { adminActor, approveAsShown, payoutsUnderTest, retryAsShown } from '../../../test/payouts-under-test.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { revivedTransfers } from '../../desk/waiting-money.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { notifications } from '../../notifications/tables.ts'
import { listPayouts } from '../admin-payouts.ts'
import { cancelPayout } from '../cancel-payout.ts'
import { lookUpTransfer } from './look-up-transfer.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { failedTransfer, depsSaying: saying, transferRows, settleAtProvider, workForHours } = payoutsUnderTest(world)

type Deps = typeof world.deps

const by_hand = { method: 'hand', bank_reference: 'GTB-9', paid_on: '2026-03-10' } as const
const hand = (deps: Deps, payout_id: number) => approveAsShown(deps, adminActor(), { payout_id, ...by_hand })
const cancel = (deps: Deps, payout_id: number) =>
  cancelPayout(deps, adminActor(), { payout_id, reason: 'No money came' })
const lookUp = (payout_id: number, transfer_id: number) =>
  lookUpTransfer(world.deps, adminActor(), { payout_id, transfer_id, note: 'The payee gave it back' })
const ways = [
  ['paid by hand', hand],
  ['cancelled', cancel],
] as const

describe('the failed transfer of a payout that was closed in another way', () => {
  const bell = async (user_id: string, reference: string) =>
    world.deps.db
      .select({ text: notifications.text })
      .from(notifications)
      .where(and(eq(notifications.user_id, user_id), like(notifications.text, `%${reference}%`)))
  const desk = async (payout_id: number) => (await revivedTransfers(world.deps.db)).filter(({ id }) => id === payout_id)

  /** Works on the questions that are due, once a day. */
  async function askForDays(deps: Deps, days: number): Promise<void> {
    for (let day = 0; day < days; day++) {
      world.clock.advance(24 * 3600)
      while ((await askAboutFailedTransfers(deps)) > 0);
    }
  }

  test.each(ways)('that was %s is asked about once a day for a week', async (_, close) => {
    const { payout_id, reference } = await failedTransfer()
    await close(world.deps, payout_id)
    let questions = 0
    const findTransfer: typeof world.deps.transfers.findTransfer = async (asked) => {
      if (asked === reference) questions++
      return world.deps.transfers.findTransfer(asked)
    }
    await askForDays({ ...world.deps, transfers: { ...world.deps.transfers, findTransfer } }, 10)
    expect(questions).toBe(7)
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed', next_attempt_at: null, doubt: null }])
  })

  test.each(ways)('that was %s rings the admins once where it is made, and stands on the desk', async (way, close) => {
    const { user_id } = await insertAccount(world.deps.db, 'admin')
    const { payout_id, reference, first } = await failedTransfer()
    await close(world.deps, payout_id)
    const alive = saying('successful', reference)
    await askForDays(alive, 9)
    expect(await bell(user_id, reference)).toMatchObject([
      { text: expect.stringMatching(new RegExp(`payout ${payout_id} ${way === 'cancelled' ? 'was c' : 'is paid'}`)) },
    ])
    expect(await desk(payout_id)).toMatchObject([{ kind: 'payouts_twice', about: reference, amount: 1_500_00 }])
    const { rows } = await listPayouts(world.deps.db, { filter: 'All', place: null })
    expect(rows.find(({ id }) => id === payout_id)).toMatchObject({ made_besides: true })
    expect(await transferRows(payout_id)).toMatchObject([{ status: 'Failed', next_attempt_at: expect.any(Date) }])
    await lookUp(payout_id, first.id)
    await askForDays(alive, 2)
    expect(await desk(payout_id)).toEqual([])
    expect(await bell(user_id, reference)).toHaveLength(1)
    expect(await transferRows(payout_id)).toMatchObject([
      { next_attempt_at: null, doubt: 'alive', looked_up_at: expect.any(Date) },
    ])
  })

  test('rings though an admin looked there while the provider was silent', async () => {
    const { user_id } = await insertAccount(world.deps.db, 'admin')
    const { payout_id, reference, first } = await failedTransfer()
    await cancel(saying('silent', reference), payout_id)
    await lookUp(payout_id, first.id)
    await cancel(saying('silent', reference), payout_id)
    await askForDays(saying('pending', reference), 3)
    expect(await bell(user_id, reference)).toHaveLength(1)
    expect(await desk(payout_id)).toHaveLength(1)
    await lookUp(payout_id, first.id)
    expect(await desk(payout_id)).toEqual([])
  })

  test('leaves the desk where the provider stopped it, and is asked about later where it is silent', async () => {
    const { payout_id, reference } = await failedTransfer()
    await cancel(world.deps, payout_id)
    await askForDays(saying('silent', reference), 1)
    expect(await transferRows(payout_id)).toMatchObject([{ doubt: null, next_attempt_at: expect.any(Date) }])
    await askForDays(saying('pending', reference), 1)
    expect(await desk(payout_id)).toHaveLength(1)
    await askForDays(world.deps, 1)
    expect(await desk(payout_id)).toEqual([])
    await askForDays(world.deps, 7)
  })

  test('that was paid by another transfer is asked about too', async () => {
    const { payout_id, reference, admin } = await failedTransfer()
    await retryAsShown(world.deps, admin, { payout_id })
    await sendDueTransfers(world.deps)
    await settleAtProvider(payout_id, 'SUCCESSFUL')
    await workForHours(2)
    await askForDays(saying('successful', reference), 2)
    expect(await transferRows(payout_id)).toMatchObject([{ doubt: 'alive' }, { status: 'Successful', doubt: null }])
    const [first] = await transferRows(payout_id)
    await lookUp(payout_id, first?.id ?? 0)
  })
})
