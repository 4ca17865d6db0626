import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertAccount } from '../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { messages } from '../notifications/tables.ts'
import { endSecondStep, endSecondStepByCommand } from './end-second-step.ts'
import { sessions, two_factors, users } from './tables.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const owner = () => insertAccount(world.deps.db, 'admin', { admin_role: 'owner' })

/** Somebody with a second step and an open session. */
async function withSecondStep(role: 'admin' | 'rider' = 'admin') {
  const account = await insertAccount(world.deps.db, role, role === 'admin' ? { admin_role: 'support' } : {})
  const { user_id } = account
  await world.deps.db.insert(two_factors).values({ user_id, secret: 'x', backup_codes: 'x', verified: true })
  await world.deps.db.update(users).set({ two_factor_enabled: true }).where(eq(users.id, user_id))
  const session = { user_id, token: user_id, expires_at: new Date('2099-01-01') }
  await world.deps.db.insert(sessions).values({ ...session, created_at: LUNCH_TIME, updated_at: LUNCH_TIME })
  return account
}

async function stateOf(user_id: string) {
  const { db } = world.deps
  const [user] = await db.select().from(users).where(eq(users.id, user_id))
  return {
    on: user?.two_factor_enabled,
    kept: await db.$count(two_factors, eq(two_factors.user_id, user_id)),
    sessions: await db.$count(sessions, eq(sessions.user_id, user_id)),
    mails: await db.$count(messages, eq(messages.recipient, user?.email ?? '')),
    log: await db
      .select({ action: audit_log.action, actor: audit_log.actor })
      .from(audit_log)
      .where(eq(audit_log.subject, `user:${user_id}`)),
  }
}
const untouched = { on: true, kept: 1, sessions: 1, mails: 0, log: [] }
const taken = { on: false, kept: 0, sessions: 0, mails: 1 }

describe('who lost the phone and the backup codes', () => {
  test('loses the second step by an owner, is logged out and told; a second press changes nothing', async () => {
    const [ada, lost] = [await owner(), await withSecondStep()]
    expect(await endSecondStep(world.deps, ada, lost.user_id)).toMatchObject({ ok: true })
    const log = [{ action: 'second_step_ended', actor: ada.email }]
    expect(await stateOf(lost.user_id)).toEqual({ ...taken, log })
    expect(await endSecondStep(world.deps, ada, lost.user_id)).toMatchObject({ reason: 'off' })
    expect(await stateOf(lost.user_id)).toEqual({ ...taken, log })
  })

  test('keeps it where another role asks, and an owner takes it from admins only', async () => {
    const [lost, rider] = [await withSecondStep(), await withSecondStep('rider')]
    const support = await insertAccount(world.deps.db, 'admin', { admin_role: 'support' })
    for (const [actor, user_id] of [
      [support, lost.user_id],
      [rider, lost.user_id],
      [await owner(), rider.user_id],
      [await owner(), crypto.randomUUID()],
    ] as const) {
      expect(await endSecondStep(world.deps, actor, user_id)).toMatchObject({ reason: 'not_found' })
    }
    expect(await stateOf(lost.user_id)).toEqual(untouched)
    expect(await stateOf(rider.user_id)).toEqual(untouched)
  })

  test('loses it by the command, whoever it is and however the address is typed', async () => {
    const rider = await withSecondStep('rider')
    const typed = ` ${rider.email.toUpperCase()} `
    expect(await endSecondStepByCommand(world.deps, typed)).toMatchObject({ value: { email: rider.email } })
    const log = [{ action: 'second_step_ended', actor: 'command' }]
    expect(await stateOf(rider.user_id)).toEqual({ ...taken, log })
    expect(await endSecondStepByCommand(world.deps, rider.email)).toMatchObject({ reason: 'off' })
    expect(await endSecondStepByCommand(world.deps, 'nobody@example.com')).toMatchObject({ reason: 'not_found' })
  })
})
