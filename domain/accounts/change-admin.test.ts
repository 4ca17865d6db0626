import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { LUNCH_TIME, worldOfFile } from '../../test/world.ts'
import type { AdminRole } from '../admin-roles.ts'
import { audit_log } from '../audit/tables.ts'
import { messages } from '../notifications/tables.ts'
import { changeAdminRole, endAdmin, restoreAdmin } from './change-admin.ts'
import { findActor } from './find-actor.ts'
import { listAdmins } from './list-admins.ts'
import { inviteAdmin } from './make-admin.ts'
import { setNewPassword } from './set-new-password.ts'
import { known_devices, sessions, users } from './tables.ts'

const world = await worldOfFile()
beforeEach(async () => {
  world.clock.set(LUNCH_TIME)
  await world.deps.db.delete(users).where(eq(users.role, 'admin'))
})

const adminAs = (admin_role: AdminRole) => insertAccount(world.deps.db, 'admin', { admin_role })
const roleOf = async (user_id: string) => {
  const found = await findActor(world.deps.db, user_id)
  return found.ok ? found.value.actor.admin_role : found.reason
}
const deps = () => ({ ...world.deps, passwords: quick_passwords })

describe('an owner', () => {
  test('gives another role, which holds from the next request on and stands in the audit log', async () => {
    const [owner, other] = [await adminAs('owner'), await adminAs('support')]
    const change = { user_id: other.user_id, admin_role: 'finance' }
    expect(await changeAdminRole(world.deps, owner, change)).toMatchObject({ ok: true })
    expect(await roleOf(other.user_id)).toBe('finance')
    expect(await changeAdminRole(world.deps, owner, change)).toMatchObject({ ok: true })
    const log = await world.deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `user:${other.user_id}`))
    expect(log).toMatchObject([
      { action: 'admin_role_changed', before: { admin_role: 'support' }, after: { admin_role: 'finance' } },
    ])
    const unknown = { user_id: other.user_id, admin_role: 'king' }
    expect(await changeAdminRole(world.deps, owner, unknown)).toMatchObject({ reason: 'bad_role' })
  })

  test('ends somebody, who is logged out at once, and lets them in again', async () => {
    const [owner, other] = [await adminAs('owner'), await adminAs('operations')]
    const session = { user_id: other.user_id, token: other.user_id, expires_at: new Date('2099-01-01') }
    await world.deps.db.insert(sessions).values({ ...session, created_at: LUNCH_TIME, updated_at: LUNCH_TIME })
    expect(await endAdmin(world.deps, owner, other.user_id)).toMatchObject({ ok: true })
    expect(await roleOf(other.user_id)).toBe('suspended')
    expect(await world.deps.db.$count(sessions, eq(sessions.user_id, other.user_id))).toBe(0)
    const listed = (await listAdmins(world.deps.db)).map(({ user_id, ended_at }) => [user_id, ended_at !== null])
    expect(listed).toEqual([
      [owner.user_id, false],
      [other.user_id, true],
    ])
    expect(await restoreAdmin(world.deps, owner, other.user_id)).toMatchObject({ ok: true })
    expect(await roleOf(other.user_id)).toBe('operations')
  })

  test('who is the last one can neither leave nor take a smaller role', async () => {
    const owner = await adminAs('owner')
    const ended_owner = await adminAs('owner')
    await endAdmin(world.deps, owner, ended_owner.user_id)
    const smaller = { user_id: owner.user_id, admin_role: 'support' }
    expect(await changeAdminRole(world.deps, owner, smaller)).toMatchObject({ reason: 'last_owner' })
    expect(await endAdmin(world.deps, owner, owner.user_id)).toMatchObject({ reason: 'last_owner' })
    expect(await roleOf(owner.user_id)).toBe('owner')
  })

  test('is the last one while the other never logged in', async () => {
    const [owner, invited] = [await adminAs('owner'), await adminAs('owner')]
    expect(await endAdmin(world.deps, owner, owner.user_id)).toMatchObject({ reason: 'last_owner' })
    const device = { user_id: invited.user_id, device_hash: 'a browser', signed_in_at: LUNCH_TIME }
    await world.deps.db.insert(known_devices).values(device)
    expect(await endAdmin(world.deps, owner, owner.user_id)).toMatchObject({ ok: true })
  })

  test('of two who end each other at once, one stays', async () => {
    for (let round = 0; round < 5; round++) {
      await world.deps.db.delete(users).where(eq(users.role, 'admin'))
      const [one, other] = [await adminAs('owner'), await adminAs('owner')]
      const answers = await Promise.all([
        endAdmin(world.deps, one, other.user_id),
        endAdmin(world.deps, other, one.user_id),
      ])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      const roles = await Promise.all([roleOf(one.user_id), roleOf(other.user_id)])
      expect(roles.sort()).toEqual(['owner', 'suspended'])
    }
  })

  test('invites by mail; the link in it sets the password once', async () => {
    const owner = await adminAs('owner')
    const invitation = { email: ' Sade@Example.com', name: 'Sade', admin_role: 'finance' }
    expect(await inviteAdmin(deps(), owner, invitation)).toMatchObject({
      ok: true,
      value: { email: 'sade@example.com' },
    })
    const [mail] = await world.deps.db.select().from(messages).where(eq(messages.recipient, 'sade@example.com'))
    expect(mail?.body).toContain(`Sade, ${owner.email} made you an admin of ChowGate: Finance.`)
    const [, token = ''] = /update-password\?token=([\w-]+)/.exec(mail?.body ?? '') ?? []
    const typed = { token, password: PASSWORD, confirmation: PASSWORD }
    expect(await setNewPassword(deps(), typed)).toMatchObject({ ok: true })
    const [user] = await world.deps.db.select().from(users).where(eq(users.email, 'sade@example.com'))
    expect(user).toMatchObject({ role: 'admin', admin_role: 'finance' })
    expect(await inviteAdmin(deps(), owner, invitation)).toMatchObject({ reason: 'email_taken' })
    const nameless = { ...invitation, email: 'x@example.com', name: '', admin_role: '' }
    expect(await inviteAdmin(deps(), owner, nameless)).toMatchObject({
      reason: 'fields',
      details: { name: 'Please enter a name.', admin_role: 'Please choose a role.' },
    })
  })
})

