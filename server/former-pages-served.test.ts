import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { eventually } from '../test/eventually.ts'
import { type RawQuestion, rawRequest } from '../test/raw-request.ts'
import type { FairTurns } from './fair-turns.ts'
import { createHttpServer, type HttpOptions } from './http.ts'
import { createStaticFiles } from './static-files.ts'

const PUBLIC_URL = 'https://chowgate.example'
const render = vi.fn<HttpOptions['render']>()
const atOnce: FairTurns = (_, work) => work()
const inTurn = vi.fn(atOnce)
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const folder = mkdtempSync(join(tmpdir(), 'chowgate-static-'))
const { server, pages } = createHttpServer({
  render,
  inTurn: inTurn as FairTurns,
  serveStatic: createStaticFiles(folder, new Map()),
  pictures: { readHere: async () => null } as unknown as HttpOptions['pictures'],
  heard: () => {},
  clock: movableClock(new Date('2026-03-10T11:00:00Z')),
  takesFiles: () => false,
  log,
  provider_hosts: [],
  trust_proxy: false,
  wake_script: '',
  public_url: PUBLIC_URL,
})

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(folder, { recursive: true })
})

afterEach(() => {
  vi.clearAllMocks()
  inTurn.mockImplementation(atOnce)
})

const connections = () => new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
const send = (path: string, question: RawQuestion = {}) => rawRequest(server, path, question)
const form = { origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' }

const headers = { 'content-type': 'text/html; charset=utf-8' }
const page = (html: string, kept = {}) => new Response(html, { headers: { ...headers, ...kept } })
/** How many answers that are not the router's were noted, by status. */
async function noted(status: number): Promise<number> {
  const line = (await register.metrics()).split('\n').find((text) => isCount.test(text) && text.includes(`"${status}"`))
  return Number(line?.split(' ').at(-1) ?? 0)
}
const isCount = /^http_\w*_count\{.*method="GET",route="none"/

test('a page for everybody comes as it was while it cannot be made anew; one of a person never does', async () => {
  render.mockImplementation(async (request) =>
    new URL(request.url).pathname === '/menu' ? page('<p>Amala</p>', { 'page-valid-until': 'changed' }) : page('mine'),
  )
  await send('/menu')
  await send('/orders/mine')
  pages.clear()
  for (const fails of [
    async () => new Response('<p>Something went wrong</p>', { status: 500, headers }),
    () => Promise.reject(new Error('the database is away')),
  ]) {
    render.mockImplementation(fails)
    const former = await send('/menu')
    expect(former).toMatchObject({ status: 200, text: expect.stringContaining('Amala') })
    expect(former.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    expect((await send('/menu?q=amala')).status).toBe(500)
    expect((await send('/orders/mine')).status).toBe(500)
    expect((await send('/menu', { method: 'POST', body: 'a=b', headers: form })).status).toBe(500)
  }
  render.mockImplementation(async () => page('<p>Eba</p>', { 'page-valid-until': 'changed' }))
  expect((await send('/menu')).text).toContain('Eba')
})

test('where everybody asks at once, the page comes as it was, and who watches is told of a 503', async () => {
  render.mockImplementation(async () => page('<body>Amala', { 'page-valid-until': 'changed' }))
  await send('/busy')
  pages.clear()
  const [full_before, fine_before] = [await noted(503), await noted(200)]
  inTurn.mockImplementationOnce(async () => null)
  const former = await send('/busy')
  expect(former).toMatchObject({ status: 200, text: expect.stringMatching(/this is how it was at 12:00.*Amala/) })
  expect([await noted(503), await noted(200)]).toEqual([full_before + 1, fine_before])
  expect(log.warn).toHaveBeenCalledWith({ path: '/busy' }, 'too many wait: a page was shown as it was')
})

test('a page that could not be rendered at all is noted as a 500 behind its former one', async () => {
  render.mockImplementation(async () => page('<body>Amala', { 'page-valid-until': 'changed' }))
  await send('/breaks')
  pages.clear()
  const before = await noted(500)
  render.mockImplementation(() => Promise.reject(new Error('the database is away')))
  expect((await send('/breaks')).status).toBe(200)
  expect(await noted(500)).toBe(before + 1)
})

test('a kitchen that was taken off is not shown again when its page fails', async () => {
  render.mockImplementation(async () => page('<body>Amala', { 'page-valid-until': 'changed' }))
  await send('/suspended')
  pages.clear()
  render.mockImplementation(async () => new Response('<body>Not here', { status: 404, headers }))
  expect((await send('/suspended')).status).toBe(404)
  render.mockImplementation(() => Promise.reject(new Error('the database is away')))
  expect(await send('/suspended')).toMatchObject({ status: 500, text: expect.not.stringContaining('Amala') })
})

test('a page that changed is made once for all who ask meanwhile, and of nobody among them', async () => {
  render.mockImplementation(async () => page('<body>Amala', { 'page-valid-until': 'changed' }))
  await send('/crowded')
  pages.clear()
  const asked: Request[] = []
  const { promise: made, resolve: make } = Promise.withResolvers<void>()
  render.mockImplementation(async (request) => {
    asked.push(request)
    await made
    return page('<body>Eba', { 'page-valid-until': 'changed' })
  })
  const cookie = 'session=ada'
  const crowd = Array.from({ length: 30 }, () => send('/crowded', { headers: { cookie } }))
  await eventually(() => expect(asked).toHaveLength(1))
  make()
  for (const answer of await Promise.all(crowd)) {
    expect(answer).toMatchObject({ status: 200, text: '<body>Eba', headers: { 'cache-control': 'no-cache' } })
  }
  expect(asked.map(({ headers }) => headers.get('cookie'))).toEqual([null])
  expect((await send('/crowded')).text).toBe('<body>Eba')
  expect(asked).toHaveLength(1)
})

test('whoever asks after a change is not answered with what was begun before it', async () => {
  render.mockImplementation(async () => page('<body>one', { 'page-valid-until': 'changed' }))
  await send('/twice')
  pages.clear()
  const { promise: end, resolve: go } = Promise.withResolvers<void>()
  let begun = 0
  render.mockImplementation(async () => {
    begun++
    const text = `<body>begun ${begun}`
    await end
    return page(text, { 'page-valid-until': 'changed' })
  })
  const before = send('/twice')
  await eventually(() => expect(begun).toBe(1))
  pages.clear()
  const after = send('/twice')
  await eventually(() => expect(begun).toBe(2))
  go()
  await before
  expect((await after).text).toBe('<body>begun 2')
  expect((await send('/twice')).text).toBe('<body>begun 2')
})

test('a page that is not the same for everybody any more is made for each', async () => {
  render.mockImplementation(async () => page('<body>of all', { 'page-valid-until': 'changed' }))
  await send('/becomes-mine')
  pages.clear()
  render.mockImplementation(async (request) => page(`<body>${request.headers.get('cookie')}`))
  const mine = ['a=1', 'a=2'].map((cookie) => send('/becomes-mine', { headers: { cookie } }))
  expect((await Promise.all(mine)).map(({ text }) => text)).toEqual(['<body>a=1', '<body>a=2'])
})

test('who is sent away is told when to come again', async () => {
  inTurn.mockImplementationOnce(async () => null)
  expect(await send('/orders/mine')).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})

test('a page is not made for a visitor who has left, and a change is carried out', async () => {
  const { promise: turn, resolve: comes } = Promise.withResolvers<void>()
  const left: (boolean | undefined)[] = []
  inTurn.mockImplementation(async (asker, work) => {
    await turn
    left.push(asker.hasLeft?.())
    return asker.hasLeft?.() ? null : work()
  })
  render.mockImplementation(async () => page('mine'))
  const asked = ['GET', 'POST'].map((method) => {
    const headers = { ...form, 'content-length': '3' }
    const one = request({ port: (server.address() as AddressInfo).port, path: '/orders/mine', method, headers })
    one.on('error', () => {})
    one.end(method === 'POST' ? 'a=b' : undefined)
    return one
  })
  await eventually(() => expect(inTurn).toHaveBeenCalledTimes(2))
  for (const one of asked) one.destroy()
  const before = await noted(499)
  await eventually(async () => expect((await connections()) === 0).toBe(true))
  comes()
  await eventually(() => expect(left.toSorted()).toEqual([false, true]))
  await eventually(async () => expect(await noted(499)).toBe(before + 1))
  expect(render).toHaveBeenCalledTimes(1)
})
