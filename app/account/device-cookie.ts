import { newToken } from '../../domain/accounts/secrets.ts'
import type { AppServices } from '../services.ts'

const KEPT_SECONDS = 400 * 24 * 60 * 60

// `__Host-` binds the cookie to this host and needs https, as with the session's.
const nameAt = (public_url: string) => (public_url.startsWith('https:') ? '__Host-chowgate.device' : 'chowgate.device')

/** The token that a browser was given when somebody first logged in with it; null when it has none. */
export function deviceOf(request: Request, { public_url }: Pick<AppServices, 'public_url'>): string | null {
  const name = nameAt(public_url)
  const pairs = (request.headers.get('cookie') ?? '').split(/;\s*/)
  const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/** The browser's token (a new one where it has none), and the cookie that stores it. */
export function deviceToKeep(
  request: Request,
  services: Pick<AppServices, 'public_url'>,
): { device: string; cookie: string } {
  const device = deviceOf(request, services) ?? newToken()
  const secure = services.public_url.startsWith('https:') ? '; Secure' : ''
  const named = `${nameAt(services.public_url)}=${device}`
  return { device, cookie: `${named}; Max-Age=${KEPT_SECONDS}; Path=/; HttpOnly${secure}; SameSite=Lax` }
}
