import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import routes from '../../app/routes.ts'
import { orders } from '../../domain/orders/tables.ts'
import { paidOrderFor } from '../paid-order.ts'
import { access } from '../route-access.ts'
import { openSecondKitchen } from '../second-kitchen.ts'
import { insertAccount, logIn, postForm } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'

const people = [
  'nobody',
  'vendor A',
  'vendor B',
  'owner of two',
  'inactive vendor',
  'rider A',
  'rider B',
  'admin',
  'acting admin',
] as const
type Person = (typeof people)[number]
/** The second of a kind stands as the first does; another's order is asked for by the owner of two. */
const kinds = people.filter((person) => person !== 'vendor B' && person !== 'rider B')
const role_of: Readonly<Record<Person, string | null>> = {
  nobody: null,
  'vendor A': 'vendor',
  'vendor B': 'vendor',
  'owner of two': 'vendor',
  'inactive vendor': 'vendor',
  'rider A': 'rider',
  'rider B': 'rider',
  admin: 'admin',
  'acting admin': 'admin',
}

/** What an admin sees besides who acts for a kitchen; its money, bank account and people are not among it. */
const acted_in: readonly string[] = [
  '/vendor-dashboard',
  '/vendor-dashboard/figures',
  '/vendor-order',
  '/vendor-order/:id',
  '/food',
  '/food/menu.csv',
  '/account',
  '/uploads/picture',
]

let app: TestApp
let order_of_a: number
let kitchen_of_a: string
const cookies = new Map<Person, string>()

beforeAll(async () => {
  app = await startTestApp()
  for (const person of people) {
    const role = role_of[person]
    if (role === 'vendor') {
      const status = person === 'inactive vendor' ? 'Inactive' : 'Active'
      const kitchen = await insertVendor(app.db, { status, email: `${randomUUID()}@example.com` })
      const actor = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
      if (person === 'vendor A') {
        order_of_a = await paidOrderFor(app, kitchen)
        kitchen_of_a = kitchen.user_id
      }
      cookies.set(person, await logIn(app.url, actor.email))
      if (person === 'owner of two') await openSecondKitchen(app.db, actor, 'The second one')
    } else if (role === 'rider' || role === 'admin') {
      cookies.set(person, await logIn(app.url, (await insertAccount(app.db, role)).email))
    }
  }
  const acts = { intent: 'act_for', vendor_id: kitchen_of_a, reason: 'Their tablet is broken' }
  const begun = await postForm(app.url, '/admin/vendors', acts, { cookie: cookies.get('acting admin') ?? '' })
  expect(begun.headers.get('location')).toBe('/vendor-dashboard')
})
afterAll(() => app?.stop())

const doors = doorsOf(routes as RouteConfigEntry[])

