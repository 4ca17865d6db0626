import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findActor } from '../../domain/accounts/find-actor.ts'
import { spendCode } from '../../domain/accounts/spend-code.ts'
import * as tables from '../../domain/accounts/tables.ts'
import { system_clock } from '../../domain/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { cookiesAfter, insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { nextTotp, totp } from '../../test/totp.ts'
import { betterAuthSignIn } from './better-auth.ts'
import type { Cookies, SignInService } from './sign-in-service.ts'

let database: TestDatabase
let auth: SignInService
const complaints: string[] = []
const open = (public_url: string) =>
  betterAuthSignIn({
    db: database.db,
    tables,
    public_url,
    secret: 'a secret of the tests, long enough to be one',
    async refuse(user_id) {
      const found = await findActor(database.db, user_id)
      return found.ok ? null : found.reason
    },
    spendCode: (used) => spendCode({ db: database.db, clock: system_clock }, used),
    complain: (message) => complaints.push(message),
  })
beforeAll(async () => {
  database = await createTestDatabase()
  auth = open('http://localhost:3000')
})
afterAll(async () => {
  await database.close()
  expect(complaints).toEqual([])
})

const headersWith = (...answers: Cookies[]) => {
  const responses = answers.map((cookies) => {
    const headers = new Headers()
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    return new Response(null, { headers })
  })
  return new Headers({ cookie: cookiesAfter(...responses) })
}

/** Logs in with the password; answers the headers that the browser then sends. */
async function signedIn(email: string) {
  const tried = await auth.signIn(new Headers(), { email, password: PASSWORD })
  if (tried.outcome !== 'signed_in') throw new Error(tried.outcome)
  return headersWith(tried.cookies)
}

/** An account with two steps; answers its secret, its backup codes and a browser that is logged in. */
async function withTwoSteps() {
  const { email, user_id } = await insertAccount(database.db, 'vendor')
  const before = await signedIn(email)
  const begun = await auth.two_factor.begin(before, PASSWORD)
  if (typeof begun === 'string') throw new Error(begun)
  const secret = new URL(begun.uri).searchParams.get('secret') ?? ''
  const cookies = await auth.two_factor.confirm(before, totp(secret))
  if (!cookies) throw new Error('the code was wrong')
  return { email, user_id, secret, backup_codes: begun.backup_codes, headers: headersWith(cookies), before }
}

async function halfWay(email: string) {
  const tried = await auth.signIn(new Headers(), { email, password: PASSWORD })
  if (tried.outcome !== 'second_factor') throw new Error(tried.outcome)
  return headersWith(tried.cookies)
}

describe('cookies', () => {
  test('are bound to the host and to https where there is https', async () => {
    const { email } = await insertAccount(database.db, 'rider')
    const tried = await open('https://chowgate.example').signIn(new Headers(), { email, password: PASSWORD })
    const [cookie = ''] = tried.outcome === 'signed_in' ? tried.cookies : []
    expect(cookie).toMatch(/^__Host-chowgate\.session_token=/)
    for (const attribute of [/; Secure/, /; HttpOnly/, /; SameSite=Lax/, /; Path=\/(;|$)/]) {
      expect(cookie).toMatch(attribute)
    }
    expect(cookie).not.toMatch(/Domain/)
  })

  test('work on http for development', async () => {
    const { email } = await insertAccount(database.db, 'rider')
    const tried = await auth.signIn(new Headers(), { email, password: PASSWORD })
    const [cookie = ''] = tried.outcome === 'signed_in' ? tried.cookies : []
    expect(cookie).toMatch(/^chowgate\.session_token=/)
    expect(cookie).not.toMatch(/Secure/)
  })

  test('that are forged or made with another secret are nobody', async () => {
    const { email } = await insertAccount(database.db, 'rider')
    const genuine = (await signedIn(email)).get('cookie') ?? ''
    expect(await auth.session(new Headers({ cookie: genuine }))).not.toBe(null)
    for (const cookie of ['', 'chowgate.session_token=', genuine.slice(0, -8), genuine.replace(/\..*/, '')]) {
      expect(await auth.session(new Headers({ cookie }))).toBe(null)
    }
  })
})

