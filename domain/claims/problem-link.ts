import { DAY_MS } from '../clock.ts'
import type { OrderClaim } from './claim-lists.ts'

/** For so long after its end, and after the last decision, an order's page of problems opens. */
export const PROBLEM_DAYS = 14

/**
 * Whether what was told about an order, and the way to tell something, still opens by its link: while it is on its way
 * or a claim is open, and some days after. Links are passed on; what was said of a meal is nobody's for good.
 */
export function problemLinkOpens(
  { ended_at, claims }: { ended_at: Date | null; claims: readonly Pick<OrderClaim, 'decided_at'>[] },
  now: Date,
): boolean {
  if (!ended_at || claims.some(({ decided_at }) => decided_at === null)) return true
  const last_ms = Math.max(ended_at.getTime(), ...claims.map(({ decided_at }) => decided_at?.getTime() ?? 0))
  return now.getTime() - last_ms <= PROBLEM_DAYS * DAY_MS
}
