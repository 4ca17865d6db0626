import { KEPT_FIGURES } from '../../account/tab-user.ts'
import type { Figures } from './load-figures.server.ts'

/** See docs/product.md#what-the-browser-keeps. */
const KEPT_MS = 5 * 60 * 1000

type Kept = { kept_at: number; figures: Figures }

/** The dashboard's figures of this tab and this user, if they are fresh enough. */
export function keptFigures(): Figures | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_FIGURES) ?? 'null') as Kept | null
    const user = JSON.parse(sessionStorage.getItem('user') ?? 'null') as { email?: string } | null
    const fresh = kept !== null && Date.now() - kept.kept_at < KEPT_MS
    return fresh && kept.figures.email === user?.email ? kept.figures : null
  } catch {
    return null
  }
}

export function keepFigures(figures: Figures): void {
  try {
    sessionStorage.setItem(KEPT_FIGURES, JSON.stringify({ kept_at: Date.now(), figures } satisfies Kept))
  } catch {
    // A full or forbidden storage only costs a question to the server.
  }
}
