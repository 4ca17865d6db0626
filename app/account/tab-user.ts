/** Where a vendor's dashboard keeps its figures in this tab. */
export const KEPT_FIGURES = 'vendor-dashboard'

/** At the login: whoever comes next is shown no figures of another. */
export function forgetFigures(): void {
  try {
    sessionStorage.removeItem(KEPT_FIGURES)
  } catch {
    // A forbidden storage keeps nothing.
  }
}

/**
 * Notes who works in this tab (the key `user` in session storage). When that was somebody else until now, what they
 * typed and looked at is forgotten: a session that ran out clears nothing, and the next to log in may be another.
 */
export function takeTab(user: { name: string; email: string; role: string }): void {
  try {
    const last = JSON.parse(sessionStorage.getItem('user') ?? 'null') as { email?: string } | null
    if (last?.email !== user.email) sessionStorage.clear()
    sessionStorage.setItem('user', JSON.stringify(user))
  } catch {
    // A forbidden storage holds nothing of anybody.
  }
}
