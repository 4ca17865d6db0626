import { afterAll, beforeAll, expect, test } from 'vitest'
import { betterAuthSignIn } from '../adapters/accounts/better-auth.ts'
import type { Cookies } from '../adapters/accounts/sign-in-service.ts'
import * as tables from '../domain/accounts/tables.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { cookiesAfter, insertAccount, PASSWORD } from '../test/sign-in.ts'
import { nextTotp, totp } from '../test/totp.ts'
import { carrySecondSteps } from './carry-second-steps.ts'

const secrets = { before: 'the secret of before, long enough to be one', now: 'a new secret, which is long enough too' }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(2)
})
afterAll(() => database.close())

/** Logging in with the app started with this secret. */
const under = (secret: string) =>
  betterAuthSignIn({
    ...{ db: database.db, tables, secret, public_url: 'http://localhost:3000' },
    refuse: async () => null,
    spendCode: async () => true,
    complain: () => {},
  })

function sentBack(cookies: Cookies): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Headers({ cookie: cookiesAfter(new Response(null, { headers })) })
}

test('after a change of SESSION_SECRET the codes let in once they were carried over, and not before', async () => {
  const [old, changed] = [under(secrets.before), under(secrets.now)]
  const { email } = await insertAccount(database.db, 'vendor')
  const halfWay = async () => {
    const tried = await changed.signIn(new Headers(), { email, password: PASSWORD })
    return sentBack('cookies' in tried ? tried.cookies : [])
  }
  const here = await old.signIn(new Headers(), { email, password: PASSWORD })
  const browser = sentBack('cookies' in here ? here.cookies : [])
  const begun = await old.two_factor.begin(browser, PASSWORD)
  if (typeof begun === 'string') throw new Error(begun)
  const secret = new URL(begun.uri).searchParams.get('secret') ?? ''
  expect(await old.two_factor.confirm(browser, totp(secret))).not.toBe(null)

  const code = { kind: 'code', code: nextTotp(secret) } as const
  await expect(halfWay().then((headers) => changed.confirmSignIn(headers, code))).rejects.toThrow()
  expect(await carrySecondSteps(database.url, { before: 'a secret that never was one of this app', now: 'x' })).toBe(0)
  expect(await carrySecondSteps(database.url, secrets)).toBe(1)
  expect(await carrySecondSteps(database.url, secrets)).toBe(0)
  expect(await changed.confirmSignIn(await halfWay(), code)).toMatchObject({ outcome: 'signed_in' })
  const backup = { kind: 'backup_code', code: begun.backup_codes[0] ?? '' } as const
  expect(await changed.confirmSignIn(await halfWay(), backup)).toMatchObject({ outcome: 'signed_in' })
})
