import type { Cookies } from '../../adapters/accounts/sign-in-service.ts'
import { endTablet, findTablet } from '../../domain/accounts/tablet-sessions.ts'
import type { AppServices } from '../services.ts'

const KEPT_SECONDS = 400 * 24 * 60 * 60

// `__Host-` binds the cookie to this host and needs https, as with the session's.
const nameAt = (public_url: string) => (public_url.startsWith('https:') ? '__Host-chowgate.tablet' : 'chowgate.tablet')

function tabletSecret(request: Request, { public_url }: Pick<AppServices, 'public_url'>): string | null {
  const sent = request.headers.get('cookie')
  if (!sent) return null
  const name = nameAt(public_url)
  const pairs = sent.split(/;\s*/)
  const secret = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return secret && /^[\w-]{43}$/.test(secret) ? secret : null
}

function cookie({ public_url }: Pick<AppServices, 'public_url'>, secret: string, max_age: number): string {
  const secure = public_url.startsWith('https:') ? '; Secure' : ''
  return `${nameAt(public_url)}=${secret}; Max-Age=${max_age}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/** The cookie that makes a browser a kitchen's tablet. How long that holds is said by its session. */
export const tabletCookie = (services: Pick<AppServices, 'public_url'>, secret: string): string =>
  cookie(services, secret, KEPT_SECONDS)

/** The session of a request: somebody's login, else the kitchen's tablet that the browser is; null for neither. */
export async function sessionOf(
  services: Pick<AppServices, 'auth' | 'db' | 'clock' | 'public_url'>,
  request: Request,
): Promise<{ user_id: string; session_id: string; cookies: Cookies } | null> {
  const secret = tabletSecret(request, services)
  const login = await services.auth.session(request.headers)
  if (login || !secret) return login
  const tablet = await findTablet(services, secret)
  return tablet && { ...tablet, cookies: [] }
}

/** Ends both; answers cookies that delete the browser's. */
export async function endSessionOf(
  services: Pick<AppServices, 'auth' | 'db' | 'public_url'>,
  request: Request,
): Promise<Cookies> {
  const secret = tabletSecret(request, services)
  if (secret) await endTablet(services, secret)
  const cookies = await services.auth.signOut(request.headers)
  return secret ? [...cookies, cookie(services, '', 0)] : cookies
}
