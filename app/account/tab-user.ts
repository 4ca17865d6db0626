/** Where a vendor's dashboard keeps its figures in this tab. */
export const KEPT_FIGURES = 'vendor-dashboard'

/** Called at the login, so that nobody sees the figures of another account. */
export function forgetFigures(): void {
  try {
    sessionStorage.removeItem(KEPT_FIGURES)
  } catch {
    // Where storage is forbidden, nothing is kept.
  }
}

/**
 * Notes who works in this tab (the key `user` in session storage). If it was somebody else before, what they typed and
 * saw is forgotten: an expired session clears nothing, and the next login may be another person's.
 */
export function takeTab(user: { name: string; email: string; role: string }): void {
  try {
    const last = JSON.parse(sessionStorage.getItem('user') ?? 'null') as { email?: string } | null
    if (last?.email !== user.email) sessionStorage.clear()
    sessionStorage.setItem('user', JSON.stringify(user))
  } catch {
    // Where storage is forbidden, there is nothing to forget.
  }
}
