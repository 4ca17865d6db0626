import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOfFile, type TestDatabase } from '../../../test/database.ts'
import { insertAccount } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { kitchenNames, moverNames } from '../../accounts/mover-names.ts'
import { sessions, users } from '../../accounts/tables.ts'
import { type AdminRole, admin_role_names } from '../../admin-roles.ts'
import { audit_log } from '../../audit/tables.ts'
import { movableClock } from '../../clock.ts'
import { ACT_MINUTES, type KitchenRight, kitchenFor, roleMay } from '../../kitchen-roles.ts'
import {
  beginActing,
  doneForKitchen,
  kitchenVisit,
  recordAct,
  recordRefusedAct,
  stopActing,
} from './act-for-kitchen.ts'

const database = await databaseOfFile()
let deps: { db: TestDatabase['db']; clock: ReturnType<typeof movableClock> }
beforeEach(() => {
  deps = { db: database.db, clock: movableClock(LUNCH_TIME) }
})

async function kitchen(name: string): Promise<string> {
  const { user_id } = await insertVendor(deps.db, { name })
  await insertAccount(deps.db, 'vendor', { user_id })
  return user_id
}

/** An admin with a session. */
async function admin(admin_role: AdminRole = 'operations') {
  const actor = await insertAccount(deps.db, 'admin', { admin_role, name: 'Ngozi' })
  const now = deps.clock.now()
  const [session] = await deps.db
    .insert(sessions)
    .values({ user_id: actor.user_id, token: randomUUID(), expires_at: now, created_at: now, updated_at: now })
    .returning()
  return { actor, session_id: session?.id ?? '' }
}

type Admin = Awaited<ReturnType<typeof admin>>
const reason = 'Their tablet is broken'
const begin = ({ actor, session_id }: Admin, vendor_id: string, why = reason) =>
  beginActing(deps, actor, { session_id, vendor_id, reason: why })
const visitOf = ({ actor, session_id }: Admin) => kitchenVisit(deps, actor, session_id)
const log = (vendor_id: string) =>
  deps.db
    .select({ action: audit_log.action, reason: audit_log.reason, actor: audit_log.actor })
    .from(audit_log)
    .where(eq(audit_log.subject, `vendor:${vendor_id}`))
    .orderBy(desc(audit_log.id))

