import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { visitorOf } from '../app/request/visitor.ts'
import { movableClock } from '../domain/clock.ts'
import { eventually } from '../test/eventually.ts'
import { type RawAnswer, type RawQuestion, rawRequest } from '../test/raw-request.ts'
import { createFairTurns } from './fair-turns.ts'
import { createHttpServer, type HttpOptions } from './http.ts'
import { createStaticFiles } from './static-files.ts'

/** Stands in for the router, and records everything it was asked. */
const render = vi.fn<HttpOptions['render']>()
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const PUBLIC_HOST = 'chowgate.example'
const MEBIBYTE = 1024 * 1024

const PUBLIC_URL = `https://${PUBLIC_HOST}`
const folder = mkdtempSync(join(tmpdir(), 'chowgate-static-'))
mkdirSync(join(folder, 'assets'))
for (const name of ['assets/entry.js', 'icon.png']) writeFileSync(join(folder, name), 'a file')
const serveStatic = createStaticFiles(folder, new Map([['/sw.js', 'a worker']]))

const shell = ({ trust_proxy = false, public_url = PUBLIC_URL }) =>
  createHttpServer({
    render,
    inTurn: createFairTurns({ patience_ms: 60_000 }),
    serveStatic,
    pictures: {
      readHere: async (file: string) => (file === 'known.webp' ? Buffer.from('a picture') : null),
    } as unknown as HttpOptions['pictures'],
    heard: () => {},
    clock: movableClock(new Date('2026-03-10T11:00:00Z')),
    takesFiles: (path) => path === '/food',
    log,
    provider_hosts: [],
    trust_proxy,
    wake_script: '',
    public_url,
  }).server

const server = shell({})
const behind_proxy = shell({ trust_proxy: true })
const on_this_machine = shell({ public_url: 'http://localhost:3000' })
const all_servers = [server, behind_proxy, on_this_machine]

beforeAll(async () => {
  for (const each of all_servers) await once(each.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const each of all_servers) {
    each.close()
    each.closeAllConnections()
  }
  rmSync(folder, { recursive: true })
})
afterEach(() => vi.resetAllMocks())

/** A request to one of the servers, by default the one on https. */
const send = (path: string, { to = server, ...question }: RawQuestion & { to?: typeof server } = {}) =>
  rawRequest(to, path, question)

const form = (origin: string) => ({ origin, 'content-type': 'application/x-www-form-urlencoded' })

test('behind a proxy that rewrites Host and ends https, the router sees the address of the browser', async () => {
  render.mockImplementation(async (request) => new Response(`${request.url} ${await request.text()}`))
  const { status, text } = await send('/checkout.data?index', {
    method: 'POST',
    body: 'a=b',
    headers: { ...form(`https://${PUBLIC_HOST}`), host: 'app:3000' },
  })
  expect(status).toBe(200)
  expect(text).toBe(`https://${PUBLIC_HOST}/checkout.data?index a=b`)
})

test('a webhook needs no origin and arrives byte by byte', async () => {
  render.mockImplementation(async (request) => new Response(await request.text()))
  const body = '{"event":"charge.completed", "ẹ":1}'
  const headers = { 'content-type': 'application/json' }
  expect((await send('/webhooks/flutterwave', { method: 'POST', body, headers, chunked: true })).text).toBe(body)
})

test.for([
  { path: '/checkout.data', limit: 64 * 1024 },
  // A form without a file is limited as any other, even on a route that takes files.
  { path: '/food', limit: 64 * 1024 },
  { path: '/webhooks/flutterwave', limit: 256 * 1024 },
])(
  'nothing above $limit bytes gets into memory at $path, whether its size is declared or not',
  async ({ path, limit }) => {
    render.mockImplementation(async (request) => new Response(String((await request.arrayBuffer()).byteLength)))
    const post = (size: number, chunked: boolean) =>
      send(path, {
        method: 'POST',
        body: Buffer.alloc(size),
        chunked,
        headers: form(PUBLIC_URL),
      })
    for (const chunked of [false, true]) {
      expect(await post(limit, chunked)).toMatchObject({ status: 200, text: String(limit) })
      expect((await post(limit + 1, chunked)).status).toBe(413)
    }
    expect(render).toHaveBeenCalledTimes(2)
  },
)

