import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendDueTransfers } from '../../test/due-work.ts'
import { access_bank, adminActor, approveAsShown, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { insertRider } from '../../test/rider.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { campusDate } from '../clock.ts'
import type { Place } from '../keyset.ts'
import { kobo } from '../money.ts'
import { firstLine } from '../move.ts'
import { listPayouts, payoutsChosen } from './admin-payouts.ts'
import { cancelPayout } from './cancel-payout.ts'
import { payoutFile } from './payout-file.ts'
import { payout_history, payouts } from './tables.ts'

const world = await worldOfFile()
let ids: { waiting: number; held: number; cancelled: number; by_hand: number; asked: number; big: number }

const { requestedPayout, askedTransfer, changeAccount, setSecondAdminAbove, payoutRow } = payoutsUnderTest(world)
const list = (filter: 'All' | 'Pending' | 'Paid' | 'Cancelled', after?: string | null) =>
  listPayouts(world.deps.db, { filter, place: after ? { side: 'after', cursor: after } : null })

beforeAll(async () => {
  const { deps } = world
  const waiting = (await requestedPayout()).payout_id
  const held = await requestedPayout()
  await changeAccount(held.kitchen.user_id, '0690000034')
  const cancelled = (await requestedPayout()).payout_id
  await cancelPayout(deps, adminActor(), { payout_id: cancelled, reason: 'Duplicate' })
  const by_hand = (await requestedPayout()).payout_id
  const payment = { method: 'hand', bank_reference: 'GTB-1', paid_on: '2026-03-10' } as const
  await approveAsShown(deps, adminActor(), { payout_id: by_hand, ...payment })
  const asked = (await askedTransfer()).payout_id
  await setSecondAdminAbove(1_000_00)
  const big = (await requestedPayout()).payout_id
  const first = await insertAccount(deps.db, 'admin', { email: 'ngozi@example.com' })
  await approveAsShown(deps, first, { payout_id: big, method: 'transfer' })
  ids = { waiting, held: held.payout_id, cancelled, by_hand, asked, big }
})

describe('the list of payouts', () => {
  test('shows five per page, newest first', async () => {
    const first = await list('All')
    expect(first.rows.map((row) => row.id)).toEqual([ids.big, ids.asked, ids.by_hand, ids.cancelled, ids.held])
    const second = await list('All', first.after)
    expect(second.rows.map((row) => row.id)).toEqual([ids.waiting])
    expect(second.after).toBeNull()
  })

  test('says what each one waits for', async () => {
    const { rows } = await list('Pending')
    expect(rows).toMatchObject([
      { id: ids.big, approvals: 1, transfer: null, held: false },
      { id: ids.asked, transfer: { status: 'Asked', unanswered: false } },
      { id: ids.held, held: true, approvals: 0 },
      { id: ids.waiting, held: false, transfer: null, payee: { kind: 'vendor' } },
    ])
  })

  test('filters by status', async () => {
    expect((await list('Paid')).rows).toMatchObject([{ id: ids.by_hand, paid_by: 'hand', approvals: null }])
    expect((await list('Cancelled')).rows.map((row) => row.id)).toEqual([ids.cancelled])
  })
})

describe('a list as somebody wants it', () => {
  const walk = async (view: Parameters<typeof listPayouts>[1]['view']) => {
    const pages: number[][] = []
    let place: Place | null = null
    do {
      const page = await listPayouts(world.deps.db, { filter: 'All', place, ...(view && { view }) })
      pages.push(page.rows.map(({ id }) => id))
      place = page.after === null ? null : { side: 'after', cursor: page.after }
    } while (place)
    return pages
  }
  const view = { sort: 'date', rising: false, size: 2, from: '', to: '' } as const

  test('oldest first, two a page, and back again', async () => {
    const pages = await walk({ ...view, rising: true })
    expect(pages.flat()).toEqual(Object.values(ids).sort((one, other) => one - other))
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 2])
    const second = await listPayouts(world.deps.db, { filter: 'All', place: null, view: { ...view, rising: true } })
    const next = await listPayouts(world.deps.db, {
      filter: 'All',
      place: { side: 'after', cursor: second.after ?? '' },
      view: { ...view, rising: true },
    })
    const back = await listPayouts(world.deps.db, {
      filter: 'All',
      place: { side: 'before', cursor: next.before ?? '' },
      view: { ...view, rising: true },
    })
    expect(back.rows).toEqual(second.rows)
  })

  test('by amount, over the edges of pages, both ways', async () => {
    await world.deps.db
      .update(payouts)
      .set({ amount: kobo(99_99) })
      .where(eq(payouts.id, ids.asked))
    await world.deps.db
      .update(payouts)
      .set({ amount: kobo(7_000_50) })
      .where(eq(payouts.id, ids.cancelled))
    const largest = (await walk({ ...view, sort: 'amount' })).flat()
    expect([largest[0], largest.at(-1)]).toEqual([ids.cancelled, ids.asked])
    expect((await walk({ ...view, sort: 'amount', rising: true })).flat()).toEqual(largest.toReversed())
    await world.deps.db.update(payouts).set({ amount: kobo(1_500_00) })
  })

  test('of some days only', async () => {
    const today = campusDate(world.deps.clock.now())
    expect((await walk({ ...view, from: today, to: today })).flat()).toHaveLength(6)
    expect(await walk({ ...view, to: '2020-01-01' })).toEqual([[]])
    expect(await walk({ ...view, from: '2099-01-01' })).toEqual([[]])
  })
})