test.each(['operations', 'finance', 'support', 'read_only'] as const)('%s decides about nobody', async (admin_role) => {
  const [owner, other, actor] = [await adminAs('owner'), await adminAs('support'), await adminAs(admin_role)]
  const promotion = { user_id: actor.user_id, admin_role: 'owner' }
  expect(await changeAdminRole(world.deps, actor, promotion)).toMatchObject({ reason: 'not_found' })
  expect(await endAdmin(world.deps, actor, owner.user_id)).toMatchObject({ reason: 'not_found' })
  expect(await restoreAdmin(world.deps, actor, other.user_id)).toMatchObject({ reason: 'not_found' })
  const invitation = { email: 'x@example.com', name: 'X', admin_role: 'owner' }
  expect(await inviteAdmin(deps(), actor, invitation)).toMatchObject({ reason: 'not_found' })
  expect(await roleOf(actor.user_id)).toBe(admin_role)
})

test('whom an older release made an admin looks on, until an owner gives a role', async () => {
  const [owner, other] = [await adminAs('owner'), await adminAs('support')]
  await world.deps.db.update(users).set({ admin_role: null }).where(eq(users.id, other.user_id))
  expect(await roleOf(other.user_id)).toBe('read_only')
  const change = { user_id: other.user_id, admin_role: 'read_only' }
  expect(await changeAdminRole(world.deps, owner, change)).toMatchObject({ ok: true })
})
