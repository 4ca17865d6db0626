import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendAccount } from '../../domain/accounts/suspend-account.ts'
import { sessions, users } from '../../domain/accounts/tables.ts'
import { vendors } from '../../domain/catalog/tables.ts'
import { cookiesAfter, insertAccount, logIn, PASSWORD, postForm } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'

/** What the login must never do, asked over HTTP as an attacker would. */

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.stop())

const newAddress = () => `${randomUUID().slice(0, 12)}@example.com`
const get = (path: string, cookie = '') => fetch(app.url + path, { headers: { cookie }, redirect: 'manual' })
const placeOf = (answer: Response) => answer.headers.get('location')

/** The page without what differs from answer to answer by nature. */
const wordsOf = async (answer: Response, ...hidden: string[]) =>
  hidden.reduce((text, word) => text.replaceAll(word, '…'), await answer.text())

describe('nobody learns whether a mail address is known', () => {
  test('by a wrong password: status, words and headers are the same', async () => {
    const known = (await insertAccount(app.db, 'vendor')).email
    const unknown = newAddress()
    const answers = [known, unknown].map((email) => postForm(app.url, '/login', { email, password: 'wrong-one' }))
    const [one, other] = await Promise.all(answers)
    if (!one || !other) throw new Error('no answer')
    expect(one.status).toBe(422)
    expect(other.status).toBe(one.status)
    expect(one.headers.getSetCookie()).toEqual([])
    expect(other.headers.getSetCookie()).toEqual([])
    expect(await wordsOf(other, unknown)).toBe(await wordsOf(one, known))
  })

  test('by asking for a new password', async () => {
    const known = (await insertAccount(app.db, 'vendor')).email
    const unknown = newAddress()
    const one = await postForm(app.url, '/reset-password', { email: known })
    const other = await postForm(app.url, '/reset-password', { email: unknown })
    expect([one.status, other.status]).toEqual([200, 200])
    const words = await wordsOf(one, known)
    expect(words).toContain('Reset link sent! Check your email.')
    expect(await wordsOf(other, unknown)).toBe(words)
  })

  test('by trying too often: both are told to wait', async () => {
    const answers: [number, string][] = []
    for (const email of [(await insertAccount(app.db, 'rider')).email, newAddress()]) {
      // At once, and so many that some come within the wait, which doubles. How long it is depends on the machine.
      const tries = Array.from({ length: 12 }, () => postForm(app.url, '/login', { email, password: 'wrong-one' }))
      const last = (await Promise.all(tries)).find(({ status }) => status !== 422)
      const words = last ? await wordsOf(last, email) : ''
      answers.push([last?.status ?? 422, words.replaceAll(/\b\d+ seconds?\b/g, 'some seconds')])
    }
    expect(answers[0]?.[0]).toBe(429)
    expect(answers[0]?.[1]).toContain('Too many attempts. Please wait some seconds and try again.')
    expect(answers[1]).toEqual(answers[0])
  })
})

describe('nothing but the fields of a form is taken from it', () => {
  test('a role beyond the two is refused, however it is sent', async () => {
    for (const role of ['admin', 'Admin', '', 'owner']) {
      const email = newAddress()
      const answer = await postForm(app.url, '/register', { email, password: PASSWORD, role })
      expect(answer.status).toBe(422)
      expect(await app.db.select().from(users).where(eq(users.email, email))).toEqual([])
    }
  })

  test('id, status, verification and second factor are not writable by sending them', async () => {
    const email = newAddress()
    const id = randomUUID()
    const answer = await postForm(app.url, '/register?role=admin', {
      email,
      password: PASSWORD,
      role: 'vendor',
      id,
      user_id: id,
      status: 'Active',
      email_verified: 'true',
      two_factor_enabled: 'true',
      name: 'Owner',
    })
    expect(answer.status).toBe(200)
    const [user] = await app.db.select().from(users).where(eq(users.email, email))
    expect(user).toMatchObject({ role: 'vendor', email_verified: false, two_factor_enabled: false, name: '' })
    expect(user?.id).not.toBe(id)
    const [vendor] = await app.db.select().from(vendors).where(eq(vendors.email, email))
    expect(vendor).toMatchObject({ status: 'Pending', name: null })
  })

  test.each(['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/get-session', '/api/auth/ok'])(
    'the library has no address of its own: %s',
    async (path) => {
      expect((await get(path)).status).toBe(404)
      expect((await postForm(app.url, path, { email: newAddress() })).status).toBeGreaterThanOrEqual(400)
    },
  )
})

