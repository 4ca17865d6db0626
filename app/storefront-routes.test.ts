import { expect, test } from 'vitest'
import { storefrontRoutes } from './storefront-routes.ts'

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
    'admin/layout': route('admin/layout', 'root'),
    'admin/orders': route('admin/orders', 'admin/layout'),
    'endpoints/health': route('endpoints/health', 'root'),
  },
}

test("a customer's browser gets the routes of the storefront alone", () => {
  const { table, path, script } = storefrontRoutes(all)
  expect(Object.keys(table.routes)).toEqual(['root', 'storefront/layout', 'storefront/checkout'])
  expect(table.url).toBe(path)
  const window: { __reactRouterManifest?: typeof all } = {}
  new Function('window', script)(window)
  expect(JSON.stringify(window.__reactRouterManifest)).toBe(JSON.stringify(table))
})

test('the name of the script changes with what is in it, and only then', () => {
  const moved = { ...all, routes: { ...all.routes, root: { ...route('root'), module: '/assets/new.js' } } }
  const { path } = storefrontRoutes(all)
  expect(storefrontRoutes({ ...all, url: '/assets/manifest-2.js' }).path).toBe(path)
  expect(storefrontRoutes(moved).path).not.toBe(path)
})
