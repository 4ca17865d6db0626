import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { zstdDecompressSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { system_clock } from '../../domain/clock.ts'
import { finishResponse } from '../../server/finish-response.ts'
import { servingPages } from '../../test/pages-from-memory.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

let pages: PageCache
const at = servingPages(() => pages)
beforeEach(() => {
  pages = createPageCache(system_clock)
})

/** As it was sent: `fetch` would unpack it, or not know how. */
const get = async (path: string, headers: Record<string, string> = {}) => {
  const [answer] = (await once(request(at(path), { headers }).end(), 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode, headers: new Headers(answer.headers as Record<string, string>), body }
}

/** Renders an answer as the router would have done, for who asks with these headers. */
function render(
  address: string,
  { headers = {}, type = 'text/html; charset=utf-8', body = LONG, asked = {} }: Partial<Rendered> = {},
) {
  return finishResponse(
    new Request(`http://localhost${address}`, { headers: asked }),
    new Response(body, { headers: { 'content-type': type, ...headers } }),
    { pages, generation: pages.generation(), provider_hosts: [], public_url: 'http://localhost', wake_script: '' },
  )
}

type Rendered = { headers: Record<string, string>; type: string; body: string; asked: Record<string, string> }

/** Long enough to be packed. */
const LONG = `<body>${Array.from({ length: 400 }, (_, dish) => `<p>${(dish * 7919) % 1000}</p>`).join('')}`

const for_everybody = { 'page-valid-until': 'changed', 'page-handle': JSON.stringify({ offline: 'everybody' }) }
const opens = { 'user-agent': 'Chrome/156.0.0.0', 'cache-control': 'max-age=0' }

test('who has a page is sent the next packed with it, and reads the same', async () => {
  await render('/restaurants', { headers: for_everybody })
  await render('/restaurant/suya', { headers: for_everybody, body: `${LONG}<p>Suya</p>` })
  const list = await get('/restaurants', opens)
  expect(list.headers.get('use-as-dictionary')).toBe('match="/*"')
  expect((await get('/restaurants')).headers.get('use-as-dictionary')).toBeNull()
  const dictionary = list.body
  const hash = createHash('sha256').update(dictionary).digest()
  const has_list = { 'available-dictionary': `:${hash.toString('base64')}:`, 'accept-encoding': 'gzip, dcz' }
  const one_persons = await render('/track/1', { body: `${LONG}<p>Ada</p>`, asked: has_list })
  for (const [sent, words] of [
    [await get('/restaurant/suya', has_list), 'Suya'],
    [await get('/restaurant/suya', has_list), 'Suya'],
    [{ headers: one_persons.headers, body: Buffer.from(await one_persons.arrayBuffer()) }, 'Ada'],
  ] as const) {
    expect(sent.headers.get('content-encoding')).toBe('dcz')
    expect(sent.headers.get('vary')).toContain('available-dictionary')
    expect(sent.body.subarray(8, 40)).toEqual(hash)
    expect(zstdDecompressSync(sent.body.subarray(40), { dictionary }).toString()).toBe(`${LONG}<p>${words}</p>`)
  }
  // A page that says why it is from before is no page to keep.
  expect(
    (await pages.asItWas('/restaurants', (name) => new Headers(opens).get(name)))?.headers.get('use-as-dictionary'),
  ).toBeNull()
})

test('nobody else is sent a dictionary: a page of a person, an answer without a body', async () => {
  await render('/login', { headers: { 'page-valid-until': 'changed' } })
  const login = await get('/login', opens)
  expect(login.headers.get('use-as-dictionary')).toBeNull()
  const unchanged = await get('/login', { ...opens, 'if-none-match': login.headers.get('etag') ?? '' })
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
})

test('what the router fetches is packed where that makes it shorter', async () => {
  const in_gzip = { 'accept-encoding': 'gzip' }
  for (const type of ['text/x-script', 'application/json', 'text/csv; charset=utf-8'] as const) {
    const is_packed = type !== 'text/csv; charset=utf-8'
    const long = await render('/track/1.data', { type, asked: in_gzip })
    const short = await render('/track/1.data', { type, body: '{"ok":true}', asked: in_gzip })
    expect(long.headers.get('content-encoding'), type).toBe(is_packed ? 'gzip' : null)
    expect(short.headers.get('content-encoding'), type).toBeNull()
    expect(await short.text()).toBe('{"ok":true}')
  }
})
