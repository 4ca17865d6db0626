import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { quick_passwords } from '../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { messages } from '../notifications/tables.ts'
import { admitSignIn } from './admit-sign-in.ts'
import { changePassword } from './change-password.ts'
import { deviceWords } from './device-words.ts'
import { isKnownDevice, rememberDevice } from './known-devices.ts'
import { endOtherSessions, endSession, ownSessions } from './own-sessions.ts'
import { newToken } from './secrets.ts'
import { credentials, known_devices, sessions, verifications } from './tables.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

const world = await worldOfFile()
const deps = { ...world.deps, passwords: quick_passwords }

const mailsTo = async (email: string) =>
  (await deps.db.select().from(messages).where(eq(messages.recipient, email))).map((mail) => mail.subject)
const idsOf = async (user_id: string) =>
  (await deps.db.select().from(sessions).where(eq(sessions.user_id, user_id))).map((row) => row.id).sort()

/** Somebody who is logged in with this many browsers; the first one is theirs. */
async function loggedIn(browsers: number) {
  const account = await insertAccount(deps.db, 'rider')
  const device = newToken()
  await rememberDevice(deps, { ...account, device, user_agent: PHONE })
  const now = deps.clock.now()
  const rows = Array.from({ length: browsers }, (_, at) => ({
    user_id: account.user_id,
    token: randomUUID(),
    user_agent: at === 0 ? PHONE : null,
    expires_at: new Date(now.getTime() + 1e9),
    created_at: now,
    updated_at: new Date(now.getTime() + at * 1000),
  }))
  const made = await deps.db.insert(sessions).values(rows).returning({ id: sessions.id })
  const ids = made.map((row) => row.id)
  return { ...account, ids, device, session_id: ids[0] ?? '' }
}

describe('own sessions', () => {
  test('are listed with this one first, without those that are over and those of others', async () => {
    const ada = await loggedIn(3)
    await loggedIn(1)
    await deps.db
      .update(sessions)
      .set({ expires_at: deps.clock.now() })
      .where(eq(sessions.id, ada.ids[1] ?? ''))
    expect(await ownSessions(deps, ada)).toMatchObject([
      { id: ada.ids[0], is_this: true, device: 'Chrome on Android' },
      { id: ada.ids[2], is_this: false, device: 'An unknown browser' },
    ])
  })

  test('end one by one, never somebody else’s nor this very one', async () => {
    const [ada, bisi] = [await loggedIn(3), await loggedIn(2)]
    for (const id of [...bisi.ids, ada.session_id, randomUUID(), 'x', '']) {
      expect(await endSession(deps, ada, id)).toMatchObject({ ok: false, reason: 'not_found' })
    }
    expect(await idsOf(bisi.user_id)).toHaveLength(2)
    expect(await endSession(deps, ada, ada.ids[1] ?? '')).toMatchObject({ ok: true })
    expect(await endSession(deps, ada, ada.ids[1] ?? '')).toMatchObject({ reason: 'not_found' })
    expect(await idsOf(ada.user_id)).toEqual([ada.ids[0], ada.ids[2]].sort())
  })

  test('end all but this one, and every other browser is a stranger then', async () => {
    const [ada, bisi] = [await loggedIn(4), await loggedIn(2)]
    const other = newToken()
    await rememberDevice(deps, { ...ada, device: other, user_agent: '' })
    await deps.db.transaction((tx) => endOtherSessions(tx, ada))
    expect(await idsOf(ada.user_id)).toEqual([ada.session_id])
    expect(await idsOf(bisi.user_id)).toHaveLength(2)
    expect(await isKnownDevice(deps.db, ada.email, ada.device)).toBe(true)
    expect(await isKnownDevice(deps.db, ada.email, other)).toBe(false)
  })
})

