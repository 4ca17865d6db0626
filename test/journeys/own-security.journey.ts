import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountKey } from '../../domain/accounts/admit-sign-in.ts'
import { sessions, sign_in_attempts } from '../../domain/accounts/tables.ts'
import { cookiesAfter, insertAccount, logIn, PASSWORD, postForm } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'

/** What somebody does about their own sessions, browsers and password, asked over HTTP. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const get = (path: string, cookie = '') => fetch(app.url + path, { headers: { cookie }, redirect: 'manual' })
const placeOf = (answer: Response) => answer.headers.get('location')

describe('the page of one’s own security', () => {
  const sessionIdsOf = async (user_id: string) =>
    (await app.db.select().from(sessions).where(eq(sessions.user_id, user_id))).map((row) => row.id)
  const change = (cookie: string, fields: Record<string, string>) =>
    postForm(app.url, '/account-security', fields, { cookie })

  test.each(['vendor', 'rider', 'admin'] as const)(
    'shows a %s where they are logged in, and ends that, never somebody else’s',
    async (role) => {
      const [own, other] = [await insertAccount(app.db, role), await insertAccount(app.db, role)]
      const here = await logIn(app.url, own.email)
      const elsewhere = await logIn(app.url, own.email)
      await logIn(app.url, other.email)
      const page = await (await get('/account-security', here)).text()
      expect(page.match(/Used within the last hour/g)?.length).toBeGreaterThanOrEqual(2)
      expect(page).toContain(', this one')
      const [theirs = ''] = await sessionIdsOf(other.user_id)
      expect(page).not.toContain(theirs)
      expect((await change(here, { intent: 'end_session', session_id: theirs })).status).toBe(404)
      expect(await sessionIdsOf(other.user_id)).toEqual([theirs])

      const listed = /name="session_id" value="([\w-]+)"/.exec(page)?.[1] ?? ''
      expect((await change(here, { intent: 'end_session', session_id: listed })).status).toBe(200)
      expect(placeOf(await get('/account-security', elsewhere))).toMatch(/^\/login/)
      const third = await logIn(app.url, own.email)
      const ended = await change(here, { intent: 'end_others' })
      expect([ended.status, (await ended.text()).includes(', this one')]).toEqual([200, true])
      // Whoever copied this browser's cookie is another device, too.
      for (const cookie of [third, here]) {
        expect(placeOf(await get('/account-security', cookie))).toMatch(/^\/login/)
      }
      expect((await get('/account-security', cookiesAfter(ended))).status).toBe(200)
    },
  )

  test.each([
    ['vendor', '/vendor-dashboard'],
    ['rider', '/rider-dashboard'],
    ['admin', '/admin/dashboard'],
  ] as const)(
    'changes the password of a %s who knows it, after which only this browser is logged in',
    async (role, home) => {
      const { email } = await insertAccount(app.db, role)
      const [here, elsewhere] = [await logIn(app.url, email), await logIn(app.url, email)]
      const fields = { intent: 'change_password', password: 'new-amala-pot', confirmation: 'new-amala-pot' }
      const wrong = await change(here, { ...fields, current: 'not-mine' })
      expect([wrong.status, (await wrong.text()).includes('This is not your password.')]).toEqual([422, true])
      const changed = await change(here, { ...fields, current: PASSWORD })
      expect(changed.status).toBe(200)
      for (const cookie of [elsewhere, here]) expect(placeOf(await get(home, cookie))).toMatch(/^\/login/)
      expect((await get(home, cookiesAfter(changed))).status).toBe(200)
      expect((await postForm(app.url, '/login', { email, password: PASSWORD })).status).toBe(422)
      await logIn(app.url, email, 'new-amala-pot')
    },
  )

  test('is no place to guess the password at', async () => {
    const { email } = await insertAccount(app.db, 'rider')
    const cookie = await logIn(app.url, email)
    const fields = { intent: 'change_password', password: 'new-amala-pot', confirmation: 'new-amala-pot' }
    const statuses: number[] = []
    for (let guess = 0; guess < 10 && statuses.at(-1) !== 429; guess++) {
      statuses.push((await change(cookie, { ...fields, current: `guess ${guess}` })).status)
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(422))
    expect(statuses.at(-1)).toBe(429)
  })
})

test('a browser keeps a mark of its own, by which it gets in while strangers guess', async () => {
  const { email } = await insertAccount(app.db, 'vendor')
  const answer = await postForm(app.url, '/login', { email, password: PASSWORD })
  const mark = answer.headers.getSetCookie().find((line) => line.startsWith('chowgate.device='))
  for (const attribute of [/; HttpOnly/, /; SameSite=Lax/, /; Path=\/;/, /; Max-Age=34560000;/]) {
    expect(mark).toMatch(attribute)
  }
  const device = mark?.split(';')[0] ?? ''
  const in_an_hour = new Date(Date.now() + 3_600_000)
  await app.db
    .update(sign_in_attempts)
    .set({ blocked_until: in_an_hour })
    .where(eq(sign_in_attempts.account, accountKey(email)))
  expect((await postForm(app.url, '/login', { email, password: PASSWORD })).status).toBe(429)
  const cookie = { cookie: device }
  const entered = await postForm(app.url, '/login', { email, password: PASSWORD }, cookie)
  expect(entered.status).toBe(302)
  // It is a mark, not a key: alone it opens nothing, and it counts for no other account.
  expect(placeOf(await get('/vendor-dashboard', device))).toMatch(/^\/login/)
  expect((await postForm(app.url, '/login', { email, password: 'wrong-one' }, cookie)).status).toBe(422)
})

test('who has no permission is told so, as whom, and what to do', async () => {
  const { email } = await insertAccount(app.db, 'rider')
  const answer = await get('/unauthorized', await logIn(app.url, email))
  expect(answer.status).toBe(403)
  const words = (await answer.text()).replaceAll('<!-- -->', '')
  expect(words).toContain('You have no permission for that page')
  expect(words).toContain(`You are logged in as ${email}. This is a rider’s account`)
  expect(words).toContain('log in with the account that the page belongs to')
})
