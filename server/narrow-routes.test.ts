import { matchRoutes, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../app/routes.ts'
import { narrowRoutes } from './narrow-routes.ts'

type Entry = (typeof routes)[number]
type Route = ServerBuild['routes'][string]
type Tree = { id: string; path?: string; index?: boolean; children?: Tree[] }

const idOf = ({ id, file }: Entry) => id ?? file

/** The table of app/routes.ts as the build has it; what ends in `.ts` shows no page. */
function builtRoutes(entries: readonly Entry[], parentId = 'root'): [string, NonNullable<Route>][] {
  return entries.flatMap((entry) => {
    const { path, index, file, children = [] } = entry
    const module = file.endsWith('.tsx') ? { default: () => null } : { default: undefined }
    const route = { id: idOf(entry), parentId, path, index, module } as NonNullable<Route>
    return [[route.id, route] as [string, NonNullable<Route>], ...builtRoutes(children, route.id)]
  })
}

const root = { id: 'root', path: '', module: { default: () => null } } as NonNullable<Route>
const build = { routes: { root, ...Object.fromEntries(builtRoutes(routes)) } } as unknown as ServerBuild

function treeOf(all: ServerBuild['routes'], parent?: string): Tree[] {
  return Object.values(all).flatMap((route) => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: treeOf(all, id) }] as Tree[]
  })
}

const found = (of: ServerBuild, path: string) =>
  matchRoutes(treeOf(of.routes) as Parameters<typeof matchRoutes>[0], path)?.map(({ route, params }) => [
    route.id,
    params,
  ])

const paths = Object.values(build.routes).flatMap((route) => {
  const line = (one: Route): Route[] => (one ? [...line(build.routes[one.parentId ?? '']), one] : [])
  return route && (route.path !== undefined || route.index)
    ? [
        `/${line(route)
          .flatMap((one) => one?.path || [])
          .join('/')}`,
      ]
    : []
})
const addresses = [
  ...paths.map((path) => path.replaceAll(/:\w+/g, 'some').replace('*', 'nowhere/at/all')),
  ...paths.map((path) => `${path.replaceAll(/:\w+/g, 'some').replace(/\*$/, '')}/beyond`),
  ...['/Restaurants', '/Order-Summary/Attempt', '/restaurant/a/b/c', '/webhooks', '/webhooks/x', '/order%2Dsummary'],
  ...[
    '/restaurants/',
    '/restaurant/a%2Fb',
    '/restaurant/%E0%A4%A',
    '//restaurants',
    '/track//x',
    '/_',
    '/track/_',
    '/%',
  ],
]

test('a narrow table finds the same route as the whole one, for every address', () => {
  const narrow = narrowRoutes(build)
  for (const address of addresses) {
    for (const asked of [address, `${address}.data`]) {
      const narrowed = narrow(asked)
      if (narrowed) expect(found(narrowed, address), asked).toEqual(found(build, address))
    }
  }
})

test('what an order asks for needs a few routes, and a document all of them', () => {
  const narrow = narrowRoutes(build)
  const few = ['/checkout.data', '/order-summary.data', '/order-summary/attempt', '/webhooks/flutterwave']
  const sizes = few.map((asked) => Object.keys(narrow(asked)?.routes ?? build.routes).length)
  expect(Math.max(...sizes)).toBeLessThan(15)
  expect(Object.keys(narrow('/webhooks/messages/smarthive/token')?.routes ?? {})).toHaveLength(4)
  for (const document of ['/', '/order-summary', '/checkout', '/track/token', '/nowhere']) {
    expect(narrow(document), document).toBeNull()
  }
})
