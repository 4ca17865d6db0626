import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ada } from '../test/ada.ts'
import { control } from '../test/control.ts'
import { postForm } from '../test/sign-in.ts'
import { startTestApp, type TestApp } from '../test/start-app.ts'
import { insertVendor, jollofFor } from '../test/world.ts'
import { createLog, namingPaths } from './log.ts'

let logged = ''
const log = createLog('debug', {
  write(line) {
    logged += line
  },
})
let app: TestApp
beforeAll(async () => {
  app = await startTestApp(log)
})
afterAll(() => app.stop())

/** Personal data and keys that must never be in a log, in each way they are written. */
const personal =
  /ada@|@example|803 ?123 ?4567|Jadesola|Room 12|Obi|FLWSECK|FLWPUBK|sk_test|sandbox-webhook-secret|smarthive-key|postgres:\/\//i

async function order(): Promise<Response> {
  const vendor = await insertVendor(app.db)
  return postForm(app.url, '/checkout', {
    ...ada,
    _key: randomUUID(),
    _cart: JSON.stringify([jollofFor(vendor)]),
  })
}

test('a paid order and a database that refuses a customer leave nothing personal in the log', async () => {
  const placed = await order()
  expect(placed.status).toBe(302)
  const link = new URL(placed.headers.get('location') ?? '', app.url)
  const link_token = link.searchParams.get('order') ?? ''
  const window = await postForm(app.url, '/order-summary/attempt', {
    intent: 'pay',
    order: link_token,
    wait: 'yes',
  })
  expect(window.status).toBe(200)
  const { rows } = await app.db.execute<{ tx_ref: string; total: string }>(
    sql`select tx_ref, total::text from checkouts where link_token = ${link_token}`,
  )
  const { tx_ref = '', total = '' } = rows[0] ?? {}
  await control(app).pay({ tx_ref, amount: Number(total) })
  await postForm(app.url, '/order-summary/attempt', { intent: 'confirm', order: link_token })
  await vi.waitFor(async () => expect((await app.db.execute(sql`select from orders`)).rows).toHaveLength(1), {
    timeout: 20_000,
  })

  // The error's detail and the query's parameters now hold all the customer's data.
  await app.db.execute(sql`alter table checkouts add constraint nobody check (false) not valid`)
  expect((await order()).status).toBe(500)

  expect(logged).toContain('"msg":"answered"')
  expect(logged).toContain('23514')
  expect(logged.split('\n').filter((line) => personal.test(line))).toEqual([])
  expect(logged).not.toContain(link_token)
  const answers = logged.split('\n').filter((line) => line.includes('"msg":"answered"'))
  expect(answers.filter((line) => !/"request_id":"[0-9a-f]{16}"/.test(line))).toEqual([])
}, 60_000)

test('fields with telling names are hidden, wherever they stand', () => {
  logged = ''
  log.info({ email: ada.email, order: { customer_phone: ada.phone, deep: { address: ada.address } } }, 'x')
  log.error({ err: new Error(`duplicate key (email)=(${ada.email}), phone 08031234567`) }, 'x')
  log.error({ err: `nobody at ${ada.email}` }, 'x')
  expect(logged).toContain('[hidden]')
  expect(logged).toContain('[mail]')
  expect(logged).toContain('[number]')
  expect(logged).not.toMatch(personal)
})

test('an error that quotes as much as a request can carry is cut, and logged at once', () => {
  logged = ''
  log.error({ err: new Error(`no number: ${'a'.repeat(400_000)} ${ada.email}`) }, 'x')
  expect(logged).toContain('no number: aaa')
  expect(logged.length).toBeLessThan(10_000)
})

test('a log that names paths does so on every level', () => {
  logged = ''
  const named = namingPaths(log, (path) => path.replace('k7Jq2', '[hidden]'))
  for (const level of ['debug', 'info', 'warn', 'error'] as const) named[level]({ path: '/track/k7Jq2', level }, 'x')
  named.info({ no_path: true }, 'x')
  expect(logged.match(/"path":"\/track\/\[hidden\]"/g)).toHaveLength(4)
  expect(logged).not.toContain('k7Jq2')
})

test('a wrong method is an answer, not an error of ours', async () => {
  logged = ''
  for (const path of ['/webhooks/flutterwave', '/order-summary/attempt']) {
    const answer = await fetch(app.url + path)
    expect(answer.status, path).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  }
  expect((await postForm(app.url, '/about', { a: 'b' })).status).toBe(405)
  expect((await postForm(app.url, '/health', { a: 'b' })).status).toBe(405)
  const nonsense = await fetch(`${app.url}/order-summary/attempt`, {
    method: 'POST',
    body: 'nonsense',
    headers: { origin: app.url, 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(nonsense.status).toBe(400)
  expect(logged).not.toContain('"level":50')
  expect(logged).not.toContain('[object Object]')
})
