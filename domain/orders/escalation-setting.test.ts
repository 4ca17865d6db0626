import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { vendorsUnderTest } from '../../test/vendors-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import type { Actor } from '../accounts/actor.ts'
import { audit_log } from '../audit/tables.ts'
import { whatWaits } from '../desk/what-waits.ts'
import { findViolations } from '../invariants/invariants.ts'
import { ESCALATION } from '../settings/definitions.ts'
import { readSetting, savedSetting } from '../settings/read-setting.ts'
import { saveSetting } from '../settings/save-setting.ts'
import { escalateUnaccepted } from './acceptance/escalate-unaccepted.ts'
import { order_escalations } from './tables.ts'

const world = await worldOfFile()
afterEach(async () => expect(await findViolations(world.deps.db)).toEqual([]))

const { kitchen, paidOrders, orderRow, refundsOf } = vendorsUnderTest(world)
const admin: Actor = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'ngozi@example.com' }

async function save(minutes: Record<string, string>, actor = admin, version?: string) {
  return saveSetting(world.deps, actor, ESCALATION, {
    typed: { remind_minutes: '2', call_minutes: '5', cancel_minutes: '9', ...minutes },
    version: version ?? (await savedSetting(world.deps.db, ESCALATION)).version,
  })
}

test.each([
  ['a word', { remind_minutes: 'soon' }, 'remind_minutes'],
  ['half a minute', { remind_minutes: '1.5' }, 'remind_minutes'],
  ['none at all', { remind_minutes: '0' }, 'remind_minutes'],
  ['more than four hours', { cancel_minutes: '241' }, 'cancel_minutes'],
  ['a call with the reminder', { call_minutes: '2' }, 'call_minutes'],
  ['an end before the call', { cancel_minutes: '4' }, 'cancel_minutes'],
])('%s is refused beside its field', async (_, minutes, field) => {
  expect(await save(minutes)).toMatchObject({ reason: 'field', details: { field } })
  expect(await readSetting(world.deps.db, ESCALATION)).toEqual(ESCALATION.default)
})

test('the minutes of an admin count at once, from the reminder to the refund, and in the attention list', async () => {
  const { db } = world.deps
  const [order] = await paidOrders([await kitchen()])
  const order_id = order?.id ?? 0
  expect(await save({}, { ...admin, role: 'vendor' })).toMatchObject({ reason: 'not_found' })
  expect(await save({})).toMatchObject({ ok: true })
  expect(await save({ cancel_minutes: '30' }, admin, '')).toMatchObject({ reason: 'stale' })
  const [entry] = await db
    .select()
    .from(audit_log)
    .where(eq(audit_log.subject, `setting:${ESCALATION.key}`))
  const minutes = { remind_minutes: 2, call_minutes: 5, cancel_minutes: 9 }
  expect(entry).toMatchObject({ action: 'setting_saved', actor: admin.email, before: {}, after: minutes })

  const waits = async () => (await whatWaits(db, world.clock.now())).some(({ kind }) => kind === 'orders_unaccepted')
  const made = async (pause_minutes: number) => {
    world.clock.advance(pause_minutes * 60)
    await escalateUnaccepted(world.deps)
    const [row] = await db.select().from(order_escalations).where(eq(order_escalations.order_id, order_id))
    return { reminded: !!row?.reminded_at, called: !!row?.called_at, waits: await waits() }
  }
  expect(await made(1)).toEqual({ reminded: false, called: false, waits: false })
  expect(await made(1)).toEqual({ reminded: true, called: false, waits: false })
  expect(await made(3)).toEqual({ reminded: true, called: true, waits: true })
  expect((await orderRow(order_id)).status).toBe('Pending')
  expect(await made(4)).toMatchObject({ waits: false })
  expect((await orderRow(order_id)).status).toBe('Cancelled')
  expect(await refundsOf(order_id)).toMatchObject([{ amount: 3_600_00, asked_role: 'system', asked_by: null }])
})
