import { createHash } from 'node:crypto'
import type { UNSAFE_AssetsManifest as RouteTable } from 'react-router'

/**
 * The storefront's part of the built route table, as a script of its own: a customer's phone does not load the addresses
 * of the back offices. An address that the table does not hold is asked of the server (storefront/not-found.tsx).
 */
export function storefrontRoutes(all: RouteTable): { table: RouteTable; path: string; script: string } {
  const routes = Object.fromEntries(
    Object.entries(all.routes)
      .filter(([id, route]) => id === 'root' || [id, route?.parentId].includes('storefront/layout'))
      // What a script imports is only read to preload it, which no page of ours does (server/document.ts).
      .map(([id, route]) => [id, route && { ...route, imports: [] }]),
  )
  const name = createHash('sha256').update(JSON.stringify([all.entry, routes]))
  const path = `/assets/routes-${name.digest('hex').slice(0, 8)}.js`
  const table = { ...all, url: path, routes }
  return { table, path, script: `window.__reactRouterManifest=${JSON.stringify(table)}` }
}
