import type { EarlyScript } from '../../page/page-handle.ts'

declare global {
  /** Fetches such a script; app/page/wake-page.ts knows their addresses. */
  var fetchEarly: ((name: EarlyScript) => Promise<unknown>) | undefined
  /** Ends when the one that a page has asked for last is there. */
  var early_comes: Promise<unknown> | undefined
}

/**
 * Loads what serves the first taps of a page, once; what was loaded with the document is there already. A link shows
 * the page when it is there (app/page/load-route-module.ts): before, a press would leave by the form beneath it.
 */
export function loadEarly(name: EarlyScript): void {
  if (import.meta.env.SSR) return
  // There is no waking script while somebody works on the code.
  if (import.meta.env.DEV) void (name === 'dish_taps' ? import('./dish-taps.ts') : import('./carousel-taps.ts'))
  else void globalThis.fetchEarly?.(name)
}
