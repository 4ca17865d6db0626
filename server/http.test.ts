import { once } from 'node:events'
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { visitorOf } from '../app/visitor.ts'
import { movableClock } from '../domain/clock.ts'
import { createHttpServer, type HttpOptions } from './http.ts'

/** What the router would do, and everything it was asked. */
const render = vi.fn<HttpOptions['render']>()
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const PUBLIC_HOST = 'chowgate.example'
const MEBIBYTE = 1024 * 1024

const shell = (trust_proxy: boolean) =>
  createHttpServer({
    render,
    serveStatic: async () => false,
    pictures: { read: async () => null } as unknown as HttpOptions['pictures'],
    clock: movableClock(new Date('2026-03-10T11:00:00Z')),
    log,
    provider_hosts: [],
    trust_proxy,
    harden_documents: true,
    public_url: `https://${PUBLIC_HOST}`,
  }).server

const server = shell(false)
const behind_proxy = shell(true)

beforeAll(async () => {
  for (const each of [server, behind_proxy]) await once(each.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const each of [server, behind_proxy]) {
    each.close()
    each.closeAllConnections()
  }
})
afterEach(() => vi.resetAllMocks())

type Question = {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Sends it without saying how long it is. */
  chunked?: boolean
  to?: typeof server
}
type Answer = { status: number; headers: IncomingHttpHeaders; text: string }

/** A request as a browser or an attacker sends it, every header as it is. */
function send(
  path: string,
  { method = 'GET', headers = {}, body, chunked, to = server }: Question = {},
): Promise<Answer> {
  const { port } = to.address() as AddressInfo
  const size: Record<string, string> =
    body === undefined || chunked ? {} : { 'content-length': String(body.length) }
  return new Promise((resolve, reject) => {
    const sent = ask(
      { port, path, method, headers: { ...size, ...headers }, agent: false },
      async (answer) => {
        let text = ''
        for await (const part of answer) text += part
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })
      },
    )
    // A server that has answered may close the line before everything was sent.
    sent.on('error', (error) => setTimeout(reject, 1000, error))
    if (body !== undefined) sent.write(body)
    sent.end()
  })
}

const here = () => `127.0.0.1:${(server.address() as AddressInfo).port}`
const form = (origin: string) => ({ origin, 'content-type': 'application/x-www-form-urlencoded' })
const ok = async () => new Response('ok')

test('a change is taken from our own pages only', async () => {
  render.mockImplementation(ok)
  const post = (headers: Record<string, string>) =>
    send('/checkout', {
      method: 'POST',
      body: 'a=b',
      headers: { ...form(''), host: here(), ...headers },
    })

  expect((await post({ origin: `http://${here()}` })).status).toBe(200)
  for (const origin of [
    'https://evil.example',
    `https://${PUBLIC_HOST}.evil.example`,
    'null',
    '',
    'nonsense',
  ]) {
    expect((await post({ origin })).status, origin).toBe(403)
  }
  const without = await send('/checkout', { method: 'POST', body: 'a=b', headers: { host: here() } })
  expect(without.status).toBe(403)
  expect(render).toHaveBeenCalledTimes(1)
})

test('behind a proxy that rewrites Host and ends https, the router sees the address that the browser knows', async () => {
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
  expect((await send('/webhooks/flutterwave', { method: 'POST', body, headers, chunked: true })).text).toBe(
    body,
  )
})

test.for([
  { path: '/checkout.data', limit: 128 * 1024 },
  { path: '/webhooks/flutterwave', limit: 256 * 1024 },
])(
  'nothing above $limit bytes gets into memory at $path, whether its size is declared or not',
  async ({ path, limit }) => {
    render.mockImplementation(
      async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
    )
    const post = (size: number, chunked: boolean) =>
      send(path, {
        method: 'POST',
        body: Buffer.alloc(size),
        chunked,
        headers: { ...form(`http://${here()}`), host: here() },
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
  const headers = { ...form(`http://${here()}`), host: here() }
  for (const path of [
    '/uploads/picture',
    '/food.data',
    '/Account',
    '/rider-dashboard',
    '/rider/registration',
  ]) {
    const post = (question: Question) => send(path, { method: 'POST', headers, ...question })
    expect((await post({ body: Buffer.alloc(MEBIBYTE) })).text).toBe(String(MEBIBYTE))
    expect((await post({ body: Buffer.alloc(MEBIBYTE), chunked: true })).status).toBe(411)
    const huge = { ...headers, 'content-length': String(600 * MEBIBYTE) }
    expect((await post({ body: 'a', headers: huge })).status).toBe(413)
  }
})

test('what is no form is refused before a route stumbles over it', async () => {
  render.mockImplementation(async (request) => new Response(String([...(await request.formData())].length)))
  const post = (type: string | null, body: string) =>
    send('/order-summary/attempt', {
      method: 'POST',
      body,
      headers: {
        origin: `http://${here()}`,
        host: here(),
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

test('what nobody marked is not stored anywhere, and every answer says nosniff', async () => {
  render.mockImplementation(async () => Response.json({ address: 'Jadesola Hall' }))
  const { headers } = await send('/places/address')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  render.mockImplementation(async () => new Response('', { headers: { 'cache-control': 'private' } }))
  expect((await send('/')).headers['cache-control']).toBe('private')
  expect((await send('/images/none.webp')).headers['x-content-type-options']).toBe('nosniff')
})

test('HEAD has the headers of GET, and no body', async () => {
  const html = '<script type="module">import "/assets/entry.js"</script>'
  render.mockImplementation(async (request) =>
    request.method === 'GET'
      ? new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
      : new Response(null, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  )
  const [get, head] = [await send('/about'), await send('/about', { method: 'HEAD' })]
  expect(get.headers['content-security-policy']).toContain("'sha256-")
  expect(head.headers['content-security-policy']).toBe(get.headers['content-security-policy'])
  expect(head.text).toBe('')
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
    const headers = { ...form(`http://${here()}`), host: here(), ...lie }
    expect((await send('/checkout', { ...question, headers })).text).toBe('127.0.0.1')
    expect((await send('/checkout', { ...question, headers, to: behind_proxy })).text).toBe('8.8.8.8')
  }
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
