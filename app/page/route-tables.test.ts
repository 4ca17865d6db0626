import { expect, test } from 'vitest'
import { routeTables } from './route-tables.ts'

const route = (id: string, parentId?: string) => ({
  id,
  parentId,
  module: `/assets/${id}.js`,
  imports: ['/assets/storefront.js'],
  hasLoader: true,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasAction: false,
  hasClientAction: false,
  hasErrorBoundary: false,
  hasDefaultExport: true,
  clientActionModule: undefined,
  clientLoaderModule: undefined,
  clientMiddlewareModule: undefined,
  hydrateFallbackModule: undefined,
})

const all = {
  version: '1',
  url: '/assets/manifest-1.js',
  entry: { module: '/assets/entry.js', imports: [] },
  routes: {
    root: route('root'),
    'storefront/layout': route('storefront/layout', 'root'),
    'storefront/checkout': route('storefront/checkout', 'storefront/layout'),
    'storefront/not-found': route('storefront/not-found', 'storefront/layout'),
    'admin/layout': route('admin/layout', 'root'),
    'admin/orders': route('admin/orders', 'admin/layout'),
    'endpoints/health': route('endpoints/health', 'root'),
  },
}

test("a customer's browser gets the routes of the storefront alone, a back office all but these", () => {
  const { storefront, back_offices } = routeTables(all)
  const shared = ['root', 'storefront/layout', 'storefront/not-found']
  expect(Object.keys(storefront.table.routes).sort()).toEqual([...shared, 'storefront/checkout'].sort())
  expect(Object.keys(back_offices.table.routes).sort()).toEqual(
    [...shared, 'admin/layout', 'admin/orders', 'endpoints/health'].sort(),
  )
})

test('a script sets the table that the document names, without what the document alone has to know', () => {
  const { table, path, script } = routeTables(all).storefront
  expect(table.url).toBe(path)
  expect(table.routes['root']?.imports).toEqual(['/assets/storefront.js'])
  const window: { __reactRouterManifest?: unknown } = {}
  new Function('window', script)(window)
  const slim = JSON.stringify(table).replaceAll('["/assets/storefront.js"]', '[]')
  expect(JSON.stringify(window.__reactRouterManifest)).toBe(slim)
})

test('the name of a script changes with what is in it, and only then', () => {
  const moved = { ...all, routes: { ...all.routes, root: { ...route('root'), module: '/assets/new.js' } } }
  const { path } = routeTables(all).storefront
  expect(routeTables({ ...all, url: '/assets/manifest-2.js' }).storefront.path).toBe(path)
  expect(routeTables(moved).storefront.path).not.toBe(path)
})
