import { brand } from '../../domain/brand.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/security-txt'

/** Long enough to be worth keeping, short enough that a copy from a dead service expires. */
const WORKS_DAYS = 180

/** Where to report a security hole (RFC 9116). The expiry is counted from now, so it is never past. */
export function loader({ context }: Pick<Route.LoaderArgs, 'context'>): Response {
  const { clock, public_url } = context.get(services_context)
  const expires = new Date(clock.now().getTime() + WORKS_DAYS * 86_400_000)
  const lines = [
    `Contact: mailto:${brand.support_email}`,
    `Contact: ${public_url}/contact`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${public_url}/.well-known/security.txt`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
}
