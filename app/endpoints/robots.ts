import { services_context } from '../services.ts'
import type { Route } from './+types/robots'

/** What search engines need not look at, and where the sitemap is. */
export function loader({ context }: Route.LoaderArgs) {
  const closed = ['/order-summary', '/checkout', '/orders', '/track/'].map((path) => `Disallow: ${path}`)
  const { public_url } = context.get(services_context)
  const text = ['User-agent: *', ...closed, '', `Sitemap: ${public_url}/sitemap.xml`, ''].join('\n')
  return new Response(text, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  })
}
