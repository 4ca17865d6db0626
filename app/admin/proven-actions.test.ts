import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { users } from '../../domain/accounts/tables.ts'
import { audit_log } from '../../domain/audit/tables.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { settleCheckout } from '../../domain/checkout/settlement/settle-checkout.ts'
import { claims } from '../../domain/claims/tables.ts'
import { decideIncident } from '../../domain/delivery/incidents/decide-incident.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { payments, refunds, review_cases } from '../../domain/payments/tables.ts'
import { accountFingerprint } from '../../domain/payouts/payee.ts'
import { versionOf } from '../../domain/settings/read-setting.ts'
import { settings } from '../../domain/settings/tables.ts'
import { adminSends } from '../../test/admin-sends.ts'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { control } from '../../test/control.ts'
import { deliveryWorld } from '../../test/delivery.ts'
import { sendDueTransfers } from '../../test/due-work.ts'
import { payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { refundsUnderTest } from '../../test/refunds-under-test.ts'
import { insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { startedCheckout, worldOfFile } from '../../test/world.ts'
import { claimAction } from './claims/claim-action.server.ts'
import { dispatchAction } from './dispatch/dispatch-action.server.ts'
import { orderAction } from './orders/order-action.server.ts'
import { payoutAction } from './payout/payout-action.server.ts'
import { refundAction } from './refunds/refund-action.server.ts'
import { reviewAction } from './review/review-action.server.ts'
import { settingsAction } from './settings/settings-action.server.ts'
import { teamAction } from './team/team-action.server.ts'

const world = await worldOfFile()
let ada: Actor
beforeEach(async () => {
  ada = await insertAccount(world.deps.db, 'admin')
  await proveFrom(0)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { order, claim } = claimsUnderTest(world)
const { askedRefund, workForHours } = refundsUnderTest(world)
const payout = payoutsUnderTest(world)
const { pickedUp } = deliveryWorld(world)

async function proveFrom(prove_from_kobo: number | null) {
  const value = { prove_from_kobo }
  const row = { key: 'money_leaves', value, updated_at: world.clock.now() }
  await world.deps.db.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
}

type Fields = Readonly<Record<string, string>>
type Action = Parameters<ReturnType<typeof adminSends>['to']>[0]
type Case = readonly [name: string, action: Action, fields: () => Promise<Fields>]
type Answer = { ok?: boolean; data?: { said: string; confirm?: Confirm; errors: Record<string, string> } }
type Confirm = { name: string; value: string | number; proof?: string; button?: string }

const send = async (action: Action, fields: Fields) => (await adminSends(world.deps, ada, fields).to(action)) as Answer
const confirmedIn = ({ data }: Answer): Fields =>
  data?.confirm ? { [data.confirm.name]: String(data.confirm.value) } : {}

/** What Ada did by the audit log, the newest first. */
const doneByAda = async () =>
  (
    await world.deps.db.select().from(audit_log).where(eq(audit_log.user_id, ada.user_id)).orderBy(desc(audit_log.id))
  ).map(({ action }) => action)

const decision = (intent: string, more: Fields) => ({
  intent,
  reason: 'The customer called',
  borne_by: 'platform',
  request_key: randomUUID(),
  ...more,
})

async function openReview(): Promise<string> {
  const checkout = await startedCheckout(world)
  await control(world).pay({ tx_ref: checkout.tx_ref, amount: 3500 })
  await settleCheckout(world.deps, { tx_ref: checkout.tx_ref })
  const [row] = await world.deps.db
    .select({ id: review_cases.id })
    .from(review_cases)
    .innerJoin(payments, eq(payments.id, review_cases.payment_id))
    .where(eq(payments.tx_ref, checkout.tx_ref))
  return row?.id ?? ''
}

async function failedRefund(): Promise<string> {
  await control(world).behave({ refund: 'insufficient_balance' })
  const { refund_id } = await askedRefund()
  await workForHours(3)
  await control(world).reset()
  return refund_id
}

/** What the form of a payout shows and sends. */
async function shownPayout(payout_id: number): Promise<Fields> {
  const { amount, bank_name, account_number, account_name } = await payout.payoutRow(payout_id)
  return { payout_id: String(payout_id), amount: String(amount), bank_name, account_number, account_name }
}

async function failedTransfer(): Promise<number> {
  const { payout_id } = await payout.askedTransfer()
  await sendDueTransfers(world.deps)
  await payout.settleAtProvider(payout_id, 'FAILED')
  await payout.workForHours(2)
  return payout_id
}

async function comingBack() {
  const { delivery_id, rider } = await pickedUp()
  const told = { delivery_id, reason: 'accident', way_out: 'bring_back', words: 'Musa called' }
  expect(await decideIncident(world.deps, ada, told)).toMatchObject({ ok: true })
  return { delivery_id: String(delivery_id), seen_rider_id: rider.user_id, reason: 'Musa called again' }
}

const sends_money: readonly Case[] = [
  [
    'giving an amount of an order back',
    orderAction,
    async () => decision('give_amount_back', { order_id: String((await order()).id), amount: '500' }),
  ],
  [
    'giving a checkout back',
    orderAction,
    async () => decision('give_checkout_back', { order_id: String((await order()).id) }),
  ],
  [
    'cancelling an order',
    orderAction,
    async () => decision('cancel', { order_id: String((await order({ delivered: false })).id), refund: 'all' }),
  ],
  [
    'approving a claim',
    claimAction,
    async () => {
      const { id, token } = await order()
      await claim(token)
      const [row] = await world.deps.db.select({ id: claims.id }).from(claims).where(eq(claims.order_id, id))
      return decision('approve', { claim: row?.id ?? '', amount: '500' })
    },
  ],
  ['sending a payment on review back', reviewAction, async () => decision('refund', { case: await openReview() })],
  ['accepting a short payment', reviewAction, async () => decision('accept', { case: await openReview() })],
  ['sending a failed refund again', refundAction, async () => decision('retry', { refund: await failedRefund() })],
  [
    'paying a failed refund by hand',
    refundAction,
    async () => ({ intent: 'by_hand', refund: await failedRefund(), bank_reference: 'GTB-778' }),
  ],
  [
    'paying a payout by transfer',
    payoutAction,
    async () => ({ intent: 'transfer', ...(await shownPayout((await payout.requestedPayout()).payout_id)) }),
  ],
  [
    'approving chosen payouts at once',
    payoutAction,
    async () => ({ intent: 'transfer_chosen', [`chosen_${(await payout.requestedPayout()).payout_id}`]: 'yes' }),
  ],
  [
    'paying a payout by hand',
    payoutAction,
    async () => ({
      intent: 'hand',
      ...(await shownPayout((await payout.requestedPayout()).payout_id)),
      bank_reference: 'GTB-778',
      paid_on: '2026-03-10',
    }),
  ],
  [
    'sending a failed transfer again',
    payoutAction,
    async () => ({ intent: 'retry', ...(await shownPayout(await failedTransfer())) }),
  ],
  [
    'deciding that there is no food left to bring',
    dispatchAction,
    async () => {
      const { delivery_id, rider } = await pickedUp()
      const about = { delivery_id: String(delivery_id), seen_rider_id: rider.user_id, reason: 'The bag fell' }
      return { intent: 'decide_incident', ...about, decision: 'damaged_food:write_off' }
    },
  ],
  [
    'marking food as back at a closed kitchen',
    dispatchAction,
    async () => ({ intent: 'come_back', ...(await comingBack()), kitchen_closed: 'on' }),
  ],
]

async function heldAccount(): Promise<Fields> {
  const { payout_id, kitchen } = await payout.requestedPayout()
  await payout.changeAccount(kitchen.user_id, '0690000034')
  const [row] = await world.deps.db.select().from(vendors).where(eq(vendors.user_id, kitchen.user_id))
  if (!row) throw new Error('no vendor')
  const payee = { payee_kind: 'vendor', payee_id: kitchen.user_id, seen: accountFingerprint(row) }
  return { intent: 'confirm_account', payout_id: String(payout_id), ...payee }
}

async function saved(key: string, field: string): Promise<Fields> {
  const [row] = await world.deps.db.select().from(settings).where(eq(settings.key, key))
  return { intent: key, [field]: '', version: versionOf(row) }
}

const ridersPay = async () => ({
  ...(await saved('rider_pay', 'share_percent')),
  ...{ share_percent: '75', minimum: '300', per_minute: '0', top_up: '0' },
})

const otherAdmin = async () => (await insertAccount(world.deps.db, 'admin', { admin_role: 'support' })).user_id

const opens_a_way: readonly Case[] = [
  ['saving from when on money takes a proof', settingsAction, () => saved('money_leaves', 'prove_from')],
  ['saving from when on two admins approve', settingsAction, () => saved('payouts', 'second_admin_above')],
  ['saving what riders are paid', settingsAction, ridersPay],
  ['ending an admin', teamAction, async () => ({ intent: 'end', user_id: await otherAdmin() })],
  [
    'inviting an admin',
    teamAction,
    async () => ({ intent: 'invite', name: 'Sade', email: `${randomUUID()}@example.com`, admin_role: 'owner' }),
  ],
  [
    'giving an admin another role',
    teamAction,
    async () => ({ intent: 'role', user_id: await otherAdmin(), admin_role: 'owner' }),
  ],
  [
    'letting an admin in again',
    teamAction,
    async () => {
      const user_id = await otherAdmin()
      await world.deps.db.update(users).set({ suspended_at: world.clock.now() }).where(eq(users.id, user_id))
      return { intent: 'restore', user_id }
    },
  ],
  ['confirming a changed bank account', payoutAction, heldAccount],
]

describe.each([
  ['money_proven', sends_money],
  ['identity_proven', opens_a_way],
] as const)('with %s in the log', (proven, cases) => {
  test.each(cases)('%s takes the password, and nothing is done without', async (_, action, fieldsOf) => {
    const fields = await fieldsOf()
    const before = await doneByAda()
    const asked = await send(action, fields)
    expect(asked).toMatchObject({ init: { status: 422 }, data: { confirm: { proof: 'password' } } })
    const confirmed = { ...fields, ...confirmedIn(asked) }
    for (const without of [{}, { password: '' }] as Fields[]) {
      expect(await send(action, { ...confirmed, ...without })).toMatchObject({
        data: { confirm: { proof: 'password' } },
      })
    }
    expect(await send(action, { ...confirmed, password: 'not this one' })).toMatchObject({
      init: { status: 422 },
      data: { errors: { password: 'This is not your password.' } },
    })
    expect(await doneByAda()).toEqual(before)
    expect(await send(action, { ...confirmed, password: PASSWORD })).toMatchObject({ ok: true })
    expect(await doneByAda()).toContain(proven)
  })
})

describe('where no proof is asked for', () => {
  beforeEach(() => proveFrom(null))

  test('an incident that gives all money back asks once more with the total, and does nothing before', async () => {
    const { delivery_id, rider, order_id } = await pickedUp()
    const about = { delivery_id: String(delivery_id), seen_rider_id: rider.user_id, reason: 'The bag fell' }
    const fields = { intent: 'decide_incident', ...about, decision: 'damaged_food:write_off' }
    const back = () => world.deps.db.select().from(refunds).where(eq(refunds.order_id, order_id))
    const asked = await send(dispatchAction, fields)
    const { confirm } = asked.data ?? {}
    expect(confirm).toMatchObject({ name: 'confirmed_kobo', button: expect.stringMatching(/^End it, and give ₦/) })
    expect(confirm?.proof).toBeUndefined()
    expect(await back()).toEqual([])
    const wrong = { ...fields, confirmed_kobo: '100' }
    expect(await send(dispatchAction, wrong)).toMatchObject({ data: { confirm: { value: confirm?.value } } })
    expect(await send(dispatchAction, { ...fields, ...confirmedIn(asked) })).toMatchObject({ ok: true })
    expect((await back()).map(({ amount }) => amount)).toEqual([confirm?.value])
  })

  test('what gives nothing back is done at once, and food at a closed kitchen is asked about', async () => {
    const back = { intent: 'come_back', ...(await comingBack()) }
    const closed = await send(dispatchAction, { ...back, kitchen_closed: 'on' })
    expect(closed.data?.confirm?.name).toBe('confirmed_kobo')
    expect(await send(dispatchAction, back)).toMatchObject({ ok: true })
  })
})
