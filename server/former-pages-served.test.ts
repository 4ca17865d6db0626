import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { type RawQuestion, rawRequest } from '../test/raw-request.ts'
import type { FairTurns } from './fair-turns.ts'
import { createHttpServer, type HttpOptions } from './http.ts'
import { createStaticFiles } from './static-files.ts'

const PUBLIC_URL = 'https://chowgate.example'
const render = vi.fn<HttpOptions['render']>()
const inTurn = vi.fn<FairTurns>((_, work) => work())
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const folder = mkdtempSync(join(tmpdir(), 'chowgate-static-'))
const { server, pages } = createHttpServer({
  render,
  inTurn: inTurn as FairTurns,
  serveStatic: createStaticFiles(folder, new Map()),
  pictures: { read: async () => null } as unknown as HttpOptions['pictures'],
  clock: movableClock(new Date('2026-03-10T11:00:00Z')),
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
  inTurn.mockImplementationOnce(() => null)
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
