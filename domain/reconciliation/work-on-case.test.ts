import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { control } from '../../test/control.ts'
import { clockOfTheMachine, compareNow } from '../../test/provider-lists-under-test.ts'
import { startedCheckout, worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { settleCheckout } from '../checkout/settlement/settle-checkout.ts'
import { checkouts } from '../checkout/tables.ts'
import { findViolations } from '../invariants/invariants.ts'
import { askComparison } from './ask-comparison.ts'
import type { DifferenceKind } from './lifecycle.ts'
import { listState } from './read-newest.ts'
import { reconciliation_cases } from './tables.ts'
import { askAgain, ignoreDifference, settleDifference } from './work-on-case.ts'

const world = await worldOfFile()
const bank = control(world)
beforeAll(async () => {
  clockOfTheMachine(world)
})
afterEach(async () => {
  await bank.reset()
  expect(await findViolations(world.deps.db)).toEqual([])
})

const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }
const others = (['vendor', 'rider'] as const).map((role) => ({ ...admin, role }))

async function insertCase(kind: DifferenceKind, number: string | number, tx_ref: string | null = null) {
  const now = world.clock.now()
  const [row] = await world.deps.db
    .insert(reconciliation_cases)
    .values({
      provider: 'flutterwave',
      provider_number: String(number),
      kind,
      tx_ref,
      found_at: now,
      seen_at: now,
    })
    .returning()
  return row?.id ?? 0
}

const caseRow = async (id: number) =>
  (await world.deps.db.select().from(reconciliation_cases).where(eq(reconciliation_cases.id, id)))[0]

const auditOf = (id: number) =>
  world.deps.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `difference:${id}`))

async function lost() {
  const checkout = await startedCheckout(world)
  const { transaction_id } = await bank.pay({ tx_ref: checkout.tx_ref, amount: checkout.total / 100 })
  return {
    checkout,
    transaction_id,
    case_id: await insertCase('missing_here', transaction_id, checkout.tx_ref),
  }
}

describe('settling a charge that is missing here', () => {
  test('makes the orders through the one door, once, and is written down', async () => {
    const { checkout, case_id } = await lost()
    const answers = await Promise.all([1, 2, 3].map(() => settleDifference(world.deps, admin, case_id)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'not_open')).toHaveLength(2)
    const [paid] = await world.deps.db.select().from(checkouts).where(eq(checkouts.id, checkout.id))
    expect(paid?.status).toBe('Paid')
    expect(await caseRow(case_id)).toMatchObject({ status: 'Resolved', closed_by: admin.user_id })
    expect(await auditOf(case_id)).toMatchObject([
      { action: 'difference_settled', actor: admin.email, after: { status: 'Resolved' } },
    ])
  })

  test('is refused while the provider gives no answer, and nothing changes', async () => {
    const { case_id, checkout } = await lost()
    await bank.behave({ verify: '503' })
    const answer = await settleDifference(world.deps, admin, case_id)
    expect(answer).toMatchObject({ ok: false, reason: 'provider_unavailable', details: /503/ })
    expect(await caseRow(case_id)).toMatchObject({ status: 'Open' })
    await bank.reset()
    expect(await settleDifference(world.deps, admin, case_id)).toMatchObject({ ok: true })
    expect(checkout.status).toBe('Open')
  })

  test('is refused for a charge that verification does not call successful', async () => {
    const checkout = await startedCheckout(world)
    const { transaction_id } = await bank.pay({
      tx_ref: checkout.tx_ref,
      amount: 3600,
      outcome: 'failed',
    })
    const case_id = await insertCase('missing_here', transaction_id, checkout.tx_ref)
    expect(await settleDifference(world.deps, admin, case_id)).toMatchObject({
      ok: false,
      reason: 'not_settled',
    })
  })
})

describe('asking again', () => {
  test('closes a case whose sides agree by now', async () => {
    const { checkout, transaction_id } = await lost()
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    const case_id = await insertCase('status', transaction_id, checkout.tx_ref)
    expect(await askAgain(world.deps, admin, case_id)).toMatchObject({ ok: true })
    expect(await caseRow(case_id)).toMatchObject({ status: 'Resolved' })
  })

  test('is refused where the provider knows no such payment', async () => {
    const case_id = await insertCase('missing_there', 1)
    expect(await askAgain(world.deps, admin, case_id)).toMatchObject({
      ok: false,
      reason: 'still_different',
    })
  })
})

describe('leaving a difference as it is', () => {
  test('needs a reason, is written down, and stays so through the next comparison', async () => {
    const { checkout, transaction_id } = await lost()
    await world.deps.db
      .update(reconciliation_cases)
      .set({ kind: 'missing_there', provider_number: `${transaction_id}1` })
      .where(eq(reconciliation_cases.provider_number, String(transaction_id)))
    await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
    const case_id = await insertCase('amount', transaction_id, checkout.tx_ref)
    expect(await ignoreDifference(world.deps, admin, { case_id, reason: ' x ' })).toMatchObject({
      reason: 'bad_reason',
    })
    const reason = 'The bank says it is theirs.'
    expect(await ignoreDifference(world.deps, admin, { case_id, reason })).toMatchObject({ ok: true })
    await compareNow(world)
    expect(await caseRow(case_id)).toMatchObject({ status: 'Ignored', outcome: reason })
    expect(await auditOf(case_id)).toMatchObject([{ action: 'difference_ignored', reason }])
    expect(await ignoreDifference(world.deps, admin, { case_id, reason })).toMatchObject({
      reason: 'not_open',
    })
  })

  test('opens again when its figures change', async () => {
    const { transaction_id } = await lost()
    await compareNow(world)
    const mirrored = sql`provider_transaction_id = ${String(transaction_id)}`
    await world.deps.db.execute(sql`update payments set provider_fee = provider_fee + 1 where ${mirrored} returning id`)
    await compareNow(world)
    const [fee] = await world.deps.db
      .select()
      .from(reconciliation_cases)
      .where(
        and(eq(reconciliation_cases.provider_number, String(transaction_id)), eq(reconciliation_cases.kind, 'fee')),
      )
    const case_id = fee?.id ?? 0
    await ignoreDifference(world.deps, admin, { case_id, reason: 'Their mistake' })
    await compareNow(world)
    expect(await caseRow(case_id)).toMatchObject({ status: 'Ignored' })
    await world.deps.db.execute(sql`update payments set provider_fee = provider_fee + 1 where ${mirrored}`)
    await compareNow(world)
    expect(await caseRow(case_id)).toMatchObject({ status: 'Open', closed_by: null, outcome: null })
    await world.deps.db.execute(sql`update payments set provider_fee = provider_fee - 2 where ${mirrored}`)
  })
})

describe('nobody but an admin', () => {
  test.each(others)('$role', async (actor) => {
    const case_id = await insertCase('missing_here', randomUUID())
    const ignored = { case_id, reason: 'I say so' }
    for (const answer of [
      await settleDifference(world.deps, actor, case_id),
      await askAgain(world.deps, actor, case_id),
      await ignoreDifference(world.deps, actor, ignored),
      await askComparison(world.deps, actor),
      await settleDifference(world.deps, admin, 999_999),
    ]) {
      expect(answer).toMatchObject({ ok: false, reason: 'not_found' })
    }
    expect(await caseRow(case_id)).toMatchObject({ status: 'Open' })
  })
})

test('a comparison is asked for once while it runs', async () => {
  await askComparison(world.deps, admin)
  expect((await listState(world.deps))?.next_compare_at).toEqual(world.clock.now())
})