test('a file goes to its route unread, when its size is declared and possible', async () => {
  render.mockImplementation(async (request) => new Response(String((await request.arrayBuffer()).byteLength)))
  const headers = { ...form(PUBLIC_URL), 'content-type': 'multipart/form-data; boundary=----a' }
  const post = (question: RawQuestion) => send('/food', { method: 'POST', headers, ...question })
  expect((await post({ body: Buffer.alloc(MEBIBYTE) })).text).toBe(String(MEBIBYTE))
  expect((await post({ body: Buffer.alloc(MEBIBYTE), chunked: true })).status).toBe(411)
  const huge = { ...headers, 'content-length': String(600 * MEBIBYTE) }
  expect((await post({ body: 'a', headers: huge })).status).toBe(413)
})

test('what is no form is refused before a route stumbles over it', async () => {
  render.mockImplementation(async (request) => new Response(String([...(await request.formData())].length)))
  const post = (type: string | null, body: string) =>
    send('/order-summary/attempt', {
      method: 'POST',
      body,
      headers: {
        origin: PUBLIC_URL,
        ...(type === null ? {} : { 'content-type': type }),
      },
    })
  expect((await post('application/json', '{}')).status).toBe(415)
  expect((await post('multipart/form-data', 'a')).status).toBe(415)
  expect((await post(null, 'a=b')).status).toBe(415)
  expect(await post(null, '')).toMatchObject({ status: 200, text: '0' })
  expect((await send('/', { method: 'OPTIONS' })).status).toBe(405)
  expect(log.error).not.toHaveBeenCalled()
})

test('what nobody marked is not stored anywhere', async () => {
  render.mockImplementation(async () => Response.json({ address: 'Jadesola Hall' }))
  const { headers } = await send('/places/address')
  expect(headers).toMatchObject({ 'cache-control': 'no-store' })
  render.mockImplementation(async () => new Response('', { headers: { 'cache-control': 'private' } }))
  expect((await send('/')).headers['cache-control']).toBe('private')
})

