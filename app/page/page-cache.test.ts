import { brotliDecompressSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { movableClock } from '../../domain/clock.ts'
import { finishResponse } from '../../server/finish-response.ts'
import { servingPages } from '../../test/pages-from-memory.ts'
import { chooseEncoding } from './compression.ts'
import { createPageCache, FORMER_FOR_MS, isOwnAddress, type PageCache } from './page-cache.ts'

const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
let pages: PageCache
const at = servingPages(() => pages)
beforeEach(() => {
  pages = createPageCache(clock, { most_pages: 2, former_after_ms: 20 })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(at(path), { headers })

/** Renders a page as the router would have done, and answers what its visitor is sent. */
function render(
  address: string,
  headers: Record<string, string> = { 'page-valid-until': 'changed' },
  { generation = pages.generation(), type = 'text/html; charset=utf-8', status = 200 } = {},
) {
  return finishResponse(
    new Request(`http://localhost${address}`),
    new Response('<body><p>menu</p>', { status, headers: { 'content-type': type, ...headers } }),
    { pages, generation, provider_hosts: [], public_url: 'http://localhost', wake_script: '' },
  )
}

/** What a request says that wants an answer packed, or not. */
const asking = (headers: Record<string, string>) => (name: string) => headers[name]
const in_brotli = asking({ 'accept-encoding': 'br' })
const plainly = asking({})

const is_kept = async (path: string) => (await get(path)).status === 200

test('a page is sent alike when it was just rendered and from memory, with its safety headers', async () => {
  for (const [path, type] of [
    ['/restaurants', 'text/html; charset=utf-8'],
    ['/restaurants.data', 'text/x-script'],
  ] as const) {
    const first = await render(path, undefined, { type })
    const second = await get(path)
    expect(await second.text()).toBe('<body><p>menu</p>')
    for (const answer of [first, second]) {
      expect(answer.headers.get('cache-control')).toBe('no-cache')
      expect(answer.headers.get('page-valid-until')).toBeNull()
      expect(answer.headers.get('page-query')).toBeNull()
    }
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
    if (path === '/restaurants') {
      for (const name of ['content-security-policy', 'x-frame-options']) {
        expect(second.headers.get(name)).toBe(first.headers.get(name))
        expect(second.headers.get(name)).not.toBeNull()
      }
    }
  }
})

test('only addresses that the page calls its own are kept', async () => {
  const sorted = { 'page-valid-until': 'changed', 'page-query': 'sort=price' }
  await render('/restaurants?sort=price', sorted)
  expect(await is_kept('/restaurants?sort=price')).toBe(true)

  const endless = ['/restaurants?utm_source=x', '/restaurants?q=amala', '/Restaurants', '/%72estaurants', '/a//b']
  for (const address of [...endless, '/restaurants/']) {
    await render(address)
    expect(await is_kept(address), address).toBe(false)
  }
  await render('/restaurants', sorted)
  expect(await is_kept('/restaurants')).toBe(false)
  expect(isOwnAddress(new URL('http://localhost/'), '')).toBe(true)
})

test('what is personal, refused or unmarked is never kept', async () => {
  await render('/login', {})
  await render('/about', { 'page-valid-until': 'changed', 'set-cookie': 'a=b' })
  expect(await is_kept('/login')).toBe(false)
  expect(await is_kept('/about')).toBe(false)
})

test('the page asked for least recently makes room', async () => {
  await render('/one')
  await render('/two')
  await get('/one')
  await render('/three')
  expect([await is_kept('/one'), await is_kept('/two'), await is_kept('/three')]).toEqual([true, false, true])
})

test('a page is forgotten when the catalog changes or its time is over, and never kept across a change', async () => {
  await render('/one')
  const before = pages.generation()
  pages.clear()
  expect(await is_kept('/one')).toBe(false)
  await render('/one', undefined, { generation: before })
  expect(await is_kept('/one')).toBe(false)

  await render('/two', { 'page-valid-until': String(clock.now().getTime() + 60_000) })
  expect(await is_kept('/two')).toBe(true)
  clock.set(new Date(clock.now().getTime() + 60_000))
  expect(await is_kept('/two')).toBe(false)
})

test('a page that changed is still there as it was, for as long as it may be shown', async () => {
  await render('/changes')
  await render('/closes', { 'page-valid-until': String(clock.now().getTime() + 60_000) })
  pages.clear()
  const former = await pages.asItWas('/changes', in_brotli)
  expect(former?.headers.get('cache-control')).toBe('no-store')
  expect(former?.headers.get('etag')).toBeNull()
  expect(former?.headers.get('content-security-policy')).not.toBeNull()
  const text = await (await pages.asItWas('/changes', plainly))?.text()
  expect(text).toMatch(/^<body><aside id="from-memory".*We could not look just now: this is how it was at \d\d:\d\d\.</)
  expect(text).toMatch(/<\/aside><p>menu<\/p>$/)
  const packed = Buffer.from((await former?.arrayBuffer()) ?? new ArrayBuffer(0))
  expect(brotliDecompressSync(packed).toString()).toBe(text)
  expect(await pages.asItWas('/never-kept', in_brotli)).toBeNull()

  clock.advance(FORMER_FOR_MS / 1000)
  // A second change does not make it younger.
  pages.clear()
  expect(await pages.asItWas('/changes', in_brotli)).not.toBeNull()
  clock.advance(1)
  expect(await pages.asItWas('/changes', in_brotli)).toBeNull()
  await render('/changes')
  expect(await is_kept('/changes')).toBe(true)
})

test('who would wait too long for a page made anew is shown it as it was, and later has the new one', async () => {
  await render('/slow')
  pages.clear()
  const { promise: made, resolve: make } = Promise.withResolvers<Response>()
  const anew = (work = () => made.then((): Promise<Response | null> => render('/slow'))) =>
    pages.answerAnew('/slow', plainly, work)
  const late = await anew()
  expect(late?.failed).toBe(503)
  expect(await late?.response.text()).toContain('this is how it was')
  // The next one waits no longer for what is late already.
  expect((await anew(() => expect.unreachable()))?.failed).toBe(503)
  make(new Response())
  await expect.poll(() => is_kept('/slow')).toBe(true)
})

test('where a page was right too long ago, whoever asks waits, and is answered alone when it fails', async () => {
  await render('/old')
  pages.clear()
  clock.advance(FORMER_FOR_MS / 1000 + 1)
  expect(await pages.answerAnew('/old', plainly, () => Promise.reject(new Error('the database is away')))).toBeNull()
  expect(await pages.answerAnew('/old', plainly, async () => null)).toBeNull()
  const waits = pages.answerAnew('/old', plainly, async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    return render('/old')
  })
  expect((await waits)?.failed).toBeNull()
})

test('a page that changes while it is made is a younger former page, unless it was taken away meanwhile', async () => {
  await render('/busy')
  pages.clear()
  clock.advance(FORMER_FOR_MS / 1000)
  const begun = pages.generation()
  pages.clear()
  await render('/busy', undefined, { generation: begun })
  expect(await is_kept('/busy')).toBe(false)
  clock.advance(1)
  expect(await pages.asItWas('/busy', plainly)).not.toBeNull()
  pages.forget('/busy')
  await render('/busy', undefined, { generation: begun })
  expect(await pages.asItWas('/busy', plainly)).toBeNull()
})

test('what was taken away or has moved does not come back as it was', async () => {
  for (const [path, status, comes_back] of [
    ['/suspended', 404, false],
    ['/renamed', 301, false],
    ['/asked-too-often', 429, true],
    ['/failed', 500, true],
  ] as const) {
    await render(path)
    pages.clear()
    await render(path, {}, { status, type: status === 301 ? 'text/plain' : undefined })
    expect((await pages.asItWas(path, in_brotli)) !== null, path).toBe(comes_back)
  }
})

test('a page that was taken away takes its data along, and the data its page', async () => {
  for (const [gone, along] of [
    ['/a?page=2', '/a.data?page=2'],
    ['/a.data?page=2', '/a?page=2'],
  ] as const) {
    const handed = { 'page-valid-until': 'changed', 'page-query': 'page=2' }
    await render(along, handed)
    expect(await pages.asItWas(along, in_brotli)).not.toBeNull()
    await render(gone, {}, { status: 404 })
    expect(await pages.asItWas(along, in_brotli)).toBeNull()
  }
})

test('data for the router is sent as it was, without a line for people', async () => {
  await render('/restaurants.data', undefined, { type: 'text/x-script' })
  pages.clear()
  expect(await (await pages.asItWas('/restaurants.data', plainly))?.text()).toBe('<body><p>menu</p>')
})

test('a page whose time is over is there as it was, counted from then on', async () => {
  await render('/closes', { 'page-valid-until': String(clock.now().getTime() + 3600_000) })
  clock.advance(3600 + FORMER_FOR_MS / 1000)
  expect(await is_kept('/closes')).toBe(false)
  expect(await pages.asItWas('/closes', in_brotli)).not.toBeNull()
  clock.advance(1)
  expect(await pages.asItWas('/closes', in_brotli)).toBeNull()
})

test('a browser that has the page gets 304, in whichever way it says so', async () => {
  const etag = (await render('/one')).headers.get('etag') ?? ''
  for (const known of [etag, `"older", ${etag}`, `${etag}, W/"older"`, etag.replace('W/', ''), '*']) {
    expect((await get('/one', { 'if-none-match': known })).status, known).toBe(304)
  }
  expect((await get('/one', { 'if-none-match': 'W/"older"' })).status).toBe(200)
})

test('an encoding that the browser forbids is not used', () => {
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(chooseEncoding('gzip;q=1.0, br;q=0.5')).toBe('br')
  expect(chooseEncoding('br;q=0, gzip')).toBe('gzip')
  expect(chooseEncoding('br;q=0.000, gzip; q=0')).toBe('identity')
  expect(chooseEncoding('*')).toBe('br')
  expect(chooseEncoding('*;q=0, gzip')).toBe('gzip')
  expect(chooseEncoding('identity')).toBe('identity')
  expect(chooseEncoding('')).toBe('identity')
  expect(chooseEncoding(undefined)).toBe('identity')
})
