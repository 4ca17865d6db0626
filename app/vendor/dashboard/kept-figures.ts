import { KEPT_FIGURES } from '../../account/tab-user.ts'
import type { Figures } from './load-figures.server.ts'

/** See docs/product.md#what-the-browser-keeps. */
const KEPT_MS = 5 * 60 * 1000

type Kept = { kept_at: number; figures: Figures }

/** The dashboard's figures of this tab, this user and the kitchen in front, if they are fresh enough. */
export function keptFigures(): Figures | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_FIGURES) ?? 'null') as Kept | null
    const user = JSON.parse(sessionStorage.getItem('user') ?? 'null') as { email?: string } | null
    const fresh = kept !== null && Date.now() - kept.kept_at < KEPT_MS
    if (!fresh) return null
    const { email, vendor_id } = kept.figures
    // Who has several kitchens is noted with the one in front.
    return user?.email === email || user?.email === `${email} for ${vendor_id}` ? kept.figures : null
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