describe('the way back after the login', () => {
  const elsewhere = [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/%2f/evil.example/..//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/login?next=/login',
    '/logout',
  ]
  test.each(elsewhere)('never leads to %j', async (next) => {
    const { email } = await insertAccount(app.db, 'rider')
    const path = `/login?next=${encodeURIComponent(next)}`
    const answer = await postForm(app.url, path, { email, password: PASSWORD })
    const place = placeOf(answer) ?? ''
    expect(new URL(place, app.url).origin).toBe(new URL(app.url).origin)
    expect(place).not.toMatch(/^\/[/\\]|log/)
    expect(placeOf(await get(path, cookiesAfter(answer)))).toBe(place)
  })

  test('leads to a page of ours, query included', async () => {
    const { email } = await insertAccount(app.db, 'rider')
    const answer = await postForm(app.url, '/login?next=%2Frider-dashboard%3Fweek%3D2', {
      email,
      password: PASSWORD,
    })
    expect(placeOf(answer)).toBe('/rider-dashboard?week=2')
  })
})

describe('the guard', () => {
  const guarded = {
    vendor: '/vendor-dashboard',
    rider: '/rider-dashboard',
    admin: '/admin/dashboard',
  } as const

  test('keeps documents, data and actions from everybody but the role', async () => {
    const cookies = {
      nobody: '',
      forged: 'chowgate.session_token=abc.def',
      vendor: await logIn(app.url, (await insertAccount(app.db, 'vendor')).email),
      rider: await logIn(app.url, (await insertAccount(app.db, 'rider')).email),
      admin: await logIn(app.url, (await insertAccount(app.db, 'admin')).email),
    }
    for (const [role, path] of Object.entries(guarded)) {
      for (const [who, cookie] of Object.entries(cookies)) {
        const nobody = who === 'nobody' || who === 'forged'
        const expected = who === role ? null : nobody ? `/login?next=${encodeURIComponent(path)}` : '/unauthorized'
        expect([who, path, placeOf(await get(path, cookie))]).toEqual([who, path, expected])

        const data = await (await get(`${path}.data`, cookie)).text()
        expect([who, path, data.includes('SingleFetchRedirect')]).toEqual([who, path, who !== role])
        if (expected) expect(data).toContain(`"${expected}"`)
        if (who !== role) expect(data).not.toContain('@example.com')

        const sent = await postForm(app.url, path, { intent: 'anything' }, { cookie })
        if (who !== role) expect(placeOf(sent)).toBe(nobody ? '/login' : '/unauthorized')
      }
    }
  })

  test('brings people back to the page a form was sent from, not to another site', async () => {
    const from = { referer: `${app.url}/rider-dashboard?week=2` }
    expect(placeOf(await postForm(app.url, '/rider-dashboard', {}, from))).toBe(
      '/login?next=%2Frider-dashboard%3Fweek%3D2',
    )
    const evil = { referer: 'https://evil.example/rider-dashboard' }
    expect(placeOf(await postForm(app.url, '/rider-dashboard', {}, evil))).toBe('/login')
  })
})

