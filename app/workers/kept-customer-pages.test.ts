import { beforeEach, expect, test, vi } from 'vitest'
import { CUSTOMER_PAGES } from '../storefront/offline/kept-pages.ts'
import { forgetOrder, keepAgain, keepPage, keptPage, keptTitles } from './kept-customer-pages.ts'

const origin = 'http://localhost'
const answers = new Map<string, Response>()
const cache = {
  match: async (at: string | Request) => answers.get(pathOf(at))?.clone(),
  put: async (at: string, answer: Response) => void answers.set(at, answer),
  delete: async (at: string | Request) => answers.delete(pathOf(at)),
  keys: async () => [...answers.keys()].map((path) => new Request(origin + path)),
}
const no_files = { match: async () => undefined, keys: async () => [] }
const pathOf = (at: string | Request) => (typeof at === 'string' ? at : at.url.slice(origin.length))

beforeEach(() => {
  answers.clear()
  vi.stubGlobal('OFFLINE_PAGES', { everybody: ['/'], customer: ['/track/:token', '/order-summary?order=:order'] })
  vi.stubGlobal('caches', { open: async (name: string) => (name === CUSTOMER_PAGES ? cache : no_files) })
})

const track = '/track/AAAAAAAAAAAAAAAA'
const receipt = '/order-summary?order=BBBB'
const html = (words: string, title = 'Cooking') => `<html><title>${title} - X</title>${words}</html>`
const comes = (path: string, body: string, status = 200) => {
  const answer = new Response(body, { status, headers: { 'content-type': 'text/html' } })
  Object.defineProperty(answer, 'type', { value: 'basic' })
  return keepPage(path, answer, Date.now())
}

test('an error of ours leaves what is kept; what is gone and an order that is to be paid are forgotten', async () => {
  await comes(track, html('PIN 1234'))
  for (const status of [500, 502, 503, 429]) await comes(track, html('sorry'), status)
  await comes(track, '<html>half a page')
  await comes(track, html('<aside id="from-memory">as it was</aside> PIN 9999'))
  expect((await keptPage(track))?.html).toContain('PIN 1234')
  await comes(track, html('gone'), 404)
  expect(await keptPage(track)).toBeUndefined()
  await comes(receipt, html('paid', 'Receipt'))
  await comes(receipt, html('to pay', 'Order Summary'))
  expect(await keptPage(receipt)).toBeUndefined()
})

test('what speaks of a forgotten order goes and stays away, until somebody opens it again', async () => {
  const of_receipt = html('<dt>Order numbers</dt><dd>11, 12</dd><a href="/track/of-order-11">', 'Receipt')
  const other = html('<dt>Order number</dt><dd>120</dd>', 'Receipt')
  await comes(track, html('Order <!-- -->12<!-- --> AAAAAAAAAAAAAAAA'))
  await comes(receipt, of_receipt)
  await comes('/order-summary?order=CCCC', other)
  await comes('/', html('Order 12 dishes'))
  await forgetOrder({ track_token: 'AAAAAAAAAAAAAAAA', order_ids: [12] })
  expect([...answers.keys()]).toEqual(['/order-summary?order=CCCC', '/'])
  await comes(track, html('AAAAAAAAAAAAAAAA'))
  expect(await keptPage(track)).toBeUndefined()
  keepAgain(track)
  await comes(track, html('AAAAAAAAAAAAAAAA'))
  expect(await keptPage(track)).toBeDefined()
})

test('where the browser refuses its cache, nothing is kept and nothing fails', async () => {
  vi.stubGlobal('OFFLINE_PAGES', { everybody: ['/'], customer: ['/track/:token', '/order-summary?order=:order'] })
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('refused', 'SecurityError')) })
  expect([await keptPage(track), await keptTitles()]).toEqual([undefined, []])
})
