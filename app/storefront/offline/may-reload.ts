/** How often a page comes anew by itself: a line that only seems to be back must not make it go on for ever. */
const MOST_RELOADS = 3
const WITHIN_MS = 10 * 60_000

type Reload = { path: string; at: number }

/** What to remember once the page at `path` reloads now, of what was remembered; null where it was often of late. */
export function withReload(remembered: string | null, path: string, now: number): string | null {
  const before = (JSON.parse(remembered ?? '[]') as Reload[]).filter(({ at }) => at > now - WITHIN_MS)
  if (before.filter((one) => one.path === path).length >= MOST_RELOADS) return null
  return JSON.stringify([...before, { path, at: now } satisfies Reload])
}

/** Whether the page that is open may come anew by itself; counts that it does. A browser that forgets this may not. */
export function mayReload(): boolean {
  try {
    const reloads = withReload(sessionStorage.getItem('reloads'), location.pathname, Date.now())
    if (reloads) sessionStorage.setItem('reloads', reloads)
    return reloads !== null
  } catch {
    return false
  }
}