test('every kind of answer says nosniff, who may show it, and https only', async () => {
  const kept = { 'content-type': 'text/html; charset=utf-8', 'page-valid-until': 'changed' }
  const answers: Record<string, () => Promise<Response>> = {
    '/restaurants': async () => new Response('<p>a page</p>', { headers: kept }),
    '/rider/steps': async () => Response.json({ some: 'data' }),
    '/login': async () => new Response(null, { status: 302, headers: { location: '/' } }),
    '/back-office/live': async () =>
      new Response('data: news\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  }
  render.mockImplementation(async (request) => {
    const made = answers[new URL(request.url).pathname]
    if (!made) throw new Error('a fault')
    return made()
  })
  const page = await send('/restaurants')
  const known = { 'if-none-match': String(page.headers.etag) }
  const huge = { ...form(PUBLIC_URL), 'content-length': '999999' }
  const kinds: [string, Promise<RawAnswer> | RawAnswer, number, string?][] = [
    ['a page', page, 200],
    ['a page from memory', send('/restaurants'), 200],
    ['a page that the browser has', send('/restaurants', { headers: known }), 304],
    ['the headers of a page', send('/restaurants', { method: 'HEAD' }), 200],
    ['data', send('/rider/steps'), 200],
    ['a way elsewhere', send('/login'), 302],
    ['a stream', send('/back-office/live'), 200],
    ['a script', send('/assets/entry.js'), 200],
    ['an icon', send('/icon.png?v=2'), 200, 'cross-origin'],
    ['a picture', send('/images/known.webp'), 200, 'cross-origin'],
    ['no picture', send('/images/none.webp'), 404, 'cross-origin'],
    ['a fault', send('/fault'), 500],
    ['a refusal', send('/checkout', { method: 'POST', body: 'a=b' }), 403],
    ['no such verb', send('/checkout', { method: 'OPTIONS' }), 405],
    ['too much', send('/checkout', { method: 'POST', body: 'a=b', headers: huge }), 413],
  ]
  for (const [kind, asked, status, resource_policy = 'same-origin'] of kinds) {
    const answer = await asked
    expect([kind, answer.status]).toEqual([kind, status])
    expect(answer.headers, kind).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': resource_policy,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    })
  }
  const without_https = await send('/icon.png', { to: on_this_machine })
  expect(without_https.headers['strict-transport-security']).toBeUndefined()
})

test('search engines keep pages that say they are public, and no others', async () => {
  const page = (handle?: string) => async () =>
    new Response('<html></html>', {
      headers: { 'content-type': 'text/html', ...(handle && { 'page-handle': handle }) },
    })
  render.mockImplementationOnce(page('{"public":true}')).mockImplementationOnce(page('{"wake":"at_once"}'))
  expect((await send('/about')).headers['x-robots-tag']).toBeUndefined()
  expect((await send('/checkout')).headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
})

test('a worker is asked for again each time, and sent again only when it is another', async () => {
  const { status, headers, text } = await send('/sw.js')
  expect({ status, text }).toEqual({ status: 200, text: 'a worker' })
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
  })
  const ask = (etag: string) => send('/sw.js', { headers: { 'if-none-match': etag } })
  expect(await ask(String(headers.etag))).toMatchObject({ status: 304, text: '' })
  expect(await ask('W/"a former one"')).toMatchObject({ status: 200, text: 'a worker' })
  expect((await send('/assets/entry.js')).headers['cache-control']).toContain('immutable')
})

test('HEAD has the headers of GET, and no body', async () => {
  const html = '<script nonce="f00d" type="module">import "/assets/entry.js"</script>'
  const headers = { 'content-type': 'text/html; charset=utf-8', 'page-nonce': 'f00d' }
  render.mockImplementation(async (request) => new Response(request.method === 'GET' ? html : null, { headers }))
  const [get, head] = [await send('/about'), await send('/about', { method: 'HEAD' })]
  expect(get.headers['content-security-policy']).toContain("'sha256-")
  expect(head.headers['content-security-policy']).toBe(get.headers['content-security-policy'])
  expect(head.text).toBe('')
})

test('a proxy that asks after our health in HTTP/1.0, without a Host, is answered', async () => {
  render.mockResolvedValue(new Response('ok'))
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.end('GET /health HTTP/1.0\r\n\r\n')
  expect(await text(socket)).toContain(`200 OK`)
})

test('HEAD of an endless stream ends it', async () => {
  const cancel = vi.fn()
  render.mockImplementation(async () => new Response(new ReadableStream({ cancel })))
  await send('/back-office/live', { method: 'HEAD' })
  expect(cancel).toHaveBeenCalledOnce()
})

test('a visitor is who the connection or our own proxy says, never who it says itself', async () => {
  render.mockImplementation(async (request) => new Response(visitorOf(request)))
  const lie = { 'X-Visitor-Address': '6.6.6.6', 'x-forwarded-for': '7.7.7.7, 8.8.8.8' }
  const post = { method: 'POST', body: 'a=b' }
  for (const question of [{}, post]) {
    const headers = { ...form(PUBLIC_URL), ...lie }
    expect((await send('/checkout', { ...question, headers })).text).toBe('127.0.0.1')
    expect((await send('/checkout', { ...question, headers, to: behind_proxy })).text).toBe('8.8.8.8')
  }
})

test('a flood of one address is rendered four at a time, and somebody else beside it', async () => {
  let under_way = 0
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  render.mockImplementation(async (request) => {
    if (visitorOf(request) === '8.8.8.8') return new Response('somebody else')
    under_way++
    await finished
    under_way--
    return new Response('the flood')
  })
  const ask = (address: string) => send('/track', { headers: { 'x-forwarded-for': address }, to: behind_proxy })
  const flood = Array.from({ length: 60 }, () => ask('7.7.7.7'))
  await expect.poll(() => under_way).toBe(4)
  expect((await ask('8.8.8.8')).text).toBe('somebody else')
  expect(under_way).toBe(4)
  finish()
  expect(new Set((await Promise.all(flood)).map(({ text }) => text))).toEqual(new Set(['the flood']))
})

test('an error is told to the log, without the query of its address, and not to the visitor', async () => {
  render.mockImplementation(async () => {
    throw new Error('the password is amala')
  })
  const { status, text } = await send('/order-summary?order=secret')
  expect(status).toBe(500)
  expect(text).not.toContain('amala')
  expect(JSON.stringify(log.error.mock.calls)).not.toContain('secret')
})

test('whoever watches over /health does not wait behind those who are served', async () => {
  const { promise: never, resolve: end } = Promise.withResolvers<void>()
  render.mockImplementation(async (request) => {
    if (!request.url.endsWith('/health')) await never
    return new Response('well')
  })
  const served = Array.from({ length: 20 }, () => send('/order-summary'))
  await eventually(() => expect(render).toHaveBeenCalledTimes(4))
  expect(await send('/health')).toMatchObject({ status: 200, text: 'well' })
  end()
  await Promise.all(served)
})