describe('an admin', () => {
  test('acts for a kitchen for half an hour, with one session, and both ends are written down', async () => {
    const vendor_id = await kitchen('Iya Bose')
    const ngozi = await admin()
    const other = await admin()
    expect(await visitOf(ngozi)).toBe(null)
    expect(await begin(ngozi, vendor_id)).toMatchObject({ ok: true })
    expect(await visitOf(ngozi)).toMatchObject({ vendor_id, name: 'Iya Bose' })
    expect(await visitOf(other)).toBe(null)
    expect(await kitchenVisit(deps, other.actor, ngozi.session_id)).toBe(null)
    deps.clock.advance(ACT_MINUTES * 60 - 1)
    expect(await visitOf(ngozi)).not.toBe(null)
    deps.clock.advance(1)
    expect(await visitOf(ngozi)).toBe(null)

    expect(await begin(ngozi, vendor_id)).toMatchObject({ ok: true })
    expect(await stopActing(deps, ngozi.actor, ngozi.session_id)).toBe(vendor_id)
    expect(await stopActing(deps, ngozi.actor, ngozi.session_id)).toBe(null)
    expect(await visitOf(ngozi)).toBe(null)
    const by = { actor: ngozi.actor.email }
    expect(await log(vendor_id)).toEqual([
      { ...by, action: 'kitchen_left', reason: null },
      { ...by, action: 'kitchen_entered', reason },
      { ...by, action: 'kitchen_entered', reason },
    ])
  })

  test('leaves one kitchen for another, and is in one of them only', async () => {
    const [one, other] = [await kitchen('One'), await kitchen('Other')]
    const ngozi = await admin('owner')
    await begin(ngozi, one)
    await begin(ngozi, other)
    expect(await visitOf(ngozi)).toMatchObject({ vendor_id: other })
    expect((await log(one)).map(({ action }) => action)).toEqual(['kitchen_left', 'kitchen_entered'])
  })

  test('who begins for two kitchens at once is in the one that came last', async () => {
    const places = [await kitchen('Left'), await kitchen('Right')]
    const ngozi = await admin()
    const begun = await Promise.all([...places, ...places].map((vendor_id) => begin(ngozi, vendor_id)))
    expect(begun.every(({ ok }) => ok)).toBe(true)
    expect(places).toContain((await visitOf(ngozi))?.vendor_id)
  })

  test('needs a reason, a kitchen that is there and is not suspended, and the right', async () => {
    const vendor_id = await kitchen('Iya Rights')
    const ngozi = await admin()
    expect(await begin(ngozi, vendor_id, ' x ')).toMatchObject({ reason: 'bad_reason' })
    expect(await begin(ngozi, randomUUID())).toMatchObject({ reason: 'not_found' })
    expect(await begin(ngozi, 'nonsense')).toMatchObject({ reason: 'not_found' })
    expect(await begin({ ...ngozi, session_id: (await admin()).session_id }, vendor_id)).toMatchObject({
      reason: 'not_found',
    })
    for (const role of admin_role_names) {
      const allowed = role === 'owner' || role === 'operations'
      expect((await begin(await admin(role), vendor_id)).ok).toBe(allowed)
    }
    const owner: Actor = await insertAccount(deps.db, 'vendor')
    expect(await begin({ ...ngozi, actor: owner }, vendor_id)).toMatchObject({ reason: 'not_found' })
    await begin(ngozi, vendor_id)
    expect(await kitchenVisit(deps, { ...ngozi.actor, admin_role: 'support' }, ngozi.session_id)).toBe(null)
    await deps.db.update(users).set({ suspended_at: LUNCH_TIME }).where(eq(users.id, vendor_id))
    expect(await visitOf(ngozi)).toBe(null)
    expect(await begin(ngozi, vendor_id)).toMatchObject({ reason: 'suspended' })
  })
})

test('for a kitchen nobody touches its money, rejects its orders, its bank account or its people', () => {
  const kept: readonly KitchenRight[] = ['reject_orders', 'manage_cooks', 'manage_staff', 'take_money', 'register']
  for (const right of kept) expect(roleMay('support', right)).toBe(false)
  const acting = { role: 'vendor', kitchen: { vendor_id: 'k', role: 'support' } } as const
  for (const right of ['run_orders', 'change_menu', 'run_kitchen', 'see_takings'] as const) {
    expect(kitchenFor(acting, right)).toBe('k')
  }
})

test('the kitchen reads what was done, by whom and why, without what was refused', async () => {
  const vendor_id = await kitchen('Iya Reads')
  const [ngozi, tola] = [await admin(), await admin()]
  await begin(ngozi, vendor_id)
  await recordAct(deps, ngozi.actor, vendor_id, { did: 'Saved a dish', about: 'Amala' })
  await recordAct(deps, ngozi.actor, vendor_id, { did: 'Deleted a dish', about: 'Ewedu' })
  await recordAct(deps, tola.actor, vendor_id, { did: 'Changed the times' })
  await recordRefusedAct(deps, ngozi.actor, vendor_id, { did: 'Deleted a dish', about: 'Ewedu' })
  expect(await doneForKitchen(deps.db, vendor_id)).toMatchObject([
    { did: 'Changed the times', about: null, who: 'Ngozi' },
    { did: 'Saved a dish', about: 'Amala', why: null, at: LUNCH_TIME },
    { did: null, why: reason },
  ])
  expect(await doneForKitchen(deps.db, await kitchen('Iya Else'))).toEqual([])
})

test('a history names them as support, to the kitchen without their address', async () => {
  const { actor } = await admin()
  const mover = { role: 'vendor', user_id: actor.user_id } as const
  expect((await kitchenNames(deps.db, [mover]))(mover)).toBe('ChowGate support (Ngozi)')
  expect((await moverNames(deps.db, [mover]))(mover)).toBe(`ChowGate support for the kitchen, Ngozi (${actor.email})`)
})
