import { and, eq, like } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { adminActor, approveAsShown, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { messages, notifications } from '../notifications/tables.ts'
import { cancelPayout } from './cancel-payout.ts'
import { statementPage } from './statement.ts'
import { payout_history } from './tables.ts'

const world = await worldOfFile()

afterEach(async () => {
  await setSecondAdminAbove(null)
  expect(await findViolations(world.deps.db)).toEqual([])
})

const { requestedPayout, payoutRow, transferRows, transfersAtProvider, balance, changeAccount, setSecondAdminAbove } =
  payoutsUnderTest(world)

const by_hand = { method: 'hand', bank_reference: 'GTB-20260310-77', paid_on: '2026-03-10' } as const
const auditOf = (payout_id: number) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `payout:${payout_id}`))

describe('paid by hand', () => {
  test('is Paid at once: the books, the history, the audit and the vendor know', async () => {
    const { payout_id, kitchen } = await requestedPayout()
    const admin = adminActor()
    const bank = await balance('bank')
    expect(await approveAsShown(world.deps, admin, { payout_id, ...by_hand })).toEqual({
      ok: true,
      value: 'paid',
    })
    expect(await payoutRow(payout_id)).toMatchObject({
      status: 'Paid',
      paid_by: 'hand',
      bank_reference: 'GTB-20260310-77',
      paid_on: '2026-03-10',
      closed_at: world.clock.now(),
    })
    expect((await balance('bank')) - bank).toBe(-1_500_00)
    expect(await balance(`vendor:${kitchen.user_id}`)).toBe(0)
    expect((await statementPage(world.deps.db, kitchen.user_id)).lines[0]).toMatchObject({
      kind: 'Payout',
      payout_id,
      amount: -1_500_00,
      balance_kobo: 0,
    })
    expect(
      await world.deps.db.select().from(payout_history).where(eq(payout_history.payout_id, payout_id)),
    ).toMatchObject([
      { verb: 'request', to_status: 'Pending' },
      { verb: 'approve', from_status: 'Pending', to_status: 'Paid', role: 'admin', user_id: admin.user_id },
    ])
    expect(await auditOf(payout_id)).toMatchObject([
      { action: 'payout_paid_by_hand', actor: admin.email, after: { amount_kobo: 1_500_00 } },
    ])
    const told = await world.deps.db
      .select()
      .from(messages)
      .where(like(messages.dedupe_key, `payout_paid:${payout_id}:%`))
    expect(told.map((message) => message.channel).sort()).toEqual(['mail', 'sms'])
    for (const { body } of told) expect(body).not.toContain('0690000031')
    expect(
      await world.deps.db
        .select()
        .from(notifications)
        .where(and(eq(notifications.user_id, kitchen.user_id), eq(notifications.kind, 'payout'))),
    ).toMatchObject([{ text: `Payout ${payout_id} is paid: ₦1,500 went to Access Bank ••••0031.` }])
  })

  test.each([
    ['bank_reference', { bank_reference: '  ' }],
    ['bank_reference', { bank_reference: 'x'.repeat(101) }],
    ['paid_on', { paid_on: '2026-03-11' }],
    ['paid_on', { paid_on: '10/03/2026' }],
    ['paid_on', { paid_on: '' }],
  ])('is refused beside the field: %s of %o', async (field, wrong) => {
    const { payout_id } = await requestedPayout()
    expect(await approveAsShown(world.deps, adminActor(), { payout_id, ...by_hand, ...wrong })).toMatchObject({
      reason: 'fields',
      details: { [field]: expect.stringMatching(/\w/) },
    })
    expect((await payoutRow(payout_id)).status).toBe('Pending')
  })

  test('the second time is refused with who was first', async () => {
    const { payout_id } = await requestedPayout()
    const first = await insertAccount(world.deps.db, 'admin')
    const second = adminActor()
    await approveAsShown(world.deps, first, { payout_id, ...by_hand })
    for (const approval of [by_hand, { method: 'transfer' as const }]) {
      expect(await approveAsShown(world.deps, second, { payout_id, ...approval })).toMatchObject({
        reason: 'not_pending',
        details: { status: 'Paid', by: `admin ${first.email}` },
      })
    }
  })
})

