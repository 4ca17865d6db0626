import { createHash } from 'node:crypto'
import type { UNSAFE_AssetsManifest as RouteTable } from 'react-router'

type TableScript = { table: RouteTable; path: string; script: string }

/**
 * The built route table in two, each as a script of its own, so that a customer's phone does not load the addresses of
 * the back offices. Both hold the route of unknown addresses, which asks the server (storefront/not-found.tsx): a link
 * from one side to the other loads a document.
 */
export function routeTables(all: RouteTable): { storefront: TableScript; back_offices: TableScript } {
  const isOfStorefront = ({ id, parentId }: { id: string; parentId?: string }) =>
    [id, parentId].includes('storefront/layout')
  const isOfBoth = ({ id }: { id: string }) => ['root', 'storefront/layout', 'storefront/not-found'].includes(id)
  return {
    storefront: tableScript(all, (route) => isOfStorefront(route) || isOfBoth(route)),
    back_offices: tableScript(all, (route) => !isOfStorefront(route) || isOfBoth(route)),
  }
}

function tableScript(all: RouteTable, belongs: (route: { id: string; parentId?: string }) => boolean): TableScript {
  const own = Object.values(all.routes).flatMap((route) => (route && belongs(route) ? [route] : []))
  const routes = Object.fromEntries(own.map((route) => [route.id, route]))
  // Imports are read only to name them in the document, so the browser's table goes without them.
  const slim = Object.fromEntries(own.map((route) => [route.id, { ...route, imports: [] }]))
  const name = createHash('sha256').update(JSON.stringify([all.entry, slim]))
  const path = `/assets/routes-${name.digest('hex').slice(0, 8)}.js`
  const table = { ...all, url: path, routes }
  const script = `window.__reactRouterManifest=${JSON.stringify({ ...table, routes: slim })}`
  return { table, path, script }
}
