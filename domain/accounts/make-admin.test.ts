import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { audit_log } from '../audit/tables.ts'
import { makeAdmin } from './make-admin.ts'
import { setNewPassword } from './set-new-password.ts'
import { credentials, users } from './tables.ts'

const world = await worldOfFile()
const deps = { ...world.deps, passwords: quick_passwords }

const userOf = async (email: string) => (await deps.db.select().from(users).where(eq(users.email, email)))[0]

const canLogIn = async (email: string, password: string) => {
  const [row] = await deps.db
    .select({ hash: credentials.password })
    .from(credentials)
    .innerJoin(users, eq(users.id, credentials.user_id))
    .where(eq(users.email, email))
  return quick_passwords.verify(password, row?.hash ?? '')
}

describe('an admin', () => {
  test('is made with a password, and it is written down that a command did it', async () => {
    const made = await makeAdmin(deps, { email: ' Bisi@Example.com ', name: ' Bisi ', password: PASSWORD })
    expect(made).toEqual({ ok: true, value: { email: 'bisi@example.com', link: null } })
    const user = await userOf('bisi@example.com')
    expect(user).toMatchObject({ role: 'admin', name: 'Bisi', suspended_at: null })
    expect(await canLogIn('bisi@example.com', PASSWORD)).toBe(true)
    const entries = await deps.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.subject, `user:${user?.id}`))
    expect(entries).toMatchObject([
      { user_id: null, actor: 'command', action: 'admin_made', after: { email: 'bisi@example.com' } },
    ])
    expect(JSON.stringify(entries)).not.toContain(PASSWORD)
  })

  test('is made with a link that sets the password once', async () => {
    const made = await makeAdmin(deps, { email: 'tola@example.com', name: 'Tola' })
    const token = made.ok ? (made.value.link?.token ?? '') : ''
    const choice = { token, password: 'a-long-walk-home', confirmation: 'a-long-walk-home' }
    expect(await setNewPassword(deps, choice)).toMatchObject({ ok: true })
    expect(await canLogIn('tola@example.com', 'a-long-walk-home')).toBe(true)
    const again = { ...choice, password: 'another-long-walk', confirmation: 'another-long-walk' }
    expect(await setNewPassword(deps, again)).toMatchObject({ ok: false, reason: 'link' })
  })

  test('waits a day for the link to be used, no longer', async () => {
    const made = await makeAdmin(deps, { email: 'late@example.com', name: 'Late' })
    const token = made.ok ? (made.value.link?.token ?? '') : ''
    world.clock.advance(24 * 3600)
    const choice = { token, password: 'a-long-walk-home', confirmation: 'a-long-walk-home' }
    expect(await setNewPassword(deps, choice)).toMatchObject({ ok: false, reason: 'link' })
  })

  test.each(['vendor', 'rider', 'admin'] as const)(
    'is refused where a %s has the address, which stays what it is',
    async (role) => {
      const { email } = await insertAccount(deps.db, role)
      const refused = await makeAdmin(deps, { email: email.toUpperCase(), name: 'X', password: PASSWORD })
      expect(refused).toMatchObject({ ok: false, reason: 'email_taken' })
      expect(await userOf(email)).toMatchObject({ role })
    },
  )

  test.each([
    ['no address', { email: 'bisi' }, { email: expect.stringMatching(/cannot receive mail/) }],
    ['no name', { name: ' ' }, { name: 'Please enter a name.' }],
    ['a short password', { password: 'short' }, { password: expect.stringMatching(/at least 8/) }],
    ['a common password', { password: 'password123' }, { password: expect.stringMatching(/thief/) }],
    [
      'the address as the password',
      { email: 'long.name@example.com', password: 'long.name' },
      { password: expect.stringMatching(/not your mail address/) },
    ],
  ])('is refused with %s', async (_, change, details) => {
    const input = { email: 'nobody@example.com', name: 'Nobody', password: PASSWORD, ...change }
    expect(await makeAdmin(deps, input)).toMatchObject({ ok: false, reason: 'fields', details })
    expect(await userOf(input.email)).toBeUndefined()
  })
})

test('only the command and the demo make one, and owners invite', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const callers = (name: string) =>
    globSync('{adapters,app,db,demo,domain,server}/**/*.{ts,tsx}', { cwd: root })
      .filter((path) => !/\.test\.ts$/.test(path))
      .filter((path) => new RegExp(`import .*\\b${name}\\b`).test(readFileSync(`${root}/${path}`, 'utf8')))
      .sort()
  expect(callers('makeAdmin')).toEqual(['server/admin-create.ts'])
  expect(callers('inviteAdmin')).toEqual(['app/admin/team/team-action.server.ts'])
  expect(callers('createAccount')).toEqual([
    'demo/accounts.ts',
    'demo/riders.ts',
    'domain/accounts/make-admin.ts',
    'domain/accounts/register-account.ts',
    'domain/catalog/onboarding/make-kitchen.ts',
    'domain/catalog/staff/invite-staff.ts',
    'domain/catalog/staff/join-by-phone.ts',
  ])
})
