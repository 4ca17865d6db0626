/** Where a role lands after signing in. */
export const home_of = {
  vendor: '/vendor-dashboard',
  rider: '/rider-dashboard',
  admin: '/admin/dashboard',
} as const satisfies Record<string, Address>

/**
 * The page that somebody wanted before the login, or null when it is not ours: a link to the login must not send people
 * to another site, nor in a circle.
 */
export function safePath(wanted: string | null): string | null {
  // Browsers read a backslash as a slash and skip control characters, so neither may be in it.
  if (!wanted || wanted.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return null
  const base = 'http://localhost'
  const url = URL.canParse(wanted, base) ? new URL(wanted, base) : null
  if (url?.origin !== base || url.pathname.startsWith('//')) return null
  return /^\/(login|register|logout|reset-password|update-password|unauthorized)\/?$/i.test(url.pathname)
    ? null
    : url.pathname + url.search
}

/** The address of the login, which leads back to `wanted`. */
export function loginPath(wanted: string | null): Address {
  const next = safePath(wanted)
  return next ? `/login?next=${encodeURIComponent(next)}` : '/login'
}