test('nobody but an admin decides, and a payout that is none is not found', async () => {
  const { payout_id, vendor } = await requestedPayout()
  for (const actor of [vendor, { ...vendor, role: 'rider' as const }]) {
    expect(await approveAsShown(world.deps, actor, { payout_id, ...by_hand })).toMatchObject({
      reason: 'not_found',
    })
    expect(await cancelPayout(world.deps, actor, { payout_id, reason: 'mine' })).toMatchObject({
      reason: 'not_found',
    })
  }
  for (const method of [by_hand, { method: 'transfer' as const }]) {
    expect(await approveAsShown(world.deps, adminActor(), { payout_id: 999_999, ...method })).toMatchObject({
      reason: 'not_found',
    })
  }
  expect((await payoutRow(payout_id)).status).toBe('Pending')
})

describe('above the limit', () => {
  test('two different admins approve; the same one twice is refused', async () => {
    await setSecondAdminAbove(1_499_99)
    const { payout_id } = await requestedPayout()
    const [first, second] = [adminActor(), adminActor()]
    expect(await approveAsShown(world.deps, first, { payout_id, method: 'transfer' })).toMatchObject({
      value: 'first_approval',
    })
    expect(await payoutRow(payout_id)).toMatchObject({ status: 'Pending', approved_by: first.user_id })
    expect(await transferRows(payout_id)).toEqual([])
    for (const approval of [by_hand, { method: 'transfer' as const }]) {
      expect(await approveAsShown(world.deps, first, { payout_id, ...approval })).toMatchObject({
        reason: 'second_admin_needed',
      })
    }
    expect(await approveAsShown(world.deps, second, { payout_id, ...by_hand })).toMatchObject({
      value: 'paid',
    })
    expect((await auditOf(payout_id)).map((entry) => [entry.action, entry.actor])).toEqual([
      ['payout_approved_first', first.email],
      ['payout_paid_by_hand', second.email],
    ])
  })

  test('at the limit one admin is enough', async () => {
    await setSecondAdminAbove(1_500_00)
    const { payout_id } = await requestedPayout()
    expect(await approveAsShown(world.deps, adminActor(), { payout_id, ...by_hand })).toMatchObject({
      value: 'paid',
    })
  })
})

describe('before a transfer', () => {
  test('a bank that the provider does not know is refused, and nothing moves', async () => {
    const { payout_id } = await requestedPayout({
      bank_name: 'Sparkle Microfinance Bank',
      bank_code: '51310',
    })
    expect(await approveAsShown(world.deps, adminActor(), { payout_id, method: 'transfer' })).toMatchObject({
      reason: 'unknown_bank',
      details: { bank_name: 'Sparkle Microfinance Bank' },
    })
    expect(await transferRows(payout_id)).toEqual([])
    expect(await transfersAtProvider(payout_id)).toEqual([])
  })

  test('the code of the house is the one that the provider uses', async () => {
    const { payout_id } = await requestedPayout({ bank_name: 'Moniepoint MFB', bank_code: '50515' })
    await approveAsShown(world.deps, adminActor(), { payout_id, method: 'transfer' })
    expect(await transferRows(payout_id)).toMatchObject([{ bank_code: '090405', status: 'Asked' }])
  })

  test('a changed bank account holds the payout, whichever way it is to be paid', async () => {
    const { payout_id, kitchen } = await requestedPayout()
    await changeAccount(kitchen.user_id, '0123456789')
    for (const approval of [by_hand, { method: 'transfer' as const }]) {
      expect(await approveAsShown(world.deps, adminActor(), { payout_id, ...approval })).toMatchObject({
        reason: 'bank_changed',
      })
    }
    expect(await cancelPayout(world.deps, adminActor(), { payout_id, reason: 'Suspicious' })).toMatchObject({
      ok: true,
    })
  })
})
