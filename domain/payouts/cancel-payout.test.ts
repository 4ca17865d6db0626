import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { access_bank, adminActor, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { ownProfile } from '../catalog/registration/own-profile.ts'
import { findViolations } from '../invariants/invariants.ts'
import { kobo } from '../money.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { orders } from '../orders/tables.ts'
import { bankAccount } from './bank-account.ts'
import { cancelPayout } from './cancel-payout.ts'
import { eligibleOrders } from './eligible-orders.ts'
import { requestPayout } from './request-payout.ts'
import { payouts } from './tables.ts'

const world = await worldOfFile()

afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { vendorWithAccount, deliveredOrder, requestedPayout, claimOf } = payoutsUnderTest(world)

const auditOf = (payout_id: number) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `payout:${payout_id}`))

describe('cancelled', () => {
  test('lets its orders go, which can be requested again', async () => {
    const { payout_id, order_id, vendor, kitchen } = await requestedPayout()
    const admin = adminActor()
    expect(await cancelPayout(world.deps, admin, { payout_id, reason: ' Account name does not match ' })).toMatchObject(
      { ok: true, value: { status: 'Cancelled' } },
    )
    expect(await claimOf(order_id)).toBeNull()
    expect((await eligibleOrders(world.deps.db, kitchen.user_id)).map(({ id }) => id)).toEqual([order_id])
    expect(await auditOf(payout_id)).toMatchObject([
      {
        action: 'payout_cancelled',
        reason: 'Account name does not match',
        before: { status: 'Pending', orders: [order_id] },
      },
    ])
    expect(
      await world.deps.db.select().from(notifications).where(eq(notifications.user_id, kitchen.user_id)),
    ).toContainEqual(expect.objectContaining({ text: expect.stringContaining('Account name does not match') }))
    expect(await requestPayout(world.deps, vendor)).toMatchObject({ ok: true, value: { amount: 1_500_00 } })
    expect(await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'again' })).toMatchObject({
      reason: 'not_pending',
      details: { status: 'Cancelled', by: 'admin' },
    })
  })

  test('for a wrong account opens the registration at the bank, once, and says so', async () => {
    const { payout_id, kitchen, vendor } = await requestedPayout()
    const { db } = world.deps
    const admin = adminActor()
    const cancel = { payout_id, reason: 'The account is closed.', wrong_account: true }
    expect(await cancelPayout(world.deps, admin, cancel)).toMatchObject({ ok: true })
    expect(await ownProfile(db, vendor)).toMatchObject({
      locked: false,
      vendor: { unlocked_at: world.clock.now(), status: 'Active' },
      draft: { step: 2 },
    })
    expect(await bankAccount(db, kitchen.user_id)).toMatchObject({ open: true })
    const audit = () =>
      db
        .select()
        .from(audit_log)
        .where(eq(audit_log.subject, `vendor:${kitchen.user_id}`))
    expect(await audit()).toMatchObject([
      {
        action: 'vendor_unlocked',
        actor: admin.email,
        reason: `Payout ${payout_id}: The account is closed.`,
      },
    ])
    const told = await db.select().from(notifications).where(eq(notifications.user_id, kitchen.user_id))
    expect(told.at(-1)?.text).toBe(
      `Payout ${payout_id} of ₦1,500 was cancelled: The account is closed. Please correct your bank account ` +
        'under Account, then request it again.',
    )
    const [mail] = await db
      .select()
      .from(messages)
      .where(eq(messages.dedupe_key, `payout_cancelled:${payout_id}:mail`))
    expect(mail?.body).toContain('open Account. We have opened it for you.')
    const again = await requestPayout(world.deps, vendor)
    if (!again.ok) throw new Error(again.reason)
    await cancelPayout(world.deps, admin, { ...cancel, payout_id: again.value.id })
    expect(await audit()).toHaveLength(1)
  })

  test('for any other reason leaves the registration as it is', async () => {
    const { payout_id, kitchen } = await requestedPayout()
    await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Duplicate' })
    expect(await bankAccount(world.deps.db, kitchen.user_id)).toMatchObject({ open: false })
  })

  test('names its orders in the audit by number, whichever was claimed last', async () => {
    const { kitchen, actor } = await vendorWithAccount()
    const [first, second] = [await deliveredOrder(kitchen), await deliveredOrder(kitchen)]
    const payout = await requestPayout(world.deps, actor)
    if (!payout.ok) throw new Error(payout.reason)
    const payout_id = payout.value.id
    for (const claim of [null, payout_id]) {
      await world.deps.db.update(orders).set({ payout_id: claim }).where(eq(orders.id, first))
    }
    await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Duplicate' })
    expect(await auditOf(payout_id)).toMatchObject([{ before: { orders: [first, second] } }])
  })

  test('needs a reason', async () => {
    const { payout_id } = await requestedPayout()
    expect(await cancelPayout(world.deps, adminActor(), { payout_id, reason: ' no' })).toMatchObject({
      reason: 'bad_reason',
    })
  })
})

test('whoever comes too late is told who decided, and when: the system, where no history says it', async () => {
  const { payout_id } = await requestedPayout()
  const { db } = world.deps
  const late = (of: number) => cancelPayout(world.deps, adminActor(), { payout_id: of, reason: 'Duplicate' })
  world.clock.advance(3600)
  const decided_at = world.clock.now()
  await late(payout_id)
  world.clock.advance(3600)
  expect(await late(payout_id)).toMatchObject({ reason: 'not_pending', details: { by: 'admin', at: decided_at } })
  const { kitchen } = await vendorWithAccount()
  const closed = { status: 'Cancelled', created_at: decided_at, closed_at: world.clock.now() } as const
  const [old] = await db
    .insert(payouts)
    .values({ vendor_id: kitchen.user_id, amount: kobo(1_500_00), ...access_bank, ...closed })
    .returning({ id: payouts.id })
  expect(await late(old?.id ?? 0)).toMatchObject({
    reason: 'not_pending',
    details: { status: 'Cancelled', by: 'system', at: closed.closed_at },
  })
  await db.delete(payouts).where(eq(payouts.id, old?.id ?? 0))
})
