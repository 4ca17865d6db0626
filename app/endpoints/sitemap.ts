import { listedSlugs } from '../../domain/catalog/lists/vendor-lists.ts'
import { public_paths_context } from '../page/public-paths.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/sitemap'

/** The addresses of all public pages, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, public_url } = context.get(services_context)
  const restaurants = (await listedSlugs(db)).map((slug) => `/restaurant/${slug}` satisfies Address)
  const places = [...context.get(public_paths_context), ...restaurants].map(
    (path) => `<url><loc>${public_url}${path}</loc></url>`,
  )
  const xml =
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ` +
    `xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>\n`
  return new Response(xml, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
