import { randomUUID } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { messages } from '../notifications/tables.ts'
import { forgetOld } from '../retention/forget-old.ts'
import { admitSignIn } from './admit-sign-in.ts'
import { askPasswordReset } from './ask-password-reset.ts'
import { rememberDevice } from './known-devices.ts'
import { mailAskedLinks } from './mail-links.ts'
import { isResetLinkValid, setNewPassword } from './set-new-password.ts'
import { credentials, mail_links, sessions, users, verifications } from './tables.ts'

const world = await worldOfFile()
const deps = { ...world.deps, passwords: quick_passwords }

const mailsTo = (email: string) => deps.db.select().from(messages).where(eq(messages.recipient, email))
const tokenIn = (text: string | undefined) => /update-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? ''

/** Asks for a link and answers the token in the mail. */
async function askedToken(email: string): Promise<string> {
  await askPasswordReset(deps, { email })
  await mailAskedLinks(deps)
  const mails = await mailsTo(email)
  return tokenIn(mails.findLast((mail) => mail.dedupe_key.startsWith('new_password:'))?.body)
}

const choose = (token: string, password = 'new-amala-pot', confirmation = password) =>
  setNewPassword(deps, { token, password, confirmation })

const works = async (user_id: string, password: string) => {
  const [row] = await deps.db.select().from(credentials).where(eq(credentials.user_id, user_id))
  return quick_passwords.verify(password, row?.password ?? '')
}

