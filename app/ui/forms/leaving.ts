import type { DataStrategyResult, MiddlewareFunction } from 'react-router'

/** By then another document has taken the place of this one, or never will. */
const LEAVES_MS = 30_000
let leaves_until_ms = 0

/** The page is about to be replaced by the answer to a plain HTML form. */
export function leavePage(): void {
  leaves_until_ms = Date.now() + LEAVES_MS
}

/**
 * Holds back data that is still being loaded for a page that is left. After Logout it would come without a session, and
 * its redirect to the login would overtake the logout's own. A layout exports it as `clientMiddleware`.
 */
export const holdWhileLeaving: MiddlewareFunction<Record<string, DataStrategyResult>> = async (_args, next) => {
  const results = await next()
  const wait_ms = leaves_until_ms - Date.now()
  if (wait_ms > 0) await new Promise((resolve) => setTimeout(resolve, wait_ms))
  return results
}