describe('a line of the list', () => {
  test('says that nobody knows yet whether the provider has the transfer, and no longer once it is known', async () => {
    await setSecondAdminAbove(null)
    const { payout_id } = await askedTransfer()
    const transfer = async () => (await list('All')).rows.find(({ id }) => id === payout_id)?.transfer
    const silent = { ...world.deps.transfers, transfer: () => Promise.reject(new Error('no answer')) }
    await sendDueTransfers({ ...world.deps, transfers: silent })
    expect(await transfer()).toEqual({ status: 'Asked', unanswered: true })
    world.clock.advance(3600)
    await sendDueTransfers(world.deps)
    world.clock.advance(3600)
    const lost = { ...world.deps.transfers, findTransfer: async () => null }
    await sendDueTransfers({ ...world.deps, transfers: lost })
    expect(await transfer()).toEqual({ status: 'Queued', unanswered: false })
    await setSecondAdminAbove(1_000_00)
  })

  test('is not held once it is decided, whatever account the payee has by then', async () => {
    const { payout_id, kitchen } = await requestedPayout()
    await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Duplicate' })
    await changeAccount(kitchen.user_id, '0690000034')
    expect((await list('Cancelled')).rows[0]).toMatchObject({ id: payout_id, held: false })
    expect(await payoutFile(world.deps.db, payout_id)).toMatchObject({ held: null })
  })

  test('has the e-mail address of a payee who has no name', async () => {
    const rider = await insertRider(world.deps.db, { name: null, email: 'musa@example.com' })
    const [row] = await world.deps.db
      .insert(payouts)
      .values({ rider_id: rider.user_id, amount: kobo(480_00), created_at: world.clock.now(), ...access_bank })
      .returning({ id: payouts.id })
    const payee = { kind: 'rider', name: 'musa@example.com' }
    expect((await list('Pending')).rows[0]).toMatchObject({ id: row?.id, payee, held: false })
  })

  test('is chosen by its number: those that are there, the oldest first', async () => {
    const { db } = world.deps
    expect(await payoutsChosen(db, [ids.big, 999_999, ids.held])).toEqual([
      await payoutRow(ids.held),
      await payoutRow(ids.big),
    ])
    expect(await payoutsChosen(db, [])).toEqual([])
  })
})

describe('the file of a payout', () => {
  test('tells who approved first, and what is claimed', async () => {
    expect(await payoutFile(world.deps.db, ids.big)).toMatchObject({
      two_admins: { above_kobo: 1_000_00, first: { email: 'ngozi@example.com' } },
      claimed: [{ amount: 1_500_00 }],
      history: [{ verb: 'request' }],
    })
    expect(await payoutFile(world.deps.db, ids.cancelled)).toMatchObject({ claimed: [], held: null })
  })

  test('names the admins who moved it and sent it', async () => {
    const admin = await insertAccount(world.deps.db, 'admin', { email: 'tola@example.com' })
    await setSecondAdminAbove(null)
    const { payout_id } = await requestedPayout()
    await approveAsShown(world.deps, admin, { payout_id, method: 'transfer' })
    const { transfers, history } = (await payoutFile(world.deps.db, payout_id)) ?? {}
    expect(transfers).toMatchObject([{ status: 'Asked', payout_id, who: 'admin tola@example.com' }])
    expect(history).toMatchObject([{ who: 'vendor' }])
    await setSecondAdminAbove(1_000_00)
  })

  test('says whose approval is missing, where it needs two', async () => {
    const two_admins = async (payout_id: number) => (await payoutFile(world.deps.db, payout_id))?.two_admins
    expect(await two_admins(ids.waiting)).toEqual({ above_kobo: 1_000_00, first: null })
    const { payout_id } = await requestedPayout()
    await approveAsShown(world.deps, adminActor(), { payout_id, method: 'transfer' })
    expect(await two_admins(payout_id)).toMatchObject({ first: { email: 'an admin who is gone' } })
    await setSecondAdminAbove(2_000_00)
    expect(await two_admins(ids.waiting)).toBeNull()
    await setSecondAdminAbove(null)
    expect(await two_admins(ids.waiting)).toBeNull()
  })

  test('of a rider is one too', async () => {
    const rider = await insertRider(world.deps.db)
    const [row] = await world.deps.db
      .insert(payouts)
      .values({
        rider_id: rider.user_id,
        amount: kobo(480_00),
        created_at: world.clock.now(),
        bank_name: 'Access Bank',
        bank_code: '044',
        account_number: '0690000032',
        account_name: 'MUSA BELLO',
      })
      .returning()
    if (!row) throw new Error('no payout')
    const asked = firstLine(row, { verb: 'request', by: rider, now: world.clock.now() })
    await world.deps.db.insert(payout_history).values({ payout_id: row.id, ...asked })
    // Another account than the rider's present one: an admin must check it.
    expect((await list('All')).rows[0]).toMatchObject({
      payee: { kind: 'rider', name: 'Musa Bello' },
      held: true,
    })
    expect(await payoutFile(world.deps.db, row.id)).toMatchObject({
      payee: { kind: 'rider', ledger_account: `rider:${rider.user_id}` },
      held: { now: 'Access Bank ••••0031' },
    })
  })

  test('that is none is not found', async () => {
    for (const id of [999_999, Number.NaN, 1.5]) expect(await payoutFile(world.deps.db, id)).toBeNull()
  })
})
