import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { order_keys } from '../domain/delivery/tables.ts'
import { paidOrderFor } from './paid-order.ts'
import { route_sources } from './routes.ts'
import { insertAccount, logIn, postForm } from './sign-in.ts'
import { startTestApp, type TestApp } from './start-app.ts'
import { insertVendor } from './world.ts'

/**
 * Every parameter and every field of every route, filled with what a database or a date cannot hold. Whatever the
 * answer is, it is no error of ours, and none of it is SQL.
 */
const poisons = [
  'a\0b',
  '0000-01-01',
  '0000-01-01T00:00:00.000Z~1',
  '{"a":"\\u0000\\ud800"}',
  '[{"id":"\\u0000","name":"\\ud800"}]',
  '99999999999999999999',
  'constructor',
]

/**
 * Thousands of requests, on cores that others may use. A screen is asked once for its whole page, which shows what was
 * typed; then for its data alone, which is sooner there.
 */
const PATIENCE_MS = 300_000

/** So few that none waits for a connection to the database until it is refused one, on a busy machine either. */
const DOORS_AT_ONCE = 8

const SQL = /Failed query|\nparams:|(select|from|into|update) "\w+"/i

type Door = { path: string; fields: string[]; intents: string[]; writes: boolean; is_page: boolean }

/** Names are read from the sources, so that a new field or intent is tried without being listed here. */
const doors: Door[] = route_sources
  .filter(({ path }) => !/logout|\/live$/.test(path))
  .map(({ path, own, all }) => ({
    path,
    writes: /export (async )?(function|const) action\b|export \{[^}]*\baction\b/.test(own),
    is_page: /export default/.test(own),
    fields: named(all, /(?:name=|textOf\(\w+, |text\(|\.get\(|\.getAll\()["']([\w-]+)["']/g),
    intents: named(all, /intent\b[^'"\n]{0,40}['"]([a-z][\w-]*)['"]|name="intent" value="([\w-]+)"/g),
  }))

function named(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].flatMap(([, ...names]) => names.filter(Boolean)))] as string[]
}

/** What every list may be asked for by its address, whatever its screen is made of. */
const list_parameters = 'q status from to after before page day month sort days v ids next'.split(' ')

let app: TestApp
let order_id: number
let track_token: string
const cookies: Record<string, string> = {}
beforeAll(async () => {
  app = await startTestApp()
  const kitchen = await insertVendor(app.db)
  const vendor = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  order_id = await paidOrderFor(app, kitchen)
  const [key] = await app.db.select().from(order_keys).where(eq(order_keys.order_id, order_id))
  track_token = key?.track_token ?? ''
  cookies.nobody = ''
  cookies.vendor = await logIn(app.url, vendor.email)
  for (const role of ['rider', 'admin'] as const) {
    cookies[role] = await logIn(app.url, (await insertAccount(app.db, role)).email)
  }
})
afterAll(() => app?.stop())

/** Errors of ours, and answers that tell how the database was asked. */
async function complaint(what: string, asked: Promise<Response>): Promise<string[]> {
  const answer = await asked
  const text = answer.headers.get('content-type')?.includes('event-stream') ? '' : await answer.text()
  const said = SQL.exec(text)?.[0]
  return answer.status >= 500 || said ? [`${what}: ${answer.status} ${said ?? text.slice(0, 80)}`] : []
}

async function atEachDoor(knock: (door: Door) => Promise<void>): Promise<void> {
  const left = [...doors]
  const walk = async () => {
    for (let door = left.shift(); door; door = left.shift()) await knock(door)
  }
  await Promise.all(Array.from({ length: DOORS_AT_ONCE }, walk))
}

/** An address that leads somewhere, so that what it asks for is looked up, too. */
const addressOf = (path: string): string =>
  path.replace(/:\w+/g, path.startsWith('/track/') ? track_token : String(order_id)).replace('*', 'x')

const rightCookie = (path: string): string => {
  if (path.startsWith('/admin')) return cookies.admin ?? ''
  if (path.startsWith('/rider')) return cookies.rider ?? ''
  const of_vendors = /^\/(vendor-|food|account(\/|$)|request-payout|uploads|account-security)/
  return of_vendors.test(path) ? (cookies.vendor ?? '') : ''
}

test(
  'no parameter of an address becomes an error of ours',
  async () => {
    const found: string[] = []
    await atEachDoor(async ({ path, fields, is_page }) => {
      const headers = { cookie: rightCookie(path) }
      const ask = (address: string) => fetch(app.url + address, { headers, redirect: 'manual' })
      for (const [place, poison] of poisons.entries()) {
        const query = new URLSearchParams([...list_parameters, ...fields].map((name) => [name, poison]))
        const own = addressOf(path)
        const to = is_page && place > 0 && own !== '/' ? `${own}.data` : own
        found.push(...(await complaint(`GET ${path} ?${poison}`, ask(`${to}?${query}`))))
        if (path.includes(':')) {
          const address = path.replace(/:\w+/g, encodeURIComponent(poison))
          found.push(...(await complaint(`GET ${path} with ${poison}`, ask(address))))
        }
      }
      if (path.includes(':')) {
        for (const broken of ['%', '%ED%A0%80', '%C0%80']) {
          const address = path.replace(/:\w+/g, broken)
          found.push(...(await complaint(`GET ${path} with ${broken}`, ask(address))))
        }
      }
    })
    expect(found).toEqual([])
  },
  PATIENCE_MS,
)

test(
  'no field of a form becomes an error of ours',
  async () => {
    const found: string[] = []
    await atEachDoor(async ({ path, fields, intents, writes, is_page }) => {
      const address = addressOf(path)
      for (const intent of writes ? [...intents, 'no-such-intent'] : []) {
        for (const [place, poison] of poisons.entries()) {
          const to = is_page && place > 0 ? `${address}.data` : address
          const poisoned = Object.fromEntries(fields.map((name) => [name, poison]))
          const sent = postForm(app.url, to, { ...poisoned, intent }, { cookie: rightCookie(path) })
          found.push(...(await complaint(`POST ${path} ${intent} ${poison}`, sent)))
        }
      }
    })
    expect(found).toEqual([])
  },
  PATIENCE_MS,
)