describe('asking for a link', () => {
  test('sends one mail with one link, and keeps no usable token', async () => {
    const { email } = await insertAccount(deps.db, 'vendor')
    await askPasswordReset(deps, { email: email.toUpperCase() })
    expect(await mailAskedLinks(deps)).toBe(1)
    expect(await mailAskedLinks(deps)).toBe(0)
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    const token = tokenIn(mail?.body)
    expect(token).toMatch(/^[\w-]{43}$/)
    const [reset] = await deps.db.select().from(mail_links).where(eq(mail_links.email, email))
    expect(JSON.stringify(reset)).not.toContain(token)
  })

  test('answers and stores the same for an unknown address, which gets no mail', async () => {
    const known = (await insertAccount(deps.db, 'rider')).email
    const unknown = `${randomUUID()}@example.com`
    expect(await askPasswordReset(deps, { email: unknown })).toEqual(await askPasswordReset(deps, { email: known }))
    const stored = await deps.db.select().from(mail_links).where(like(mail_links.email, '%@example.com'))
    const shapeOf = (email: string) => {
      const row = stored.find((reset) => reset.email === email)
      return { ...row, id: null, email: null }
    }
    expect(shapeOf(unknown)).toEqual(shapeOf(known))
    await mailAskedLinks(deps)
    expect(await mailsTo(unknown)).toEqual([])
    expect(await mailsTo(known)).toHaveLength(1)
  })

  test('refuses what is no mail address', async () => {
    expect(await askPasswordReset(deps, { email: 'ada' })).toMatchObject({ ok: false, reason: 'fields' })
    expect(await askPasswordReset(deps, { email: '' })).toMatchObject({ ok: false, reason: 'fields' })
  })

  test('floods no mailbox: five mails an hour, and the answer stays the same', async () => {
    const { email } = await insertAccount(deps.db, 'vendor')
    for (let time = 0; time < 9; time++) expect((await askPasswordReset(deps, { email })).ok).toBe(true)
    await mailAskedLinks(deps)
    expect(await mailsTo(email)).toHaveLength(5)
    world.clock.advance(3601)
    await askPasswordReset(deps, { email })
    await mailAskedLinks(deps)
    expect(await mailsTo(email)).toHaveLength(6)
  })

  test('two workers send one mail', async () => {
    const { email } = await insertAccount(deps.db, 'vendor')
    await askPasswordReset(deps, { email })
    await Promise.all([mailAskedLinks(deps), mailAskedLinks(deps), mailAskedLinks(deps)])
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

describe('the link', () => {
  test('sets the password, ends sessions and half-done sign-ins, forgets failures and tells the owner', async () => {
    const { user_id, email } = await insertAccount(deps.db, 'vendor')
    const now = world.clock.now()
    const later = new Date(now.getTime() + 1e9)
    await deps.db.insert(sessions).values(
      ['one', 'two'].map((device) => ({
        user_id,
        token: `${device} ${user_id}`,
        expires_at: later,
        created_at: now,
        updated_at: now,
      })),
    )
    await deps.db.insert(verifications).values({
      identifier: `2fa-${user_id}`,
      value: user_id,
      expires_at: later,
      created_at: now,
      updated_at: now,
    })
    const who = { email, address: 'here' }
    for (let attempt = 0; attempt < 7; attempt++) await admitSignIn(deps, who)
    expect((await admitSignIn(deps, who)).ok).toBe(false)

    const token = await askedToken(email)
    expect(await isResetLinkValid(deps, token)).toBe(true)
    expect(await choose(token)).toMatchObject({ ok: true })

    expect(await works(user_id, 'new-amala-pot')).toBe(true)
    expect(await works(user_id, PASSWORD)).toBe(false)
    expect(await deps.db.select().from(sessions).where(eq(sessions.user_id, user_id))).toEqual([])
    expect(await deps.db.select().from(verifications).where(eq(verifications.value, user_id))).toEqual([])
    expect((await admitSignIn(deps, who)).ok).toBe(true)
    expect((await mailsTo(email)).map((mail) => mail.subject)).toContain('Your ChowGate password was changed')
  })

  test('counts with the mails of strangers until somebody has chosen a password by one', async () => {
    const { user_id, email } = await insertAccount(deps.db, 'vendor')
    await deps.db.update(users).set({ email_verified: false }).where(eq(users.id, user_id))
    const isApart = async () => (await mailsTo(email)).map(({ dedupe_key }) => dedupe_key.endsWith(':unproven'))
    const token = await askedToken(email)
    expect(await isApart()).toEqual([true])
    expect((await choose(token)).ok).toBe(true)
    const [changed] = await deps.db.select().from(users).where(eq(users.id, user_id))
    expect(changed?.email_verified).toBe(true)
    await askedToken(email)
    expect((await isApart()).sort()).toEqual([false, false, true])
  })

  test('works once, and uses up the others', async () => {
    const { user_id, email } = await insertAccount(deps.db, 'rider')
    const [first, second] = [await askedToken(email), await askedToken(email)]
    expect(first).not.toBe(second)
    expect((await choose(second)).ok).toBe(true)
    expect(await choose(second, 'another-amala')).toMatchObject({ ok: false, reason: 'link' })
    expect(await choose(first, 'another-amala')).toMatchObject({ ok: false, reason: 'link' })
    expect(await works(user_id, 'new-amala-pot')).toBe(true)
  })

  test('pressed ten times at once changes the password once, and every press is told so', async () => {
    const { email } = await insertAccount(deps.db, 'rider')
    const token = await askedToken(email)
    const answers = await Promise.all(Array.from({ length: 10 }, () => choose(token)))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    const told = (await mailsTo(email)).filter((mail) => mail.dedupe_key.startsWith('password_changed:'))
    expect(told).toHaveLength(1)
  })

  test('is dead after an hour', async () => {
    const { user_id, email } = await insertAccount(deps.db, 'vendor')
    const token = await askedToken(email)
    world.clock.advance(3601)
    expect(await isResetLinkValid(deps, token)).toBe(false)
    expect(await choose(token)).toMatchObject({ ok: false, reason: 'link' })
    expect(await works(user_id, PASSWORD)).toBe(true)
  })

  test('survives passwords that differ, are short or unsafe', async () => {
    const { email } = await insertAccount(deps.db, 'vendor')
    const token = await askedToken(email)
    expect(await choose(token, 'new-amala-pot', 'new-amala-pan')).toMatchObject({
      reason: 'fields',
      details: { confirmation: 'Passwords do not match.' },
    })
    expect(await choose(token, 'short')).toMatchObject({
      reason: 'fields',
      details: { password: expect.stringMatching(/8/) },
    })
    expect(await choose(token, 'qwertyuiop')).toMatchObject({ reason: 'fields' })
    expect(await choose(token, email)).toMatchObject({ reason: 'fields' })
    expect((await choose(token)).ok).toBe(true)
  })

  test.each(['', 'x', 'a'.repeat(43), "' or 1=1 --"])('%j is none', async (token) => {
    expect(await isResetLinkValid(deps, token)).toBe(false)
    expect(await choose(token)).toMatchObject({ ok: false, reason: 'link' })
  })
})

test('tidying removes what nobody needs, and nothing else', async () => {
  const { user_id, email } = await insertAccount(deps.db, 'vendor')
  const now = world.clock.now()
  const session = (days: number) => ({
    user_id,
    token: `${days} ${user_id}`,
    expires_at: new Date(now.getTime() + days * 86_400_000),
    created_at: now,
    updated_at: now,
  })
  await deps.db.insert(sessions).values([session(-1), session(1)])
  const token = await askedToken(email)
  await forgetOld(deps)
  expect(await deps.db.select().from(sessions).where(eq(sessions.user_id, user_id))).toMatchObject([
    { token: `1 ${user_id}` },
  ])
  expect(await isResetLinkValid(deps, token)).toBe(true)
  world.clock.advance(86_401)
  await forgetOld(deps)
  expect(await deps.db.select().from(mail_links).where(eq(mail_links.email, email))).toEqual([])
})

test('whoever has a password may come with ever new browsers: the owner hears of five in an hour', async () => {
  const { user_id, email } = await insertAccount(deps.db, 'vendor')
  const comes = async () => {
    const device = randomUUID()
    await rememberDevice(deps, { user_id, email, device, user_agent: 'Mozilla/5.0 (Linux; Android 10) Chrome/130.0' })
  }
  for (let time = 0; time < 9; time++) await comes()
  expect(await mailsTo(email)).toHaveLength(5)
  world.clock.advance(3601)
  await comes()
  expect(await mailsTo(email)).toHaveLength(6)
})