describe('a browser', () => {
  test('that is new is told to the owner, once, and not the first one of an account', async () => {
    const ada = await insertAccount(deps.db, 'vendor')
    const [first, second] = [newToken(), newToken()]
    const comes = (device: string) => rememberDevice(deps, { ...ada, device, user_agent: PHONE })
    await comes(first)
    await comes(first)
    expect(await mailsTo(ada.email)).toEqual([])
    await comes(second)
    await comes(second)
    await comes(first)
    expect(await mailsTo(ada.email)).toEqual(['New login to your ChowGate account'])
  })

  test('is known for its own account only, and the oldest of very many is forgotten', async () => {
    const [ada, bisi] = [await loggedIn(1), await loggedIn(1)]
    expect(await isKnownDevice(deps.db, ada.email, ada.device)).toBe(true)
    expect(await isKnownDevice(deps.db, bisi.email, ada.device)).toBe(false)
    expect(await isKnownDevice(deps.db, ada.email, null)).toBe(false)
    for (let login = 0; login < 25; login++) {
      world.clock.advance(1)
      await rememberDevice(deps, { ...ada, device: newToken(), user_agent: '' })
    }
    const kept = await deps.db.select().from(known_devices).where(eq(known_devices.user_id, ada.user_id))
    expect(kept).toHaveLength(20)
    expect(await isKnownDevice(deps.db, ada.email, ada.device)).toBe(false)
  })

  test.each([
    [PHONE, 'Chrome on Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
        'Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on an iPhone',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 ' +
        'Safari/537.36 Edg/131.0.0.0',
      'Edge on Windows',
    ],
    ['curl/8.5.0', 'An unknown browser'],
    [null, 'An unknown browser'],
  ])('is named in words: %s', (user_agent, words) => {
    expect(deviceWords(user_agent)).toBe(words)
  })
})

describe('a new password', () => {
  const change = (
    owner: Awaited<ReturnType<typeof loggedIn>>,
    password = 'new-amala-pot',
    { current = PASSWORD, confirmation = password } = {},
  ) => changePassword(deps, owner, { current, password, confirmation })
  const worksFor = async (user_id: string, password: string) => {
    const [row] = await deps.db.select().from(credentials).where(eq(credentials.user_id, user_id))
    return quick_passwords.verify(password, row?.password ?? '')
  }

  test('ends the other sessions and half-done sign-ins, keeps this one, and the owner is told', async () => {
    const [ada, bisi] = [await loggedIn(3), await loggedIn(1)]
    const now = deps.clock.now()
    const half_way = { identifier: '2fa', expires_at: now, created_at: now, updated_at: now }
    await deps.db.insert(verifications).values({ ...half_way, value: ada.user_id })
    for (let attempt = 0; attempt < 6; attempt++) await admitSignIn(deps, { ...ada, address: 'here', device: null })
    expect(await change(ada)).toMatchObject({ ok: true })
    expect(await idsOf(ada.user_id)).toEqual([ada.session_id])
    expect(await idsOf(bisi.user_id)).toHaveLength(1)
    expect(await deps.db.select().from(verifications).where(eq(verifications.value, ada.user_id))).toEqual([])
    expect((await admitSignIn(deps, { ...ada, address: 'here', device: null })).ok).toBe(true)
    expect(await mailsTo(ada.email)).toEqual(['Your ChowGate password was changed'])
    expect([await worksFor(ada.user_id, 'new-amala-pot'), await worksFor(ada.user_id, PASSWORD)]).toEqual([true, false])
  })

  test('needs the present one, and must be another, safe and typed twice', async () => {
    const ada = await loggedIn(2)
    const refusals = [
      [await change(ada, 'new-amala-pot', { current: 'not-mine' }), 'current'],
      [await change(ada, PASSWORD), 'password'],
      [await change(ada, 'short'), 'password'],
      [await change(ada, 'password1'), 'password'],
      [await change(ada, 'new-amala-pot', { confirmation: 'new-amala-pan' }), 'confirmation'],
    ] as const
    for (const [answer, field] of refusals) {
      expect(answer).toMatchObject({
        ok: false,
        reason: 'fields',
        details: { [field]: expect.any(String) },
      })
    }
    expect(await idsOf(ada.user_id)).toHaveLength(2)
    expect(await mailsTo(ada.email)).toEqual([])
  })

  test('is set once by two at once, and a second press of the button hears that it is set', async () => {
    const ada = await loggedIn(1)
    const answers = await Promise.all(['new-amala-pot', 'new-amala-pan'].map((password) => change(ada, password)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    const chosen = answers[0]?.ok ? 'new-amala-pot' : 'new-amala-pan'
    expect(await change(ada, chosen)).toMatchObject({ ok: true })
    expect(await mailsTo(ada.email)).toHaveLength(1)
  })
})
