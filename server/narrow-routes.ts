import { matchPath, type ServerBuild } from 'react-router'

type Routes = ServerBuild['routes']
type Route = NonNullable<Routes[string]>
type Placed = { path: string; first: string; line: string[]; is_endpoint: boolean }

/**
 * The few routes that an address can mean, as a build of their own: the router tries every route of its table in turn,
 * twice for each request, which was a third of all memory that an order took. Null where the whole table is needed:
 * for a document, which names all routes of its side, and for an address that nobody links to.
 */
export function narrowRoutes(build: ServerBuild): (pathname: string) => ServerBuild | null {
  const placed = Object.values(build.routes).flatMap((route) => (route ? (placeOf(build.routes, route) ?? []) : []))
  const anywhere = placed.filter(({ first }) => !isPlain(first))
  const builds = new Map<string, ServerBuild>()
  const only = (key: string, routes: () => readonly Placed[]) => {
    const known = builds.get(key)
    if (known) return known
    const ids = new Set(routes().flatMap(({ line }) => line))
    const made = { ...build, routes: Object.fromEntries(Object.entries(build.routes).filter(([id]) => ids.has(id))) }
    builds.set(key, made)
    return made
  }
  const by_first = Map.groupBy(placed, ({ first }) => first)
  const endpoints = new Map(
    placed.flatMap((one) => (one.is_endpoint && !/[:*?]/.test(one.path) ? [[one.path, one] as const] : [])),
  )
  return (pathname) => {
    const is_data = pathname.endsWith('.data')
    const path = (is_data ? pathname.slice(0, -'.data'.length) : pathname).toLowerCase()
    const first = path.split('/')[1] ?? ''
    const alike = isPlain(first) ? by_first.get(first) : undefined
    if (!alike) return null
    if (is_data) return only(`${first}.data`, () => [...alike, ...anywhere])
    const endpoint = endpoints.get(path)
    if (endpoint) return only(path, () => [endpoint])
    if (!alike.every(({ is_endpoint }) => is_endpoint)) return null
    return alike.some((one) => matchPath(one.path, path)) ? only(first, () => alike) : null
  }
}

const isPlain = (part: string) => part !== '' && !/[:*?]/.test(part)

/** Where a route stands; null for a layout, which has no address. */
function placeOf(routes: Routes, route: Route): Placed | null {
  if (route.path === undefined && !route.index) return null
  const line = lineTo(routes, route)
  const path = `/${line.flatMap((part) => part.path || []).join('/')}`.toLowerCase()
  const { module } = route
  return {
    path,
    first: path.split('/')[1] ?? '',
    line: line.map(({ id }) => id),
    is_endpoint: module.default === undefined && module.ErrorBoundary === undefined,
  }
}

function lineTo(routes: Routes, route: Route): Route[] {
  const parent = routes[route.parentId ?? '']
  return parent ? [...lineTo(routes, parent), route] : [route]
}
