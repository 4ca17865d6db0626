import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { makeOwnCode } from '../../../domain/promotions/referrals/own-code.ts'
import { REFERRALS } from '../../../domain/promotions/referrals/referral-settings.ts'
import { promotions } from '../../../domain/promotions/tables.ts'
import { settings } from '../../../domain/settings/tables.ts'
import { createRateLimit } from '../../../server/rate-limit.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import { VISITOR_HEADER } from '../../request/visitor.ts'
import { type AppServices, services_context } from '../../services.ts'
import { loader } from './friend.tsx'
import { friendCodeHeader, readFriendCode } from './friend-cookie.server.ts'

const { db } = await databaseOfFile()
const limit = createRateLimit(db, 'a secret of 32 letters for tests.')
const public_url = 'http://localhost'
const services = { db, public_url, allow: limit.allow, isHeld: limit.isHeld } as unknown as AppServices

const offered = (value: 'yes' | 'no') =>
  db
    .insert(settings)
    .values({ key: REFERRALS.key, value: { ...REFERRALS.default, offered: value } })
    .onConflictDoUpdate({ target: settings.key, set: { value: { ...REFERRALS.default, offered: value } } })
beforeEach(() => offered('yes'))

async function codeOf(phone: string): Promise<string> {
  await db.transaction((tx) => makeOwnCode(tx, phone, LUNCH_TIME))
  const [own] = await db.select().from(promotions).where(eq(promotions.owner_phone, phone))
  return own?.code ?? ''
}

/** Opens a link, as a browser that keeps this cookie; answers what it shows, and the code that it keeps then. */
async function opens(campus: string, code: string, cookie = '') {
  const context = new RouterContextProvider()
  context.set(services_context, services)
  const request = new Request(`${public_url}/friend/${code}`, { headers: { cookie, [VISITOR_HEADER]: campus } })
  const args = { request, params: { code }, context } as unknown as Parameters<typeof loader>[0]
  const { data, init } = await loader(args)
  const kept = new Headers(init?.headers).get('set-cookie') ?? cookie
  const [pair = ''] = kept.split(';')
  const keeps = await readFriendCode(new Request(public_url, { headers: { cookie: pair } }))
  return { status: init?.status ?? 200, title: data.title, keeps }
}

test('a code that has ended, and every code while no friends are brought, are counted for nobody', async () => {
  const code = await codeOf('+2348031234501')
  const old = await codeOf('+2348031234502')
  await db.update(promotions).set({ status: 'Ended', ended_at: LUNCH_TIME }).where(eq(promotions.code, old))
  for (let press = 0; press < 31; press++) {
    expect(await opens('campus 1', old)).toMatchObject({ status: 404, title: 'This code does not count any more' })
  }
  await offered('no')
  for (const one of [code, 'NOSUCHCODE']) {
    for (let press = 0; press < 16; press++) expect(await opens('campus 1', one)).toMatchObject({ status: 404 })
  }
  await offered('yes')
  expect(await opens('campus 1', code)).toMatchObject({ status: 200, keeps: code })
})

test('links that are nobody’s hold links alone, for a minute: a true one says so and is kept', async () => {
  const code = await codeOf('+2348031234503')
  const [other] = (await friendCodeHeader(await codeOf('+2348031234504'), public_url)).split(';')
  for (let press = 0; press < 30; press++) {
    expect(await opens('campus 2', `NOSUCH${100 + press}`)).toMatchObject({ status: 404, keeps: '' })
  }
  expect(await opens('campus 2', code.toLowerCase())).toEqual({ status: 429, title: 'A lot is going on', keeps: code })
  expect((await opens('campus 2', code, other)).keeps).toBe(await codeOf('+2348031234504'))
  expect((await opens('campus 2', 'none')).keeps).toBe('')
  expect(await limit.isHeld('unknown_code', 'campus 2')).toBe(false)
  expect(await opens('campus 3', code)).toMatchObject({ status: 200 })
})
