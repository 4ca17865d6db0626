import type { Cookies } from '../../adapters/accounts/sign-in-service.ts'
import { coversUntil, endTablet, findTablet } from '../../domain/accounts/tablet-sessions.ts'
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

type Session = {
  user_id: string
  session_id: string
  cookies: Cookies
  /** Until when this login covers the kitchen's tablet that the browser is; null where it is none. */
  covers_until: Date | null
}

/**
 * The session of a request: somebody's login, else the kitchen's tablet that the browser is; null for neither. A login
 * at a tablet ends by itself, so that nobody goes on in the name of whoever forgot to log out.
 */
export async function sessionOf(
  services: Pick<AppServices, 'auth' | 'db' | 'clock' | 'public_url'>,
  request: Request,
): Promise<Session | null> {
  const secret = tabletSecret(request, services)
  const login = await services.auth.session(request.headers)
  const tablet = secret && (await findTablet(services, secret))
  if (!tablet) return login && { ...login, covers_until: null }
  const covers_until = login && (await coversUntil(services.db, login.session_id))
  if (login && covers_until && covers_until > services.clock.now()) return { ...login, covers_until }
  return { ...tablet, cookies: login ? await services.auth.signOut(request.headers) : [], covers_until: null }
}

/** Ends the session of a request; a tablet under a login stays. Answers cookies that delete the browser's. */
export async function endSessionOf(
  services: Pick<AppServices, 'auth' | 'db' | 'public_url'>,
  request: Request,
): Promise<Cookies> {
  const is_login = (await services.auth.session(request.headers)) !== null
  return is_login ? services.auth.signOut(request.headers) : endAllOf(services, request)
}

/** Ends the login and the tablet. Answers cookies that delete the browser's. */
export async function endAllOf(
  services: Pick<AppServices, 'auth' | 'db' | 'public_url'>,
  request: Request,
): Promise<Cookies> {
  const secret = tabletSecret(request, services)
  if (secret) await endTablet(services, secret)
  const cookies = await services.auth.signOut(request.headers)
  return secret ? [...cookies, cookie(services, '', 0)] : cookies
}