describe('a session', () => {
  test('ends with the logout, which may be repeated', async () => {
    const { email } = await insertAccount(database.db, 'rider')
    const headers = await signedIn(email)
    const removal = await auth.signOut(headers)
    expect(removal.every((cookie) => /max-age=0/i.test(cookie))).toBe(true)
    expect(await auth.session(headers)).toBe(null)
    await auth.signOut(headers)
    await auth.signOut(new Headers())
  })

  test('keeps no address of who logged in', async () => {
    const { email, user_id } = await insertAccount(database.db, 'rider')
    const headers = new Headers({ 'x-forwarded-for': '203.0.113.7' })
    await auth.signIn(headers, { email, password: PASSWORD })
    const [row] = await database.db.select().from(tables.sessions).where(eq(tables.sessions.user_id, user_id))
    expect(row?.ip_address).toBe('')
  })
})

describe('two steps', () => {
  test('need the password and a right code to begin', async () => {
    const { email, user_id } = await insertAccount(database.db, 'vendor')
    const headers = await signedIn(email)
    expect(await auth.two_factor.begin(headers, 'wrong')).toBe('wrong_password')
    const begun = await auth.two_factor.begin(headers, PASSWORD)
    expect(begun).toMatchObject({ uri: expect.stringMatching(/^otpauth:\/\/totp\/ChowGate:/) })
    expect(await auth.two_factor.confirm(headers, '000000')).toBe(null)
    // Unconfirmed, it is not in force: closing the page locks nobody out.
    expect((await auth.signIn(new Headers(), { email, password: PASSWORD })).outcome).toBe('signed_in')
    const [row] = await database.db.select().from(tables.two_factors).where(eq(tables.two_factors.user_id, user_id))
    const secret = typeof begun === 'string' ? '' : (new URL(begun.uri).searchParams.get('secret') ?? '')
    expect(row?.secret).not.toContain(secret)
    expect(JSON.stringify(row)).not.toContain(typeof begun === 'string' ? '' : begun.backup_codes[0])
  })

  test('end every other session when they are turned on, and cannot be set up twice', async () => {
    const { email } = await insertAccount(database.db, 'vendor')
    const [here, elsewhere] = [await signedIn(email), await signedIn(email)]
    const begun = await auth.two_factor.begin(here, PASSWORD)
    if (typeof begun === 'string') throw new Error(begun)
    const cookies = await auth.two_factor.confirm(here, totp(new URL(begun.uri).searchParams.get('secret') ?? ''))
    expect(await auth.session(headersWith(cookies ?? []))).not.toBe(null)
    expect(await auth.session(elsewhere)).toBe(null)
    expect(await auth.two_factor.begin(headersWith(cookies ?? []), PASSWORD)).toBe('already_on')
  })

  test('let nobody in with the password alone', async () => {
    const { email } = await withTwoSteps()
    const half_way = await halfWay(email)
    expect(await auth.session(half_way)).toBe(null)
  })

  test('let in with the code', async () => {
    const { email, user_id, secret } = await withTwoSteps()
    const half_way = await halfWay(email)
    expect(await auth.confirmSignIn(half_way, { kind: 'code', code: '12' })).toEqual({
      outcome: 'wrong_code',
    })
    const entered = await auth.confirmSignIn(half_way, { kind: 'code', code: nextTotp(secret) })
    expect(entered).toMatchObject({ outcome: 'signed_in', user_id })
    expect(await auth.session(headersWith(entered.outcome === 'signed_in' ? entered.cookies : []))).not.toBe(null)
  })

  test('take each backup code once', async () => {
    const { email, backup_codes } = await withTwoSteps()
    const factor = { kind: 'backup_code', code: backup_codes[0] ?? '' } as const
    expect((await auth.confirmSignIn(await halfWay(email), factor)).outcome).toBe('signed_in')
    expect((await auth.confirmSignIn(await halfWay(email), factor)).outcome).toBe('wrong_code')
  })

  test.each(['code', 'backup_code'] as const)(
    'let in once by one %s, also when it comes eight times at once',
    async (kind) => {
      const { email, secret, backup_codes } = await withTwoSteps()
      const half_ways = await Promise.all(Array.from({ length: 8 }, () => halfWay(email)))
      const code = kind === 'code' ? nextTotp(secret) : (backup_codes[0] ?? '')
      const answers = await Promise.all(half_ways.map((half_way) => auth.confirmSignIn(half_way, { kind, code })))
      const outcomes = answers.map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'signed_in')).toHaveLength(1)
      expect(new Set(outcomes)).not.toContain('locked')
      const later = await auth.confirmSignIn(await halfWay(email), { kind, code })
      expect(later.outcome).toBe(kind === 'code' ? 'start_again' : 'wrong_code')
    },
  )

  test('take another code of the app after one was used, and none that turned them on', async () => {
    const { email, secret } = await withTwoSteps()
    const first = { kind: 'code', code: totp(secret) } as const
    expect((await auth.confirmSignIn(await halfWay(email), first)).outcome).toBe('start_again')
    const next = { kind: 'code', code: nextTotp(secret) } as const
    expect((await auth.confirmSignIn(await halfWay(email), next)).outcome).toBe('signed_in')
  })

  test('take no old backup code once there are new ones', async () => {
    const { email, backup_codes, headers } = await withTwoSteps()
    expect(await auth.two_factor.renewBackupCodes(headers, 'wrong')).toBe(null)
    const renewed = await auth.two_factor.renewBackupCodes(headers, PASSWORD)
    expect(renewed).toHaveLength(10)
    const old = { kind: 'backup_code', code: backup_codes[1] ?? '' } as const
    expect((await auth.confirmSignIn(await halfWay(email), old)).outcome).toBe('wrong_code')
  })

  test('ask for the password again after five wrong codes, and lock after ten', async () => {
    const { email, secret } = await withTwoSteps()
    const wrong = { kind: 'code', code: '000000' } as const
    const first = await halfWay(email)
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await auth.confirmSignIn(first, wrong)).outcome).toBe('wrong_code')
    }
    const right = () => ({ kind: 'code', code: nextTotp(secret) }) as const
    expect((await auth.confirmSignIn(first, right())).outcome).toBe('start_again')
    const second = await halfWay(email)
    for (let attempt = 0; attempt < 5; attempt++) await auth.confirmSignIn(second, wrong)
    expect((await auth.confirmSignIn(await halfWay(email), right())).outcome).toBe('locked')
  })

  test('cannot be finished by who never began', async () => {
    const { secret } = await withTwoSteps()
    const answer = await auth.confirmSignIn(new Headers(), { kind: 'code', code: totp(secret) })
    expect(answer.outcome).toBe('start_again')
  })

  test('say nothing about a code to who has a session and no password', async () => {
    const { email, secret, headers } = await withTwoSteps()
    for (const code of ['000000', nextTotp(secret)]) {
      expect((await auth.confirmSignIn(headers, { kind: 'code', code })).outcome).toBe('start_again')
    }
    // A kitchen's tablet is logged in too, while somebody logs in at it.
    const half_way = await halfWay(email)
    const tablet = await signedIn((await insertAccount(database.db, 'vendor')).email)
    half_way.set('cookie', `${tablet.get('cookie')}; ${half_way.get('cookie')}`)
    const entered = await auth.confirmSignIn(half_way, { kind: 'code', code: nextTotp(secret) })
    expect(entered.outcome).toBe('signed_in')
  })

  test('cannot be finished for an account that was suspended in between', async () => {
    const { email, user_id, secret } = await withTwoSteps()
    const half_way = await halfWay(email)
    await database.db.update(tables.users).set({ suspended_at: new Date() }).where(eq(tables.users.id, user_id))
    const answer = await auth.confirmSignIn(half_way, { kind: 'code', code: nextTotp(secret) })
    expect(answer).toEqual({ outcome: 'not_allowed', reason: 'suspended' })
  })

  test('are turned off with the password only', async () => {
    const { email, headers } = await withTwoSteps()
    expect(await auth.two_factor.turnOff(headers, 'wrong')).toBe(null)
    expect(await auth.two_factor.turnOff(headers, PASSWORD)).not.toBe(null)
    expect((await auth.signIn(new Headers(), { email, password: PASSWORD })).outcome).toBe('signed_in')
  })
})

test('a code of the app is checked for somebody who is logged in, once, and begins no session', async () => {
  const { user_id, secret, headers } = await withTwoSteps()
  const sessions = () => database.db.$count(tables.sessions, eq(tables.sessions.user_id, user_id))
  const before = await sessions()
  expect(await auth.two_factor.check(headers, user_id, '000000')).toBe(false)
  const code = nextTotp(secret)
  const others = await withTwoSteps()
  expect(await auth.two_factor.check(others.headers, user_id, nextTotp(others.secret))).toBe(false)
  expect(await auth.two_factor.check(headers, user_id, code)).toBe(true)
  expect(await auth.two_factor.check(headers, user_id, code)).toBe(false)
  expect(await sessions()).toBe(before)
})