describe('every route says who may come in', () => {
  test('and none of them is missing from this page, nor this page from the routes', () => {
    // A screen and what stands below it on the same page share an address.
    expect([...new Set(doors.map((door) => door.path))].sort()).toEqual(Object.keys(access).sort())
  })

  test.each(kinds)('%s', async (person) => {
    const cookie = cookies.get(person) ?? ''
    const wrong: string[] = []
    for (const { path, methods } of doors) {
      const address = path
        .replace(':id', String(order_of_a))
        .replace(':gateway', 'smarthive')
        .replace('*', 'no-such-page')
      for (const method of methods) {
        const answer = await knock(method, address, cookie)
        // A form that is not named is one of the registration, which is its owner's.
        const is_owners = person === 'acting admin' && path === '/account' && method.startsWith('POST')
        const expected = is_owners ? 'unauthorized' : expectedFor(person, path)
        if (expected === 'nothing there' && answer.status === 404) continue
        if (answer.status >= 500 || answer.verdict !== expected) {
          wrong.push(`${method} ${path}: ${answer.verdict} (${answer.status}), expected ${expected}`)
        }
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('an id tells nothing', () => {
  test.each(['vendor B', 'owner of two', 'inactive vendor'] as const)(
    "another's order and a missing one are alike to %s",
    async (person) => {
      const cookie = cookies.get(person) ?? ''
      const answers = await Promise.all(
        [String(order_of_a), '999999', 'abc', '-1', '1e3', '99999999999999999999', '%00'].map((id) =>
          fetch(`${app.url}/vendor-order/${id}`, { headers: { cookie }, redirect: 'manual' }),
        ),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([404]))
    },
  )

  test('its own vendor sees it', async () => {
    const answer = await fetch(`${app.url}/vendor-order/${order_of_a}`, {
      headers: { cookie: cookies.get('vendor A') ?? '' },
    })
    expect(answer.status).toBe(200)
  })

  test("nobody else's press moves it", async () => {
    for (const person of people.filter((one) => one !== 'vendor A' && one !== 'acting admin')) {
      for (const intent of ['accept', 'complete', 'reject']) {
        const fields = {
          intent,
          order_id: String(order_of_a),
          id: String(order_of_a),
          minutes: '10',
          reason: 'no',
        }
        await postForm(app.url, '/vendor-order', fields, { cookie: cookies.get(person) ?? '' })
        await postForm(app.url, `/vendor-order/${order_of_a}`, fields, { cookie: cookies.get(person) ?? '' })
      }
    }
    const rows = await app.db.select({ status: orders.status }).from(orders)
    expect(rows).toEqual([{ status: 'Pending' }])
  })
})

type Verdict = 'in' | 'to the login' | 'unauthorized' | 'nothing there'
type Method = 'GET' | 'GET .data' | 'POST' | 'POST of no form'
type Door = { path: string; methods: Method[] }

function expectedFor(person: Person, path: string): Verdict {
  const role = role_of[person]
  const who = access[path]
  if (who === 'the provider') return 'to the login'
  if (who === 'who has the token') return 'nothing there'
  // This page itself looks like a refusal.
  if (path === '/unauthorized') return 'unauthorized'
  if (who === 'everybody') return 'in'
  if (role === null) return 'to the login'
  if (person === 'acting admin' && acted_in.includes(path)) return 'in'
  if (who === 'vendor or rider') return role === 'admin' ? 'unauthorized' : 'in'
  return who === 'signed_in' || who === role ? 'in' : 'unauthorized'
}

/** What scanners send, and connections that are cut off. */
const broken_form = {
  method: 'POST',
  body: '--cut\r\nContent-Disposition: form-data; name="intent"',
  headers: { 'content-type': 'multipart/form-data; boundary=cut' },
}

async function knock(method: Method, address: string, cookie: string) {
  const path = method === 'GET .data' ? `${address === '/' ? '/_root' : address}.data` : address
  const response =
    method === 'POST'
      ? await postForm(app.url, address, {}, { cookie })
      : await fetch(app.url + path, {
          ...(method === 'POST of no form' && broken_form),
          headers: { cookie, origin: app.url, ...(method === 'POST of no form' && broken_form.headers) },
          redirect: 'manual',
        })
  // A client navigation is redirected in the body (single fetch). A stream never ends, so it is not read.
  const where = response.headers.get('location') ?? (response.status === 202 ? await response.text() : '')
  if (!response.bodyUsed) await response.body?.cancel()
  return { status: response.status, verdict: verdictOf(response.status, where) }
}

function verdictOf(status: number, where: string): Verdict {
  if (status === 401 || where.startsWith('/login') || where.includes('/login?next')) return 'to the login'
  return status === 403 || where.includes('/unauthorized') ? 'unauthorized' : 'in'
}

/** Every path with the methods that its route module answers. Logging out by POST would end the test's own sessions. */
function doorsOf(entries: readonly RouteConfigEntry[], parent = ''): Door[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent || '/'
    const inner = doorsOf(entry.children ?? [], entry.path ? path : parent)
    // A layout has no door of its own; a screen with another one below it has.
    if (entry.children && !entry.path) return inner
    const source = readFileSync(new URL(`../../app/${entry.file}`, import.meta.url), 'utf8')
    const is_page = /export default/.test(source)
    const reads = is_page || /export (async )?(function|const) loader\b/.test(source)
    const writes = /export (async )?(function|const) action\b|export \{[^}]*\baction\b/.test(source)
    const methods: Method[] = [
      ...(reads && access[path] !== 'the provider' && access[path] !== 'who has the token' ? (['GET'] as const) : []),
      ...(is_page ? (['GET .data'] as const) : []),
      ...(writes && path !== '/logout' ? (['POST', 'POST of no form'] as const) : []),
    ]
    return [{ path, methods }, ...inner]
  })
}
