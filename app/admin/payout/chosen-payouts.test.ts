import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ProviderUnavailable } from '../../../adapters/call-provider.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { audit_log } from '../../../domain/audit/tables.ts'
import { findViolations } from '../../../domain/invariants/invariants.ts'
import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts'
import { payouts } from '../../../domain/payouts/tables.ts'
import { settings } from '../../../domain/settings/tables.ts'
import { adminActor, payoutsUnderTest } from '../../../test/payouts-under-test.ts'
import { quick_passwords } from '../../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { type AppServices, services_context } from '../../services.ts'
import { transferChosen } from './chosen-payouts.server.ts'

const world = await worldOfFile()
let ada: Actor
const { requestedPayout, changeAccount, setSecondAdminAbove, transferRows, payoutRow } = payoutsUnderTest(world)
beforeEach(async () => {
  ada = await insertAccount(world.deps.db, 'admin')
  await world.deps.db.delete(settings)
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const threePayouts = async () => [
  (await requestedPayout()).payout_id,
  (await requestedPayout()).payout_id,
  (await requestedPayout()).payout_id,
]

type Answer = {
  ok: boolean
  said: string
  confirm?: { name: string; value: string; button?: string; proof?: string; facts?: [string, string][] }
}

/** Ada ticks payouts and presses the button. */
async function press(ids: readonly number[], fields: Record<string, string> = {}): Promise<Answer> {
  const services = {
    ...world.deps,
    public_url: 'http://localhost',
    log: { error: () => {} },
    admin_two_factor: false,
    enter: (_kind: string, _whose: string, work: () => unknown) => work(),
    auth: {
      session: async () => ({ user_id: ada.user_id, session_id: randomUUID(), cookies: [] }),
      passwords: quick_passwords,
      two_factor: { check: async () => false },
    },
  } as unknown as AppServices
  const context = new RouterContextProvider()
  context.set(services_context, services)
  const form = new FormData()
  const ticked = Object.fromEntries(ids.map((id) => [`chosen_${id}`, 'yes']))
  for (const [name, value] of Object.entries({ intent: 'transfer_chosen', ...ticked, ...fields })) form.set(name, value)
  const request = new Request('http://localhost/admin/payout', { method: 'POST' })
  const answer = await transferChosen(services, ada, form, { request, context, params: {} })
  return ('data' in answer ? answer.data : answer) as Answer
}

const confirmed = ({ confirm }: Answer) => ({ confirmed_payouts: confirm?.value ?? '' })
const sent = async (ids: readonly number[]) => {
  const found = await Promise.all(ids.map(async (id) => ((await transferRows(id)).length > 0 ? [id] : [])))
  return found.flat()
}
const proveFrom = (prove_from_kobo: number) =>
  world.deps.db.insert(settings).values({ key: 'money_leaves', value: { prove_from_kobo } })

test('the chosen are shown with the total, and go when exactly that is confirmed', async () => {
  const ids = await threePayouts()
  const asked = await press(ids)
  expect(asked).toMatchObject({
    ok: false,
    said: 'You approve 3 payouts, ₦4,500 in all, by bank transfer. This cannot be taken back.',
    confirm: { button: 'Pay ₦4,500' },
  })
  expect(asked.confirm?.facts).toHaveLength(3)
  expect(await sent(ids)).toEqual([])
  expect(await press(ids, confirmed(asked))).toMatchObject({ ok: true, said: 'You approved 3 of 3 payouts.' })
  expect(await sent(ids)).toEqual(ids)
  expect(await press(ids, confirmed(asked))).toMatchObject({
    ok: false,
    said: expect.stringMatching(/^None was approved\. .*a transfer of payout \d+ is under way/),
  })
  for (const id of ids) expect(await transferRows(id)).toHaveLength(1)
})

test('small ones that are large together take the password', async () => {
  await proveFrom(4_000_00)
  const ids = await threePayouts()
  const asked = await press(ids)
  expect(asked.confirm?.proof).toBe('password')
  expect(await press(ids, confirmed(asked))).toMatchObject({ ok: false, confirm: { proof: 'password' } })
  expect(await press(ids, { ...confirmed(asked), password: 'amala' })).toMatchObject({ ok: false })
  expect(await sent(ids)).toEqual([])
  expect(await press(ids, { ...confirmed(asked), password: PASSWORD })).toMatchObject({ ok: true })
  expect(await sent(ids)).toEqual(ids)
  const subject = `payouts:${ids.join(',')}`
  expect(await world.deps.db.select().from(audit_log).where(eq(audit_log.subject, subject))).toMatchObject([
    { user_id: ada.user_id, action: 'money_proven', after: { amount_kobo: 4_500_00, proven_by: 'password' } },
  ])
})

test('what was confirmed for few lets no more go, nor one that is large by itself', async () => {
  await proveFrom(1_600_00)
  const [one = 0, ...others] = await threePayouts()
  const small = await press([one])
  expect(small.confirm?.proof).toBeUndefined()
  expect(await press([one, ...others], confirmed(small))).toMatchObject({ confirm: { proof: 'password' } })
  // The same confirmation, but the numbers in it say more.
  const longer = { confirmed_payouts: `${confirmed(small).confirmed_payouts},${others.join(',')}` }
  expect(await press([], longer)).toMatchObject({ confirm: { proof: 'password' } })
  // Twice the same is once.
  expect(await press([], { confirmed_payouts: `~${one},${one}` })).toMatchObject({ confirm: { button: 'Pay ₦1,500' } })
  expect(await sent([one, ...others])).toEqual([])

  await world.deps.db.update(settings).set({ value: { prove_from_kobo: 1_500_00 } })
  expect(await press([one], confirmed(small))).toMatchObject({ ok: false, confirm: { proof: 'password' } })
  expect(await sent([one])).toEqual([])
})

test('an account that changes after it was shown is shown again', async () => {
  const { payout_id } = await requestedPayout()
  const asked = await press([payout_id])
  await world.deps.db.update(payouts).set({ account_number: '0690000034' }).where(eq(payouts.id, payout_id))
  expect(await press([payout_id], confirmed(asked))).toMatchObject({ ok: false, confirm: { button: 'Pay ₦1,500' } })
  expect(await sent([payout_id])).toEqual([])
})

test('one that is refused is named, and the others go', async () => {
  const [cancelled = 0, fine = 0] = await threePayouts()
  const held = await requestedPayout()
  const ids = [cancelled, fine, held.payout_id]
  const asked = await press(ids)
  await cancelPayout(world.deps, adminActor(), { payout_id: cancelled, reason: 'Duplicate' })
  await changeAccount(held.kitchen.user_id, '0690000035')
  const answer = await press(ids, confirmed(asked))
  expect(answer).toMatchObject({ ok: true, said: expect.stringMatching(/^You approved 1 of 3 payouts\./) })
  expect(answer.said).toContain(` Payout ${cancelled} was cancelled first`)
  expect(answer.said).toContain(`Payout ${held.payout_id}: The bank account was changed.`)
  expect(await sent(ids)).toEqual([fine])
})

test('the fourth of nine fails in whatever way, and the other eight are done and said', async () => {
  for (const wrong of ['provider', 'fault'] as const) {
    const nine = [...(await threePayouts()), ...(await threePayouts()), ...(await threePayouts())]
    const fourth = nine[3] ?? 0
    const asked = await press(nine)
    const { bankCode } = world.deps.transfers
    let calls = 0
    world.deps.transfers.bankCode = async (bank) => {
      calls += 1
      if (calls !== 4) return bankCode.call(world.deps.transfers, bank)
      throw wrong === 'provider' ? new ProviderUnavailable('no answer') : new Error('a bug')
    }
    const answer = await press(nine, confirmed(asked))
    world.deps.transfers.bankCode = bankCode
    expect(answer).toMatchObject({ ok: true, said: expect.stringMatching(/^You approved 8 of 9 payouts\./) })
    expect(answer.said).toContain(`Payout ${fourth}`)
    expect(await sent(nine)).toEqual(nine.filter((id) => id !== fourth))
  }
})

test('a first approval of two is only that, also among many', async () => {
  await setSecondAdminAbove(1_000_00)
  const [one = 0] = await threePayouts()
  const asked = await press([one])
  expect(await press([one], confirmed(asked))).toMatchObject({
    ok: true,
    said: `You approved 1 of 1 payouts. A second admin must approve too: ${one}.`,
  })
  expect(await payoutRow(one)).toMatchObject({ status: 'Pending', approved_by: ada.user_id })
  expect(await press([one], confirmed(asked))).toMatchObject({
    ok: false,
    said: expect.stringMatching(/You approved this payout already/),
  })
  expect(await sent([one])).toEqual([])
})

test('nothing chosen, nonsense and too many are said', async () => {
  expect(await press([])).toMatchObject({ said: 'Please choose at least one payout.' })
  expect(await press([], { chosen_x: 'yes', 'chosen_-1': 'yes' })).toMatchObject({
    said: expect.stringMatching(/at least one/),
  })
  expect(await press(Array.from({ length: 101 }, (_, id) => id + 1))).toMatchObject({
    said: expect.stringMatching(/at most 100/),
  })
})
