import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { isCustomersPage, tellsOfOrders, whoseKeptPage } from '../app/storefront/offline/kept-pages.ts'
import { route_sources } from './routes.ts'
import { root } from './sources.ts'

/** What the routes of the build say of themselves, each in its `handle` (app/page/page-handle.ts). */
type Built = typeof import('../server/render.ts')
const built = (await import(pathToFileURL(join(root, 'build/server/index.js')).href)) as Built
const { scripts, takesFiles, withoutKeys } = built
const [, lists = ''] = /^const OFFLINE_PAGES=(\{.*?\});/.exec(scripts.get('/customer-sw.js') ?? '') ?? []
vi.stubGlobal('OFFLINE_PAGES', JSON.parse(lists))

const asked = (path: string) => path.replace(/:\w+/g, 'a1')

test('a part of an address is for everybody, or is called :token and hidden in the log', () => {
  const parts = route_sources.flatMap(({ path }) => path.match(/:\w+/g) ?? [])
  expect(
    [...new Set(parts)].sort(),
    'Where whoever knows this part may come in, call it :token. Else add it here.',
  ).toEqual([':code', ':file', ':gateway', ':id', ':token'])
  const keyed = route_sources.flatMap(({ path }) => (path.includes(':token') ? [path.replace(':token', 'k7Jq2')] : []))
  expect(keyed.length).toBeGreaterThan(8)
  expect(keyed.map(withoutKeys).filter((path) => path.includes('k7Jq2'))).toEqual([])
  expect(withoutKeys('/Track/k7Jq2.data')).toBe('/Track/[hidden]')
  expect(withoutKeys('/track/k7Jq2/state')).toBe('/track/[hidden]/state')
  expect(withoutKeys('/webhooks/messages/termii/k7Jq2')).toBe('/webhooks/messages/termii/[hidden]')
  expect(['/webhooks/flutterwave', '/restaurant/iya-bose'].map(withoutKeys)).toEqual([
    '/webhooks/flutterwave',
    '/restaurant/iya-bose',
  ])
})

test('a screen whose forms carry files says so, or larger ones would be refused', () => {
  const with_files = route_sources.filter(({ all }) => /\bmultipart\b|\bfileOf\(|\btakePicture\(/.test(all))
  expect(with_files.map(({ path }) => path)).toContain('/admin/campus')
  expect(
    with_files.filter(({ path }) => !takesFiles(asked(path))).map(({ path }) => path),
    'Give its route `handle: PageHandle = { files: true }`.',
  ).toEqual([])
  expect(['/food.data', '/Account/', '/track/a1/problem.data'].map(takesFiles)).toEqual([true, true, true])
  expect(['/', '/checkout', '/admin/settings', '/food/menu.csv'].map(takesFiles)).toEqual([false, false, false, false])
})

test.each([
  ['/', 'everybody'],
  ['/restaurants', 'everybody'],
  ['/restaurant/iya-bose', 'everybody'],
  ['/orders', 'everybody'],
  ['/contact', 'everybody'],
  ['/track/AAAAAAAAAAAAAAAA', 'customer'],
  ['/order-summary?order=AAAA', 'customer'],
  ['/order-summary', null],
  ['/order-summary?order=AAAA&status=successful', null],
  ['/order-summary/state?order=AAAA', null],
  ['/track/AAAAAAAAAAAAAAAA/state', null],
  ['/track/AAAAAAAAAAAAAAAA/problem', null],
  ['/track/AAAAAAAAAAAAAAAA?choice=1', null],
  ['/restaurant/iya-bose/add', null],
  ['/restaurants?q=rice', null],
  ['/about', null],
  ['/checkout', null],
  ['/pay/AAAA', null],
  ['/group/AAAA', null],
  ['/login', null],
  ['/account-security', null],
  ['/vendor-order', null],
  ['/admin/orders', null],
  ['/rider-dashboard', null],
])('the page %s is kept for %s', (path, whose) => {
  expect(whoseKeptPage(path)).toBe(whose)
})

test('accounts and back offices are left to the browser, all other pages say why they cannot be opened', () => {
  const others = ['/login', '/register', '/logout', '/vendor-dashboard', '/food', '/admin/orders', '/rider/earnings']
  expect(others.filter(isCustomersPage)).toEqual([])
  const ours = ['/', '/Vendors/', '/checkout', '/order-summary', '/track/A', '/restaurant/b/add', '/track/A/problem']
  const by_link = ['/order-summary/someone', '/pay/A', '/join/A', '/restaurant/b/group', '/group/A', '/group/A/add']
  expect([...ours, ...by_link].filter((path) => !isCustomersPage(path))).toEqual([])
})

test('the line about the order under way stands on every page that does not speak of orders itself', () => {
  const tell = ['/orders', '/track/A', '/track/A/problem', '/order-summary', '/order-summary/someone']
  expect(tell.filter((path) => !tellsOfOrders(path))).toEqual([])
  expect(['/', '/checkout', '/group/A', '/pay/A', '/join/A'].filter(tellsOfOrders)).toEqual([])
})
