import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mail_links, users } from '../../domain/accounts/tables.ts'
import { food, registration_drafts } from '../../domain/catalog/tables.ts'
import { insertAccount, logIn } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'

let app: TestApp
let photo: Buffer
let cookie: string
let user_id: string

beforeAll(async () => {
  app = await startTestApp()
  photo = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'tan' } })
    .png()
    .toBuffer()
})
afterAll(() => app?.stop())
beforeEach(async () => {
  const kitchen = await insertVendor(app.db)
  const actor = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  user_id = actor.user_id
  cookie = await logIn(app.url, actor.email)
})

type Fields = Record<string, string | Buffer>

/** Sends a form with files as a browser without scripts would. */
function post(path: string, fields: Fields, headers: Record<string, string> = { cookie }): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.set(name, value)
    else body.set(name, new File([new Uint8Array(value)], 'photo.png', { type: 'image/png' }))
  }
  return fetch(app.url + path, {
    method: 'POST',
    body,
    headers: { origin: app.url, ...headers },
    redirect: 'manual',
  })
}

describe('a picture', () => {
  test('is stored for a vendor and served in three widths as what it is', async () => {
    const response = await post('/uploads/picture', { picture: photo })
    expect(response.status).toBe(200)
    const { address } = (await response.json()) as { address: string }
    for (const width of [320, 640, 960]) {
      const served = await fetch(app.url + address.replace('-640', `-${width}`))
      expect(served.headers.get('content-type')).toBe('image/webp')
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test.each([
    ['of nobody', {}, 401, 'login'],
    ['from another site', { origin: 'https://elsewhere.example' }, 403, null],
  ])('%s is refused', async (_, headers, status, refused) => {
    const response = await post('/uploads/picture', { picture: photo }, headers)
    expect(response.status).toBe(status)
    if (refused) expect(await response.json()).toEqual({ refused })
  })

  test.each([
    ['is taken from a rider, who shows a face', 'rider', 200],
    ['of an admin is refused', 'admin', 403],
  ] as const)('%s', async (_, role, status) => {
    const actor = await insertAccount(app.db, role)
    const headers = { cookie: await logIn(app.url, actor.email) }
    expect((await post('/uploads/picture', { picture: photo }, headers)).status).toBe(status)
  })

  test.each([
    ['what is none', { picture: Buffer.from('Jollof') }],
    ['an empty file', { picture: Buffer.alloc(0) }],
    ['no file', {}],
    ['a word', { picture: 'photo.png' }],
  ])('that is %s is refused', async (_, fields: Fields) => {
    const response = await post('/uploads/picture', fields)
    expect([response.status, await response.json()]).toEqual([422, { refused: 'not_a_picture' }])
  })

  test('in a body that is no form is refused', async () => {
    const response = await fetch(`${app.url}/uploads/picture`, {
      method: 'POST',
      body: new Uint8Array(photo),
      headers: { origin: app.url, cookie, 'content-type': 'multipart/form-data' },
    })
    expect(response.status).toBe(415)
  })

  test('of more than 15 MB is refused, before it is looked at', async () => {
    const response = await post('/uploads/picture', { picture: Buffer.alloc(15 * 1024 * 1024 + 70_000) })
    expect([response.status, await response.json()]).toEqual([413, { refused: 'too_large' }])
  })
})

describe('more pictures than one account may send', () => {
  test('are refused on every route alike', async () => {
    const no_picture = Buffer.from('Jollof')
    const at_most = 60
    for (let sent = 0; sent < at_most; sent += 2) {
      expect((await post('/food', { intent: 'save', picture: no_picture })).status).toBe(422)
      expect((await post('/account', { intent: 'photo', picture: no_picture })).status).toBe(422)
    }
    const refused = await post('/uploads/picture', { picture: photo })
    expect([refused.status, await refused.json()]).toEqual([429, { refused: 'busy' }])
    for (const form of [
      { path: '/food', intent: 'save' },
      { path: '/account', intent: 'photo' },
    ]) {
      const answer = await post(form.path, { intent: form.intent, picture: photo })
      expect([answer.status, await answer.text()]).toEqual([
        422,
        expect.stringContaining('Many pictures are coming in right now.'),
      ])
    }
  })
})

describe('without scripts', () => {
  test('a dish comes with its picture in one form', async () => {
    const fields = {
      intent: 'save',
      id: '',
      name: 'Eba',
      price: '500',
      description: '',
      section: '',
      food_image: '',
    }
    const response = await post('/food', { ...fields, picture: photo })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Eba')
    const [dish] = await app.db
      .select()
      .from(food)
      .where(and(eq(food.vendor_id, user_id), eq(food.name, 'Eba')))
    expect(dish?.food_image).toMatch(/^\/images\/[0-9a-f]{32}-640\.webp$/)
  })

  test('a picture that is none leaves no dish behind', async () => {
    const fields = {
      intent: 'save',
      id: '',
      name: 'Fufu',
      price: '500',
      description: '',
      section: '',
      food_image: '',
    }
    expect((await post('/food', { ...fields, picture: Buffer.from('no') })).status).toBe(422)
    expect(await app.db.select().from(food).where(eq(food.name, 'Fufu'))).toEqual([])
  })
})

describe('an account’s name', () => {
  test.each([
    ['access-bank-diamond', '0022728151', 200, { account_name: 'WES GIBBONS', unusual: true }],
    ['no-such-bank', '0022728151', 422, { problem: 'Invalid bank' }],
    ['access-bank-diamond', '0000000001', 422, { problem: 'No account name returned', unusual: true }],
    ['access-bank-diamond', '123', 422, { problem: 'Error verifying' }],
    ['access-bank-diamond', '0000000002', 502, { problem: 'Error verifying', unusual: true }],
  ])('of %s %s', async (bank, account_number, status, body) => {
    const response = await post('/account/bank-name', { bank, account_number })
    expect([response.status, await response.json()]).toEqual([status, body])
  })

  test('is told to nobody whose email is not confirmed, and the mail is sent again', async () => {
    await app.db.update(users).set({ email_verified: false }).where(eq(users.id, user_id))
    const fields = { bank: 'access-bank-diamond', account_number: '0022728151' }
    const response = await post('/account/bank-name', fields)
    expect([response.status, await response.json()]).toEqual([
      403,
      {
        problem: 'Error verifying: please confirm your email first, by the link in our mail to you.',
        confirm_first: true,
      },
    ])
    expect((await post('/account/confirmation', {})).status).toBe(204)
    expect((await post('/account/confirmation', {}, {})).status).toBe(401)
    const asked = await app.db.select().from(mail_links).innerJoin(users, eq(users.email, mail_links.email))
    expect(asked.filter((row) => row.users.id === user_id)).toHaveLength(1)
  })

  test('is told to nobody who is not signed in', async () => {
    const fields = { bank: 'access-bank-diamond', account_number: '0022728151' }
    const response = await post('/account/bank-name', fields, {})
    expect([response.status, await response.json()]).toEqual([401, { problem: 'Login required' }])
  })

  test('can be asked for twenty times a minute, not more', async () => {
    const statuses: number[] = []
    for (let asked = 0; asked < 21; asked++) {
      statuses.push((await post('/account/bank-name', { bank: '', account_number: '1' })).status)
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(422))
    expect(statuses[20]).toBe(429)
  })
})

describe('a body that only says it is a form', () => {
  test.each([
    '/login',
    '/register',
    '/reset-password',
    '/update-password',
    '/account-security',
    '/vendor-order',
    '/vendor-order/1',
    '/request-payout',
    '/back-office/notifications',
  ])('is refused kindly at %s', async (path) => {
    const response = await fetch(app.url + path, {
      method: 'POST',
      body: 'nonsense',
      headers: { origin: app.url, cookie, 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(response.status).toBe(400)
    // A page says so in words; the bell's endpoint has no page.
    if (path !== '/back-office/notifications') {
      expect(await response.text()).toContain('This form could not be read')
    }
  })
})

test('a menu file of more than 1 MB is refused with words', async () => {
  const menu = `name,price\n${'Eba,300\n'.repeat(150_000)}`
  const form = new FormData()
  form.set('intent', 'import')
  form.set('file', new File([menu], 'menu.csv', { type: 'text/csv' }))
  const response = await fetch(`${app.url}/food.data`, {
    method: 'POST',
    body: form,
    headers: { origin: app.url, cookie },
  })
  expect([response.status, await response.text()]).toEqual([413, expect.stringContaining('larger than 1 MB')])
})

test('a draft is kept for its owner, and for nobody else', async () => {
  expect((await post('/account/draft', { name: 'Bose' }, {})).status).toBe(401)
  expect((await post('/account/draft', { name: 'Bose', status: 'Active' })).status).toBe(204)
  const [draft] = await app.db.select().from(registration_drafts).where(eq(registration_drafts.user_id, user_id))
  expect(draft?.fields).toEqual({ name: 'Bose' })
})

test('the menu as a file is its owner’s', async () => {
  const own = await fetch(`${app.url}/food/menu.csv`, { headers: { cookie } })
  expect(own.headers.get('content-disposition')).toMatch(/^attachment; filename="menu-[a-z0-9-]+\.csv"$/)
  expect(await own.text()).toContain('Jollof Rice,1500')
  const stranger = await fetch(`${app.url}/food/menu.csv`, { redirect: 'manual' })
  expect(stranger.status).toBe(302)
})
