import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { movableClock } from '../domain/clock.ts'
import { type RawQuestion, rawRequest } from '../test/raw-request.ts'
import { createFairTurns } from './fair-turns.ts'
import { createHttpServer, type HttpOptions } from './http.ts'
import { createStaticFiles } from './static-files.ts'

const PUBLIC_URL = 'https://chowgate.example'
const render = vi.fn<HttpOptions['render']>()
const folder = mkdtempSync(join(tmpdir(), 'chowgate-static-'))
const { server, pages } = createHttpServer({
  render,
  inTurn: createFairTurns({ patience_ms: 60_000 }),
  serveStatic: createStaticFiles(folder, new Map()),
  pictures: { read: async () => null } as unknown as HttpOptions['pictures'],
  clock: movableClock(new Date('2026-03-10T11:00:00Z')),
  log: { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() },
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

test('a page for everybody comes as it was while it cannot be made anew; one of a person never does', async () => {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  const page = (html: string, kept = {}) => new Response(html, { headers: { ...headers, ...kept } })
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
