import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchPageData, untilAnswered } from './fetch-page-data.ts'

const ORIGIN = 'http://chow.test'
const news = { textContent: '' }
let dataset: Record<string, string> = {}
/** Each attempt takes the next of these; an Error is a line that fails. */
let answers: (Response | Error)[] = []
let asked: string[] = []
let open: {
  location: { pathname: string }
  navigation: { location?: object }
  fetchers: Map<string, { state: string }>
}

beforeEach(() => {
  vi.useFakeTimers()
  news.textContent = ''
  answers = []
  asked = []
  open = { location: { pathname: '/restaurants' }, navigation: {}, fetchers: new Map() }
  vi.stubGlobal('window', { __reactRouterDataRouter: { state: open } })
  dataset = {}
  vi.stubGlobal('document', { getElementById: () => news, documentElement: { dataset } })
  vi.stubGlobal('navigator', { onLine: true })
  const events = new EventTarget()
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events))
  vi.stubGlobal('fetch', async (address: URL | string, { signal }: RequestInit = {}) => {
    asked.push(String(address))
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    if (answer) throw answer
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ok = (text = 'data') => new Response(text)
const lost = () => new TypeError('Failed to fetch')
const dataOf = (path: string, how: RequestInit = {}) => fetchPageData(new URL(`${path}.data`, ORIGIN), how)

test('data of the open page is asked for until it comes; of another, and what changes something, once', async () => {
  answers = [lost(), ok()]
  const comes = dataOf('/restaurants')
  await vi.advanceTimersByTimeAsync(500)
  expect(await (await comes).text()).toBe('data')
  for (const [path, how] of [
    ['/cart', {}],
    ['/restaurants', { method: 'POST' }],
  ] as const) {
    answers = [lost()]
    await expect(dataOf(path, how)).rejects.toThrow('Failed to fetch')
  }
})

test('the front page and a page whose token ends in a dash below are themselves', async () => {
  for (const [pathname, data] of [
    ['/', '/_'],
    ['/track/abc_', '/track/abc_'],
  ] as const) {
    open.location.pathname = pathname
    answers = [lost(), ok()]
    const comes = dataOf(data)
    await vi.advanceTimersByTimeAsync(500)
    expect((await comes).status).toBe(200)
  }
})

test('where nobody waits, what is there is better than an error of ours, and nothing is said', async () => {
  answers = [new Response('', { status: 500 }), ok()]
  const comes = dataOf('/restaurants')
  await vi.advanceTimersByTimeAsync(400)
  expect(news.textContent).toBe('')
  expect(dataset).toEqual({})
  await vi.advanceTimersByTimeAsync(100)
  expect((await comes).status).toBe(200)
})

test('who waits is told why, sees an error of ours, and what others wrote stays', async () => {
  open.navigation.location = {}
  answers = [lost(), new Response('', { status: 500 })]
  const comes = dataOf('/restaurants')
  await vi.advanceTimersByTimeAsync(100)
  expect(news.textContent).toBe('Weak network. The page comes when the network is back.')
  expect(dataset).toEqual({ unanswered: '' })
  await vi.advanceTimersByTimeAsync(400)
  expect((await comes).status).toBe(500)
  expect(news.textContent).toBe('')
  expect(dataset).toEqual({})

  news.textContent = 'You are online again.'
  answers = [ok()]
  await dataOf('/restaurants')
  expect(news.textContent).toBe('You are online again.')
})

test('a server with too much to do names its pause; who pressed something waits too', async () => {
  open.fetchers.set('form', { state: 'loading' })
  answers = [new Response('', { status: 503, headers: { 'retry-after': '5' } }), ok()]
  const comes = dataOf('/restaurants')
  await vi.advanceTimersByTimeAsync(4900)
  expect(news.textContent).toBe('We are very busy just now. The page comes in a moment.')
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(100)
  expect((await comes).status).toBe(200)
})

test('what hangs is given up after fifteen seconds, and at once when another line comes', async () => {
  const first = untilAnswered('/assets/menu.js')
  await vi.advanceTimersByTimeAsync(15_000)
  answers = [ok()]
  await vi.advanceTimersByTimeAsync(500)
  expect((await first).status).toBe(200)

  const second = untilAnswered('/assets/menu.js')
  await vi.advanceTimersByTimeAsync(1000)
  answers = [ok()]
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(500)
  expect((await second).status).toBe(200)
})

test('whoever goes elsewhere meanwhile ends it, with its words', async () => {
  open.navigation.location = {}
  const goes = new AbortController()
  answers = [lost()]
  const comes = dataOf('/restaurants', { signal: goes.signal })
  const ends = expect(comes).rejects.toThrow('aborted')
  await vi.advanceTimersByTimeAsync(100)
  expect(news.textContent).not.toBe('')
  goes.abort()
  await ends
  expect(news.textContent).toBe('')
  expect(asked).toHaveLength(1)
})
