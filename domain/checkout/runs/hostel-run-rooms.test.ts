import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ada } from '../../../test/ada.ts'
import { control } from '../../../test/control.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { ridesUnderTest } from '../../../test/rides.ts'
import { insertVendor, jollofFor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { findViolations } from '../../invariants/invariants.ts'
import { completeOrder } from '../../orders/complete-order.ts'
import { closeRuns } from '../../orders/runs/close-runs.ts'
import { SHARED_RIDES } from '../../orders/runs/ride-settings.ts'
import { run_shares, runs } from '../../orders/runs/tables.ts'
import { settings } from '../../settings/tables.ts'
import { settleCheckout } from '../settlement/settle-checkout.ts'
import { tidyCheckouts } from '../tidy-checkouts.ts'

const world = await worldOfFile()
const bank = control(world)
beforeEach(() => world.clock.set(LUNCH_TIME))
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { answering, closing, db, joined, later, linkOf, phone, placing, shareOf, start, starting } =
  ridesUnderTest(world)

describe('who shares a ride', () => {
  test('has a time, one kitchen, and an open run with a place', async () => {
    const kitchen = await insertVendor(db)
    const cannot = (why: string) => ({ reason: 'cannot_share', details: { why } })
    expect(await placing(kitchen, { slot_from: null })).toMatchObject(cannot('needs_slot'))
    const cart = [jollofFor(kitchen), jollofFor(await insertVendor(db))]
    expect(await placing(kitchen, { cart })).toMatchObject(cannot('not_one_way'))
    expect(await placing(kitchen, { collects: true })).toMatchObject({ ok: true })
    for (let count = 0; count < 4; count++) await joined(kitchen)
    expect(await placing(kitchen)).toMatchObject(cannot('full'))
    const other = await insertVendor(db)
    await completeOrder(world.deps, vendorActor(other), (await joined(other)).id)
    world.clock.set(later(1))
    await closeRuns(world.deps)
    expect(await placing(other)).toMatchObject(cannot('closed'))
    expect(await placing(other, { shares_ride: false })).toMatchObject({ ok: true })
    const key = SHARED_RIDES.key
    const value = { ...SHARED_RIDES.default, offered: 'no' }
    await db.insert(settings).values({ key, value, updated_at: LUNCH_TIME })
    expect(await placing(other, { slot_from: later(240) })).toMatchObject(cannot('off'))
    await db.delete(settings).where(eq(settings.key, key))
    await closing()
  })

  test('is one of two who want the last place, and holds it while it can be paid', async () => {
    const kitchen = await insertVendor(db)
    for (let count = 0; count < 3; count++) await joined(kitchen)
    const links = await Promise.all([1, 2, 3].map(async () => linkOf(await placing(kitchen))))
    const started = await Promise.all(links.map(start))
    expect(started.filter(({ ok }) => ok)).toHaveLength(1)
    expect(started.filter((one) => !one.ok && one.reason === 'ride_gone')).toHaveLength(2)
    await closing()
  })

  test('is not kept out by payments that are begun again and again, nor by one phone', async () => {
    const kitchen = await insertVendor(db)
    const idle = await Promise.all([1, 2, 3, 4].map(async () => linkOf(await placing(kitchen))))
    for (const link of idle) expect(await start(link)).toMatchObject({ ok: true })
    const last = linkOf(await placing(kitchen))
    expect(await start(last)).toMatchObject({ reason: 'ride_gone' })
    world.clock.set(later(16))
    for (const link of idle) expect(await start(link)).toMatchObject({ ok: true })
    expect(await start(last)).toMatchObject({ ok: true })

    const other = await insertVendor(db)
    const form = { ...ada, phone: phone() }
    const own = await Promise.all([1, 2, 3, 4].map(async () => linkOf(await placing(other, { form }))))
    expect((await Promise.all(own.map(start))).filter(({ ok }) => ok)).toHaveLength(1)
    expect(await start(linkOf(await placing(other)))).toMatchObject({ ok: true })
  })

  test('is closed before many rides that nobody is in', async () => {
    const kitchen = await insertVendor(db)
    const order = await joined(kitchen)
    const [own] = await db.select().from(runs).where(eq(runs.vendor_id, kitchen.user_id))
    if (!own) throw new Error('no run')
    const { id: _, ...same } = own
    const earlier = Array.from({ length: 60 }, (_, hours) => new Date(LUNCH_TIME.getTime() - hours * 3_600_000))
    await db.insert(runs).values(earlier.map((closes_at) => ({ ...same, closes_at, slot_from: closes_at })))
    await closing()
    expect(await shareOf(order)).toMatchObject({ final_fee: 600_00 })
    world.clock.set(later(120 + 40 * 24 * 60))
    await tidyCheckouts(world.deps)
    expect(await db.select({ id: runs.id }).from(runs).where(eq(runs.vendor_id, kitchen.user_id))).toEqual([
      { id: own.id },
    ])
  })

  test('has a share also where the release before wrote none', async () => {
    const kitchen = await insertVendor(db)
    const shared = [await joined(kitchen), await joined(kitchen)]
    const lost = await joined(await insertVendor(db))
    for (const { id } of [...shared.slice(1), lost]) await db.delete(run_shares).where(eq(run_shares.order_id, id))
    await closing()
    for (const one of shared) expect(await shareOf(one)).toMatchObject({ final_fee: 420_00, sharers: 2, back: 180_00 })
    expect(await shareOf(lost)).toMatchObject({ final_fee: 600_00, sharers: 1 })
  })

  test('joins, pays and is closed at once, and every share is settled', async () => {
    const kitchen = await insertVendor(db)
    const waiting = await Promise.all([1, 2, 3, 4].map(() => starting(kitchen)))
    for (const { tx_ref, total } of waiting) await bank.pay({ tx_ref, amount: total / 100 })
    world.clock.set(waiting[0]?.payable_until ?? LUNCH_TIME)
    const [run] = await db.select().from(runs).where(eq(runs.vendor_id, kitchen.user_id))
    const closer = { ...world.deps, clock: { now: () => run?.closes_at ?? LUNCH_TIME } }
    await Promise.all([
      ...waiting.map(({ tx_ref }) => settleCheckout(world.deps, { tx_ref })),
      ...[1, 2, 3].map(() => closeRuns(closer)),
    ])
    await closeRuns(closer)
    await answering()
    const answered = Math.max(world.clock.now().getTime(), closer.clock.now().getTime())
    world.clock.set(new Date(answered + 60_000))
    await closeRuns(world.deps)
    const shares = await db
      .select()
      .from(run_shares)
      .where(eq(run_shares.run_id, run?.id ?? 0))
    expect(shares).toHaveLength(4)
    expect(shares.filter(({ settled_at, final_fee }) => settled_at === null || final_fee === null)).toEqual([])
  })
})
