import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { worldOfFile } from '../../test/world.ts'
import { vendors } from '../catalog/tables.ts'
import { riders } from '../delivery/tables.ts'
import { registerAccount } from './register-account.ts'
import { credentials, users } from './tables.ts'

const world = await worldOfFile()
const deps = { ...world.deps, passwords: quick_passwords }

const form = (changes: Partial<{ email: string; password: string; role: string }> = {}) => ({
  email: `${randomUUID()}@example.com`,
  password: 'amala-and-ewedu',
  role: 'vendor',
  ...changes,
})

const usersOf = (email: string) => deps.db.select().from(users).where(eq(users.email, email))

describe('a registration', () => {
  test('makes a vendor account with its vendor row', async () => {
    const input = form()
    expect(await registerAccount(deps, input)).toEqual({ ok: true, value: { email: input.email } })
    const [user] = await usersOf(input.email)
    expect(user).toMatchObject({ role: 'vendor', two_factor_enabled: false, suspended_at: null })
    const [vendor] = await deps.db
      .select()
      .from(vendors)
      .where(eq(vendors.user_id, user?.id ?? ''))
    expect(vendor).toMatchObject({ email: input.email, name: null, status: 'Pending' })
    expect(
      await deps.db
        .select()
        .from(riders)
        .where(eq(riders.user_id, user?.id ?? '')),
    ).toEqual([])
  })

  test('makes a rider account with its rider row', async () => {
    const input = form({ role: 'rider' })
    await registerAccount(deps, input)
    const [user] = await usersOf(input.email)
    const [rider] = await deps.db
      .select()
      .from(riders)
      .where(eq(riders.user_id, user?.id ?? ''))
    expect(rider).toMatchObject({ email: input.email, status: 'Pending' })
    expect(
      await deps.db
        .select()
        .from(vendors)
        .where(eq(vendors.user_id, user?.id ?? '')),
    ).toEqual([])
  })

  test('keeps the mail address in lower case and no readable password', async () => {
    const input = form({ email: `  ADA-${randomUUID()}@Example.com ` })
    await registerAccount(deps, input)
    const [user] = await usersOf(input.email.trim().toLowerCase())
    const [credential] = await deps.db
      .select()
      .from(credentials)
      .where(eq(credentials.user_id, user?.id ?? ''))
    expect(credential?.password).not.toContain(input.password)
    expect(await quick_passwords.verify(input.password, credential?.password ?? '')).toBe(true)
  })

  test('leaves nothing behind when the row of its role cannot be made', async () => {
    const input = form()
    const failing = {
      ...deps,
      announce: async () => {
        throw new Error('the database is full')
      },
    }
    await expect(registerAccount(failing, input)).rejects.toThrow('the database is full')
    expect(await usersOf(input.email)).toEqual([])
  })

  test('pressed twenty times at once makes one account, and every press is told so', async () => {
    const input = form({ role: 'rider' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => registerAccount(deps, input)))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(await usersOf(input.email)).toHaveLength(1)
  })
})

describe('refused are', () => {
  const refused: [string, Partial<{ email: string; password: string; role: string }>, Record<string, RegExp>][] = [
    [
      'an empty form',
      { email: '', password: '', role: '' },
      { email: /enter/, password: /8/, role: /vendor or a rider/ },
    ],
    ['no mail address', { email: 'ada@' }, { email: /cannot receive mail/ }],
    ['a mail address without end', { email: `${'a'.repeat(300)}@example.com` }, { email: /too long/ }],
    ['a short password', { password: 'seven77' }, { password: /at least 8/ }],
    ['a password without end', { password: 'x1'.repeat(100) }, { password: /at most 128/ }],
    ['the commonest password', { password: 'Password123' }, { password: /first passwords/ }],
    ['one letter', { password: 'aaaaaaaaaa' }, { password: /first passwords/ }],
    [
      'the mail address as password',
      { email: 'ada.obi.cooks@example.com', password: 'Ada.Obi.Cooks' },
      { password: /not your mail/ },
    ],
    ['an admin', { role: 'admin' }, { role: /vendor or a rider/ }],
    ['another role', { role: 'owner' }, { role: /vendor or a rider/ }],
  ]
  test.each(refused)('%s', async (_, changes, expected) => {
    const input = form(changes)
    const answer = await registerAccount(deps, input)
    expect(answer).toMatchObject({ ok: false, reason: 'fields' })
    const errors = answer.ok || answer.reason !== 'fields' ? {} : answer.details
    expect(Object.keys(errors).sort()).toEqual(Object.keys(expected).sort())
    for (const [field, words] of Object.entries(expected)) {
      expect(errors[field as keyof typeof errors]).toMatch(words)
    }
    expect(await usersOf(input.email)).toEqual([])
  })

  test('a mail address that has an account, in any writing, whatever the password or the role', async () => {
    const input = form()
    await registerAccount(deps, input)
    for (const again of [
      { ...input, password: 'another-password' },
      { ...input, role: 'rider' },
      { ...input, email: input.email.toUpperCase(), password: 'another-password' },
    ]) {
      expect(await registerAccount(deps, again)).toMatchObject({ ok: false, reason: 'email_taken' })
    }
    expect(await usersOf(input.email)).toHaveLength(1)
  })

  test('the same registration again, once ten minutes are over', async () => {
    const input = form()
    await registerAccount(deps, input)
    world.clock.advance(601)
    expect(await registerAccount(deps, input)).toMatchObject({ ok: false, reason: 'email_taken' })
  })
})
