import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../domain/accounts/actor.ts'
import { claims } from '../../domain/claims/tables.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { refunds } from '../../domain/payments/tables.ts'
import { settings } from '../../domain/settings/tables.ts'
import { adminSends } from '../../test/admin-sends.ts'
import { claimsUnderTest } from '../../test/claims-under-test.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { claimAction } from './claims/claim-action.server.ts'
import { orderAction } from './orders/order-action.server.ts'

const world = await worldOfFile()
let ada: Actor
beforeAll(async () => {
  await world.deps.db.insert(settings).values({ key: 'money_leaves', value: { prove_from_kobo: 1_000_00 } })
})
beforeEach(async () => {
  ada = await insertAccount(world.deps.db, 'admin')
})
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { order, claim } = claimsUnderTest(world)

type Fields = Readonly<Record<string, string>>
type Answer = { data?: { confirm?: { name: string; value: number; proof?: string } } }

const send = async (action: Parameters<ReturnType<typeof adminSends>['to']>[0], fields: Fields) =>
  (await adminSends(world.deps, ada, fields).to(action)) as Answer
const confirmedIn = ({ data }: Answer): Fields =>
  data?.confirm ? { [data.confirm.name]: String(data.confirm.value) } : {}
const decision = (intent: string, more: Fields) => ({
  ...{ intent, reason: 'The customer called', borne_by: 'platform', request_key: randomUUID() },
  ...more,
})

test('what admins gave back of the same payment in a day counts, so that no amount is split', async () => {
  const { id } = await order()
  const part = async (amount: string) => {
    const fields = decision('give_amount_back', { order_id: String(id), amount })
    return { fields, asked: await send(orderAction, fields) }
  }
  const first = await part('600')
  expect(first.asked.data?.confirm?.proof).toBeUndefined()
  expect(await send(orderAction, { ...first.fields, ...confirmedIn(first.asked) })).toMatchObject({ ok: true })
  const second = await part('400')
  expect(second.asked.data?.confirm?.proof).toBe('password')
  expect(await send(orderAction, { ...second.fields, ...confirmedIn(second.asked) })).toMatchObject({
    data: { confirm: { proof: 'password' } },
  })
  expect((await part('399')).asked.data?.confirm?.proof).toBeUndefined()
  world.clock.advance(24 * 60 * 60)
  expect((await part('400')).asked.data?.confirm?.proof).toBeUndefined()

  expect(await world.deps.db.$count(refunds, eq(refunds.order_id, id))).toBe(1)
})

test('a claim about the same order counts too', async () => {
  const { id, token } = await order()
  const fields = decision('give_amount_back', { order_id: String(id), amount: '600' })
  const asked = await send(orderAction, fields)
  expect(await send(orderAction, { ...fields, ...confirmedIn(asked) })).toMatchObject({ ok: true })
  await claim(token)
  const [row] = await world.deps.db.select({ id: claims.id }).from(claims).where(eq(claims.order_id, id))
  const approval = decision('approve', { claim: row?.id ?? '', amount: '400' })
  expect((await send(claimAction, approval)).data?.confirm?.proof).toBe('password')
})
