import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REQUEST_ID_HEADER } from '../app/request/request-id.ts'
import { movableClock } from '../domain/clock.ts'
import { rawRequest } from '../test/raw-request.ts'
import { createFairTurns } from './fair-turns.ts'
import { createHttpServer, type HttpOptions } from './http.ts'
import { createLog } from './log.ts'

let logged = ''
const log = createLog('debug', {
  write(line) {
    logged += line
  },
})

/** What the router would do: one page may be kept, one fails, the others tell the number that they were asked under. */
async function render(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  log.info({}, 'a verb did something')
  if (pathname === '/fails') throw new Error('no')
  const kept = { 'content-type': 'text/html', 'page-valid-until': 'changed' }
  const page = { 'content-type': 'text/html; charset=utf-8' }
  if (pathname === '/broken') return new Response('<html lang="en"><main></main>', { status: 500, headers: page })
  if (pathname === '/kept') return new Response('<p>a page</p>', { headers: kept })
  return new Response(request.headers.get(REQUEST_ID_HEADER))
}

const shell = (trust_proxy: boolean) =>
  createHttpServer({
    render,
    inTurn: createFairTurns(),
    serveStatic: async () => false,
    pictures: {} as HttpOptions['pictures'],
    heard: () => {},
    clock: movableClock(new Date('2026-03-10T11:00:00Z')),
    takesFiles: () => false,
    log,
    provider_hosts: [],
    trust_proxy,
    wake_script: '',
    public_url: 'http://localhost:3000',
  }).server

const [open, behind_proxy] = [shell(false), shell(true)]
beforeAll(async () => {
  for (const server of [open, behind_proxy]) await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const server of [open, behind_proxy]) {
    server.close()
    server.closeAllConnections()
  }
})

const ask = async (path: string, given?: string, to = open) => {
  logged = ''
  const { headers, text } = await rawRequest(
    to,
    path,
    given === undefined ? {} : { headers: { 'X-Request-Id': given } },
  )
  const lines = logged.trim().split('\n').filter(Boolean)
  return { id: String(headers[REQUEST_ID_HEADER]), text, numbers: lines.map((line) => JSON.parse(line).request_id) }
}
const MADE = /^[0-9a-f]{16}$/

test('every request has a number of its own: in the answer, before the router, and in each line about it', async () => {
  const [one, other] = [await ask('/one'), await ask('/one')]
  expect(one.id).toMatch(MADE)
  expect(one.text).toBe(one.id)
  expect(one.numbers).toEqual([one.id, one.id])
  expect(other.id).not.toBe(one.id)
})

test('pages from memory have one too', async () => {
  const [first, second] = [await ask('/kept'), await ask('/kept')]
  expect(second.numbers).toEqual([])
  expect(second.id).toMatch(MADE)
  expect(second.id).not.toBe(first.id)
})

test('whoever meets an error of ours is told the number', async () => {
  const failed = await ask('/fails')
  expect(failed.text).toContain(`(Number ${failed.id})`)
  expect(new Set(failed.numbers)).toEqual(new Set([failed.id]))
  const broken = await ask('/broken')
  expect(broken.text).toContain(`<html data-request="${broken.id}" lang="en">`)
})

test('a number is taken from a proxy of ours alone, and only where it cannot tell of anybody', async () => {
  const given = '7c3f0b52-93aa-4c1e-8d0f-2b6a1e5d4c3b'
  expect((await ask('/one', given)).id).toMatch(MADE)
  expect(await ask('/one', given, behind_proxy)).toMatchObject({ id: given, text: given, numbers: [given, given] })
  for (const wrong of [
    '',
    'ada@example.com',
    '08031234567',
    'a'.repeat(65),
    '197.210.1.2:443_10.0.0.1',
    '<b>abcdef</b>',
  ]) {
    expect((await ask('/one', wrong, behind_proxy)).id, wrong).toMatch(MADE)
  }
})

test('what is logged beside any request carries none', () => {
  logged = ''
  log.info({}, 'the worker did something')
  expect(JSON.parse(logged)).not.toHaveProperty('request_id')
})
