import { vi } from 'vitest'

/**
 * Waits until `check` passes and answers what it answers. What takes milliseconds on an idle machine takes seconds
 * where two cores do everything at once, so nothing is asserted about how long it took.
 */
export function eventually<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  return vi.waitFor(check, { timeout: 20_000 })
}
