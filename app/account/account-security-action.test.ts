import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { betterAuthSignIn } from '../../adapters/accounts/better-auth.ts'
import { spendCode } from '../../domain/accounts/spend-code.ts'
import * as tables from '../../domain/accounts/tables.ts'
import { movableClock } from '../../domain/clock.ts'
import { createAtOnce } from '../../server/at-once.ts'
import { databaseOfFile } from '../../test/database.ts'
import { cookiesAfter, insertAccount, PASSWORD } from '../../test/sign-in.ts'
import { totp } from '../../test/totp.ts'
import type { AppServices } from '../services.ts'
import { changeSecurity } from './account-security-action.server.ts'

const { db } = await databaseOfFile()
const clock = movableClock(new Date())
const auth = betterAuthSignIn({
  ...{ db, tables, public_url: 'http://localhost:3000', secret: 'a secret of the tests, long enough to be one' },
  refuse: async () => null,
  spendCode: (used) => spendCode({ db, clock }, used),
  complain: (message) => {
    throw new Error(message)
  },
})
const services = {
  db,
  clock,
  auth,
  enter: createAtOnce(),
  announce: async () => {},
  public_url: 'http://localhost:3000',
} as unknown as AppServices

/** The Cookie header of a browser that got these. */
const sentBack = (cookies: readonly string[]) =>
  cookiesAfter(new Response(null, { headers: cookies.map((cookie): [string, string] => ['set-cookie', cookie]) }))

/** An admin with two steps, and the cookies of their session. */
async function withTwoSteps() {
  const actor = await insertAccount(db, 'admin')
  const tried = await auth.signIn(new Headers(), { email: actor.email, password: PASSWORD })
  if (tried.outcome !== 'signed_in') throw new Error(tried.outcome)
  const first = new Headers({ cookie: sentBack(tried.cookies) })
  const begun = await auth.two_factor.begin(first, PASSWORD)
  if (typeof begun === 'string') throw new Error(begun)
  const secret = new URL(begun.uri).searchParams.get('secret') ?? ''
  const cookies = await auth.two_factor.confirm(first, totp(secret))
  if (!cookies) throw new Error('the code was wrong')
  return { actor, secret, cookie: sentBack(cookies) }
}

test('nobody finds the code of an app by trying with a stolen session, nor with the password too', async () => {
  const { actor, secret, cookie } = await withTwoSteps()
  const right = totp(secret)
  const send = async (fields: Record<string, string>) => {
    const request = new Request('http://localhost/account-security', { method: 'POST', headers: { cookie } })
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const answer = await changeSecurity(services, request, { actor, session_id: '' }, form)
    return 'init' in answer && answer.init?.status !== undefined ? answer.init.status : 200
  }
  const confirm = (code: string) => send({ intent: 'confirm', code })
  const wrong = [...'012345'].map((figure) => figure + right.slice(1)).filter((code) => code !== right)
  const answers = []
  for (const code of [...wrong, ...wrong]) answers.push(await confirm(code))
  expect(answers.slice(0, 5)).toEqual([422, 422, 422, 422, 422])
  expect(new Set(answers.slice(5))).toEqual(new Set([429]))
  expect(await send({ intent: 'begin', password: PASSWORD })).toBe(200)
  expect(await confirm(right)).toBe(429)
  clock.set(new Date(clock.now().getTime() + 3_600_000))
  expect(await confirm(totp(secret))).toBe(200)
})

test.each(['end_others', 'change_password'])('a copy of the cookie is worth nothing after %s', async (intent) => {
  const { user_id, email } = await insertAccount(db, 'rider')
  const actor = { user_id, email, role: 'rider' } as const
  const tried = await auth.signIn(new Headers(), { email, password: PASSWORD })
  const headers = new Headers({ cookie: sentBack(tried.outcome === 'signed_in' ? tried.cookies : []) })
  const before = await auth.session(headers)
  const session_id = before?.session_id ?? ''
  await db.update(tables.sessions).set({ acts_for: user_id }).where(eq(tables.sessions.id, session_id))
  const form = new FormData()
  const typed = { intent, current: PASSWORD, password: 'new-amala-pot', confirmation: 'new-amala-pot' }
  for (const [name, value] of Object.entries(typed)) form.set(name, value)
  const request = new Request('http://localhost/account-security', { method: 'POST', headers })
  const answer = await changeSecurity(services, request, { actor, session_id }, form)
  const cookies = 'init' in answer ? new Headers(answer.init?.headers).getSetCookie() : []

  expect(await auth.session(headers)).toBeNull()
  const now = await auth.session(new Headers({ cookie: sentBack(cookies) }))
  expect(now?.user_id).toBe(user_id)
  expect(now?.session_id).not.toBe(session_id)
  const rows = await db.select().from(tables.sessions).where(eq(tables.sessions.user_id, user_id))
  expect(rows.map(({ id, acts_for }) => [id, acts_for])).toEqual([[now?.session_id, user_id]])
})
