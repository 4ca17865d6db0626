import { mergeHandles, type OfflinePages, type PageHandle } from './page-handle.ts'
import { isLike, keyHider } from './path-patterns.ts'
import { canonicalPath } from './share-tags.ts'

type BuiltRoute = { path?: string; index?: boolean; parentId?: string; module: { handle?: unknown } }
type BuiltRoutes = Readonly<Record<string, BuiltRoute | undefined>>

/** What all routes ask of the server, of search engines and of customers' phones, each in its own `handle`. */
export function routeWishes(routes: BuiltRoutes) {
  const wishes = wishesOf(routes)
  const pathsOf = (wanted: (wish: PageHandle) => unknown) => wishes.filter(wanted).map(({ path }) => path)
  const keptFor = (whose: PageHandle['offline']) =>
    wishes
      .filter(({ offline }) => offline === whose)
      .map(({ path, named_by }) => (named_by ? `${path}?${named_by}=:${named_by}` : path))
  const with_files = pathsOf(({ files }) => files)
  const found_by_all = pathsOf((wish) => wish.public).filter((path) => !path.includes(':'))
  const offline_pages: OfflinePages = {
    everybody: keptFor('everybody'),
    customer: keptFor('customer'),
    says_why: keptFor('says_why'),
    tells_of_orders: pathsOf(({ tells_of_orders }) => tells_of_orders),
  }
  return {
    public_paths: [...new Set(found_by_all.map((path) => canonicalPath(new URL(path, 'http://localhost'))))],
    offline_pages,
    takesFiles: (path: string) => isLike(path.replace(/(\.data)?\/?$/, ''), with_files),
    withoutKeys: keyHider(pathsOf(() => true)),
  }
}

/** Every address, as app/routes.ts has it, with what its route and the layouts around it ask. */
function wishesOf(routes: BuiltRoutes): ({ path: string } & PageHandle)[] {
  const lineTo = (route: BuiltRoute | undefined): BuiltRoute[] =>
    route ? [...lineTo(routes[route.parentId ?? '']), route] : []
  return Object.values(routes).flatMap((route) => {
    if (!route || route.path === '*' || (route.path === undefined && !route.index)) return []
    const line = lineTo(route)
    const path = `/${line.flatMap((part) => part.path || []).join('/')}`
    return { path, ...mergeHandles(line.map(({ module }) => module.handle)) }
  })
}