describe('a session', () => {
  test('is a cookie that scripts and other sites cannot use', async () => {
    const { email } = await insertAccount(app.db, 'rider')
    const answer = await postForm(app.url, '/login', { email, password: PASSWORD })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/; HttpOnly/i)
    expect(cookie).toMatch(/; SameSite=Lax/i)
    expect(cookie).toMatch(/; Path=\//i)
    expect(cookie).not.toMatch(/Domain=/i)
  })

  test('ends with the account: suspended, it is out at once and not let in again', async () => {
    const { email, user_id } = await insertAccount(app.db, 'rider')
    const cookie = await logIn(app.url, email)
    expect((await get('/rider-dashboard', cookie)).status).toBe(200)
    await app.db.transaction((tx) => suspendAccount(tx, user_id, new Date()))
    expect(placeOf(await get('/rider-dashboard', cookie))).toMatch(/^\/login/)
    const again = await postForm(app.url, '/login', { email, password: PASSWORD })
    expect(again.status).toBe(403)
    expect(await again.text()).toContain('This account is not active.')
    expect(await app.db.select().from(sessions).where(eq(sessions.user_id, user_id))).toEqual([])
    // Somebody who does not know the password learns nothing about it.
    const guess = await postForm(app.url, '/login', { email, password: 'wrong-one' })
    expect(await guess.text()).toContain('Invalid email or password')
  })

  test('loses its rights with the role, without a new login', async () => {
    const { email, user_id } = await insertAccount(app.db, 'admin')
    const cookie = await logIn(app.url, email)
    expect((await get('/admin/dashboard', cookie)).status).toBe(200)
    await app.db.update(users).set({ role: 'rider' }).where(eq(users.id, user_id))
    expect(placeOf(await get('/admin/dashboard', cookie))).toBe('/unauthorized')
  })

  test.each([
    [null, 'No role found in your account.'],
    ['', 'No role found in your account.'],
    ['chef', 'Unrecognized role.'],
  ])('does not begin for the role %j', async (role, words) => {
    const { email, user_id } = await insertAccount(app.db, 'rider')
    await app.db.update(users).set({ role }).where(eq(users.id, user_id))
    const answer = await postForm(app.url, '/login', { email, password: PASSWORD })
    expect(await answer.text()).toContain(words)
    expect(cookiesAfter(answer)).toBe('')
    expect(await app.db.select().from(sessions).where(eq(sessions.user_id, user_id))).toEqual([])
  })

  test('is not ended by a link, only by the button, and then for good', async () => {
    const { email } = await insertAccount(app.db, 'rider')
    const cookie = await logIn(app.url, email)
    await get('/logout', cookie)
    expect((await get('/rider-dashboard', cookie)).status).toBe(200)
    const out = await postForm(app.url, '/logout', {}, { cookie })
    expect(placeOf(out)).toBe('/login')
    expect(out.headers.getSetCookie().every((line) => /max-age=0/i.test(line))).toBe(true)
    expect(placeOf(await get('/rider-dashboard', cookie))).toMatch(/^\/login/)
  })

  test('is prolonged while it is used: after a while the page brings a newer cookie', async () => {
    const { email, user_id } = await insertAccount(app.db, 'rider')
    const cookie = await logIn(app.url, email)
    expect((await get('/rider-dashboard', cookie)).headers.getSetCookie()).toEqual([])
    const [session] = await app.db.select().from(sessions).where(eq(sessions.user_id, user_id))
    const two_days_less = new Date((session?.expires_at.getTime() ?? 0) - 2 * 86_400_000)
    await app.db.update(sessions).set({ expires_at: two_days_less }).where(eq(sessions.user_id, user_id))
    const answer = await get('/rider-dashboard', cookie)
    expect(cookie.split('; ')).toContain(cookiesAfter(answer))
    const [prolonged] = await app.db.select().from(sessions).where(eq(sessions.user_id, user_id))
    expect(prolonged?.expires_at.getTime()).toBeGreaterThan(two_days_less.getTime())
  })

  test('that is too old lets nobody in', async () => {
    const { email, user_id } = await insertAccount(app.db, 'rider')
    const cookie = await logIn(app.url, email)
    await app.db
      .update(sessions)
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where(eq(sessions.user_id, user_id))
    expect(placeOf(await get('/rider-dashboard', cookie))).toMatch(/^\/login/)
  })

  test('is nothing that another site can begin or end', async () => {
    const { email } = await insertAccount(app.db, 'rider')
    const evil = { origin: 'https://evil.example' }
    for (const path of ['/login', '/register', '/reset-password', '/update-password', '/logout', '/account-security']) {
      expect((await postForm(app.url, path, { email, password: PASSWORD }, evil)).status).toBe(403)
    }
  })
})
